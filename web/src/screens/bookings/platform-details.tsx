import type { ReactNode } from 'react';
import type { Booking } from '../../../../contract/bookings.ts';
import type { Inquiry } from '../../../../contract/inquiries.ts';
import type { ModeratedReview } from '../../../../contract/reviews.ts';
import type { Column } from '../../desk/data-table.tsx';
import { Detail, DetailLines } from '../../desk/detail.tsx';
import { bookings } from '../../messages/en/bookings.ts';
import { desk } from '../../messages/en/desk.ts';
import { platformBookings as words } from '../../messages/en/platform-bookings.ts';
import { reviews } from '../../messages/en/reviews.ts';
import { titles } from '../../messages/en/screens.ts';
import { calendarDay } from '../../messages/format.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import page from '../../ui/page.module.css';
import { explanationOf } from '../money/explanation-of.ts';
import { bookingColumns, inquiryColumns, reviewColumns, TicketButton } from './platform-columns.tsx';

type Fact = readonly [label: string, value: ReactNode];

/** All that its list can show of a row, and what else there is. */
const factsOf = <Row,>(columns: readonly Column<Row>[], row: Row, more: readonly Fact[]): readonly Fact[] => [
  ...columns.filter(({ isTitle }) => !isTitle).map(({ label, cell }) => [label, cell(row)] as const),
  ...more,
];

interface BookingDetailProps {
  booking: Booking;
  onTicket: (booking: Booking) => void;
  onDecide: () => void;
}

/** One booking: whose it is, what it is worth, where it came from, and what can be decided. */
export function BookingDetail({ booking, onTicket, onDecide }: BookingDetailProps) {
  const facts = factsOf(bookingColumns, booking, [
    [words.traveler, booking.traveler?.name ?? desk.nothing],
    [words.number, booking.transaction_id],
  ]);
  return (
    <Detail label={words.bookingDetail} title={booking.business_listing_name} facts={facts}>
      <div className={page.actions}>
        <Button onClick={onDecide}>{words.decide}</Button>
        <TicketButton booking={booking} onTicket={onTicket} />
        <ButtonLink look="quiet" to={explanationOf(booking.id)}>
          {titles.explain}
        </ButtonLink>
      </div>
    </Detail>
  );
}

/** One missing booking: what is asked, and what was answered. */
export function InquiryDetail({ inquiry, onAnswer }: { inquiry: Inquiry; onAnswer: () => void }) {
  const { traveler, travel_date, answer } = inquiry;
  const facts = factsOf(inquiryColumns, inquiry, [
    [words.traveler, traveler.name ?? desk.nothing],
    [bookings.when, travel_date ? calendarDay(travel_date) : desk.nothing],
    [words.answered, answer ?? desk.nothing],
  ]);
  return (
    <Detail label={words.inquiryDetail} title={inquiry.experience_name} facts={facts}>
      <div className={page.actions}>
        <Button onClick={onAnswer}>{words.answer}</Button>
      </div>
    </Detail>
  );
}

interface ReviewDetailProps {
  review: ModeratedReview;
  onModerate: () => void;
  onLeave: () => void;
}

/** One review: what it says, whether everybody reads it, and what readers report of it. */
export function ReviewDetail({ review, onModerate, onLeave }: ReviewDetailProps) {
  const { hidden, hidden_reason, rating, business_listing_name, awaits_look, reports } = review;
  const facts = factsOf(reviewColumns, review, hidden_reason ? [[words.hiddenBecause, hidden_reason]] : []);
  return (
    <Detail label={words.reviewDetail} title={words.reviewTitle(rating, business_listing_name)} facts={facts}>
      <div className={page.actions}>
        <Button look="plain" onClick={onModerate}>
          {hidden ? words.show : words.hide}
        </Button>
        {awaits_look && (
          <Button look="plain" onClick={onLeave}>
            {words.leave}
          </Button>
        )}
      </div>
      {reports.length > 0 && (
        <DetailLines
          title={words.reports}
          lines={reports.map(({ reason, note, reported_at }, at) => ({
            key: at,
            line: words.reportLine(reviews.reportReasons[reason], note),
            note: words.moment(reported_at),
          }))}
        />
      )}
    </Detail>
  );
}
