import { mostHoldingDays, usualHoldingDays } from '../../../../contract/commission-states.ts';
import { dollars, number } from '../format.ts';
import { counted } from './counted.ts';
import { daysAfter } from './explain-desk.ts';
import { moment } from './format.ts';

/** Words of the administrators' screen of what share of bookings partners earn. */
export const rateCardsDesk = {
  /** Told each tier with its share. */
  sentence: (tiers: string) => `Of what is booked today partners earn: ${tiers}.`,
  tierEarns: (tier: string, share: string) => `${tier} ${share}`,
  /** Of cards in force. */
  warning: (tiers: string) => `Experiences that pay less than that, so that the house adds to it: ${tiers}.`,
  tierMisses: (tier: string, count: number) => `${tier} ${number(count)}`,
  detail: 'About this rate card',
  below: (count: number) => `${counted(count, 'experience pays', 'experiences pay')} less than this share`,
  noneBelow: 'Every experience pays as much as this share, or more.',
  pays: (share: string, adds: number) =>
    `Pays ${share}: of a booking of ${dollars(100)} the house adds ${dollars(adds)}.`,
  first: (count: number) => `The first ${number(count)} are listed, those that pay least first.`,
  /** A share has up to four decimals, a percentage two. */
  share: (part: number) => `${number(Math.round(part * 10_000) / 100)}%`,
  daysAfter,
  caption: 'Rate cards, newest first',
  columns: {
    tier: 'Tier',
    share: "Partner's share",
    days: 'Holding period',
    standing: 'Standing',
    from: 'For bookings from',
    below: 'Experiences that pay less',
    reason: 'Reason',
    made: 'In the list since',
    by: 'Proposed by',
    confirmed: 'Confirmed by',
  },
  standings: { in_force: 'In force', to_come: 'To come', replaced: 'Replaced' },
  number,
  moment,
  nobody: 'The product itself',
  make: 'Propose a rate card',
  makeText:
    'It holds once it is confirmed. What is booked before its day keeps its share and its holding period. A card is never changed or taken away; a newer one replaces it.',
  tier: 'Tier',
  tierHint: "One word of small letters. Which partner has it is proposed beside a payout or a partner's statement.",
  percent: "Partner's share, in percent",
  percentHint: 'Of what is booked, 15 for 15%. Where an experience pays less than this, the house adds to it.',
  days: 'Holding period, in days',
  daysHint: `How long after travel a commission becomes payable, from 0 to ${mostHoldingDays} days. Left empty it is what holds for the tier today, or ${usualHoldingDays} days.`,
  from: 'For bookings from',
  fromHint:
    'A day of Hawaiʻi, from tomorrow on. Confirmed on that day or later, it holds from the day after its confirmation.',
  reason: 'Reason',
  save: 'Propose it',
  saving: 'Proposing…',
  made: (tier: string) => `The rate card of the tier ${tier} is proposed, and waits to be confirmed.`,
};
