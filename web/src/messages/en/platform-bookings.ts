import type { InquiryStatus } from '../../../../contract/inquiries.ts';
import { calendarDay, day } from './format.ts';

const inquiryStatuses: Record<InquiryStatus, string> = {
  open: 'Open',
  resolved: 'Resolved',
  dismissed: 'Dismissed',
};

const hide = 'Hide review';
const show = 'Show review again';

/** Words of an administrator's view of bookings, inquiries and reviews. */
export const platformBookings = {
  viewsLabel: 'What to look at',
  views: { bookings: 'Bookings', inquiries: 'Missing bookings', reviews: 'Reviews' },
  close: 'Close',
  save: 'Save',
  saving: 'Saving…',
  done: 'Saved, and noted in the audit log.',
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
  correction: 'This booking is final. What you save is a correction: a new entry with your reason.',
  becomes: 'It becomes',
  amount: 'True amount (USD)',
  amountHint: 'As the platform states it.',
  amountEstimated: (estimate: string) => `Leave it empty to keep the estimate of ${estimate}.`,
  amountUnreadable: 'The amount cannot be read. Please write it in digits, such as 129.50.',
  reason: 'Reason',
  reasonHint: 'Kept in the audit log.',
  reasonMissing: 'Please give a reason.',
  pages: 'Pages',
  newer: 'Newer',
  older: 'Older',
  pageOf: (page: number, last: number) => `Page ${page} of ${last}`,
  pageFailed: (page: number) => `Page ${page} could not be loaded. What you see is the page before.`,
  inquiryStatuses,
  noInquiries: 'Nobody is missing a booking',
  noInquiriesText: 'When a traveler asks for one, you get a mail, and the question waits here for your answer.',
  inquiryFacts: (platform: string, reference: string | null, date: string | null) =>
    [platform, reference, date && calendarDay(date)].filter(Boolean).join(' · '),
  inquiryFrom: (email: string, asked: string) => `${email}, ${day(asked)}`,
  answered: (answer: string) => `Answered: ${answer}`,
  answer: 'Answer',
  answerLabel: (name: string) => `Answer: ${name}`,
  answerTitle: 'Answer a traveler',
  note: 'Note to the traveler',
  noteHint: (email: string) => `Mailed to ${email}. Leave it empty to send nothing.`,
  noReviews: 'Nobody has reviewed anything yet',
  noReviewsText: 'Travelers can once their booking is completed. Each review stands here, to be hidden if need be.',
  reviewTitle: (rating: number, name: string) => `${rating} of 5: ${name}`,
  reviewFrom: (name: string | null, written: string) => `${name ?? 'A traveler'}, ${day(written)}`,
  visible: 'Visible',
  hidden: 'Hidden',
  hiddenBecause: (reason: string) => `Hidden: ${reason}`,
  hide,
  show,
  moderateLabel: (name: string, hidden: boolean) => `${hidden ? show : hide}: ${name}`,
  moderateText: (name: string) => `A review of ${name}. Its rating and count follow at once.`,
};
