import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { isDoubted } from './commissions.store.ts';
import { isOf } from './own-organisation.store.ts';

/** Whether a booking `b` is on hold, or its amount is not certain. */
const isUncertain = sql`(b.estimated or ${isDoubted}
  or exists (select from commission_holds h where h.booking_id = b.id and h.state = 'open'))`;

/** What one payout takes in at most, unless it takes more to come to what is paid at least; the rest waits for the next run. */
const mostBookings = 5_000;

/** Partners, one after another by id, that a run pays: active ones to whom anything is due, and those it has a payout of already. */
export async function findPayees(db: Db, runId: string, after: string, limit: number) {
  const { rows } = await sql<{ id: string; name: string }>`
    select o.id, o.name from organisations o where o.kind = 'partner' and o.id > ${after}::uuid
      and (o.state = 'active' and exists (select from commissions c where c.organisation_id = o.id and c.due_cents <> 0)
        or exists (select from payouts p where p.run_id = ${runId} and p.organisation_id = o.id))
    order by o.id limit ${limit}`.execute(db);
  return rows;
}

/** To whom payouts go. */
export interface Payee {
  name: string;
  /** From how many cents on they are paid. */
  minimum: number;
  isActive: boolean;
}

/** Holds an organisation: of payouts of one at once the second waits for the first. */
export async function lockPayee(tx: Tx, organisationId: string): Promise<Payee> {
  const { rows } = await sql<Payee>`
    select name, minimum_payout_cents as minimum, state = 'active' as "isActive" from organisations where id = ${organisationId}
    for no key update`.execute(tx);
  return rows[0] ?? { name: '', minimum: 0, isActive: false };
}

export async function findPayoutOfRun(db: Db, runId: string, organisationId: string) {
  return await db
    .selectFrom('payouts')
    .select(['id', 'cents'])
    .where('run_id', '=', runId)
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();
}

export interface Due {
  booking_id: string;
  rate_card_id: number;
  cents: number;
}

/**
 * What is due to an organisation of the bookings that its next payout takes, held until the transaction ends: all that is asked back, then
 * the largest amounts.
 * @param minimum in cents: whether it is reached is judged by all that is due, and nothing is left out by which it is
 */
export async function lockDue(tx: Tx, organisationId: string, minimum: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    with ranked as (
      select booking_id, row_number() over taken as place,
        coalesce(sum(due_cents) over (taken rows between unbounded preceding and 1 preceding), 0) as cents_before
      from commissions where organisation_id = ${organisationId} and due_cents <> 0
      window taken as (order by due_cents > 0, due_cents desc, booking_id)
    )
    select booking_id, rate_card_id, due_cents as cents from commissions
    where organisation_id = ${organisationId} and due_cents <> 0
      and booking_id in (select booking_id from ranked where place <= ${mostBookings} or cents_before < greatest(${minimum}::bigint, 1))
    order by booking_id for update`.execute(tx);
  return rows;
}

export interface NewPayout {
  organisation_id: string;
  run_id: string;
  cents: number;
  prepared_by: string;
  prepared_at: Date;
  /** Whether somebody else could have released it. */
  had_another: boolean;
}

export async function insertPayout(tx: Tx, payout: NewPayout): Promise<string> {
  return (await tx.insertInto('payouts').values(payout).returning('id').executeTakeFirstOrThrow()).id;
}

/** What the entries of a payout have in common. */
export interface PayoutPosting {
  payoutId: string;
  now: Date;
  actorId: string;
  cause: string;
}

/** Takes what is due out of payable, in one statement; what is asked back goes the other way. */
export async function takeOutOfPayable(
  tx: Tx,
  { payoutId, now, actorId, cause }: PayoutPosting,
  { payable, inPayout }: { payable: number; inPayout: number },
  due: readonly Due[],
): Promise<void> {
  await sql`
    with item as (
      select booking_id, rate_card_id, cents from unnest(${due.map((one) => one.booking_id)}::uuid[], ${due.map((one) => one.rate_card_id)}::integer[],
        ${due.map((one) => one.cents)}::bigint[]) as item (booking_id, rate_card_id, cents)
    ), taken as (
      update commissions c set paid_out_cents = c.paid_out_cents + item.cents from item where c.booking_id = item.booking_id
    )
    insert into ledger_entries (posted_at, kind, from_account, to_account, cents, booking_id, payout_id, rate_card_id, actor_id, cause)
    select ${now}::timestamptz, 'payout', case when cents > 0 then ${payable}::integer else ${inPayout}::integer end,
      case when cents > 0 then ${inPayout}::integer else ${payable}::integer end, abs(cents), booking_id, ${payoutId}::uuid,
      rate_card_id, ${actorId}::uuid, ${cause}
    from item`.execute(tx);
}

/** Says that what a payout took was paid. */
export async function markAsPaid(
  tx: Tx,
  { payoutId, now, actorId, cause }: PayoutPosting,
  { inPayout, paid }: { inPayout: number; paid: number },
): Promise<void> {
  await sql`
    insert into ledger_entries (posted_at, kind, from_account, to_account, cents, booking_id, payout_id, rate_card_id, actor_id, cause)
    select ${now}::timestamptz, 'paid', case when to_account = ${inPayout} then ${inPayout}::integer else ${paid}::integer end,
      case when to_account = ${inPayout} then ${paid}::integer else ${inPayout}::integer end, cents, booking_id, payout_id,
      rate_card_id, ${actorId}::uuid, ${cause}
    from ledger_entries where payout_id = ${payoutId} and kind = 'payout' order by id`.execute(tx);
}

/** Puts what a payout took back into payable. */
export async function putBack(tx: Tx, { payoutId, now, actorId, cause }: PayoutPosting): Promise<void> {
  await sql`
    with item as (
      select e.id, e.from_account, e.to_account, e.cents, e.booking_id, e.payout_id, e.rate_card_id, a.state = 'in_payout' as is_taken
      from ledger_entries e join ledger_accounts a on a.id = e.to_account where e.payout_id = ${payoutId} and e.kind = 'payout'
    ), returned as (
      update commissions c set paid_out_cents = c.paid_out_cents - case when item.is_taken then item.cents else -item.cents end
      from item where c.booking_id = item.booking_id
    )
    insert into ledger_entries (posted_at, kind, from_account, to_account, cents, booking_id, payout_id, rate_card_id, reverses,
      actor_id, cause)
    select ${now}::timestamptz, 'payout_back', to_account, from_account, cents, booking_id, payout_id, rate_card_id, id,
      ${actorId}::uuid, ${cause}
    from item order by id`.execute(tx);
}

/** Bookings of which something is asked back from an organisation, in the order of their ids; held. */
export async function lockAskedBack(tx: Tx, organisationId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select b.id from bookings b where b.id in
      (select c.booking_id from commissions c where c.organisation_id = ${organisationId} and c.due_cents < 0)
    order by b.id for no key update`.execute(tx);
  return rows.map(({ id }) => id);
}

