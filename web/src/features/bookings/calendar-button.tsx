import { bookingCalendar } from '../../../../contract/booking-calendar.ts';
import type { Booking } from '../../../../contract/bookings.ts';
import { tickets as words } from '../../messages/en/tickets.ts';
import { saveBlob } from '../../save-file.ts';
import buttons from '../../ui/button.module.css';
import { Button } from '../../ui/button.tsx';
import { CalendarIcon } from '../../ui/more-icons.tsx';

interface CalendarButtonProps {
  booking: Booking;
  online: boolean;
  productName: string;
}

/** Adds a booking with a date to the phone's calendar: from the server, or made here while there is no network. */
export function CalendarButton({ booking, online, productName }: CalendarButtonProps) {
  if (!booking.check_in_date || booking.status === 'cancelled') return null;
  const content = (
    <>
      <CalendarIcon />
      {words.calendar}
    </>
  );
  if (online) {
    return (
      <a
        className={`${buttons.button} ${buttons.plain} ${buttons.wide}`}
        href={`/api/bookings/${booking.id}/calendar.ics`}
        download
      >
        {content}
      </a>
    );
  }
  return (
    <Button look="plain" wide onClick={() => saveCalendar(booking, productName)}>
      {content}
    </Button>
  );
}

/** The same file, made on the device. */
function saveCalendar(booking: Booking, productName: string): void {
  const file = bookingCalendar(booking, productName, new Date());
  if (!file) return;
  saveBlob(new Blob([file], { type: 'text/calendar' }), `booking-${booking.id}.ics`);
}
