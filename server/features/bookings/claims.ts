import type { Booking, BookingPlatform, BookingStatus } from '../../../contract/bookings.ts';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import type { Actor } from '../../platform/audit/audit.ts';
import type { Context, Services } from '../../platform/context.ts';
import { type Tx, withTransaction } from '../../platform/database/database.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isSameReference, newsKeysOf, type PlatformName, platforms, referenceKey } from '../platforms/platforms.ts';
import { type LockedBooking, lockBooking, lockClaimableBooking } from './bookings.store.ts';
import { changeBooking } from './change-booking.ts';
import {
  isClaimRefuted,
  lockBookingKeys,
  lockUnmatchedCalled,
  lockUnmatchedOfClick,
  type PlatformBookingRow,
} from './platform-bookings.store.ts';
import { getOwnBooking } from './read-bookings.ts';
import { settle } from './settle-platform-booking.ts';

type Claiming = Pick<Context, 'db' | 'settings' | 'limits' | 'recordEvent'>;

export interface Details {
  booking_reference: string;
  check_in_date: string;
  check_in_time?: string | null | undefined;
  check_out_date?: string | null | undefined;
  guest_count: number;
}

const farthestMs = 2 * 366 * 86_400_000;

/**
 * "I booked this": a traveler adds what the platform told them to a booking of theirs that is still pending. It stays so, unless
 * the platform has told of that reference already.
 * @throws Refusal `not_found`, `booking_not_pending`, `booking_dates`; `rate_limited` after many wrong claims
 */
export async function addDetails(services: Claiming, now: Date, actor: Actor, id: string, details: Details) {
  const { booking_reference: claimed_reference, check_in_date, guest_count } = details;
  const check_out_date = details.check_out_date ?? null;
  const check_in_time = details.check_in_time ?? null;
  const claim = async (tx: Tx) => {
    const before = await lockBooking(tx, id);
    if (before?.user_id !== actor.userId) throw new Refusal('not_found');
    if (before.status !== 'pending') throw new Refusal('booking_not_pending');
    const first = hawaiiDay(before.booked_at);
    const last = hawaiiDay(new Date(before.booked_at.getTime() + farthestMs));
    if (check_in_date < first || [check_in_date, check_out_date ?? ''].some((day) => day > last))
      throw new Refusal('booking_dates');
    if (check_out_date && check_out_date < check_in_date) throw new Refusal('booking_dates');
    const change = { claimed_reference, check_in_date, check_in_time, check_out_date, guest_count };
    await changeBooking(tx, now, before, change, { action: 'booking_details_added', actor });
    return before;
  };
  return await withClaim(services, now, actor, claimed_reference, claim, getOwnBooking);
}

/** What a browser says of a booking that it may have led to. */
export interface BrowserClaim {
  listingId: number;
  platform: BookingPlatform;
  reference: string | null | undefined;
  /** Of the click, as the browser told it with the conversion. */
  clickedAt: Date | undefined;
}

/**
 * A browser says that its traveler has booked by a link that they followed. It moves no money, and no amount in it is believed: the
 * reference is kept as claimed by their own booking of that click, where that is still pending and has none.
 * @throws Refusal `not_found` where they have followed no such link; `rate_limited` after many wrong claims
 */
export async function claimBooking(services: Claiming, now: Date, actor: Actor, given: BrowserClaim) {
  const claim = async (tx: Tx) => {
    const before = await lockClaimableBooking(tx, { ...given, userId: actor.userId });
    if (!before) throw new Refusal('not_found');
    if (given.reference && isOpen(before)) {
      const change = { claimed_reference: given.reference };
      await changeBooking(tx, now, before, change, { action: 'booking_claimed', actor });
    }
    return before;
  };
  return await withClaim(services, now, actor, given.reference ?? '', claim, getClaim);
}

const isOpen = ({ status, reference, claimed_reference }: LockedBooking) =>
  status === 'pending' && reference === null && claimed_reference === null;

/** A booking as the answer to a claim tells of it. @throws Refusal `not_found` */
export async function getClaim(db: Services['db'], userId: string, id: string) {
  const { transaction_id, status, booking_reference } = await getOwnBooking(db, userId, id);
  return { booking_id: id, transaction_id, status: status as BookingStatus, booking_reference };
}

/**
 * Keeps what a traveler claims, and lets the booking follow what its platform has told of that reference already. Claims that are wrong are
 * counted: references are easily guessed.
 * @param claim gives the booking as it was before
 */
async function withClaim<T = Booking>(
  { db, settings, limits, recordEvent }: Claiming,
  now: Date,
  { userId: person }: Actor,
  reference: string,
  claim: (tx: Tx) => Promise<LockedBooking>,
  read: (tx: Tx, userId: string, id: string) => Promise<T>,
): Promise<T> {
  const key = referenceKey(reference);
  const wrong = { limit: 'wrong-claim', key: person } as const;
  const { answer, isWrong } = await withTransaction(db, async (tx) => {
    // One claim of a person after the other: many at once are counted as well.
    if (key) await lockBookingKeys(tx, [key, person]);
    if (key) await limits.check(wrong, now);
    const before = await withTenant(tx, { person }, claim);
    const { id } = before;
    if (key) {
      const names = Object.values(platforms).map(({ name }) => name);
      for (const row of await lockUnmatchedCalled(tx, { written: reference, keys: [key], platforms: names }))
        await settle(tx, now, newsKeysOf(settings), row, toldBefore(row));
    }
    const isWrong = key !== '' && (await isWrongClaim(tx, before, reference));
    if (isWrong) await limits.trySpend(wrong, now);
    return { isWrong, answer: await withTenant(tx, { person }, (own) => read(own, person, id)) };
  });
  if (isWrong) {
    const description = 'A booking was claimed by a reference that is not its own.';
    recordEvent({ type: 'wrong_claim', severity: 'medium', description });
  }
  return answer;
}

/** Whether a reference that was claimed only now takes the place of another one, or is known and none of the booking's. */
async function isWrongClaim(tx: Tx, before: LockedBooking, claimed: string): Promise<boolean> {
  const { platform, supplier, reference, claimed_reference } = (await lockBooking(tx, before.id))!;
  const isNew = !isSameReference(platform, supplier, claimed_reference ?? '', before.claimed_reference ?? '');
  if (!isNew || reference !== null) return false;
  const its = Object.values(platforms).filter(({ bookings }) => bookings === before.platform);
  const names: PlatformName[] = its.map(({ name }) => name);
  return (
    before.claimed_reference !== null || (await isClaimRefuted(tx, { bookingId: before.id, claimed, platforms: names }))
  );
}

/** Lets bookings of a click follow what platforms have told of it before it was reported. @returns whether there was anything */
export async function settleClick(
  tx: Tx,
  settings: Services['settings'],
  now: Date,
  clickId: string,
): Promise<boolean> {
  const rows = await lockUnmatchedOfClick(tx, clickId);
  for (const row of rows) await settle(tx, now, newsKeysOf(settings), row, toldBefore(row));
  return rows.length > 0;
}

/** Why a booking follows what its platform had told before: whose word it is, and of which of its bookings. */
export const toldBefore = ({ platform, reference }: Pick<PlatformBookingRow, 'platform' | 'reference'>) =>
  ({ action: 'booking_told_of', actor: null, reason: `booking ${reference} of ${platform}` }) as const;
