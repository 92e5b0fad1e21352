import type {
  AccountState,
  ClawbackReason,
  CommissionState,
  EntryKind,
  HoldRule,
} from '../../../../contract/commission-states.ts';
import type { Explanation } from '../../../../contract/explanation.ts';
import { calendarDay, dollars, number, percent } from '../format.ts';
import { counted } from './counted.ts';
import { moment } from './format.ts';

/** What is said of a commission in one sentence, by where it stands. */
const sentences: Record<CommissionState, (share: number) => string> = {
  none: () => 'Nothing is owed for this booking.',
  estimated: (share) => `${dollars(share)} is expected, until the platform has confirmed the booking.`,
  pending: (share) => `${dollars(share)} is earned, and waits for the end of the holding period after travel.`,
  held: (share) => `${dollars(share)} is on hold until somebody has looked at it.`,
  payable: (share) => `${dollars(share)} has become payable.`,
  voided: () => 'The commission was voided: the partner earns nothing on this booking.',
};

/** What is said of one whose booking is confirmed, and whose day of travel is not over. */
const confirmed = (share: number) =>
  `${dollars(share)} is confirmed. It is earned by travelling, and becomes payable after the holding period.`;

/** What is said of one of which payouts have taken something. */
const taken = {
  paid: (share: number) => `${dollars(share)} was paid out.`,
  inPayout: (share: number) => `${dollars(share)} is in a payout that waits to be released.`,
  paidInPart: (paid: number, rest: number) =>
    `${dollars(paid)} was paid out, and ${dollars(rest)} is in a payout that waits to be released.`,
  partly: (share: number, part: number) =>
    `${dollars(share)} has become payable, of which payouts have taken ${dollars(part)}.`,
  askedBack: (more: number) =>
    `${dollars(more)} was paid out and is owed no more: it is asked back, and the next payout is less by it.`,
  leftIn: (more: number) =>
    `${dollars(more)} is in a payout that waits to be released, and is owed no more: that payout has to be withdrawn.`,
};

/** What is said of one that waits for more than the end of the holding period. */
const waiting: Record<NonNullable<Explanation['waits_for']>, (share: number) => string> = {
  amount: (share) =>
    `${dollars(share)} is assumed: it cannot become payable before the platform or an administrator has told the amount.`,
  decision: (share) =>
    `${dollars(share)} waits until an administrator has decided about what the platform told of the booking.`,
};

const actions: Record<string, string> = {
  booking_told_of: 'News of the platform',
  booking_claimed: 'The traveler says that it was booked',
  booking_details_added: 'The traveler told more of it',
  booking_decided: 'An administrator decided',
  booking_corrected: 'An administrator corrected it',
  booking_travelled: 'The day of travel is over',
};

/** What a rule looks for, told without what it saw of others. */
const rules: Record<HoldRule, string> = {
  own_account: 'It looks as if one of your own people booked it.',
  own_device: 'It looks as if it was booked with a device of one of your own people.',
  own_email: 'It looks as if the e-mail address belongs with one of your own people.',
  burst: 'Very many bookings came within a short time.',
  repeated_experience: 'One traveler booked this experience again and again.',
  paid_traffic: 'The code was opened from a paid advertisement.',
  impossible_travel: 'The codes were scanned farther apart than anybody travels in the time between.',
};

const kinds: Record<EntryKind, string> = {
  estimate: 'Share estimated',
  true_up: 'Share brought up to date',
  confirm: 'Share confirmed',
  earn: 'Share made payable',
  hold: 'Share held',
  release: 'Share released',
  void: 'Share voided',
  correction: 'Share corrected',
  reversal: 'Earlier entry reversed',
  clawback: 'Asked back',
  payout: 'Taken into a payout',
  paid: 'Paid out',
  payout_back: 'Payout withdrawn',
};

