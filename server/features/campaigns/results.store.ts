import { type RawBuilder, sql } from 'kysely';
import { clickDays, mostResultRows } from '../../../contract/campaign-results-form.ts';
import { hawaiiZone } from '../../../contract/hawaii-time.ts';
import type { Db } from '../../platform/database/database.ts';
import { allOf } from '../../platform/lists.store.ts';

/** What results are asked of. */
export interface ResultScope {
  /** Days of Hawaiʻi, both of them within. */
  from: string;
  until: string;
  organisation: string | null;
  listing?: number | undefined;
  campaign?: string | undefined;
}

/** Figures as they are added up, money in cents. */
export interface ResultSum {
  impressions: number;
  opens: number;
  clicks: number;
  bookings: number;
  unconfirmed: number;
  revenue_cents: number;
  cost_cents: number;
  own: number;
  programs: number;
}

export const resultSums = [
  ...['impressions', 'opens', 'clicks', 'bookings', 'unconfirmed', 'revenue_cents', 'cost_cents', 'own', 'programs'],
] as (keyof ResultSum)[];

const chosen = ({ organisation, listing, campaign }: ResultScope): RawBuilder<unknown> =>
  allOf([
    ...(organisation ? [sql`c.organisation_id = ${organisation}::uuid`] : []),
    ...(listing ? [sql`c.listing_id = ${listing}`] : []),
    ...(campaign ? [sql`c.id = ${campaign}::uuid`] : []),
  ]);

const startOf = (day: string) => sql`(${day}::date::timestamp at time zone ${sql.lit(hawaiiZone)})`;
const dayOf = (instant: RawBuilder<unknown>) => sql`(${instant} at time zone ${sql.lit(hawaiiZone)})::date`;

/**
 * The bookings of listings that are of a campaign: of that of their listing whose counted click was their visit's last one within the days
 * before; of several campaigns of a listing all are compared. A browser tells of the click some seconds after it has followed the link; what
 * was clicked after it was booked brought nothing, however late it is told that it was booked.
 */
export const bookedOf = (listings: RawBuilder<unknown>, scope: Pick<ResultScope, 'from' | 'until'>) => sql`
  booked as materialized (
    select distinct on (b.id) b.id as booking_id, t.campaign_id, ${dayOf(sql`b.booked_at`)} as day, coalesce(t.location_id, 0) as location_id,
      b.status, case when b.estimated then 0 else b.amount_cents end as cents
    from campaigns c join campaign_touches t on t.campaign_id = c.id and t.kind = 'click'
      and t.day between ${scope.from}::date - ${sql.lit(clickDays + 1)} and ${scope.until}::date + 1
      join clicks k on k.visit_id = t.visit_id and k.listing_id = c.listing_id
      join bookings b on b.click_id = k.id and b.listing_id = c.listing_id
    where c.listing_id in (${listings})
      and b.booked_at >= ${startOf(scope.from)} and b.booked_at < ${startOf(scope.until)} + interval '1 day'
      and t.touched_at > b.booked_at - ${sql.lit(`${clickDays} days`)}::interval
      and t.touched_at <= b.booked_at + interval '10 minutes'
    order by b.id, t.touched_at desc, t.campaign_id
  )`;

/** What was booked of a campaign on a day, by a click in a place. */
export interface Booked extends Pick<ResultSum, 'bookings' | 'unconfirmed' | 'revenue_cents'> {
  campaign_id: string;
  day: string;
  location_id: number;
}

/**
 * What was booked of campaigns. An advertiser whose listing is another's by now keeps what its own campaigns brought, though the bookings of
 * the listing are not its to see any more: so these sums alone are read outside its walls, and told of campaigns that it sees within them.
 */
export async function findBooked(db: Db, scope: ResultScope): Promise<Booked[]> {
  const { rows } = await sql<Booked>`
    with chosen as materialized (select c.id, c.listing_id from campaigns c where ${chosen(scope)}),
      ${bookedOf(sql`select listing_id from chosen`, scope)}
    select b.campaign_id, b.day::text, b.location_id,
      (count(*) filter (where b.status in ('confirmed', 'completed')))::integer as bookings,
      (count(*) filter (where b.status = 'pending'))::integer as unconfirmed,
      coalesce(sum(b.cents) filter (where b.status in ('confirmed', 'completed')), 0)::bigint as revenue_cents
    from booked b join chosen on chosen.id = b.campaign_id group by b.campaign_id, b.day, b.location_id`.execute(db);
  return rows;
}

