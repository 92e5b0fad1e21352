import type { Booking } from '../../../../contract/bookings.ts';
import type { NewsState } from '../../../../contract/news.ts';
import type { newsDoubts, PlatformBookingState } from '../../../../contract/platform-bookings.ts';
import { calendarDay, dollars, number } from '../format.ts';
import { moment } from './format.ts';

const states: Record<PlatformBookingState, string> = {
  proposed: 'To be decided',
  unmatched: 'Nobody’s yet',
  matched: 'Matched',
  settled: 'Put away',
};
const messageStates: Record<NewsState, string> = {
  new: 'Waiting',
  taken: 'In hand',
  done: 'Done',
  unreadable: 'Unreadable',
  discarded: 'Discarded',
};
const doubts: Record<(typeof newsDoubts)[number], string> = {
  amount: 'The amount cannot be believed. The booking keeps its own.',
  currency: 'The amount is in another currency. The booking keeps its own.',
  final:
    'The booking is completed, cancelled or brought back already, and the platform says something else. It stays as it is.',
  travel: 'The day of travel lies before the link was followed. The booking keeps its own.',
  repeated:
    'The platform has said again what it said before something else. It was sent twice, or the booking was changed back.',
  corrected: 'An administrator has set the amount, and the platform now tells another. The booking keeps its own.',
};

/** Words of the administrators' screen of what platforms tell. */
export const newsDesk = {
  states,
  messageStates,
  doubts,
  sentence: (proposed: number, unmatched: number, unreadable: number) =>
    `To be decided: ${number(proposed)}. Nobody’s yet: ${number(unmatched)}. Unreadable messages: ${number(unreadable)}.`,
  lists: 'What is shown',
  tabs: { told: 'Bookings told of', messages: 'Messages' },
  captions: { told: 'What platforms told of bookings', messages: 'Messages of platforms’ servers' },
  search: 'Search by reference or experience',
  searchMessages: 'Search by source or reason',
  state: 'State',
  platform: 'Platform',
  columns: {
    reference: 'Reference',
    confidence: 'Confidence',
    experience: 'Experience',
    booking: 'Booking',
    amount: 'Amount',
    travel: 'Travel',
    last: 'Last news',
    message: 'Message',
    source: 'Source',
    came: 'Came',
    tries: 'Tries',
    problem: 'Why',
  },
  says: 'The platform says',
  why: 'In doubt',
  first: 'First news',
  guests: 'Guests',
  confidence: (percent: number | null) => (percent === null ? '' : `${number(percent)}%`),
  number,
  dollars,
  moment,
  travel: (date: string | null, time: string | null) => [date && calendarDay(date), time].filter(Boolean).join(', '),
  told: (amount: string, currency: string) => `${amount} in the smallest unit of ${currency}`,
  toldAlone: (amount: string) => `${amount}, of a currency that was not told`,
  bookingOf: (experience: string, booking: string) => `${experience}, ${booking}`,
  candidate: ({ business_listing_name, traveler, transaction_id }: Booking) =>
    [business_listing_name, traveler?.email, transaction_id].filter(Boolean).join(', '),
  proposed: (experience: string, traveler: string, booking: string, confidence: string) =>
    [experience, traveler, booking, confidence].filter(Boolean).join(', '),
  detail: 'About this booking',
  detailMessage: 'About this message',
  messageOf: (id: string) => `Message ${id}`,
  atWork: 'Try again or discard',
  match: 'Match',
  dismiss: 'Put away',
  unmatch: 'Take back the match',
  titles: { match: 'Whose booking it is', dismiss: 'Put away what was told', unmatch: 'Take back the match' },
  texts: {
    match: 'The booking becomes what the platform says, and the commission follows.',
    dismiss:
      'Nothing changes now, and nobody is asked about it again, unless it is a known booking of which the platform says something else. A booking that is confirmed with its reference follows it all the same.',
    unmatch:
      'The booking waits again as if nothing had been told of it, and its commission is taken back. From then on only a person says whose it is.',
  },
  taken:
    'Another booking has this reference already. Where the sale is not that one’s, match it with that one first and take the match back; it then waits without the reference.',
  find: 'Search',
  findHint: 'By number, experience or traveler; without one, the newest that wait.',
  candidates: 'Booking',
  further: (booking: string) => `Another booking of the same link as ${booking}`,
  choose: 'Choose a booking',
  said: {
    match: (reference: string) => `${reference} is matched.`,
    dismiss: (reference: string) => `${reference} is put away.`,
    unmatch: (reference: string) => `${reference} is nobody’s.`,
  },
  none: 'Nothing was told yet',
  noneText: 'What platforms tell of bookings is listed here.',
  noMatch: 'Nothing is like that',
  noMatchText: 'Take a word out of the search, or choose all.',
};
