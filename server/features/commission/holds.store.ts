import { sql, type Updateable } from 'kysely';
import type { HoldState } from '../../../contract/commission-states.ts';
import type { Tables } from '../../../db/schema.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { isOf } from './own-organisation.store.ts';

/** Opens a hold, unless its rule has held this booking before. @returns whether it did */
export async function insertHold(
  tx: Tx,
  now: Date,
  { bookingId, rule, details }: { bookingId: string; rule: string; details: unknown },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into commission_holds (booking_id, rule, details, opened_at)
    select ${bookingId}::uuid, ${rule}, ${JSON.stringify(details)}::jsonb, ${now}::timestamptz
    where not exists (select from commission_holds where booking_id = ${bookingId} and rule = ${rule})`.execute(tx);
  return numAffectedRows === 1n;
}

export interface TakenOver {
  id: string;
  rule: string;
  state: HoldState;
}

/** Gives a booking the open and voided holds of another, as they are, but those of rules that have held it before. */
export async function copyHolds(tx: Tx, from: string, to: string): Promise<TakenOver[]> {
  const { rows } = await sql<TakenOver>`
    insert into commission_holds
      (booking_id, rule, details, state, opened_at, decided_by, decided_at, decision_reason, taken_over_from)
    select ${to}::uuid, h.rule, h.details, h.state, h.opened_at, h.decided_by, h.decided_at, h.decision_reason, h.id
    from commission_holds h where h.booking_id = ${from}::uuid and h.state in ('open', 'voided')
      and not exists (select from commission_holds own where own.booking_id = ${to}::uuid and own.rule = h.rule)
    order by h.opened_at, h.id returning id, rule, state`.execute(tx);
  return rows;
}

export async function findBookingOfHold(db: Db, id: string): Promise<string | undefined> {
  const row = db.selectFrom('commission_holds').select('booking_id').where('id', '=', id);
  return (await row.executeTakeFirst())?.booking_id;
}

export async function findHold(db: Db, id: string): Promise<HoldState | undefined> {
  const row = db.selectFrom('commission_holds').select('state').where('id', '=', id);
  return (await row.executeTakeFirst())?.state as HoldState | undefined;
}

/** Holds that there are, by their bookings: whoever decides several at once takes these in one order. */
export async function findInLockOrder(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from commission_holds where id = any(${ids}::uuid[]) order by booking_id, id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether one of these is on a commission of an organisation that somebody is of. */
export async function isAnyOwnHold(db: Db, ids: readonly string[], userId: string): Promise<boolean> {
  const { rows } = await sql`select from commission_holds h join commissions c on c.booking_id = h.booking_id
    where h.id = any(${ids}::uuid[]) and ${isOf(sql`c.organisation_id`, userId)} limit 1`.execute(db);
  return rows.length > 0;
}

export async function updateHold(tx: Tx, id: string, decision: Updateable<Tables['commission_holds']>): Promise<void> {
  await tx.updateTable('commission_holds').set(decision).where('id', '=', id).execute();
}