/** What is left to the house is neither held nor voided with the partner's share: it only becomes another. */
const houseChanged = "The house's part brought up to date";
const houseKinds: Record<EntryKind, string> = {
  ...kinds,
  estimate: "The house's part estimated",
  confirm: "The house's part confirmed",
  earn: "The house's part earned",
  true_up: houseChanged,
  hold: houseChanged,
  release: houseChanged,
  void: houseChanged,
  correction: houseChanged,
};

const partners: Record<AccountState, string> = {
  estimated: 'the partner (expected)',
  pending: 'the partner (after travel)',
  held: 'the partner (on hold)',
  payable: 'the partner (payable)',
  in_payout: 'the partner (in a payout)',
  paid: 'the partner (paid)',
};
const accounts: Record<string, string> = {
  ...partners,
  'platform estimated': 'the platform (expected)',
  'platform pending': 'the platform (after travel)',
  'platform earned': 'the platform (earned)',
  'house estimated': 'the house (expected)',
  'house pending': 'the house (after travel)',
  'house earned': 'the house (earned)',
};
const outside = 'outside your accounts';

/** How long a holding period is. */
export const daysAfter = (days: number) => `${counted(days, 'day', 'days')} after travel`;

/** Words of the screen that explains one commission. */
export const explainDesk = {
  sentences,
  confirmed,
  taken,
  waiting,
  none: 'Which booking?',
  noneText: 'Its commission is explained from the lists of bookings, holds and differences.',
  facts: {
    number: 'Booking number',
    booking: 'Booking',
    partner: 'Partner',
    platform: 'Booked with',
    amount: 'Amount',
    share: "Partner's share",
    card: 'Rate card',
    holding: 'Holding period',
    travel: 'Day of travel',
    payable: 'Payable on',
    paid: 'Taken by payouts',
    pays: 'The platform pays',
    margin: 'Left to the house',
  },
  nobody: 'Nobody is credited',
  estimated: (amount: number) => `${dollars(amount)}, estimated`,
  partOf: (dollars: string, part: string) => `${dollars}, ${part} of the amount`,
  card: (id: number, tier: string, day: string) => `Number ${number(id)}, ${tier}, from ${day}`,
  daysAfter,
  /** A hold may be released after that day, too. */
  heldUntil: (day: string | null) =>
    day === null ? 'Once it is released' : `Once it is released, and not before ${calendarDay(day)}`,
  dayOf: (day: string | null) => (day === null ? 'Not known yet' : calendarDay(day)),
  timeline: 'From the scan to the ledger',
  scanned: 'Code scanned',
  scannedAt: (place: string, code: string) => `At ${place}, code ${code}`,
  notScanned: 'Without a scan',
  notScannedText: 'No code was scanned within 30 days before the link was followed.',
  clicked: 'Link followed',
  clickedTo: (experience: string, platform: string) => `${experience}, with ${platform}`,
  booked: 'Booking recorded',
  actions,
  changed: 'The booking was changed',
  toldBy: (platform: string) => `Told by ${platform}`,
  held: 'Put on hold',
  decided: { released: 'Hold released', voided: 'Hold voided' },
  rules,
  kinds,
  houseKinds,
  accountOf,
  moved: (from: string, to: string) => `From ${from} to ${to}`,
  entry: (id: number) => `Entry ${number(id)}`,
  reverses: (id: number) => `Reverses entry ${number(id)}`,
  reasons: {
    cancelled_after_payout: 'Cancelled after it was paid out',
    amount_corrected: 'The amount was corrected',
    duplicate: 'It was there twice',
    fraud: 'Fraud',
    mistake: 'A mistake',
  } satisfies Record<ClawbackReason, string>,
  cause: (cause: string) => `Cause: ${cause}`,
  due: 'Becomes payable',
  dueNotes: {
    amount: 'Or later: once the amount is told',
    decision: 'Or later: once it is decided',
  } satisfies Record<NonNullable<Explanation['waits_for']>, string>,
  dollars,
  percent,
  moment,
};

/** What an account is called; a partner is told of none but its own. */
function accountOf(name: string | null): string {
  return name === null ? outside : (accounts[name] ?? name);
}
