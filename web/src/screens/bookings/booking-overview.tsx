import { type BookingStatus, bookingStatuses } from '../../../../contract/booking-states.ts';
import type { Booking } from '../../../../contract/bookings.ts';
import { bookings as words } from '../../messages/en/bookings.ts';
import { FilterLinks } from '../../ui/filter-links.tsx';
import { Tiles } from '../../ui/tiles.tsx';
import styles from './bookings.module.css';

/** The choice of a status, held in the address. */
export function BookingFilter({ status }: { status: BookingStatus | undefined }) {
  const options = [
    { to: '/bookings', label: words.all, current: !status },
    ...bookingStatuses.map((one) => ({
      to: `/bookings?status=${one}`,
      label: words.statuses[one],
      current: one === status,
    })),
  ];
  return <FilterLinks label={words.filter} options={options} />;
}

/** What is listed, in three figures, summed in cents. */
export function BookingTiles({ bookings }: { bookings: readonly Booking[] }) {
  const cents = bookings.reduce(
    (sum, one) => (one.status === 'cancelled' ? sum : sum + Math.round(one.amount * 100)),
    0,
  );
  const held = bookings.filter((one) => one.status === 'confirmed' || one.status === 'completed').length;
  return (
    <>
      <p role="status" className="visually-hidden">
        {words.count(bookings.length)}
      </p>
      <Figures total={bookings.length} value={cents / 100} held={held} />
    </>
  );
}

/** Total, total value and confirmed plus completed. */
export function Figures({ total, value, held }: { total: number; value: number; held: number }) {
  return (
    <div className={styles.figures}>
      <Tiles
        tiles={[
          [words.totalTile, total],
          [words.valueTile, words.dollars(value)],
          [words.heldTile, held],
        ]}
      />
      <p className={styles.note}>{words.valueNote}</p>
    </div>
  );
}
