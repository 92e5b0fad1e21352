import type { Tx } from '../../platform/database/database.ts';
import { type BookingNews, platforms } from '../platforms/platforms.ts';
import { deletePlatformBooking, lockPlatformBookingsOf, type PlatformBookingRow } from './platform-bookings.store.ts';
import { isMatched } from './settle-platform-booking.ts';

/** A uuid, by `referenceKey`: no two bookings have the same. */
const isIdentity = (key: string) => /^[0-9A-F]{32}$/.test(key);

/**
 * What is known already of the booking that is told of, held against changes. Not every message has all of a booking's names: it is found by
 * any of them, first by the one that is nobody else's, and never where these differ. What stands there twice, because no message had two of
 * its names before, and is nobody's, stands there once from then on.
 * @returns also whether nothing else goes by one of the names
 */
export async function findKnown(
  tx: Tx,
  { platform, supplier, reference, referenceKeys }: BookingNews,
): Promise<{ before: PlatformBookingRow | undefined; isAlone: boolean }> {
  const identity = referenceKeys.find(isIdentity);
  const aliases = platforms[platform].hasAliases ? referenceKeys : [];
  const found = await lockPlatformBookingsOf(tx, { platform, supplier, reference, aliases, identity });
  const isSpelledSo = (row: PlatformBookingRow) => row.supplier === supplier && row.reference === reference;
  const ranked = found.flatMap((row) => {
    const own = row.reference_keys.find(isIdentity);
    const isSame = identity !== undefined && row.reference_keys.includes(identity);
    const isOther = !isSame && identity !== undefined && own !== undefined;
    // Of one supplier's, two that are called the same are one, whatever else is told.
    if (isOther) return isSpelledSo(row) ? [{ row, isOther, rank: -1 }] : [];
    const rank = isSame ? 3 : isSpelledSo(row) ? 2 : Number(row.supplier === supplier);
    return [{ row, isOther, rank: rank + (isMatched(row) ? 4 : 0) }];
  });
  const [best, ...others] = ranked.sort((one, other) => other.rank - one.rank);
  const twice = others.filter(({ isOther }) => !isOther).map(({ row }) => row);
  const nobodys = twice.filter((row) => !isMatched(row) && row.state !== 'settled');
  for (const { id } of nobodys) await deletePlatformBooking(tx, id);
  return { before: best?.row, isAlone: found.length - nobodys.length <= 1 };
}

/** How it is written down: as before, but for what was missing then. */
export function nameOf(
  known: PlatformBookingRow | undefined,
  { supplier, reference }: BookingNews,
  isAlone: boolean,
): Pick<PlatformBookingRow, 'supplier' | 'reference'> {
  const isUnnamed = (text: string) => isIdentity(text.replaceAll('-', '').toUpperCase());
  const mayChange = known !== undefined && isAlone;
  return {
    supplier: known && !(mayChange && known.supplier === '') ? known.supplier : supplier,
    reference: known && !(mayChange && isUnnamed(known.reference)) ? known.reference : reference,
  };
}