/** Each day, campaign and place with its figures. Credits are of no place: -1. */
const grain = (scope: ResultScope, booked: readonly Booked[]): RawBuilder<unknown> => sql`
  chosen as materialized (select c.id, c.listing_id from campaigns c where ${chosen(scope)}), grain as (
    select d.campaign_id, d.day, d.location_id, d.impressions, d.opens, d.clicks, 0 as bookings, 0 as unconfirmed, 0 as revenue_cents,
      d.cents as cost_cents, d.own, d.programs
    from campaign_days d join chosen on chosen.id = d.campaign_id where d.day between ${scope.from}::date and ${scope.until}::date
    union all
    select b.campaign_id, b.day, b.location_id, 0, 0, 0, b.bookings, b.unconfirmed, b.revenue_cents, 0, 0, 0
    from jsonb_to_recordset(${JSON.stringify(booked)}::jsonb) as b (campaign_id uuid, day date, location_id integer, bookings integer,
      unconfirmed integer, revenue_cents bigint) join chosen on chosen.id = b.campaign_id
    union all
    select e.campaign_id, ${dayOf(sql`e.posted_at`)}, -1, 0, 0, 0, 0, 0, 0, -e.cents, 0, 0
    from ledger_entries e join chosen on chosen.id = e.campaign_id
    where e.kind = 'credit' and e.posted_at >= ${startOf(scope.from)} and e.posted_at < ${startOf(scope.until)} + interval '1 day'
  )`;

const sums = sql.join(
  resultSums.map((name) => sql`coalesce(sum(g.${sql.ref(name)}), 0)::bigint as ${sql.ref(name)}`),
  sql`, `,
);

