import type { Booking } from '../../../../contract/bookings.ts';
import { bookings as words } from '../../messages/en/bookings.ts';
import { Button } from '../../ui/button.tsx';
import { TicketIcon } from '../../ui/more-icons.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

interface BookingActionsProps {
  booking: Booking;
  online: boolean;
  onOpen: (sheet: 'ticket' | 'details' | 'review') => void;
}

/** What a traveler can do with a booking in its state; without a network the ticket is all. */
export function BookingActions({ booking, online, onOpen }: BookingActionsProps) {
  const of = <VisuallyHidden>{words.ticketOf(booking.business_listing_name)}</VisuallyHidden>;
  return (
    <>
      <Button look={booking.status === 'confirmed' ? 'primary' : 'plain'} onClick={() => onOpen('ticket')}>
        <TicketIcon />
        <span>
          {words.ticket}
          {of}
        </span>
      </Button>
      {online && booking.status === 'pending' && (
        <Button look="plain" onClick={() => onOpen('details')}>
          <span>
            {words.booked}
            {of}
          </span>
        </Button>
      )}
      {online && booking.status === 'completed' && (
        <Button look={booking.review ? 'plain' : 'primary'} onClick={() => onOpen('review')}>
          <span>
            {booking.review ? words.editReview : words.rate}
            {of}
          </span>
        </Button>
      )}
    </>
  );
}
