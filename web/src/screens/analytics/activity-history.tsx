import type { getActivity } from '../../../../contract/activity.ts';
import type { Answer } from '../../../../contract/endpoint.ts';
import { ActivityCounts } from '../../features/activity/activity-counts.tsx';
import { Timeline } from '../../features/activity/timeline.tsx';
import { activity } from '../../messages/en/activity.ts';
import { analytics as words } from '../../messages/en/analytics.ts';
import { titles } from '../../messages/en/screens.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ScanIcon } from '../../ui/icons.tsx';
import page from '../../ui/page.module.css';

/** All that a traveler has done from the beginning, and the way to go on. */
export function ActivityHistory({ counts, timeline, next }: Answer<typeof getActivity>) {
  return (
    <>
      <ActivityCounts
        figures={[
          [words.scans, counts.scanned],
          [words.bookings, counts.booked],
          [titles.saved, counts.saved],
        ]}
      />
      {timeline.length === 0 ? (
        <EmptyState title={activity.empty} action={<Scan />}>
          {activity.emptyText}
        </EmptyState>
      ) : (
        <>
          <section className={page.section} aria-labelledby="timeline">
            <h2 id="timeline">{activity.timeline}</h2>
            <Timeline timeline={timeline} next={next} />
          </section>
          <Scan />
        </>
      )}
    </>
  );
}

const Scan = () => (
  <ButtonLink to="/scan">
    <ScanIcon />
    {activity.scan}
  </ButtonLink>
);
