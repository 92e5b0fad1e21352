import { Link } from 'react-router';
import type { getActivity } from '../../../../contract/activity.ts';
import type { Answer } from '../../../../contract/endpoint.ts';
import { ActivityCounts } from '../../features/activity/activity-counts.tsx';
import { Timeline } from '../../features/activity/timeline.tsx';
import { activity as words } from '../../messages/en/activity.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { HeartIcon } from '../../ui/icons.tsx';
import list from '../../ui/list.module.css';
import { ArrowIcon, ChartIcon, TicketIcon } from '../../ui/more-icons.tsx';
import page from '../../ui/page.module.css';

const ways = [
  { to: '/bookings', label: words.toBookings, Icon: TicketIcon },
  { to: '/saved', label: words.toSaved, Icon: HeartIcon },
  { to: '/analytics', label: words.toFigures, Icon: ChartIcon },
];

/** What a traveler has done so far: counted, listed, and where to see more of it. */
export function ActivityTab({ counts, timeline, next }: Answer<typeof getActivity>) {
  return (
    <>
      <section aria-label={words.counts}>
        <ActivityCounts
          figures={[
            [words.kinds.scan, counts.scanned],
            [words.kinds.booking, counts.booked],
            [words.kinds.saved, counts.saved],
          ]}
        />
      </section>
      {timeline.length === 0 ? (
        <EmptyState title={words.empty} action={<ButtonLink to="/scan">{words.scan}</ButtonLink>}>
          {words.emptyText}
        </EmptyState>
      ) : (
        <section className={page.section} aria-labelledby="timeline">
          <h2 id="timeline">{words.timeline}</h2>
          <Timeline key={`${timeline.length} ${timeline[0]?.at}`} timeline={timeline} next={next} />
        </section>
      )}
      <ul role="list" className={list.links}>
        {ways.map(({ to, label, Icon }) => (
          <li key={to}>
            <Link to={to} className={list.link}>
              <Icon />
              {label}
              <ArrowIcon />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
