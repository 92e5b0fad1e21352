import { createHash } from 'node:crypto';
import type { BookingNews } from '../platforms/platforms.ts';
import type { PlatformBookingRow } from './platform-bookings.store.ts';

/** Messages of one booking that are remembered. */
export const mostRemembered = 64;
/** Of each message that tells no time so much of its digest; of one that tells when it left, that of its facts and this time. */
const digestBytes = 8;
const timeBytes = 8;

/** What commission depends on. */
const factsOf = ({ status, amount, travelDay }: BookingNews) => [status, amount.cents ?? amount.told, travelDay];

interface Memory {
  /** As the row keeps it: the last messages that state no time of the change itself. */
  undated: Buffer[];
  /** It states no time and came before: it is not newer than what came since. */
  isRepeated: boolean;
  /**
   * It has been told again after something else was, of which a person has to say what holds: a sender that tries again, or a booking that was
   * changed back.
   */
  isContradicting: boolean;
}

/**
 * Remembers a message, and compares it with those before it: not one that states when its booking changed, nor one that says when it left and
 * tells no amount.
 * @param digest of its whole text
 */
export function remember(known: PlatformBookingRow | undefined, told: BookingNews, digest: Buffer): Memory {
  const before = known?.undated ?? [];
  const isSilent = told.amount.told === undefined;
  if (told.version && (!told.isSentTime || isSilent))
    return { undated: before, isRepeated: false, isContradicting: false };
  const entry = told.version ? sentEntry(told, told.version) : digest.subarray(0, digestBytes);
  const isIn = before.some((one) => one.equals(entry));
  const undated = isIn ? before : [...before, entry].slice(-mostRemembered);
  if (told.version) return { undated, isRepeated: false, isContradicting: isChangedBack(undated) };
  const isLast = known?.version_digest.equals(entry) ?? false;
  return { undated, isRepeated: isIn, isContradicting: isIn && !isLast && differs(told, known!) };
}

function sentEntry(told: BookingNews, left: Date): Buffer {
  const facts = createHash('sha256')
    .update(JSON.stringify(factsOf(told)))
    .digest();
  const time = Buffer.alloc(timeBytes);
  time.writeBigInt64BE(BigInt(left.getTime()));
  return Buffer.concat([facts.subarray(0, digestBytes), time]);
}

/** Whether the message that left last says what an earlier one did, with another one between them. The same for every order of arrival. */
function isChangedBack(undated: readonly Buffer[]): boolean {
  const sent = undated
    .filter(({ length }) => length === digestBytes + timeBytes)
    .map((entry) => ({ facts: entry.toString('hex', 0, digestBytes), left: entry.readBigInt64BE(digestBytes) }))
    .sort((one, other) => Number(one.left - other.left));
  const last = sent.at(-1)?.facts;
  const other = sent.findLastIndex(({ facts }) => facts !== last);
  return sent.slice(0, Math.max(other, 0)).some(({ facts }) => facts === last);
}

function differs(told: BookingNews, known: PlatformBookingRow): boolean {
  const { amount_cents, travel_date } = known;
  const pairs = [
    [told.status, known.status],
    [told.amount.cents, amount_cents],
    [told.travelDay, travel_date],
  ];
  return pairs.some(([now, before]) => now !== undefined && now !== before);
}
