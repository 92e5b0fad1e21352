import type { newsDoubts } from '../../../contract/platform-bookings.ts';
import { type BookingNews, readAmount } from '../platforms/platforms.ts';
import type { PlatformBookingRow } from './platform-bookings.store.ts';

type Doubt = (typeof newsDoubts)[number];
type AmountRow = Pick<
  PlatformBookingRow,
  'amount_cents' | 'amount_version' | 'amount_told' | 'currency' | 'doubt' | 'doubt_version' | 'version'
>;

/** Whether what is in doubt is an amount that cannot be believed. */
export const isOfAmount = (doubt: string | null): boolean => doubt === 'amount' || doubt === 'currency';

/** Since which version the amount is in doubt. A process of the version before does not say it, and means its newest. */
const doubtedSince = ({ doubt, doubt_version, version }: AmountRow): Date | null =>
  doubt_version ?? (isOfAmount(doubt) ? version : null);

/**
 * What is known of an amount once one more piece of news has come: the newest that can be believed, and since when a newer one cannot. That
 * is in doubt until one that can be believed is newer still; news that tells no amount says nothing of it.
 * @param isNewest whether the news comes after that version
 */
export function amountKnown(
  known: AmountRow | undefined,
  { cents, doubt, told, currency }: BookingNews['amount'],
  version: Date,
  isNewest: (before: Date | null) => boolean,
) {
  const doubted = known ? doubtedSince(known) : null;
  const isCertain = cents !== undefined && isNewest(known?.amount_version ?? null);
  const isDoubtful = doubt !== undefined && isNewest(known?.amount_version ?? null) && isNewest(doubted);
  const isEnded = isCertain && isNewest(doubted);
  return {
    ...(isCertain && { amount_cents: cents, amount_version: version }),
    ...((isDoubtful || isEnded) && { amount_told: told ?? null, currency: currency ?? null }),
    doubt_version: isDoubtful ? version : isEnded ? null : doubted,
  };
}

/** Why the amount is in doubt, where it is; what is in doubt besides is found out anew by whatever is newer. */
export function doubtOfAmount(
  known: AmountRow | undefined,
  { amount_told, currency, doubt_version }: Partial<AmountRow>,
): Doubt | null {
  if (!doubt_version) return null;
  const told = amount_told === undefined ? known?.amount_told : amount_told;
  const named = currency === undefined ? known?.currency : currency;
  return readAmount(told, named).doubt ?? 'amount';
}

/** What two rows of one booking know of its amount: of each the newer. */
export function joinAmounts(one: AmountRow, other: AmountRow) {
  const time = (at: Date | null) => at?.getTime() ?? 0;
  const lastTold = (row: AmountRow) => Math.max(time(row.amount_version), time(doubtedSince(row)));
  const { amount_cents, amount_version } = time(other.amount_version) > time(one.amount_version) ? other : one;
  const { amount_told, currency, ...last } = lastTold(other) > lastTold(one) ? other : one;
  const doubted = doubtedSince({ amount_told, currency, ...last });
  const doubt_version = doubted && time(doubted) >= time(amount_version) ? doubted : null;
  return { amount_cents, amount_version, amount_told, currency, doubt_version };
}
