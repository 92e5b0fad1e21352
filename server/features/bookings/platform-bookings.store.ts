import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { PlatformBookingState } from '../../../contract/platform-bookings.ts';
import type { Tables } from '../../../db/schema.ts';
import { advisoryLocks } from '../../platform/database/advisory-locks.ts';
import { deleteInBatches } from '../../platform/database/batches.store.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { byInstant, contains, findPage } from '../../platform/lists.store.ts';
import type { Page } from '../../platform/lists.ts';
import {
  type Called,
  isCalled,
  isReferenceOf,
  notByIndex,
  type PlatformName,
  referenceKey,
} from '../platforms/platforms.ts';

type Table = Tables['platform_bookings'];
export type PlatformBookingRow = Selectable<Table>;
export type PlatformBookingChange = Updateable<Table>;

/**
 * Holds what may be called by one of these names until the transaction ends: news of a booking, and a traveler who says that it is
 * theirs, do not pass each other unseen.
 */
export async function lockBookingKeys(tx: Tx, keys: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.bookingKeys}, hash) from
    (select distinct hashtext(key) as hash from unnest(${keys}::text[]) key order by 1) locked`.execute(tx);
}

/** Rows that are held against other changes until the transaction ends. */
async function lockWhere(tx: Tx, condition: RawBuilder<unknown>): Promise<PlatformBookingRow[]> {
  const { rows } = await sql<PlatformBookingRow>`
    select id, platform, supplier, reference, reference_keys, status, amount_cents, amount_version, amount_told, currency, doubt,
      doubt_version, travel_date, travel_time, guest_count, item_id, item_name, email_hash, mailbox_hash, click_id, affiliate,
      booked_at, rebooked_from, rebooked_to, version, version_digest, undated, first_news_at, last_news_at, state, match_kind,
      confidence, booking_id, parted_at
    from platform_bookings where ${condition} order by id for update`.execute(tx);
  return rows;
}

export const lockPlatformBooking = async (tx: Tx, id: string) => (await lockWhere(tx, sql`id = ${id}::uuid`))[0];

/** Of the platform and the supplier. A message, or a row from before, may say nothing of the supplier. */
export const mayBeOf = ({ platform, supplier }: Pick<PlatformBookingRow, 'platform' | 'supplier'>) =>
  sql`(${notByIndex('platform')} = ${platform} and (${notByIndex('supplier')} in (${supplier}, '') or ${supplier} = ''))`;

/** The same of a booking of ours `b`, whose link may not say it: found by its reference alone, as most indexes begin with what may not be known. */
export const mayBeAt = (platform: RawBuilder<unknown>, supplier: RawBuilder<unknown>) =>
  sql`(b.platform || '' = ${platform} and (b.supplier || '' in (${supplier}, '') or ${supplier} = ''))`;

/** What a message calls a booking: all of its names, where by each of them it may be known. */
export interface BookingNames {
  platform: PlatformName;
  /** Empty where the message says nothing of it. */
  supplier: string;
  reference: string;
  referenceKeys: readonly string[];
  /** That of the names which no other booking anywhere has. */
  identity: string | undefined;
}

/** All that may be the booking which a message names: of its supplier, or of none that is known, or of any by its identity. */
export const lockPlatformBookingsOf = (
  tx: Tx,
  { platform, supplier, reference, referenceKeys, identity }: BookingNames,
): Promise<PlatformBookingRow[]> =>
  lockWhere(
    tx,
    sql`(platform = ${platform} and supplier = ${supplier} and reference = ${reference}
      or ${isCalled([platform], reference, referenceKeys)}
      and (${mayBeOf({ platform, supplier })} or reference_keys @> array[${identity ?? null}]::text[]))`,
  );

const isNobodys = sql`(match_kind is null or match_kind = 'evidence')`;
const isUnmatched = sql`${isNobodys} and state <> 'settled'`;

/** What somebody calls a booking, and whose it may be. */
interface CalledSo {
  written: string;
  keys: readonly string[];
  platforms: readonly PlatformName[];
}

/** Those that nobody's booking is yet and that may be called so. */
export const lockUnmatchedCalled = (tx: Tx, { written, keys, platforms }: CalledSo) =>
  lockWhere(tx, sql`${isCalled(platforms, written, keys)} and ${isUnmatched}`);

/** Those that nobody's booking is, also where a person has put them away. */
export const lockNobodysCalled = (tx: Tx, { written, keys, platforms }: CalledSo) =>
  lockWhere(tx, sql`${isCalled(platforms, written, keys)} and ${isNobodys}`);

/** What its platform has told of a booking of ours, where a person is asked about it, or it is called off. */
export const lockDoubted = (tx: Tx, bookingId: string) =>
  lockWhere(
    tx,
    sql`booking_id = ${bookingId}::uuid and match_kind <> 'evidence' and (state = 'proposed' or status = 'cancelled')`,
  );

/** Those that nobody's booking is yet and that tell of a click. */
export const lockUnmatchedOfClick = (tx: Tx, clickId: string) =>
  lockWhere(tx, sql`click_id = ${clickId} and ${isUnmatched}`);

/** Says that it is not null, too: else the planner, who does not know the names, cannot take the index of those that were rebooked. */
const isRebookedFrom = (keys: readonly string[]) => sql`rebooked_from is not null and rebooked_from = any(${keys})`;

/** What one was rebooked to, where that is nobody's yet. */
export const lockUnmatchedAfter = (tx: Tx, row: PlatformBookingRow) =>
  lockWhere(tx, sql`${isRebookedFrom(row.reference_keys)} and ${mayBeOf(row)} and ${isUnmatched}`);

/**
 * What one was rebooked from, where its platform's word of that has not come.
 * @param isGoingOn whether it is told only now as what that goes on as: then also what was called off, and a person is asked whether it stands
 */
export const lockRebookedFrom = (
  tx: Tx,
  { id, platform, supplier, rebooked_from }: PlatformBookingRow,
  isGoingOn: boolean,
) =>
  lockWhere(
    tx,
    sql`reference_keys @> array[${rebooked_from}::text] and id <> ${id}::uuid
      and (status <> 'cancelled' or ${isGoingOn}::boolean and doubt = 'final' and state = 'proposed')
      and ${mayBeOf({ platform, supplier })}`,
  );

/** All that one was rebooked from, after however many steps, where it is ours by somebody's decision although its platform has called it off. */
export const lockDecidedBefore = (tx: Tx, { id, platform, supplier, rebooked_from }: PlatformBookingRow) =>
  lockWhere(
    tx,
    sql`id <> ${id}::uuid and ${mayBeOf({ platform, supplier })} and id in (
      with recursive earlier as (
        select p.id, p.rebooked_from from platform_bookings p where p.reference_keys @> array[${rebooked_from}::text]
        union
        select p.id, p.rebooked_from from earlier join platform_bookings p
          on earlier.rebooked_from is not null and p.reference_keys @> array[earlier.rebooked_from])
      select earlier.id from earlier)
      and status = 'cancelled' and doubt = 'final' and state = 'settled' and match_kind <> 'evidence'
      and exists (select from bookings b where b.id = platform_bookings.booking_id and b.status <> 'cancelled')`,
  );

type Rebookable = { id: string | null } & Pick<PlatformBookingRow, 'platform' | 'supplier' | 'reference_keys'>;

/** Whether another one was rebooked from what goes by one of these names. */
export async function isRebooked(tx: Tx, row: Rebookable): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from platform_bookings
    where ${isRebookedFrom(row.reference_keys)} and id is distinct from ${row.id}::uuid and ${mayBeOf(row)}) as found`.execute(
    tx,
  );
  return rows[0]!.found;
}

