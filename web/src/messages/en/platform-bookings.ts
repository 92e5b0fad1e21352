import type { InquiryStatus } from '../../../../contract/inquiries.ts';
import { counted } from './counted.ts';
import { moment } from './format.ts';

/** A list's total, which is counted up to a number alone. */
const found = (total: number, one: string, more: string) =>
  total > 10_000 ? `more than 10,000 ${more}` : counted(total, one, more);

const inquiryStatuses: Record<InquiryStatus, string> = {
  open: 'Open',
  resolved: 'Resolved',
  dismissed: 'Dismissed',
};

const hide = 'Hide review';
const show = 'Show review again';

/** Words of an administrator's view of bookings, inquiries and reviews. */
export const platformBookings = {
  views: { bookings: 'Bookings', inquiries: 'Missing bookings', reviews: 'Reviews' },
  close: 'Close',
  save: 'Save',
  saving: 'Saving…',
  done: 'Saved, and noted in the audit log.',
  sentences: {
    bookings: (total: number) => found(total, 'booking', 'bookings'),
    inquiries: (total: number) => found(total, 'missing booking', 'missing bookings'),
    reviews: (total: number) => found(total, 'review', 'reviews'),
  },
  search: {
    bookings: 'Search by experience, traveler or number',
    inquiries: 'Search by experience, traveler or reference',
    reviews: 'Search by experience, author or words',
  },
  visibility: 'Filter by visibility',
  noMatch: 'Nothing matches',
  noMatchText: 'Try other words, or another filter.',
  experience: 'Experience',
  status: 'Status',
  ticket: 'Ticket',
  number: 'Number',
  estimated: (amount: string) => `${amount} estimated`,
  bookingDetail: 'The booking',
  inquiryDetail: 'The missing booking',
  reviewDetail: 'The review',
  traveler: 'Traveler',
  email: 'E-mail',
  reference: 'Reference',
  commission: 'Commission',
  code: 'QR reference',
  noCode: 'Without a scan',
  place: 'Scanned at',
  decide: 'Decide',
  decideTitle: 'Decide about a booking',
  decideText: (name: string, status: string) => `${name} is ${status.toLowerCase()} now.`,
  saidDay: (day: string) =>
    `For ${day}, perhaps by the traveler's word alone. Once you confirm it, that day decides when its commission becomes payable.`,
  correction: 'This booking is final. What you save is a correction: a new entry with your reason.',
  becomes: 'It becomes',
  clawback: 'Why its commission is asked back, where it was paid out',
  clawbackUsual: 'As follows from what changes',
  amount: 'True amount (USD)',
  amountHint: 'As the platform states it.',
  amountEstimated: (estimate: string) =>
    `Leave it empty to keep the estimate of ${estimate}, on which nothing is paid out.`,
  amountUnreadable: 'The amount cannot be read. Please write it in digits, such as 129.50.',
  reason: 'Reason',
  reasonHint: 'Kept in the audit log.',
  reasonMissing: 'Please give a reason.',
  inquiryStatuses,
  none: {
    bookings: 'No bookings yet',
    inquiries: 'Nobody is missing a booking',
    reviews: 'Nobody has reviewed anything yet',
  },
  noneText: {
    bookings: 'When a traveler follows a booking link, it stands here with its status.',
    inquiries: 'When a traveler asks for one, you get a mail, and the question waits here for your answer.',
    reviews: 'Travelers can once their booking is completed. Each review stands here, to be hidden if need be.',
  },
  asks: 'Asks',
  asked: 'Asked on',
  answered: 'Answered',
  answer: 'Answer',
  answerTitle: 'Answer a traveler',
  note: 'Note to the traveler',
  noteHint: (email: string) => `Mailed to ${email}. Leave it empty to send nothing.`,
  reviewTitle: (rating: number, name: string) => `${rating} of 5: ${name}`,
  review: 'Review',
  inWords: 'Words',
  author: 'By',
  nameless: 'A traveler',
  written: 'Written on',
  attention: 'Filter by what waits',
  moderation: 'Moderation',
  awaits: 'To look at',
  settled: 'Looked at',
  reported: 'Reported',
  reportedBy: (count: number) => counted(count, 'reader', 'readers'),
  reports: 'What readers report',
  reportLine: (reason: string, note: string | null) => [reason, note].filter(Boolean).join(': '),
  moment,
  leave: 'Leave as it is',
  leaveText: (name: string) =>
    `The review of ${name} stays as it is, and waits no more until it is changed or reported again.`,
  left: 'Looked at. The review stays as it is.',
  visible: 'Visible',
  hidden: 'Hidden',
  hiddenBecause: 'Hidden because',
  hide,
  show,
  moderateText: (name: string) => `A review of ${name}. Its rating and count follow at once.`,
};
