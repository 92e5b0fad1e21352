import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { changedDays, openDay } from './changed-days.store.ts';
import { type Grain, startOf } from './rollup-figures.store.ts';

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

const isTold = sql`b.status in ('confirmed', 'completed') and not b.estimated`;
const dayOfBooking = sql.raw(startOf('day', 'b.booked_at'));
const open = sql.raw(openDay);

/**
 * Counted from the bookings and their commissions, as the ledger has them; a commission that is voided is all the house's. A commission has the
 * time of its booking, by which both are found in its order.
 */
const counted = (from: RawBuilder<unknown>, until: RawBuilder<unknown>) => sql`
  select ${dayOfBooking} as day, ${sums(
    sql`count(*)`,
    sql`sum(b.amount_cents)`,
    sql`sum(c.partner_cents) filter (where c.basis in ('pending', 'earned'))`,
    sql`sum(c.platform_cents) filter (where c.basis in ('pending', 'earned'))`,
  )}
  from bookings b left join commissions c on c.booking_id = b.id and c.booked_at >= ${from} and c.booked_at < ${until}
  where b.booked_at >= ${from} and b.booked_at < ${until} and ${isTold}
  group by 1`;

/** What a partner's bookings earn it, as columns of a query over bookings `b` and their commissions `c`. */
const ofPartner = sql`count(*)::integer as told, sum(b.amount_cents)::bigint as told_cents,
  (count(*) filter (where c.state in ('pending', 'held', 'payable') and c.partner_cents > 0))::integer as earning,
  coalesce(sum(c.partner_cents) filter (where c.state in ('pending', 'held', 'payable')), 0)::bigint as cents`;
const partnerColumns = sql.raw('organisation_id, qr_code_id, location_id, told, told_cents, earning, cents');

/** Adds up the days of [from, to) again. */
export async function replaceEarnedDays(tx: Tx, from: Date, to: Date): Promise<void> {
  await sql`delete from earned_days where day >= ${from} and day < ${to}`.execute(tx);
  await sql`insert into earned_days (day, told, told_cents, partner_cents, platform_cents)
    ${counted(sql`${from}::timestamptz`, sql`${to}::timestamptz`)}`.execute(tx);
  await sql`delete from partner_earned_days where day >= ${from} and day < ${to}`.execute(tx);
  await sql`insert into partner_earned_days (day, ${partnerColumns})
    select ${dayOfBooking}, c.organisation_id, b.qr_code_id, b.location_id, ${ofPartner}
    from bookings b join commissions c on c.booking_id = b.id
    where b.booked_at >= ${from} and b.booked_at < ${to} and c.organisation_id is not null and ${isTold}
    group by 1, 2, 3, 4`.execute(tx);
}

/**
 * What all bookings of [from, until) earn: of whole days, which are added up once they are closed, or of any instants. Days that have changed
 * since are counted, as a partner's are.
 */
export async function sumEarned(db: Db, span: { from: Date; until: Date; grain: Grain }): Promise<Earned> {
  const [from, until] = [sql`${span.from}::timestamptz`, sql`${span.until}::timestamptz`];
  const since = sql`greatest(${from}, ${open})`;
  const days =
    span.grain === 'hour'
      ? counted(from, until)
      : sql`select told, told_cents, partner_cents, platform_cents from earned_days
            where day >= ${from} and day < ${until} and day < ${since} and day not in (select day from changed_day)
          union all select told, told_cents, partner_cents, platform_cents from (${counted(since, until)}) as live
          union all select told, told_cents, partner_cents, platform_cents from changed_day cross join lateral (
            ${counted(sql`changed_day.day`, sql`changed_day.day + interval '1 day'`)}) as again
            where changed_day.day >= ${from} and changed_day.day < least(${until}, ${since})`;
  const { rows } = await sql<Earned>`with changed_day as (${sql.raw(changedDays)}) select ${sums(
    ...['told', 'told_cents', 'partner_cents', 'platform_cents'].map((name) => sql`sum(${sql.ref(name)})`),
  )} from (${days}) as d`.execute(db);
  return rows[0]!;
}

/**
 * What bookings of [from, until) earn whose amount is told, as a query: `organisation_id`, `qr_code_id`, `location_id`, `told`, `told_cents`,
 * `earning` (how many earn anything) and `cents`. Closed days are added up; those that have changed since are counted, and so is what is no
 * whole day.
 * @param span.changed days that `findChangedDays` has found, where all are whole days of Hawaiʻi; undefined: none is added up
 * @param span.organisation whose alone
 */
export function partnerEarned(span: {
  from: Date;
  until: Date;
  changed: readonly Date[] | undefined;
  organisation?: string;
}): RawBuilder<unknown> {
  const [from, until] = [sql`${span.from}::timestamptz`, sql`${span.until}::timestamptz`];
  const { organisation, changed } = span;
  const isOf = (column: RawBuilder<unknown>) => (organisation ? sql`and ${column} = ${organisation}::uuid` : sql``);
  // Each of the two has its own index. How few a span has is not foreseen: without `offset 0` all commissions would be read for them.
  const [bookedAt, joined] = organisation
    ? [sql`c.booked_at`, sql`commissions c join bookings b on b.id = c.booking_id`]
    : [
        sql`b.booked_at`,
        sql`bookings b cross join lateral (
        select organisation_id, state, partner_cents from commissions where booking_id = b.id offset 0) as c`,
      ];
  // Of each span by itself, as of several at once all bookings would be read.
  const live = (since: RawBuilder<unknown>, before: RawBuilder<unknown>) => sql`
    select c.organisation_id, b.qr_code_id, b.location_id, ${ofPartner}
    from ${joined}
    where ${bookedAt} >= ${since} and ${bookedAt} < ${before} and c.organisation_id is not null ${isOf(sql`c.organisation_id`)} and ${isTold}
    group by 1, 2, 3`;
  if (!changed) return live(from, until);
  const days = sql`${changed.map((day) => day.toISOString())}::timestamptz[]`;
  return sql`
    select ${partnerColumns} from partner_earned_days
    where day >= ${from} and day < ${until} and day < ${open} and day <> all(${days}) ${isOf(sql`organisation_id`)}
    union all select earned.* from (select greatest(${from}, ${open}), ${until}
      union all select day, day + interval '1 day' from unnest(${days}) as day where day >= ${from} and day < ${open}) as span (since, before)
    cross join lateral (${live(sql`span.since`, sql`span.before`)}) as earned`;
}
