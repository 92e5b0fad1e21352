import type { ReactNode } from 'react';
import type { Booking } from '../../../../contract/bookings.ts';
import type { Inquiry } from '../../../../contract/inquiries.ts';
import type { ModeratedReview } from '../../../../contract/reviews.ts';
import { Detail } from '../../desk/detail.tsx';
import { StatusBadge } from '../../features/bookings/booking-card.tsx';
import { InquiryBadge, ReviewBadge } from '../../features/platform-bookings/state-badges.tsx';
import { bookings } from '../../messages/en/bookings.ts';
import { platformBookings as words } from '../../messages/en/platform-bookings.ts';
import { titles } from '../../messages/en/screens.ts';
import { tickets } from '../../messages/en/tickets.ts';
import { calendarDay } from '../../messages/format.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import page from '../../ui/page.module.css';
import { explanationOf } from '../money/explanation-of.ts';
import { amountOf, commissionOf, TicketButton } from './platform-columns.tsx';

interface BookingDetailProps {
  booking: Booking;
  onTicket: (booking: Booking) => void;
  onDecide: () => void;
}

/** One booking: whose it is, what it is worth, where it came from, and what can be decided. */
export function BookingDetail({ booking, onTicket, onDecide }: BookingDetailProps) {
  const { traveler, qr_code_id } = booking;
  const facts = filled([
    [words.status, <StatusBadge key="status" status={booking.status} />],
    [words.traveler, traveler?.name],
    [words.email, traveler?.email],
    [bookings.amount, amountOf(booking)],
    [words.commission, commissionOf(booking)],
    [words.code, qr_code_id ?? words.noCode],
    [words.place, booking.location_name],
    [bookings.platform, bookings.platforms[booking.booking_platform]],
    [words.reference, booking.booking_reference],
    [bookings.when, tickets.shortDate(booking)],
    [bookings.bookedOn, bookings.day(booking.booking_date)],
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
  const { traveler, travel_date, note, answer } = inquiry;
  const facts = filled([
    [words.status, <InquiryBadge key="status" status={inquiry.status} />],
    [words.traveler, traveler.name],
    [words.email, traveler.email],
    [words.asks, note],
    [bookings.platform, bookings.platforms[inquiry.booking_platform]],
    [words.reference, inquiry.booking_reference],
    [bookings.when, travel_date && calendarDay(travel_date)],
    [words.asked, bookings.day(inquiry.created_at)],
    [words.answered, answer],
  ]);
  return (
    <Detail label={words.inquiryDetail} title={inquiry.experience_name} facts={facts}>
      <div className={page.actions}>
        <Button onClick={onAnswer}>{words.answer}</Button>
      </div>
    </Detail>
  );
}

/** One review: what it says, and whether everybody reads it. */
export function ReviewDetail({ review, onModerate }: { review: ModeratedReview; onModerate: () => void }) {
  const { hidden, hidden_reason, rating, business_listing_name } = review;
  const facts = filled([
    [words.status, <ReviewBadge key="status" hidden={hidden} />],
    [words.hiddenBecause, hidden_reason],
    [words.inWords, review.words],
    [words.author, review.name ?? words.nameless],
    [words.written, bookings.day(review.created_at)],
  ]);
  return (
    <Detail label={words.reviewDetail} title={words.reviewTitle(rating, business_listing_name)} facts={facts}>
      <div className={page.actions}>
        <Button look="plain" onClick={onModerate}>
          {hidden ? words.show : words.hide}
        </Button>
      </div>
    </Detail>
  );
}

type Fact = readonly [label: string, value: ReactNode];

const filled = (facts: readonly Fact[]) => facts.filter(([, value]) => value !== null && value !== undefined);
