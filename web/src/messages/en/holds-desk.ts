import type { HoldRule, HoldState } from '../../../../contract/commission-states.ts';
import type { Hold, RuleCount } from '../../../../contract/holds.ts';
import { dollars, number, percent } from '../format.ts';
import { counted } from './counted.ts';
import { moment } from './format.ts';

const rules: Record<HoldRule, string> = {
  own_account: 'Own account',
  own_device: 'Own device',
  own_email: 'Own e-mail',
  burst: 'Burst',
  repeated_experience: 'Same experience again',
  paid_traffic: 'Paid traffic',
  impossible_travel: 'Impossible travel',
};
const states: Record<HoldState, string> = { open: 'On hold', released: 'Released', voided: 'Voided' };
const ruleOf = (rule: string) => rules[rule as HoldRule] ?? rule.replaceAll('_', ' ');
const total = (count: number) => (count > 10_000 ? 'More than 10,000 holds' : counted(count, 'hold', 'holds'));

const these = (count: number, left: number) =>
  [`Holds: ${number(count)}.`, left > 0 && `Decided already, and left out: ${number(left)}.`].filter(Boolean).join(' ');

type Details = Hold['details'];
const who = ({ standing }: Details) => (standing === 'owner' ? "the partner's owner" : "the partner's staff");
const figure = (value: string | number | undefined) => (typeof value === 'number' ? number(value) : (value ?? ''));

/** What a rule saw, in a sentence. */
const reasons: Record<HoldRule, (seen: Details) => string> = {
  own_account: (seen) => `Booked by ${who(seen)}, with their own account.`,
  own_device: (seen) =>
    seen.by === 'browser'
      ? `Scanned or clicked in a browser of ${who(seen)}.`
      : "Scanned within a day of one of the partner's people, with a device like theirs, on the same network.",
  own_email: (seen) =>
    seen.by === 'platform'
      ? `The platform booked it for the e-mail address of ${who(seen)}.`
      : `The traveler's e-mail address leads to the mailbox of ${who(seen)}.`,
  burst: (seen) =>
    seen.of === 'code'
      ? `One of ${figure(seen.conversions)} or more bookings by one code within ${figure(seen.minutes)} minutes.`
      : `One of ${figure(seen.conversions)} or more bookings by one traveler within ${figure(seen.minutes)} minutes.`,
  repeated_experience: (seen) =>
    `One of ${figure(seen.conversions)} or more bookings of this experience by one traveler within ${figure(seen.days)} days.`,
  paid_traffic: (seen) => `The code was opened from a paid advertisement (${figure(seen.parameters)}).`,
  impossible_travel: (seen) =>
    `Scanned at ${figure(seen.from)} and ${figure(seen.minutes)} minutes later at ${figure(seen.to)}, ${figure(seen.km)} km away.`,
};

/** Words of the administrators' queue of commissions on hold. */
export const holdsDesk = {
  sentence: (bookings: number, held: number) =>
    `On hold: ${counted(bookings, 'booking', 'bookings')}, ${dollars(held)} for partners.`,
  found: (count: number) => `${total(count)} found.`,
  caption: 'Commissions on hold, and what was decided',
  search: 'Search by partner, e-mail or booking number',
  rule: 'Rule',
  rules,
  ruleOf,
  state: 'State',
  states,
  cancelled: 'Booking cancelled',
  cancelledText:
    'The booking is cancelled: nobody earns anything on it, and nothing is held. Why it was held stays to be read here.',
  columns: {
    booking: 'Booking',
    rule: 'Rule',
    state: 'State',
    partner: 'Partner',
    experience: 'Experience',
    email: 'Traveler',
    share: "Partner's share",
    opened: 'Held since',
  },
  reasonOf: ({ rule, details }: Pick<Hold, 'rule' | 'details'>) => reasons[rule as HoldRule]?.(details) ?? ruleOf(rule),
  nobody: 'Nobody',
  dollars,
  moment,
  none: 'Nothing is held like that',
  noneText: 'Take a word out of the search, or choose all rules and states.',
  nothing: 'Nothing was held yet',
  nothingText: 'Commissions that look wrong to a rule wait here for a decision.',
  detail: 'About this hold',
  why: 'Why',
  amount: 'Amount',
  decided: 'Decided',
  decidedBy: (at: string, by: string | null, reason: string | null) =>
    [moment(at), by, reason].filter(Boolean).join(', '),
  others: (count: number) => `Other rules hold it too: ${number(count)}. It stays on hold until each is decided.`,
  rulesTitle: 'How often each rule was right',
  ruleLine: ({ rule, held, open, released, voided, cancelled }: RuleCount) =>
    [
      `${ruleOf(rule)}: ${number(held)} held, ${number(open)} open, ${number(released)} released, ${number(voided)} voided`,
      cancelled > 0 && `${number(cancelled)} cancelled`,
    ]
      .filter(Boolean)
      .join(', '),
  falseAlarms: (share: number | null) =>
    share === null ? 'None decided yet' : `False alarms: ${percent(share)} of those decided`,
  release: 'Release',
  voidIt: 'Void',
  titles: { released: 'Release commissions', voided: 'Void commissions' },
  texts: {
    released: (count: number, left: number) =>
      `${these(count, left)} Where no other rule holds it, the commission goes on its way to the partner.`,
    voided: (count: number, left: number) => `${these(count, left)} The partner earns nothing on these bookings.`,
  },
  said: {
    released: (count: number, left: number) => `Released: ${number(count)}. Left out: ${number(left)}.`,
    voided: (count: number, left: number) => `Voided: ${number(count)}. Left out: ${number(left)}.`,
    begun: 'The holds are being decided. It goes on when you leave this page.',
  },
};
