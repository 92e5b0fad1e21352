import { useEffect } from 'react';
import { useLoaderData, useNavigation } from 'react-router';
import { ExploreStats } from '../../features/search/explore-stats.tsx';
import { keepExperiences } from '../../features/search/kept-experiences.ts';
import type { ExploreData } from '../../features/search/load-explore.ts';
import { SearchForm } from '../../features/search/search-form.tsx';
import { explore as words } from '../../messages/en/explore.ts';
import { titles } from '../../messages/en/screens.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { focusScreen } from '../../ui/focus-screen.ts';
import { ScanIcon } from '../../ui/icons.tsx';
import page from '../../ui/page.module.css';
import { Status } from '../../ui/status.tsx';
import { useLiveOr } from '../../use-live-or.ts';
import styles from './explore.module.css';
import { ExploreList } from './explore-list.tsx';
import { ExploreMap } from './explore-map.tsx';
import { SourceNotice } from './source-notice.tsx';
import { useExploreBooking } from './use-explore-booking.ts';
import { useFound } from './use-found.ts';
import { useRest } from './use-rest.ts';
import { ViewSwitch } from './view-switch.tsx';

export { loadExplore } from '../../features/search/load-explore.ts';

/** Everything in the guide, to search through, as a list or on the map. What is on screen stays until the next is there. */
export function ExploreScreen() {
  const data = useLiveOr<ExploreData>(useLoaderData());
  const { query } = data;
  const found = useFound(data);
  const booking = useExploreBooking(found.source.kind === 'sample');
  const changing = useNavigation().location?.pathname === '/explore';
  const isComing = useRest(data);
  const live = data.found?.experiences;
  useEffect(() => {
    if (live?.length) keepExperiences(live, new Date());
  }, [live]);
  return (
    <div className={page.page}>
      <div className={page.head}>
        <h1>{titles.explore}</h1>
        {query.view === 'list' && <p className={page.lead}>{words.lead}</p>}
      </div>
      <SearchForm search={query.search} category={query.category} view={query.view} />
      <ViewSwitch query={query} />
      <p role="status" className="visually-hidden">
        {words.found(found.summary.count)}
      </p>
      <Status>
        <SourceNotice source={found.source} />
      </Status>
      {found.summary.count === 0 ? (
        <EmptyState
          title={words.empty}
          action={
            <ButtonLink to="/explore" look="plain" onClick={focusScreen}>
              {words.clear}
            </ButtonLink>
          }
        >
          {words.emptyText}
        </EmptyState>
      ) : (
        <div className={styles.results} aria-busy={changing}>
          {query.view === 'map' && <ExploreMap found={found} booking={booking} />}
          <ExploreStats {...found.summary} />
          {query.view === 'list' && (
            <ExploreList
              query={query}
              found={found}
              isCut={data.isCut}
              {...{ isComing, booking }}
              scan={<ScanCard />}
            />
          )}
        </div>
      )}
    </div>
  );
}

function ScanCard() {
  return (
    <section className={styles.scan} aria-labelledby="scan">
      <ScanIcon />
      <div className={styles.scanWords}>
        <h2 id="scan">{words.scanTitle}</h2>
        <p>{words.scanText}</p>
        <ButtonLink to="/scan" look="plain">
          {words.scan}
        </ButtonLink>
      </div>
    </section>
  );
}
