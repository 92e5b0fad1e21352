import { type RawBuilder, sql } from 'kysely';
import { hawaiiZone } from '../../../contract/hawaii-time.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Grain } from './rollup-figures.store.ts';

/** What bookings earn whose amount is told. */
export interface Earned {
  /** How many they are, and what was paid for them. */
  told: number;
  told_cents: number;
  /** What they earn their partners, and what platforms pay for them, of which that is a part. */
  partner_cents: number;
  platform_cents: number;
}

const sums = (...names: RawBuilder<unknown>[]) => sql`coalesce(${names[0]}, 0)::integer as told,
  ${sql.join(
    ['told_cents', 'partner_cents', 'platform_cents'].map(
      (name, at) => sql`coalesce(${names[at + 1]}, 0)::bigint as ${sql.ref(name)}`,
    ),
    sql`, `,
  )}`;

/** Counted from the bookings and their commissions, as the ledger has them; a commission that is voided is all the house's. */
const counted = (from: RawBuilder<unknown>, until: RawBuilder<unknown>) => sql`
  select date_trunc('day', b.booked_at, ${sql.lit(hawaiiZone)}) as day, ${sums(
    sql`count(*)`,
    sql`sum(b.amount_cents)`,
    sql`sum(c.partner_cents) filter (where c.basis in ('pending', 'earned'))`,
    sql`sum(c.platform_cents) filter (where c.basis in ('pending', 'earned'))`,
  )}
  from bookings b left join commissions c on c.booking_id = b.id
  where b.booked_at >= ${from} and b.booked_at < ${until} and b.status in ('confirmed', 'completed') and not b.estimated
  group by 1`;

/** Adds up the days of [from, to) again. */
export async function replaceEarnedDays(tx: Tx, from: Date, to: Date): Promise<void> {
  await sql`delete from earned_days where day >= ${from} and day < ${to}`.execute(tx);
  await sql`insert into earned_days (day, told, told_cents, partner_cents, platform_cents)
    ${counted(sql`${from}::timestamptz`, sql`${to}::timestamptz`)}`.execute(tx);
}

/** What all bookings of [from, until) earn: of whole days, which are added up once they are closed, or of any instants. */
export async function sumEarned(db: Db, span: { from: Date; until: Date; grain: Grain }): Promise<Earned> {
  const [from, until] = [sql`${span.from}::timestamptz`, sql`${span.until}::timestamptz`];
  const open = sql`greatest(${from}, (select date_trunc('day', closed_until, ${sql.lit(hawaiiZone)}) from rollup_state))`;
  const days =
    span.grain === 'hour'
      ? counted(from, until)
      : sql`select told, told_cents, partner_cents, platform_cents from earned_days where day >= ${from} and day < ${until} and day < ${open} union all
          select told, told_cents, partner_cents, platform_cents from (${counted(open, until)}) as live`;
  const { rows } = await sql<Earned>`select ${sums(
    ...['told', 'told_cents', 'partner_cents', 'platform_cents'].map((name) => sql`sum(${sql.ref(name)})`),
  )} from (${days}) as d`.execute(db);
  return rows[0]!;
}
