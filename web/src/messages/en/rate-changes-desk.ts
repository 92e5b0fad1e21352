import type { RateChange } from '../../../../contract/rate-changes.ts';
import { calendarDay, dollars } from '../format.ts';
import { counted } from './counted.ts';
import { moment } from './format.ts';

/** Why whoever looks cannot confirm it. */
const obstacles: Record<NonNullable<RateChange['obstacle']>, string> = {
  own_account: 'You are of this partner. Other administrators decide about it.',
  same_admin: 'You proposed this yourself. Another one who was an administrator then has to confirm it.',
  late_admin:
    'You were no administrator yet when this was proposed. Somebody who was one has to confirm it, or it is withdrawn and proposed anew.',
  stale: 'What holds has changed since this was proposed. Withdraw it, and propose it anew.',
};

/** Words for what administrators propose of what partners earn, and others confirm. */
export const rateChangesDesk = {
  title: 'Waiting to be confirmed',
  none: 'Nothing waits.',
  waiting: (count: number) => `${counted(count, 'change waits', 'changes wait')} to be confirmed.`,
  card: (tier: string, share: string, from: string) =>
    `Rate card ${tier}: ${share} of what is booked from ${calendarDay(from)} on`,
  terms: (partner: string, tier: string, minimum: number) =>
    `Terms of ${partner}: tier ${tier}, paid out from ${dollars(minimum)}`,
  former: (tier: string, minimum: number) => `Until then: tier ${tier}, paid out from ${dollars(minimum)}.`,
  late: (asked: string, from: string) =>
    `It was asked for from ${calendarDay(asked)} on. Confirmed today it holds from ${calendarDay(from)} on.`,
  proposed: (who: string, at: string) => `Proposed by ${who}, ${moment(at)}.`,
  obstacles,
  confirm: 'Confirm',
  withdraw: 'Withdraw',
  confirmTitle: 'Confirm this',
  confirmText: (change: string) => `${change}. What is booked already keeps its share.`,
  withdrawCard: (tier: string) => `Withdraw rate card ${tier}`,
  withdrawTerms: (partner: string) => `Withdraw terms of ${partner}`,
  withdrawText: (change: string) => `${change}. It will not hold.`,
  said: {
    card: (tier: string, from: string) =>
      `The rate card of the tier ${tier} is confirmed: it holds from ${calendarDay(from)} on.`,
    terms: 'The terms are set.',
    withdrawn: 'It is withdrawn.',
  },
};