/** How many days, campaigns and places there are to add up, counted no further than to a limit. */
export async function countCells(db: Db, { from, until, ...scope }: ResultScope, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select 1 from campaigns c join campaign_days d on d.campaign_id = c.id
      where d.day between ${from}::date and ${until}::date and ${chosen({ from, until, ...scope })} limit ${limit}) as cells`.execute(
    db,
  );
  return rows[0]!.count;
}

const place = (id: RawBuilder<unknown>) => sql`(select p.name from locations p where p.id = ${id})`;

/** The figures of all campaigns together. @param booked what was booked of the same */
export async function sumResults(db: Db, scope: ResultScope, booked: readonly Booked[]): Promise<ResultSum> {
  const { rows } = await sql<ResultSum>`with ${grain(scope, booked)} select ${sums} from grain g`.execute(db);
  return rows[0]!;
}

/** One row of the figures, and what it is of: all, a day, a listing, a campaign or a place. */
export type ResultRow = ResultSum & {
  /** How many lines there are of each day, campaign and place. */
  lines: number;
} & (
    | { of: 'all' }
    | { of: 'day'; day: string }
    | { of: 'listing'; listing_id: number; listing: string; advertiser: string }
    | { of: 'campaign'; campaign_id: string; campaign: string; listing: string; advertiser: string }
    | { of: 'place'; location_id: number; place: string | null }
  );

/**
 * The figures in all, by day, and by listing, campaign and place: of these the rows that cost the most, or, `byImpressions`, were seen the
 * most. A listing that went on to another advertiser has a row of each. @param booked what was booked of the same
 */
export async function findResults(
  db: Db,
  scope: ResultScope,
  booked: readonly Booked[] = [],
  { byImpressions = false } = {},
): Promise<ResultRow[]> {
  const cost = byImpressions ? sql`` : sql`s.cost_cents desc,`;
  const { rows } = await sql<ResultRow>`
    with ${grain(scope, booked)}, days_and_places as materialized (
      -- Of what there is the most, so that the rest adds up few rows.
      select g.campaign_id, g.day, g.location_id, ${sums} from grain g
      group by grouping sets ((g.campaign_id, g.day), (g.campaign_id, g.location_id))
    ), summed as (
      select case when grouping(g.day) = 0 then 'day' when grouping(g.campaign_id) = 0 then 'campaign'
          when grouping(c.listing_id) = 0 then 'listing' else 'all' end as of,
        g.day, g.campaign_id, c.listing_id, c.organisation_id, null::integer as location_id, ${sums}
      from days_and_places g join campaigns c on c.id = g.campaign_id where g.day is not null
      group by grouping sets ((), (g.day), (g.campaign_id), (c.listing_id, c.organisation_id))
      union all
      select 'place', null, null, null, null, g.location_id, ${sums} from days_and_places g where g.day is null group by g.location_id
    ), ranked as (
      select s.*, row_number() over (partition by s.of order by ${cost} s.impressions desc, s.campaign_id, s.listing_id, s.organisation_id,
        s.location_id) as rank
      from summed s
    )
    select (select count(*)::integer from (select from grain g group by g.day, g.campaign_id, g.location_id) each) as lines,
      s.of, s.day::text, s.campaign_id, coalesce(s.listing_id, c.listing_id) as listing_id, s.location_id, c.name as campaign,
      l.name as listing, coalesce(o.name, '') as advertiser, ${place(sql`s.location_id`)} as place, ${sql.join(
        resultSums.map((name) => sql`s.${sql.ref(name)}`),
        sql`, `,
      )}
    from ranked s left join campaigns c on c.id = s.campaign_id left join listings l on l.id = coalesce(s.listing_id, c.listing_id)
      left join organisations o on o.id = coalesce(s.organisation_id, c.organisation_id)
    where s.of in ('all', 'day') or s.rank <= ${mostResultRows}
    order by s.day, s.rank`.execute(db);
  return rows;
}

export interface ResultLine extends ResultSum {
  day: string;
  advertiser: string;
  campaign: string;
  listing: string;
  /** 0: lists of Explore. -1: credits. */
  location_id: number;
  place: string | null;
}

/** Each day, campaign and place in which anything was, up to so many. @param booked what was booked of the same */
export async function findResultLines(
  db: Db,
  scope: ResultScope,
  limit: number,
  booked: readonly Booked[] = [],
): Promise<ResultLine[]> {
  const { rows } = await sql<ResultLine>`
    with ${grain(scope, booked)}, summed as (
      select g.day, g.campaign_id, g.location_id, ${sums} from grain g group by g.day, g.campaign_id, g.location_id)
    select s.day::text, o.name as advertiser, c.name as campaign, l.name as listing, s.location_id, ${place(sql`s.location_id`)} as place,
      ${sql.join(
        resultSums.map((name) => sql`s.${sql.ref(name)}`),
        sql`, `,
      )}
    from summed s join campaigns c on c.id = s.campaign_id join listings l on l.id = c.listing_id
      join organisations o on o.id = c.organisation_id
    order by s.day, o.name, c.name, s.campaign_id, s.location_id limit ${limit}`.execute(db);
  return rows;
}

export interface Choices {
  advertisers: { id: string; name: string }[];
  campaigns: { id: string; name: string }[];
  listings: { id: number; name: string }[];
}

/** What is asked for, and is among the choices wherever it is one of them. */
type Asked = Partial<Pick<ResultScope, 'organisation' | 'listing' | 'campaign'>>;

/**
 * Whose results can be asked for: what has a campaign, by name; the first ones, and what is asked for where it is one of them. Of a listing
 * its campaigns alone.
 */
export async function findChoices(db: Db, organisation: string | null, asked: Asked = {}): Promise<Choices> {
  const of = organisation ? sql`c.organisation_id = ${organisation}::uuid` : sql`true`;
  const ofListing = asked.listing ? sql`and c.listing_id = ${asked.listing}` : sql``;
  const named = (from: RawBuilder<unknown>, is: RawBuilder<unknown>) => sql`
    coalesce((select json_agg(json_build_object('id', n.id, 'name', n.name) order by n.name, n.id) from (
      select f.id, f.name from (${from}) f order by f.id is distinct from ${is}, f.name, f.id limit ${mostResultRows}) n), '[]')`;
  const { rows } = await sql<Choices>`select
    ${named(
      sql`select distinct o.id, o.name from organisations o join campaigns c on c.organisation_id = o.id where ${of}`,
      sql`${asked.organisation ?? null}::uuid`,
    )} as advertisers,
    ${named(sql`select c.id, c.name from campaigns c where ${of} ${ofListing}`, sql`${asked.campaign ?? null}::uuid`)} as campaigns,
    ${named(
      sql`select distinct l.id, l.name from listings l join campaigns c on c.listing_id = l.id where ${of}`,
      sql`${asked.listing ?? null}::integer`,
    )} as listings`.execute(db);
  return rows[0]!;
}
