import { useEffect } from 'react';
import { useLoaderData, useSearchParams } from 'react-router';
import { isRemembered } from '../../device/own-device.ts';
import { keepFigures } from '../../features/activity/kept-figures.ts';
import { useSession } from '../../features/session/use-session.ts';
import { analytics as words } from '../../messages/en/analytics.ts';
import { titles } from '../../messages/en/screens.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterLinks } from '../../ui/filter-links.tsx';
import { Motif } from '../../ui/motif.tsx';
import page from '../../ui/page.module.css';
import { useLiveOr } from '../../use-live-or.ts';
import { ActivityHistory } from './activity-history.tsx';
import { bringDesk, desk } from './bring-desk.ts';
import { type AnalyticsData, type Figures, loadAnalytics, rangeIn } from './load-analytics.ts';
import { RefusedSection } from './refused-section.tsx';
import { TravelerFigures } from './traveler-figures.tsx';

export { bringDesk, loadAnalytics };

const sectionsOf = (open: 'overview' | 'history') => [
  { to: '/analytics', label: words.tabs.overview, current: open === 'overview' },
  { to: '/analytics?tab=history', label: words.tabs.history, current: open === 'history' },
];

/** Figures over time, of each role its own. */
export function AnalyticsScreen() {
  const loaded = useLiveOr<AnalyticsData>(useLoaderData());
  if (loaded.kind === 'refused') return <RefusedSection section={loaded.section} />;
  if (loaded.kind === 'desk') return desk ? <desk.AnalyticsDesk of={loaded.of} may={loaded.may} /> : null;
  return <TravelerAnalytics loaded={loaded} />;
}

function TravelerAnalytics({ loaded }: { loaded: Figures }) {
  const keptAt = 'keptAt' in loaded ? loaded.keptAt : undefined;
  const { user } = useSession();
  const userId = user?.id;
  useEffect(() => {
    const isLive = (loaded.kind === 'overview' || loaded.kind === 'history') && !loaded.keptAt;
    if (isLive && userId && isRemembered(userId)) keepFigures(loaded.kind, userId, loaded);
  }, [loaded, userId]);
  const isNotLive = keptAt !== undefined || loaded.kind === 'none';
  const asked = rangeIn(useSearchParams()[0]);
  const other = loaded.kind === 'overview' && loaded.figures.time_range !== asked && loaded.figures.time_range;
  const said = keptAt
    ? [words.kept(keptAt), other && words.otherRange(words.ranges[other])].filter(Boolean).join(' ')
    : undefined;
  return (
    <div className={page.page}>
      <div className={page.title}>
        <h1>{titles.analytics}</h1>
        <Motif />
      </div>
      <FilterLinks
        look="tabs"
        label={words.tabsLabel}
        options={sectionsOf(loaded.kind === 'none' ? loaded.section : loaded.kind)}
      />
      <Loaded
        kept={isNotLive && { isComing: 'live' in loaded && loaded.live !== undefined, offline: said, asOf: said }}
        empty={loaded.kind === 'none' && <EmptyState title={words.emptyOffline}>{words.emptyOfflineText}</EmptyState>}
      >
        {loaded.kind === 'overview' && <TravelerFigures figures={loaded.figures} />}
        {loaded.kind === 'history' && <ActivityHistory {...loaded.activity} />}
      </Loaded>
    </div>
  );
}
