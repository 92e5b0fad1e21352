import type { BookingStatus } from '../../../contract/booking-states.ts';
import type { CommissionState, HoldState } from '../../../contract/commission-states.ts';

/** How certain the platform's money is, whatever holds the partner's. */
export type Basis = 'none' | 'estimated' | 'pending' | 'earned';

/** What a commission follows from. Amounts are whole cents, rates parts of one, days those of Hawaiʻi as `YYYY-MM-DD`. */
export interface Facts {
  status: BookingStatus;
  amount_cents: number;
  /** Its last day, as its platform or an administrator tells it: what a traveler alone says decides nothing. */
  told_day: string | null;
  /** When the booking became completed; null where it is not. */
  completed_on: string | null;
  platform_rate: number;
  /** 0 where nobody is credited. */
  partner_share: number;
  /** How many days after its last day it becomes payable. */
  holding_days: number;
  /** Whether nobody has told the amount yet, neither a platform nor an administrator. */
  is_estimate: boolean;
  /** Whether a person is asked about what the platform told of the booking last. */
  is_doubted: boolean;
  /** Whether a payout has taken it out of payable and nothing has asked it back. */
  is_paid_out: boolean;
}

/** Where a booking's commission stands. */
export interface Position {
  state: CommissionState;
  basis: Basis;
  amount_cents: number;
  partner_cents: number;
  /** Of which the partner's is a part; the house keeps the rest, and adds what is missing. */
  platform_cents: number;
  travel_day: string | null;
  payable_on: string | null;
}

const nothing: Position = {
  ...{ state: 'none', basis: 'none', amount_cents: 0, partner_cents: 0, platform_cents: 0 },
  ...{ travel_day: null, payable_on: null },
};

/**
 * The whole rule of commission: nothing else decides who has what. It knows no history but whether a payout has taken
 * the money, so that news in any order, and however often, ends in the same.
 */
export function positionOf(booking: Facts, holds: readonly HoldState[], today: string): Position {
  if (booking.status === 'cancelled') return nothing;
  const { amount_cents, platform_rate, partner_share, holding_days, is_estimate, is_doubted, is_paid_out } = booking;
  const isVoided = holds.includes('voided');
  const travel_day = travelDayOf(booking);
  const payable_on = travel_day && daysAfter(travel_day, holding_days);
  const isOver = payable_on !== null && payable_on <= today;
  const isCertain = !is_estimate && !is_doubted;
  // A commission that was paid out does not go back to wait for a day that was moved, or for a decision.
  const isEarned = booking.status === 'completed' && (is_paid_out || (isOver && isCertain));
  const basis = booking.status === 'pending' ? 'estimated' : isEarned ? 'earned' : 'pending';
  const usual = isEarned ? 'payable' : booking.status === 'pending' ? 'estimated' : 'pending';
  const isHeld = holds.includes('open') && !is_paid_out;
  return {
    state: isVoided ? 'voided' : isHeld ? 'held' : usual,
    basis,
    amount_cents,
    partner_cents: isVoided ? 0 : shareOf(amount_cents, partner_share),
    platform_cents: shareOf(amount_cents, platform_rate),
    travel_day,
    payable_on,
  };
}

/** A pending booking has none: its day is what the traveler said. */
const travelDayOf = ({ status, told_day, completed_on }: Facts) =>
  status === 'pending' ? null : (told_day ?? completed_on);

/** A share of an amount in whole cents, half a cent upwards. Shares have at most four decimals. */
export const shareOf = (cents: number, share: number): number =>
  Math.floor((cents * Math.round(share * 10_000) * 2 + 10_000) / 20_000);

export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
