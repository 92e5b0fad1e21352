import type { BookingStatus } from '../../../contract/booking-states.ts';
import type { matchKinds, newsDoubts, PlatformBookingState } from '../../../contract/platform-bookings.ts';
import { uuid } from '../../../contract/values.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Services } from '../../platform/context.ts';
import { type Db, type Tx, withTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isWhole, nextOf, readPage } from '../../platform/lists.ts';
import { askRules, followBooking, isOwnCommission } from '../commission/commission.ts';
import { newsKeysOf, type PlatformName, platforms } from '../platforms/platforms.ts';
import { isOfAmount } from './amount-known.ts';
import { assumedAmountCents } from './booking-values.ts';
import { findPriceRange, lockBooking } from './bookings.store.ts';
import { type Cause, changeBooking, toLedger } from './change-booking.ts';
import { hasReference, isTakenOfClick } from './match-candidates.store.ts';
import { makeFurtherOfClick } from './match-platform-booking.ts';
import {
  findPlatformBookings,
  isTaken,
  type ListedPlatformBooking,
  lockBookingKeys,
  lockPlatformBooking,
  type PlatformBookingFilter,
  type PlatformBookingRow,
  updatePlatformBooking,
} from './platform-bookings.store.ts';
import { attach, followProposed, isMatched, settle } from './settle-platform-booking.ts';

type ListQuery = PlatformBookingFilter & { sort: string; after?: string | undefined; limit?: number | undefined };

const present = (row: ListedPlatformBooking) => ({
  id: row.id,
  platform: row.platform as PlatformName,
  supplier: row.supplier,
  reference: row.reference,
  status: row.status as BookingStatus,
  amount: row.amount_cents === null ? null : row.amount_cents / 100,
  amount_told: row.amount_told,
  currency: row.currency,
  doubt: row.doubt as (typeof newsDoubts)[number] | null,
  travel_date: row.travel_date,
  travel_time: row.travel_time,
  guest_count: row.guest_count,
  item_id: row.item_id,
  item_name: row.item_name,
  rebooked: row.rebooked_from !== null || row.rebooked_to !== null,
  state: row.state as PlatformBookingState,
  match_kind: row.match_kind as (typeof matchKinds)[number] | null,
  confidence: row.confidence,
  booking: row.booking_id
    ? {
        id: row.booking_id,
        transaction_id: row.transaction_id!,
        experience_name: row.experience_name!,
        status: row.booking_status as BookingStatus,
        email: row.email!,
      }
    : null,
  first_news_at: row.first_news_at.toISOString(),
  last_news_at: row.last_news_at.toISOString(),
});

/** A page of what platforms have told. @throws Refusal `invalid_request` for a cursor that is none */
export async function listPlatformBookings(db: Db, { sort, after, limit, ...filter }: ListQuery) {
  const page = readPage({ sort, after, limit }, (_by, value) => isWhole(value), uuid);
  const { rows, total } = await findPlatformBookings(db, filter, page);
  return { rows: rows.map(present), total, next: nextOf(sort, page, rows) };
}

/** An administrator who decides about what a platform told, and why. */
interface Decision {
  actor: Actor;
  reason: string;
}

/** Which booking a person says it is: that one, or a further one of its click. */
interface Meant {
  booking_id: string;
  further?: boolean | undefined;
}

/**
 * Decides which booking a platform tells of, once: of two who decide differently the second is told. What is in doubt about it is
 * put away with that; its amount, where that is in doubt, is not believed. Where the booking is another one of the platform's already, and
 * both are told of the same click, it is a further booking of that; as it is where the person says so.
 * @throws Refusal `not_found`, `booking_decided`, `reference_taken` where another one is that booking, `invalid_request` for a booking
 * of another platform, or a further one of another click
 */
export async function matchPlatformBooking(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  now: Date,
  { actor, reason }: Decision,
  id: string,
  { booking_id: bookingId, further = false }: Meant,
) {
  return await decide(db, now, { actor, reason }, id, 'platform_booking_matched', async (tx, row) => {
    if (isMatched(row) && row.booking_id === bookingId && !further && row.state !== 'proposed') return false;
    if (row.state === 'settled' || (isMatched(row) && (further || row.booking_id !== bookingId))) throw decided(row);
    const booking = await lockBooking(tx, bookingId);
    if (!booking) throw new Refusal('not_found');
    await refuseOwn(tx, bookingId, actor.userId);
    if (booking.platform !== platforms[row.platform as PlatformName].bookings)
      throw new Refusal('invalid_request', { detail: 'body.booking_id: is a booking of another platform' });
    const meant = await meantBy(tx, row, bookingId, further);
    const keys = newsKeysOf(settings);
    const cause = { action: 'booking_decided', actor, reason, ofNews: true, contacts: keys.contacts } as const;
    if (!isMatched(row))
      await attach(tx, now, keys, row, { bookingId: meant, kind: 'decision', confidence: 100 }, cause);
    if (row.doubt) await putAway(tx, now, row.id, meant, cause);
    return true;
  });
}

