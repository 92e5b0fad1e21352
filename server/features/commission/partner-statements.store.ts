import { sql } from 'kysely';
import { type Db, type Tx, withTransaction } from '../../platform/database/database.ts';
import { grantedTo } from '../../platform/organisations/memberships.ts';
import type { Moved, StatementLine } from './statements.store.ts';

/** The month that becomes final next, as its first day; the first time this one, so that the past before it is made final for nobody. */
export async function findOpenMonth(db: Db, thisMonth: string): Promise<string> {
  return await withTransaction(db, async (tx) => {
    await sql`insert into statement_months (month) select ${thisMonth}::date where not exists (select from statement_months)
      on conflict do nothing`.execute(tx);
    const open = tx.selectFrom('statement_months').select('month').where('done_at', 'is', null);
    return (await open.orderBy('month').limit(1).executeTakeFirstOrThrow()).month;
  });
}

/** Nothing is posted into a month that is over from now on. */
export async function closeMonth(db: Db, month: string, now: Date): Promise<void> {
  await sql`select close_ledger_month(${month}::date, ${now})`.execute(db);
}

/**
 * Goes on to the month after one.
 * @param isDone whether all of the month's statements are made; where not, it is begun with the next time
 * @returns the next month
 */
export async function endMonth(db: Db, month: string, now: Date, isDone: boolean): Promise<string> {
  return await withTransaction(db, async (tx) => {
    const open = tx.updateTable('statement_months').set({ done_at: now }).where('month', '=', month);
    if (isDone) await open.where('done_at', 'is', null).execute();
    const { rows } = await sql<{ month: string }>`
      with next as (select (${month}::date + interval '1 month')::date as month),
        made as (insert into statement_months (month) select month from next on conflict do nothing)
      select month from next`.execute(tx);
    return rows[0]!.month;
  });
}

/** Partners that were ever owed something and have no statement of a month. */
export async function findUnstated(db: Db, month: string, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct a.organisation_id as id from ledger_accounts a
    where a.state in ('payable', 'in_payout') and a.organisation_id > ${after}
      and not exists (select from partner_statements s where s.organisation_id = a.organisation_id and s.month = ${month}::date)
    order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export interface NewStatement extends Moved {
  organisationId: string;
  month: string;
  name: string;
  opening: number;
  lines: readonly StatementLine[];
}

/** Keeps a statement with its lines. @returns whether there was none yet */
export async function insertStatement(tx: Tx, given: NewStatement, now: Date): Promise<boolean> {
  const { organisationId: organisation_id, month, name, opening, earned, clawed_back, paid, lines } = given;
  const made = await tx
    .insertInto('partner_statements')
    .values({
      ...{ organisation_id, month, name, made_at: now, line_count: lines.length },
      ...{ opening_cents: opening, earned_cents: earned, clawed_back_cents: clawed_back, paid_cents: paid },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('month')
    .executeTakeFirst();
  if (!made) return false;
  // As one value, however many there are.
  await sql`insert into partner_statement_lines (organisation_id, month, position, booking_id, experience, booked_on, travel_day,
      amount_cents, partner_share, earned_cents, clawed_back_cents, paid_cents)
    select ${organisation_id}, ${month}::date, position, booking_id, experience, booked_on, travel_day, amount_cents, partner_share,
      earned, clawed_back, paid
    from rows from (jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as (booking_id uuid, experience text, booked_on date,
      travel_day date, amount_cents bigint, partner_share numeric, earned bigint, clawed_back bigint, paid bigint)) with ordinality
      as line (booking_id, experience, booked_on, travel_day, amount_cents, partner_share, earned, clawed_back, paid, position)`.execute(
    tx,
  );
  return true;
}

/** A statement that is final, without its lines. */
export async function findFinalStatement(db: Db, organisationId: string, month: string) {
  return await db
    .selectFrom('partner_statements')
    .select(['name', 'opening_cents as opening', 'earned_cents as earned', 'clawed_back_cents as clawed_back'])
    .select(['paid_cents as paid', 'line_count', 'made_at'])
    .where('organisation_id', '=', organisationId)
    .where('month', '=', month)
    .executeTakeFirst();
}

/** The first lines of a final statement; all of them without a limit. */
export async function findFinalLines(
  db: Db,
  organisationId: string,
  month: string,
  limit: number | null,
): Promise<StatementLine[]> {
  const lines = db
    .selectFrom('partner_statement_lines')
    .select(['booking_id', 'experience', 'booked_on', 'travel_day', 'amount_cents', 'partner_share'])
    .select(['earned_cents as earned', 'clawed_back_cents as clawed_back', 'paid_cents as paid'])
    .where('organisation_id', '=', organisationId)
    .where('month', '=', month)
    .orderBy('position');
  return await (limit === null ? lines : lines.limit(limit)).execute();
}

/** The active members of an active partner or advertiser, with what they are and may do and what its owner may, and the language of each. */
export async function findReaders(db: Db, organisationId: string) {
  return await db
    .selectFrom('members as m')
    .innerJoin('organisations as o', 'o.id', 'm.organisation_id')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .leftJoin('profiles as p', 'p.user_id', 'm.user_id')
    .select(['u.email', 'u.language', 'm.standing', 'm.permissions', grantedTo('o.id').as('granted')])
    .where('o.id', '=', organisationId)
    .where('o.state', '=', 'active')
    .where((where) => where.or([where('p.is_active', 'is', null), where('p.is_active', '=', true)]))
    .orderBy('u.email')
    .execute();
}
