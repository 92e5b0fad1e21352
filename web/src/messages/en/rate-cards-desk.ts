import { number } from '../format.ts';
import { moment } from './format.ts';

/** Words of the administrators' screen of what share of bookings partners earn. */
export const rateCardsDesk = {
  /** Told each tier with its share. */
  sentence: (tiers: string) => `Of what is booked today partners earn: ${tiers}.`,
  tierEarns: (tier: string, share: string) => `${tier} ${share}`,
  /** A share has up to four decimals, a percentage two. */
  share: (part: number) => `${number(Math.round(part * 10_000) / 100)}%`,
  caption: 'Rate cards, newest first',
  columns: {
    tier: 'Tier',
    share: "Partner's share",
    standing: 'Standing',
    from: 'For bookings from',
    below: 'Experiences that pay less',
    reason: 'Reason',
    made: 'Made',
    by: 'Made by',
  },
  standings: { in_force: 'In force', to_come: 'To come', replaced: 'Replaced' },
  number,
  moment,
  nobody: 'The product itself',
  make: 'Make a rate card',
  makeText:
    'What is booked before its day keeps its share. A card is never changed or taken away; a newer one replaces it.',
  tier: 'Tier',
  tierHint: 'One word of small letters. Which partner has it is set beside a payout.',
  percent: "Partner's share, in percent",
  percentHint: 'Where an experience pays less than this, the house adds to it.',
  from: 'For bookings from',
  fromHint: 'A day of Hawaiʻi, from tomorrow on.',
  reason: 'Reason',
  save: 'Make it',
  saving: 'Making…',
  made: (tier: string) => `The rate card of the tier ${tier} is made.`,
};
