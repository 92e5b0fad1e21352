import { type RawBuilder, sql } from 'kysely';
import { hawaiiZone } from '../../../contract/hawaii-time.ts';
import { fewestTold } from '../../../contract/portal-states.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { changedDays, openDay } from './changed-days.store.ts';
import type { Grain } from './rollup-figures.store.ts';

export interface Satisfaction {
  /** The mean, with two decimals. */
  average: number | null;
  reviews: number;
  /** How many of one star, of two, and so on. */
  stars: number[];
  /** Of an organisation's: how many different guests wrote those, and all of them; `fewestTold` or more where it is as many as that. */
  guests: number[];
  guests_in_all: number;
}

const dayOf = (instant: RawBuilder<unknown>) => sql`date_trunc('day', ${instant}, ${sql.lit(hawaiiZone)})`;
/** One organisation's among reviews `r`, or all. How few a span has is not foreseen: without `offset 0` all its commissions would be read for them. */
const reviewsOf = (organisationId: string | null) =>
  organisationId
    ? sql`reviews r cross join lateral (
        select from commissions where booking_id = r.booking_id and organisation_id = ${organisationId}::uuid offset 0) as c`
    : sql`reviews r`;
const during = (from: RawBuilder<unknown>, until: RawBuilder<unknown>) =>
  sql`not r.hidden and r.created_at >= ${from} and r.created_at < ${until}`;

/**
 * Adds up the days of [from, to) again. Of a partner's guests so many of a day are kept that, of as many as must be before anything is told,
 * it is known by all days together whether there are: a greater `fewestTold` tells less until the past is added up again.
 */
export async function replaceReviewDays(tx: Tx, from: Date, to: Date): Promise<void> {
  await sql`delete from review_days where day >= ${from} and day < ${to}`.execute(tx);
  await sql`insert into review_days (day, organisation_id, rating, reviews, guests)
    select ${dayOf(sql`r.created_at`)}, whose.organisation_id, r.rating, count(*),
      case when whose.organisation_id is null then '{}' else (array_agg(distinct r.user_id))[:${sql.lit(fewestTold)}] end
    from reviews r left join commissions c on c.booking_id = r.booking_id
      cross join lateral (select null::uuid as organisation_id union select c.organisation_id) as whose
    where ${during(sql`${from}::timestamptz`, sql`${to}::timestamptz`)}
    group by 1, 2, 3`.execute(tx);
}

/**
 * The stars of visible reviews that were written in a span: all, or those of bookings that are credited to an organisation. Closed days are
 * added up; those that have changed since are counted, and so is what is no whole day. What guests have written is theirs behind the walls,
 * so that these sums alone are read outside of them.
 */
export async function findSatisfaction(
  db: Db,
  span: { from: Date; until: Date; grain: Grain },
  organisationId: string | null,
): Promise<Satisfaction> {
  const [from, until] = [sql`${span.from}::timestamptz`, sql`${span.until}::timestamptz`];
  const since = sql`greatest(${from}, ${sql.raw(openDay)})`;
  const whose = organisationId ? sql`organisation_id = ${organisationId}::uuid` : sql`organisation_id is null`;
  const written = reviewsOf(organisationId);
  const counted = sql`r.rating, 1 as reviews, array[r.user_id] as guests`;
  const days =
    span.grain === 'hour'
      ? sql`select ${counted} from ${written} where ${during(from, until)}`
      : sql`select rating, reviews, guests from review_days where ${whose} and day >= ${from} and day < ${until} and day < ${since}
            and day not in (select day from changed_day)
          union all select ${counted} from ${written} where ${during(since, until)}
          union all select again.* from changed_day cross join lateral (
            select ${counted} from ${written} where ${during(sql`day`, sql`day + interval '1 day'`)}) as again
            where day >= ${from} and day < least(${until}, ${since})`;
  const each = (counted: (stars: number) => RawBuilder<unknown>) => sql.join([1, 2, 3, 4, 5].map(counted));
  const known = organisationId
    ? sql`select array[${each((stars) => sql`(count(*) filter (where rating = ${sql.lit(stars)}))::integer`)}] as guests,
        count(distinct guest)::integer as guests_in_all
        from (select distinct rating, guest from part cross join unnest(guests) as guest) as one`
    : sql`select '{}'::integer[] as guests, 0 as guests_in_all`;
  const { rows } = await sql<Satisfaction>`
    with changed_day as (${sql.raw(changedDays)}), part as (${days}), known as (${known})
    select round(sum(rating * reviews) / nullif(sum(reviews), 0)::numeric, 2)::float8 as average,
      coalesce(sum(reviews), 0)::integer as reviews,
      array[${each((stars) => sql`coalesce(sum(reviews) filter (where rating = ${sql.lit(stars)}), 0)::integer`)}] as stars,
      (select guests from known), (select guests_in_all from known)
    from part`.execute(db);
  return rows[0]!;
}
