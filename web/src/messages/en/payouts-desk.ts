import type { AdminPayout, releasePayouts } from '../../../../contract/commission.ts';
import type { PayoutBlock, PayoutState } from '../../../../contract/commission-states.ts';
import type { Answer } from '../../../../contract/endpoint.ts';
import { dollars, number } from '../format.ts';
import { counted } from './counted.ts';
import { moment } from './format.ts';

const states: Record<PayoutState, string> = {
  prepared: 'Prepared',
  released: 'Released',
  withdrawn: 'Withdrawn',
};
/** Why one that waits is not released, by how many of its bookings. */
const waits: Record<PayoutBlock, (count: number) => string> = {
  less_due: (count) => `bookings of which less is due than it takes: ${number(count)}`,
  held: (count) => `bookings on hold: ${number(count)}`,
  decision: (count) => `bookings of which it is not decided what the platform told: ${number(count)}`,
  amount: (count) => `bookings whose amount is assumed: ${number(count)}`,
};
const blocks: Record<PayoutBlock, string> = {
  less_due: 'Less of it is due than this takes. Withdraw this payout and prepare payouts again.',
  held: 'It is on hold. Release the hold at Holds, or withdraw this payout.',
  decision: 'What the platform told of it is not decided. Decide at News of platforms, or withdraw this payout.',
  amount: 'Its amount is assumed. Withdraw this payout: it waits until the amount is told.',
};
const inPayouts = (amount: number, count: number, left: number) =>
  [
    `${dollars(amount)} in ${counted(count, 'payout', 'payouts')}.`,
    left > 0 && `Settled already, and left out: ${number(left)}.`,
  ]
    .filter(Boolean)
    .join(' ');
const by = (at: string, who: string | null) => [moment(at), who].filter(Boolean).join(', ');
/** Whose it is, how it stands and, where it is settled, since when and by whom. */
const standing = ({ organisation, amount, state, settled_at, settled_by }: AdminPayout) =>
  `${organisation.name}, ${dollars(amount)}: ${states[state]}${settled_at === null ? '' : ` (${by(settled_at, settled_by)})`}`;
/** One that was released already. */
type ReleasedByNow = NonNullable<Answer<typeof releasePayouts>['all_released']>[number];
const total = (count: number) => (count > 10_000 ? 'More than 10,000 payouts' : counted(count, 'payout', 'payouts'));

/** Words of the administrators' screen of what partners are paid. */
export const payoutsDesk = {
  sentence: (amount: number, partners: number) =>
    `${dollars(amount)} to be released, for ${counted(partners, 'partner', 'partners')}.`,
  noneWaits: 'Nothing waits to be released.',
  found: (count: number) => `${total(count)} found.`,
  caption: 'Payouts to partners',
  search: 'Search by partner',
  state: 'State',
  states,
  columns: {
    partner: 'Partner',
    state: 'State',
    amount: 'Amount',
    bookings: 'Bookings',
    prepared: 'Prepared',
    preparedBy: 'Prepared by',
    settled: 'Settled',
  },
  dollars,
  moment,
  number,
  none: 'No payout is like that',
  noneText: 'Take a word out of the search, or choose all states.',
  nothing: 'Nothing was paid out yet',
  nothingText: 'Prepare payouts once money of partners has become payable.',
  detail: 'About this payout',
  notSettled: 'Not yet',
  blocks,
  blocked: (count: number) => `Bookings that keep this from being released: ${number(count)}.`,
  suspended: 'Its partner is suspended: it is not released before that ends.',
  bookingsTitle: 'Its bookings',
  booking: (number: string, experience: string, amount: number) => `${number}, ${experience}, ${dollars(amount)}`,
  firstBookings: (count: number) =>
    `The first ${number(count)}: those that keep it from being released, then the largest amounts.`,
  by,
  termsTitle: "The partner's terms",
  tier: 'Tier',
  tierHint: 'Of what is booked from then on. It needs a rate card.',
  minimum: 'Paid out from',
  minimumHint: 'In dollars. Less than that waits for a later run.',
  tierMissing: 'Please say the tier.',
  minimumMissing: 'Please say from how many dollars on.',
  changeTerms: 'Change terms',
  termsText: (partner: string) =>
    `They hold once they are confirmed. What ${partner} has booked already keeps its share.`,
  run: 'Prepare payouts',
  release: 'Release',
  withdraw: 'Withdraw',
  runText: 'Each active partner to whom at least their minimum is due gets a payout, which waits to be released.',
  releaseText: (amount: number, count: number, left: number) =>
    `${inPayouts(amount, count, left)} Release enters this as paid and is not taken back: pay it once it is released, and only what is.`,
  withdrawText: (amount: number, count: number, left: number) =>
    `${inPayouts(amount, count, left)} All of it is due again, and is in the next run.`,
  termsOfYourPartner:
    'You are of this partner, or were in the last 30 days. Another administrator has to decide about its terms.',
  ofYourPartner:
    'You are of a partner that is paid here, or were in the last 30 days. Another administrator has to release it.',
  preparedYourself:
    'You prepared some of this yourself. Another one who was an administrator then has to release it, or it is withdrawn and prepared anew.',
  adminTooLate:
    'You were no administrator yet when some of this was prepared. Somebody who was one has to release it, or it is withdrawn and prepared anew.',
  said: {
    begun: 'Payouts are being prepared. It goes on when you leave this page.',
    released: (count: number, left: number) =>
      count === 0
        ? `Nothing was released now. Left out: ${number(left)}.`
        : `Released: ${number(count)}. Left out: ${number(left)}.`,
    nothingToPay: 'Nothing of it is to be paid.',
    releasedByNow: (those: readonly ReleasedByNow[]) =>
      `Released by now, each to be paid once: ${those
        .map(({ partner, amount, at, by }) => `${partner}, ${dollars(amount)} (${moment(at)}, ${by})`)
        .join('; ')}.`,
    settledBefore: (those: readonly AdminPayout[]) =>
      `Settled before, and not sent: ${those.map(standing).join('; ')}.`,
    leftUnanswered: (those: readonly AdminPayout[]) =>
      `You left without an answer. Then it stood so: ${those.map(standing).join('; ')}.${
        those.some(({ state }) => state === 'prepared')
          ? ' What is prepared may still be settled by what you sent: look again before you pay.'
          : ''
      }`,
    leftUnknown:
      'You left without an answer, and what became of it cannot be asked. Look at the payouts of all states before you pay.',
    waits,
    suspended: 'its partner is suspended',
    waiting: (partner: string, reasons: string) => `${partner} waits: ${reasons}.`,
    moreWait: (count: number) => `More that wait: ${number(count)}.`,
    withdrawable: 'What waits can be withdrawn.',
    withdrawn: (count: number, left: number) =>
      count === 0
        ? `Nothing was withdrawn. Left out: ${number(left)}.`
        : `Withdrawn: ${number(count)}. Left out: ${number(left)}.`,
    terms: 'The terms are proposed, and wait to be confirmed.',
    sameTerms: 'These terms hold already.',
  },
};
