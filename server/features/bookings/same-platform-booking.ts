import type { Tx } from '../../platform/database/database.ts';
import type { BookingNews } from '../platforms/platforms.ts';
import { joinAmounts } from './amount-known.ts';
import {
  deletePlatformBooking,
  lockPlatformBookingsOf,
  type PlatformBookingRow,
  updatePlatformBooking,
} from './platform-bookings.store.ts';
import { mostRemembered } from './sent-again.ts';
import { isMatched } from './settle-platform-booking.ts';

/** What may be the booking that is told of, and how well its names speak for that. */
interface Named {
  row: PlatformBookingRow;
  /** It goes by the same name, and has another identity. */
  isOther: boolean;
  rank: number;
}

interface Known {
  before: PlatformBookingRow | undefined;
  isAlone: boolean;
  isJoined: boolean;
  followed: PlatformBookingRow | undefined;
}

/** A uuid, by `referenceKey`: no two bookings have the same. */
const isIdentity = (key: string) => /^[0-9A-F]{32}$/.test(key);

/**
 * What is known already of the booking that is told of, held against changes. Not every message has all of a booking's names: it is found by
 * any of them, first by the one that is nobody else's, and never where these differ. What stands there twice, because no message had two of
 * its names before, and is nobody's, stands there once from then on.
 * @returns also whether nothing else goes by one of the names, whether it stood there twice, and what ours was brought to
 */
export async function findKnown(tx: Tx, { platform, supplier, reference, referenceKeys }: BookingNews): Promise<Known> {
  const identity = referenceKeys.find(isIdentity);
  const found = await lockPlatformBookingsOf(tx, { platform, supplier, reference, referenceKeys, identity });
  const isSpelledSo = (row: PlatformBookingRow) => row.supplier === supplier && row.reference === reference;
  const ranked = found.flatMap((row): Named[] => {
    const own = identityOf(row);
    const isSame = identity !== undefined && row.reference_keys.includes(identity);
    const isOther = !isSame && identity !== undefined && own !== undefined;
    // Of one supplier's, two that are called the same are one, whatever else is told.
    if (isOther) return isSpelledSo(row) ? [{ row, isOther, rank: -1 }] : [];
    const rank = isSame ? 3 : isSpelledSo(row) ? 2 : Number(row.supplier === supplier);
    return [{ row, isOther, rank: rank + (isMatched(row) ? 4 : 0) }];
  });
  const [best, ...others] = ranked.sort((one, other) => other.rank - one.rank);
  const nobodys = others
    .filter(({ row, isOther }) => !isOther && !isMatched(row) && row.state !== 'settled')
    .map(({ row }) => row)
    .filter(isOneWith(identity ?? (best && identityOf(best.row))));
  const isAlone = found.length - nobodys.length <= 1;
  const followed = best?.row;
  if (!best || nobodys.length === 0) return { before: followed, isAlone, isJoined: false, followed };
  for (const { id } of nobodys) await deletePlatformBooking(tx, id, best.row.id);
  const before = nobodys.reduce(join, best.row);
  await updatePlatformBooking(tx, before.id, before);
  return { before, isAlone, isJoined: true, followed };
}

const identityOf = ({ reference_keys }: PlatformBookingRow) => reference_keys.find(isIdentity);

/** Of rows, one after the other: whether each may be one with those before it, by the only identity that any of these has. */
function isOneWith(identity: string | undefined) {
  let known = identity;
  return (row: PlatformBookingRow): boolean => {
    const own = identityOf(row);
    known ??= own;
    return own === undefined || row.reference_keys.includes(known!);
  };
}

/** What is known of a booking, with what stood in another row of it: each by the newer of them that tells it. */
function join(known: PlatformBookingRow, twice: PlatformBookingRow): PlatformBookingRow {
  const [older, newer] = isAfter(twice, known) ? [known, twice] : [twice, known];
  const { doubt } = newer;
  const { id, supplier, reference, state, match_kind, confidence, booking_id } = known;
  const told = Object.fromEntries(Object.entries(newer).filter(([, value]) => value !== null));
  return {
    ...{ ...older, ...told, ...joinAmounts(known, twice), doubt },
    ...{ id, supplier, reference, state, match_kind, confidence, booking_id },
    reference_keys: [...new Set([...known.reference_keys, ...twice.reference_keys])],
    undated: [...twice.undated, ...known.undated].slice(-mostRemembered),
    first_news_at: known.first_news_at < twice.first_news_at ? known.first_news_at : twice.first_news_at,
    last_news_at: known.last_news_at > twice.last_news_at ? known.last_news_at : twice.last_news_at,
  };
}

type Version = Pick<PlatformBookingRow, 'status' | 'version' | 'version_digest'>;

/** Whether one version comes after another: what is cancelled comes back no more, then by time, then by what tells them apart. */
export function isAfter(one: Version, other: Version): boolean {
  const isOver = ({ status }: Version) => Number(status === 'cancelled');
  if (isOver(one) !== isOver(other)) return isOver(one) > isOver(other);
  if (one.version.getTime() !== other.version.getTime()) return one.version > other.version;
  return Buffer.compare(one.version_digest, other.version_digest) > 0;
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
