import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { findChangedDays, partnerEarned } from '../analytics/analytics.ts';

interface Overview {
  estimated: number;
  pending: number;
  held: number;
  payable: number;
  paid: number;
  paid_before: number;
  top: { id: string; organization_name: string; bookings: number; cents: number }[];
}

const standing = (
  state: string,
) => sql`coalesce((select sum(b.cents) from ledger_accounts a join ledger_balances b on b.account_id = a.id
  where a.kind = 'partner' and a.state = ${sql.lit(state)}), 0)::bigint`;

const paidIn = (time: RawBuilder<unknown>) => sql`(select coalesce(sum(e.cents), 0)::bigint
  from ledger_accounts a join ledger_entries e on e.to_account = a.id
  where a.kind = 'partner' and a.state = 'paid' and e.kind = 'paid' and ${time})`;

interface Span {
  from: Date;
  until: Date;
}

/**
 * What stands on the accounts of all partners, what was paid to them since a moment and in a span before, and those who earned most by bookings of
 * [from, until), in cents.
 */
export async function findOverview(
  db: Db,
  { monthStart, before, from, until, most }: { monthStart: Date; before: Span; most: number } & Span,
): Promise<Overview> {
  const changed = await findChangedDays(db);
  const { rows } = await sql<Overview>`
    select ${standing('estimated')} as estimated, ${standing('pending')} as pending, ${standing('held')} as held,
      ${standing('payable')} as payable,
      ${paidIn(sql`e.posted_at >= ${monthStart}`)} as paid,
      ${paidIn(sql`e.posted_at >= ${before.from} and e.posted_at < ${before.until}`)} as paid_before,
      (select coalesce(jsonb_agg(t order by t.cents desc, t.organization_name, t.id), '[]') from (
        select o.id, o.name as organization_name, sum(e.earning)::integer as bookings, sum(e.cents)::bigint as cents
        from (${partnerEarned({ from, until, changed })}) as e join organisations o on o.id = e.organisation_id
        where e.earning > 0 group by o.id order by sum(e.cents) desc, o.name, o.id limit ${most}) as t) as top`.execute(
    db,
  );
  return rows[0]!;
}