/** The booking, or a further one of its click. @throws Refusal `reference_taken`, `invalid_request` */
async function meantBy(tx: Tx, row: PlatformBookingRow, bookingId: string, further: boolean): Promise<string> {
  const isOther = row.match_kind === 'evidence' && row.booking_id !== bookingId;
  // The proposed one has the reference by somebody's decision, and this one has not: the sale would count for both.
  if (isOther && (await hasReference(tx, row.booking_id!, row)) && !(await hasReference(tx, bookingId, row)))
    throw new Refusal('reference_taken');
  if (isMatched(row) || !(further || (await isTaken(tx, bookingId, row.id)))) return bookingId;
  const isFurther = row.click_id !== null && (await isTakenOfClick(tx, bookingId, row.click_id));
  if (!isFurther && further) throw new Refusal('invalid_request', { detail: 'body.further: is told of another click' });
  if (!isFurther) throw new Refusal('reference_taken');
  // As news of the click does, which may make one at this moment.
  await lockBookingKeys(tx, [row.click_id!]);
  return await makeFurtherOfClick(tx, bookingId, row);
}

/**
 * Puts away what a platform told of a booking that is none of ours, or what is in doubt of one that is.
 * @throws Refusal `not_found`, `booking_decided`
 */
export async function dismissPlatformBooking(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  now: Date,
  decision: Decision,
  id: string,
) {
  const { contacts } = newsKeysOf(settings);
  return await decide(db, now, decision, id, 'platform_booking_dismissed', async (tx, row) => {
    if (row.state === 'settled') return false;
    if (row.state === 'matched') throw decided(row);
    const cause = { action: 'booking_decided', ...decision, contacts } as const;
    if (isMatched(row)) await putAway(tx, now, row.id, row.booking_id!, cause);
    else {
      const unmatched = { match_kind: null, booking_id: null, confidence: null };
      await updatePlatformBooking(tx, row.id, { state: 'settled', ...unmatched });
      await followProposed(tx, now, row, null, cause);
    }
    return true;
  });
}

/** Decides what is in doubt of a booking: its commission waits for it no more. */
async function putAway(tx: Tx, now: Date, id: string, bookingId: string, cause: Cause): Promise<void> {
  await updatePlatformBooking(tx, id, { state: 'settled' });
  await askRules(tx, now, bookingId, cause.contacts);
  await followBooking(tx, now, bookingId, toLedger(cause));
}

/**
 * Takes what a platform told from the booking that it was matched with. That one waits as if nothing had been told of it, its commission is
 * taken back, and what it has of the other one is gone. Whose it is then, a person alone decides.
 * @throws Refusal `not_found`, `booking_decided` where it was matched with none
 */
export async function unmatchPlatformBooking(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  now: Date,
  decision: Decision,
  id: string,
) {
  return await decide(db, now, decision, id, 'platform_booking_unmatched', async (tx, row) => {
    if (!isMatched(row) && row.parted_at) return false;
    if (!isMatched(row)) throw decided(row);
    const booking = (await lockBooking(tx, row.booking_id!))!;
    const nobodys = { match_kind: null, booking_id: null, confidence: null, state: 'unmatched' };
    await updatePlatformBooking(tx, id, {
      ...nobodys,
      doubt: isOfAmount(row.doubt) ? row.doubt : null,
      parted_at: now,
    });
    const details = { check_in_date: null, check_in_time: null, check_out_date: null, guest_count: null };
    const amount_cents = assumedAmountCents[await findPriceRange(tx, booking.id)];
    const untold = {
      status: 'pending',
      amount_cents,
      estimated: true,
      reference: null,
      claimed_reference: null,
    } as const;
    const cause = { action: 'booking_corrected', ...decision, clawback: 'mistake' } as const;
    await changeBooking(tx, now, booking, { ...untold, ...details }, cause);
    await settle(tx, now, newsKeysOf(settings), (await lockPlatformBooking(tx, id))!, cause);
    return true;
  });
}

/** What a decision is about. */
const decidedOf = ({ state, booking_id }: PlatformBookingRow) => ({ state, booking_id });
const decided = ({ state }: PlatformBookingRow) => new Refusal('booking_decided', { status: state });

/** What an organisation earns is decided by nobody who is of it. @throws Refusal `own_account` */
async function refuseOwn(tx: Tx, bookingId: string, userId: string): Promise<void> {
  if (await isOwnCommission(tx, bookingId, userId)) throw new Refusal('own_account');
}

/** @param act does it, and says whether it was not done before */
async function decide(
  db: Db,
  now: Date,
  { actor: { userId: actorId, requestId }, reason }: Decision,
  id: string,
  action: string,
  act: (tx: Tx, row: PlatformBookingRow) => Promise<boolean>,
) {
  return await withTransaction(db, async (tx) => {
    const row = await lockPlatformBooking(tx, id);
    if (!row) throw new Refusal('not_found');
    if (row.booking_id !== null) await refuseOwn(tx, row.booking_id, actorId);
    const isDone = await act(tx, row);
    const subject = { kind: 'platform_booking', id };
    if (isDone) {
      const is = (await lockPlatformBooking(tx, id))!;
      const change = { before: decidedOf(row), after: { ...decidedOf(is), reason } };
      await recordAudit(tx, now, { action, actorId, subject, ...change, requestId });
    }
    return (await listPlatformBookings(tx, { sort: '-news', id })).rows[0]!;
  });
}