/** Whether it goes on as another one that stands, after however many steps. */
export async function goesOn(tx: Tx, row: Rebookable): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    with recursive later as (
      select id, status, reference_keys from platform_bookings
        where ${isRebookedFrom(row.reference_keys)} and id is distinct from ${row.id}::uuid and ${mayBeOf(row)}
      union
      select platform_bookings.id, platform_bookings.status, platform_bookings.reference_keys from later join platform_bookings
        on rebooked_from is not null and rebooked_from = any(later.reference_keys) and ${mayBeOf(row)})
    select exists (select from later where status <> 'cancelled') as found`.execute(tx);
  return rows[0]!.found;
}

export async function insertPlatformBooking(tx: Tx, row: Insertable<Table>): Promise<string> {
  return (await tx.insertInto('platform_bookings').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

/** Takes one away that is the same as another: what statements have told of it is told of that one. */
export async function deletePlatformBooking(tx: Tx, id: string, same: string): Promise<void> {
  await tx
    .updateTable('statement_rows')
    .set({ platform_booking_id: same })
    .where('platform_booking_id', '=', id)
    .execute();
  await tx.deleteFrom('platform_bookings').where('id', '=', id).execute();
}

export async function updatePlatformBooking(tx: Tx, id: string, change: PlatformBookingChange): Promise<void> {
  await tx.updateTable('platform_bookings').set(change).where('id', '=', id).execute();
}

/** Whether a booking still lacks the reference that its traveler claims, though a platform has told of that. */
export async function isClaimRefuted(
  tx: Tx,
  { bookingId, claimed, platforms }: { bookingId: string; claimed: string; platforms: readonly PlatformName[] },
): Promise<boolean> {
  const { rows } = await sql`select from bookings b where b.id = ${bookingId}::uuid and b.reference is null
    and exists (select from platform_bookings where ${isCalled(platforms, claimed, [referenceKey(claimed)])}
      and ${notByIndex('supplier')} in (b.supplier, ''))`.execute(tx);
  return rows.length > 0;
}

/**
 * Whether another booking that may be of the same company goes by a reference, by its own or by that of what its platform has told of it.
 * A link may not say of which company it is.
 */
export async function isReferenceTaken(tx: Tx, bookingId: string, called: Called): Promise<boolean> {
  const { reference, reference_keys } = called;
  if (reference_keys.length === 0) return false;
  const { rows } = await sql`select from bookings own where own.id = ${bookingId}::uuid and (
    exists (select from bookings b where ${mayBeAt(sql`own.platform`, sql`own.supplier`)}
      and b.id <> own.id and b.reference is not null and ${isReferenceOf('b.reference', called)})
    or exists (select from platform_bookings where ${isCalled([called.platform], reference, reference_keys)}
      and (${notByIndex('supplier')} in (own.supplier, '') or own.supplier = '')
      and match_kind <> 'evidence' and booking_id <> own.id))`.execute(tx);
  return rows.length > 0;
}

/** Whether another one is matched with a booking. */
export async function isTaken(tx: Tx, bookingId: string, except: string): Promise<boolean> {
  const { rows } = await sql`select from platform_bookings
    where booking_id = ${bookingId}::uuid and match_kind <> 'evidence' and id <> ${except}::uuid`.execute(tx);
  return rows.length > 0;
}

export interface PlatformBookingFilter {
  id?: string | undefined;
  search?: string | undefined;
  state?: PlatformBookingState | undefined;
  platform?: PlatformName | undefined;
}

/** One as a list tells of it. */
export interface ListedPlatformBooking extends PlatformBookingRow {
  transaction_id: string | null;
  experience_name: string | null;
  booking_status: string | null;
  email: string | null;
}

export async function findPlatformBookings(db: Db, filter: PlatformBookingFilter, page: Page) {
  const { id, search, state, platform } = filter;
  const matching: RawBuilder<unknown>[] = [];
  if (id) matching.push(sql`p.id = ${id}::uuid`);
  if (search) matching.push(contains(sql`concat_ws(' ', p.reference, p.item_id, p.item_name)`, search));
  if (state) matching.push(sql`p.state = ${state}`);
  if (platform) matching.push(sql`p.platform = ${platform}`);
  return await findPage<ListedPlatformBooking>(
    db,
    {
      from: sql`platform_bookings p left join bookings b on b.id = p.booking_id left join listings l on l.id = b.listing_id
        left join users u on u.id = b.user_id`,
      id: sql`p.id`,
      matching,
      order: byInstant(sql`p.last_news_at`),
      columns: sql`p.id, p.platform, p.supplier, p.reference, p.status, p.amount_cents, p.amount_told, p.currency, p.doubt,
        p.travel_date, p.travel_time, p.guest_count, p.item_id, p.item_name, p.rebooked_from, p.rebooked_to, p.state, p.match_kind,
        p.confidence, p.booking_id, p.first_news_at, p.last_news_at, b.transaction_id, b.status as booking_status,
        l.name as experience_name, u.email`,
    },
    page,
  );
}

/** Forgets what was told before an instant of bookings that are nobody's. */
export async function deleteUnmatchedBefore(db: Db, instant: Date): Promise<void> {
  await deleteInBatches(db, 'platform_bookings', {
    where: sql`${isNobodys} and last_news_at < ${instant}`,
    orderBy: sql`last_news_at`,
  });
}
