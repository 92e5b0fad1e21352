import type { Booking } from '../../../../contract/bookings.ts';
import type { Inquiry } from '../../../../contract/inquiries.ts';
import type { ModeratedReview } from '../../../../contract/reviews.ts';
import type { Column } from '../../desk/data-table.tsx';
import { BookingBadge } from '../../features/bookings/booking-card.tsx';
import { InquiryBadge, ReviewBadge } from '../../features/platform-bookings/state-badges.tsx';
import { bookings } from '../../messages/en/bookings.ts';
import { desk } from '../../messages/en/desk.ts';
import { platformBookings as words } from '../../messages/en/platform-bookings.ts';
import { tickets } from '../../messages/en/tickets.ts';
import { Button } from '../../ui/button.tsx';
import { TicketIcon } from '../../ui/more-icons.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

const title = { isTitle: true, isFixed: true, isEndless: true };

/** Leads to a booking's ticket. */
export const TicketButton = ({ booking, onTicket }: { booking: Booking; onTicket: (booking: Booking) => void }) => (
  <Button look="plain" onClick={() => onTicket(booking)}>
    <TicketIcon />
    <span>
      {bookings.ticket}
      <VisuallyHidden>{bookings.ticketOf(booking.business_listing_name)}</VisuallyHidden>
    </span>
  </Button>
);

const amountOf = ({ amount, estimated }: Booking) =>
  estimated ? words.estimated(bookings.dollars(amount)) : bookings.dollars(amount);
const commissionOf = ({ commission_amount: dollars }: Booking) => dollars !== undefined && bookings.dollars(dollars);

/** What there is to see of each booking. */
export const bookingColumns: readonly Column<Booking>[] = [
  { key: 'experience', label: words.experience, cell: (one) => one.business_listing_name, ...title },
  { key: 'status', label: words.status, cell: ({ status }) => <BookingBadge status={status} />, isBrief: true },
  { key: 'email', label: words.email, cell: ({ traveler }) => traveler?.email, isAddress: true },
  { key: 'amount', label: bookings.amount, cell: amountOf, numeric: true },
  { key: 'commission', label: words.commission, cell: commissionOf, numeric: true },
  { key: 'code', label: words.code, cell: ({ qr_code_id }) => qr_code_id ?? words.noCode },
  {
    key: 'place',
    label: words.place,
    cell: ({ location_name }) => location_name ?? desk.nothing,
    isEndless: true,
    isExtra: true,
  },
  {
    key: 'reference',
    label: words.reference,
    cell: ({ booking_reference }) => booking_reference ?? desk.nothing,
    isExtra: true,
  },
  {
    key: 'platform',
    label: bookings.platform,
    cell: ({ booking_platform }) => bookings.platforms[booking_platform],
    isExtra: true,
  },
  { key: 'when', label: bookings.when, cell: (one) => tickets.shortDate(one) ?? desk.nothing, isExtra: true },
  { key: 'booked', label: bookings.bookedOn, cell: ({ booking_date }) => bookings.day(booking_date), sort: 'booked' },
];

/** The same as the list shows it, with the way to each ticket. */
export const listedColumns = (onTicket: (booking: Booking) => void): readonly Column<Booking>[] => [
  ...bookingColumns,
  {
    key: 'ticket',
    label: words.ticket,
    cell: (booking) => <TicketButton booking={booking} onTicket={onTicket} />,
    isFixed: true,
  },
];

/** What the list shows of each missing booking. */
export const inquiryColumns: readonly Column<Inquiry>[] = [
  { key: 'experience', label: words.experience, cell: ({ experience_name }) => experience_name, ...title },
  { key: 'status', label: words.status, cell: (inquiry) => <InquiryBadge {...inquiry} />, isBrief: true },
  { key: 'email', label: words.email, cell: ({ traveler }) => traveler.email, isAddress: true },
  { key: 'note', label: words.asks, cell: ({ note }) => note ?? desk.nothing, isProse: true },
  {
    key: 'platform',
    label: bookings.platform,
    cell: ({ booking_platform }) => bookings.platforms[booking_platform],
  },
  { key: 'reference', label: words.reference, cell: ({ booking_reference }) => booking_reference ?? desk.nothing },
  { key: 'asked', label: words.asked, cell: ({ created_at }) => bookings.day(created_at), sort: 'asked' },
];

/** What the list shows of each review. */
export const reviewColumns: readonly Column<ModeratedReview>[] = [
  {
    key: 'review',
    label: words.review,
    cell: ({ rating, business_listing_name }) => words.reviewTitle(rating, business_listing_name),
    ...title,
  },
  { key: 'state', label: words.status, cell: (review) => <ReviewBadge {...review} />, isBrief: true },
  {
    key: 'awaits',
    label: words.moderation,
    cell: ({ awaits_look }) => (
      <StatusBadge look={awaits_look ? 'asks' : 'over'}>{awaits_look ? words.awaits : words.settled}</StatusBadge>
    ),
    isBrief: true,
  },
  {
    key: 'reported',
    label: words.reported,
    cell: ({ report_count }) => (report_count > 0 ? words.reportedBy(report_count) : desk.nothing),
  },
  { key: 'words', label: words.inWords, cell: (review) => review.words ?? desk.nothing, isProse: true },
  { key: 'author', label: words.author, cell: ({ name }) => name ?? words.nameless },
  { key: 'written', label: words.written, cell: ({ created_at }) => bookings.day(created_at), sort: 'written' },
];
