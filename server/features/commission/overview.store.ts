import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { isEarning } from './commissions.store.ts';

interface Overview {
  estimated: number;
  pending: number;
  held: number;
  payable: number;
  paid: number;
  top: { id: string; organization_name: string; bookings: number; cents: number }[];
}

const standing = (
  state: string,
) => sql`coalesce((select sum(b.cents) from ledger_accounts a join ledger_balances b on b.account_id = a.id
  where a.kind = 'partner' and a.state = ${sql.lit(state)}), 0)::bigint`;

/**
 * What stands on the accounts of all partners, what was paid to them since a moment, and those who earned most by bookings of
 * [from, until), in cents.
 */
export async function findOverview(
  db: Db,
  { monthStart, from, until, most }: { monthStart: Date; from: Date; until: Date; most: number },
): Promise<Overview> {
  const { rows } = await sql<Overview>`
    select ${standing('estimated')} as estimated, ${standing('pending')} as pending, ${standing('held')} as held,
      ${standing('payable')} as payable,
      (select coalesce(sum(e.cents), 0)::bigint from ledger_accounts a join ledger_entries e on e.to_account = a.id
        where a.kind = 'partner' and a.state = 'paid' and e.kind = 'paid' and e.posted_at >= ${monthStart}) as paid,
      (select coalesce(jsonb_agg(t order by t.cents desc, t.organization_name, t.id), '[]') from (
        select o.id, o.name as organization_name, count(*)::integer as bookings, sum(c.partner_cents)::bigint as cents
        from bookings b join commissions c on c.booking_id = b.id join organisations o on o.id = c.organisation_id
        where b.booked_at >= ${from} and b.booked_at < ${until} and b.status in ('confirmed', 'completed') and not b.estimated
          and ${isEarning} and c.partner_cents > 0
        group by o.id order by sum(c.partner_cents) desc, o.name, o.id limit ${most}) as t) as top`.execute(db);
  return rows[0]!;
}