/** A payout's bookings with something to be followed anew once it is withdrawn, in the order of their ids; held. */
export async function lockBookingsOfPayout(tx: Tx, payoutId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select b.id from bookings b where b.id in
      (select e.booking_id from ledger_entries e where e.payout_id = ${payoutId} and e.kind = 'payout')
    order by b.id for no key update`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Which of these are on hold, or wait: for a day that has not come, or for their amount. */
export async function findUnsettled(db: Db, bookingIds: readonly string[], today: string): Promise<string[]> {
  const { rows } = await sql<{ booking_id: string }>`
    select c.booking_id from commissions c join bookings b on b.id = c.booking_id
    where c.booking_id = any(${bookingIds}::uuid[]) and (c.payable_on > ${today}::date or ${isUncertain}) order by 1`.execute(
    db,
  );
  return rows.map(({ booking_id }) => booking_id);
}

export interface LockedPayout {
  id: string;
  organisation_id: string;
  cents: number;
  state: string;
  prepared_by: string;
}

/** Payouts held until the transaction ends. */
export async function lockPayout(tx: Tx, id: string): Promise<LockedPayout | undefined> {
  return await tx
    .selectFrom('payouts')
    .select(['id', 'organisation_id', 'cents', 'state', 'prepared_by'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function settlePayout(tx: Tx, id: string, state: string, by: string, at: Date): Promise<void> {
  await tx.updateTable('payouts').set({ state, settled_by: by, settled_at: at }).where('id', '=', id).execute();
}

/**
 * Of payouts those that somebody prepared themselves, alone or not, those that another one prepared while they were no administrator, and
 * those of an organisation that they are of.
 */
export async function findOwnPayouts(db: Db, ids: readonly string[], userId: string) {
  const { rows } = await sql<{ prepared: boolean; prepared_among_others: boolean; too_late: boolean; member: boolean }>`
    select coalesce(bool_or(p.state = 'prepared' and p.prepared_by = ${userId}), false) as prepared,
      coalesce(bool_or(p.state = 'prepared' and p.prepared_by = ${userId} and p.had_another), false) as prepared_among_others,
      coalesce(bool_or(p.state = 'prepared' and p.prepared_by <> ${userId} and not ${userId} = any(p.admins)), false) as too_late,
      coalesce(bool_or(${isOf(sql`p.organisation_id`, userId)}), false) as member
    from payouts p where p.id = any(${ids}::uuid[])`.execute(db);
  return rows[0]!;
}
