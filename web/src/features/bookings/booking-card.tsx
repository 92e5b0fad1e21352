import type { ReactNode } from 'react';
import type { Booking, BookingStatus } from '../../../../contract/bookings.ts';
import { bookings as words } from '../../messages/en/bookings.ts';
import { tickets } from '../../messages/en/tickets.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { ClockIcon, CrossCircleIcon, DoubleCheckIcon } from '../../ui/more-icons.tsx';
import styles from './booking-card.module.css';

const looks: Record<BookingStatus, { tone: Tone; Icon: typeof CheckIcon }> = {
  confirmed: { tone: 'ok', Icon: CheckIcon },
  completed: { tone: 'sea', Icon: DoubleCheckIcon },
  pending: { tone: 'warn', Icon: ClockIcon },
  cancelled: { tone: 'bad', Icon: CrossCircleIcon },
};

/** A booking's state as word, icon and colour. */
export function BookingBadge({ status }: { status: BookingStatus }) {
  const { tone, Icon } = looks[status];
  return (
    <Badge tone={tone}>
      <Icon />
      {words.statuses[status]}
    </Badge>
  );
}

interface BookingCardProps {
  booking: Booking;
  /** More lines of facts, as label and value; empty ones are left out. */
  facts?: readonly (readonly [label: string, value: string | null | undefined])[];
  /** What can be done with it. */
  children?: ReactNode;
}

/** One booking: what, with whom, for how much, in which state. */
export function BookingCard({ booking, facts = [], children }: BookingCardProps) {
  const lines = [
    [words.platform, words.platforms[booking.booking_platform]],
    [words.when, tickets.shortDate(booking)],
    ...facts,
  ] as const;
  return (
    <article className={styles.card}>
      <div className={styles.head}>
        <h2>{booking.business_listing_name}</h2>
        <BookingBadge status={booking.status} />
      </div>
      <dl className={styles.facts}>
        {lines.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
        <div>
          <dt>{words.bookedOn}</dt>
          <dd>
            <time dateTime={booking.booking_date}>{words.day(booking.booking_date)}</time>
          </dd>
        </div>
        <div>
          <dt>{words.amount}</dt>
          <dd className={styles.amount}>
            {words.dollars(booking.amount)}
            {booking.estimated && <span className={styles.estimated}>{words.estimated}</span>}
          </dd>
        </div>
      </dl>
      {children && <div className={styles.actions}>{children}</div>}
    </article>
  );
}
