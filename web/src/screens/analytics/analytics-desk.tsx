import { timeRanges } from '../../../../contract/time-ranges.ts';
import { adminTabs } from '../../desk/admin-tabs.ts';
import { DeskFrame } from '../../desk/frame.tsx';
import { useTableAddress } from '../../desk/table-address.ts';
import { useSession } from '../../features/session/use-session.ts';
import { analytics } from '../../messages/en/analytics.ts';
import { analyticsDesk as words } from '../../messages/en/analytics-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { FilterLinks } from '../../ui/filter-links.tsx';
import list from '../../ui/list.module.css';
import { BehaviorSection } from './behavior-section.tsx';
import { type DeskSection, deskSections } from './desk-tabs.ts';
import { IntelligenceSection } from './intelligence-section.tsx';
import type { DeskFigures } from './load-desk.ts';
import { OverviewSection } from './overview-section.tsx';
import { PerformanceSection } from './performance-section.tsx';
import { RevenueSection } from './revenue-section.tsx';

/** Figures over time of a partner's own, or of the whole platform: the tabs of the role, the ranges, and the open section. */
export function AnalyticsDesk({ of, may }: { of: DeskFigures; may: readonly DeskSection[] }) {
  const address = useTableAddress();
  const role = useSession().role === 'admin' ? 'admin' : 'partner';
  const { section, figures } = of;
  const range = (change: string | null, tab: string | null) => address.to({ time_range: change, tab });
  const tabOf = (one: DeskSection) => (one === 'overview' ? null : one);
  return (
    <Loaded>
      <DeskFrame
        title={titles.analytics}
        sentence={sentenceOf(of)}
        {...(role === 'admin' && { administration: adminTabs('analytics') })}
        tabs={deskSections[role]
          .filter((one) => may.includes(one))
          .map((one) => ({
            to: range(address.get('time_range'), tabOf(one)),
            label: words.tabs[one],
            current: one === section,
          }))}
      >
        <FilterLinks
          label={analytics.rangesLabel}
          options={timeRanges.map((one) => ({
            to: range(one === '30d' ? null : one, tabOf(section)),
            label: analytics.ranges[one],
            current: one === figures.time_range,
          }))}
        />
        <Section {...of} />
        <p className={list.note}>{words.span(figures.from, figures.until)}</p>
      </DeskFrame>
    </Loaded>
  );
}

function sentenceOf({ section, figures }: DeskFigures): string {
  const { time_range } = figures;
  switch (section) {
    case 'overview':
      return words.sentence(figures.scans, figures.revenue.value, time_range);
    case 'intelligence': {
      const { qr_scans, completed_bookings } = figures.conversion_funnel;
      return words.funnelSentence(qr_scans, completed_bookings, time_range);
    }
    case 'revenue':
    case 'platform-revenue':
      return words.revenueSentence(figures.total_revenue.value ?? 0, figures.bookings.value ?? 0, time_range);
    case 'performance':
      return words.performanceSentence(figures.requests, figures.p95_ms, time_range);
    case 'behavior':
      return words.behaviorSentence(figures.openings.value ?? 0, figures.clicks.value ?? 0, time_range);
  }
}

function Section({ section, figures }: DeskFigures) {
  switch (section) {
    case 'overview':
      return <OverviewSection of={figures} />;
    case 'intelligence':
      return <IntelligenceSection of={figures} />;
    case 'revenue':
    case 'platform-revenue':
      return <RevenueSection of={figures} />;
    case 'performance':
      return <PerformanceSection of={figures} />;
    case 'behavior':
      return <BehaviorSection of={figures} />;
  }
}
