import { useNavigation } from 'react-router';
import type { TravelerAnalytics } from '../../../../contract/activity.ts';
import type { BookingStatus } from '../../../../contract/bookings.ts';
import { type TimeRange, timeRanges } from '../../../../contract/time-ranges.ts';
import { ActivityCounts } from '../../features/activity/activity-counts.tsx';
import { FiguresByCategory } from '../../features/activity/figures-by-category.tsx';
import { FiguresOverTime } from '../../features/activity/figures-over-time.tsx';
import { BookingBadge } from '../../features/bookings/booking-card.tsx';
import { analytics as words } from '../../messages/en/analytics.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterLinks } from '../../ui/filter-links.tsx';
import page from '../../ui/page.module.css';
import styles from './analytics.module.css';

/** What a traveler did in a range of time, in figures. */
export function TravelerFigures({ figures }: { figures: TravelerAnalytics }) {
  const { bookings, by_category, by_day } = figures;
  const changing = useNavigation().location?.pathname === '/analytics';
  const booked = Object.values(bookings).reduce((sum, count) => sum + count, 0);
  const tiles = [
    [words.scans, figures.scans],
    [words.places, figures.places_visited],
    [words.bookings, booked],
    [words.saved, figures.saved],
  ] as const;
  return (
    <>
      <p className={page.lead}>{words.lead}</p>
      <Ranges current={figures.time_range} />
      <div className={`${page.page} ${page.inner} ${styles.figures}`} aria-busy={changing}>
        <ActivityCounts figures={tiles} />
        {figures.scans + booked + figures.saved === 0 ? (
          <EmptyState title={words.nothing} action={<ButtonLink to="/explore">{words.explore}</ButtonLink>}>
            {words.nothingText}
          </EmptyState>
        ) : (
          <>
            <section className={page.section} aria-labelledby="over-time">
              <h2 id="over-time">{words.byDay}</h2>
              <FiguresOverTime days={by_day} />
            </section>
            <section className={page.section} aria-labelledby="by-status">
              <h2 id="by-status">{words.byStatus}</h2>
              <ul role="list" className={styles.statuses}>
                {(Object.entries(bookings) as [BookingStatus, number][]).map(([status, count]) => (
                  <li key={status}>
                    <BookingBadge status={status} /> <strong>{count}</strong>
                  </li>
                ))}
              </ul>
            </section>
            <section className={page.section} aria-labelledby="money">
              <h2 id="money">{words.money}</h2>
              <ActivityCounts
                figures={[
                  [words.estimated, words.dollars(figures.estimated_amount)],
                  [words.confirmed, words.dollars(figures.confirmed_amount)],
                ]}
              />
              <p className={page.lead}>{words.moneyText}</p>
            </section>
            {by_category.length > 0 && (
              <section className={page.section} aria-labelledby="by-category">
                <h2 id="by-category">{words.byCategory}</h2>
                <FiguresByCategory categories={by_category} />
              </section>
            )}
          </>
        )}
      </div>
    </>
  );
}

function Ranges({ current }: { current: TimeRange }) {
  const options = timeRanges.map((range) => ({
    to: `/analytics?time_range=${range}`,
    label: words.ranges[range],
    current: range === current,
  }));
  return <FilterLinks label={words.rangesLabel} options={options} />;
}
