import type { BookingStatus } from '../../../../contract/booking-states.ts';
import { bookings } from './bookings.ts';

/** Words of what a traveler tells about a booking: "I booked this", and "my booking is missing". */
export const bookingForms = {
  close: 'Close',
  bookedTitle: bookings.booked,
  bookedText: (name: string) =>
    `${name}: please copy these from the confirmation. We check them with the platform; until then the booking stays pending.`,
  reference: 'Booking reference',
  referenceHint: 'As the platform’s confirmation prints it.',
  date: 'Day',
  arrival: 'Arrival',
  departure: 'Departure',
  time: 'Starts at',
  timeHint: 'Hawaiʻi time; leave it empty if you do not know.',
  guests: 'How many people',
  incomplete: 'Please fill in the reference, the day and how many people.',
  invalid: 'Please check the reference (letters, digits and dashes), the day and the number of people.',
  unreadable: 'Please complete the day and the time, or clear them.',
  save: 'Save',
  saving: 'Saving…',
  saved: 'Noted. The booking stays pending until the platform confirms it.',
  became: (status: BookingStatus) => `We know more of this booking by now: it is “${bookings.statuses[status]}”.`,
  missingTitle: bookings.missing,
  missingText: 'Tell us what you booked, and we look for it. We answer by e-mail.',
  experience: 'What did you book?',
  noExperience: 'Please say which experience you booked.',
  platform: bookings.platform,
  platforms: bookings.platforms,
  optional: 'If you have it.',
  note: 'Anything else?',
  noteHint: 'The name or e-mail address you booked with helps most.',
  send: 'Ask us to find it',
  sending: 'Sending…',
  sent: 'We are on it. The answer comes by e-mail.',
};
