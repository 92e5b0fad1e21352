import type { RateChange } from '../../../../contract/rate-changes.ts';
import { calendarDay, dollars, number } from '../format.ts';
import { counted } from './counted.ts';
import { moment } from './format.ts';

/** Why whoever looks cannot confirm it. */
const obstacles: Record<NonNullable<RateChange['obstacle']>, string> = {
  own_account: 'You are of this partner, or were in the last 30 days. Other administrators decide about it.',
  same_admin: 'You proposed this yourself. Another one who was an administrator then has to confirm it.',
  late_admin:
    'You were no administrator yet when this was proposed. Somebody who was one has to confirm it, or it is withdrawn and proposed anew.',
  stale: 'What holds has changed since this was proposed. Withdraw it, and propose it anew.',
};

const states: Record<RateChange['state'], string> = {
  proposed: 'it waits to be confirmed',
  confirmed: 'it is confirmed',
  withdrawn: 'it is withdrawn',
};

/** Words for what administrators propose of what partners earn, and others confirm. */
export const rateChangesDesk = {
  title: 'Waiting to be confirmed',
  none: 'Nothing waits.',
  first: (count: number, total: number) => `The oldest ${number(count)} of ${number(total)} are listed.`,
  waiting: (count: number) => `${counted(count, 'change waits', 'changes wait')} to be confirmed.`,
  card: (tier: string, share: string, from: string) =>
    `Rate card ${tier}: ${share} of what is booked from ${calendarDay(from)} on`,
  terms: (partner: string, tier: string, minimum: number) =>
    `Terms of ${partner}: tier ${tier}, paid out from ${dollars(minimum)}`,
  former: (tier: string, minimum: number) => `Until then: tier ${tier}, paid out from ${dollars(minimum)}.`,
  /** Of terms that others have taken the place of since. */
  formerThen: (tier: string, minimum: number) =>
    `What held when this was proposed: tier ${tier}, paid out from ${dollars(minimum)}.`,
  /** Told the share by which the tier earns today, if it has a card. */
  today: (tier: string, share: string | null) =>
    share === null ? `The tier ${tier} has no card in force.` : `Today ${tier} earns ${share}.`,
  /** Told how many days after travel it would be payable, and how many today, if the tier has a card in force. */
  days: (days: number, today: number | null) =>
    days === today || today === null
      ? `Payable ${counted(days, 'day', 'days')} after travel.`
      : `Payable ${counted(days, 'day', 'days')} after travel; today ${counted(today, 'day', 'days')}.`,
  below: (count: number) =>
    count === 0
      ? 'Every experience pays as much as this share, or more.'
      : `${counted(count, 'experience pays', 'experiences pay')} less than this share: there the house adds to it.`,
  reason: (reason: string) => `Reason: ${reason}`,
  late: (asked: string, from: string) =>
    `It was asked for from ${calendarDay(asked)} on. Confirmed today it holds from ${calendarDay(from)} on.`,
  proposed: (who: string, at: string) => `Proposed by ${who}, ${moment(at)}.`,
  obstacles,
  confirm: 'Confirm',
  withdraw: 'Withdraw',
  confirmTitle: 'Confirm this',
  /** Told what else is to be known before it holds. */
  confirmText: (change: string, facts: readonly string[]) =>
    [`${change}.`, ...facts, 'What is booked already keeps its share and its holding period.'].join(' '),
  withdrawCard: (tier: string) => `Withdraw rate card ${tier}`,
  withdrawTerms: (partner: string) => `Withdraw terms of ${partner}`,
  withdrawText: (change: string) => `${change}. It will not hold.`,
  said: {
    card: (tier: string, from: string) =>
      `The rate card of the tier ${tier} is confirmed: it holds from ${calendarDay(from)} on.`,
    terms: (partner: string) => `The terms of ${partner} are set.`,
    withdrawn: 'It is withdrawn.',
    /** Told what it is of, how it stands, and since when and by whom where it is settled. */
    leftUnanswered: (change: string, { state, settled_at, settled_by }: RateChange) =>
      `You left without an answer. Then it stood so: ${change}: ${states[state]}${
        settled_at === null ? '' : ` (${[moment(settled_at), settled_by].filter(Boolean).join(', ')})`
      }.${state === 'proposed' ? ' What you sent may still be done: look again.' : ''}`,
    leftUnknown:
      'You left without an answer, and what became of it cannot be asked. Look at what waits, and at what holds, before you go on.',
  },
};
