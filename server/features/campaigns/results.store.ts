import { type RawBuilder, sql } from 'kysely';
import { mostResultRows } from '../../../contract/campaign-results-form.ts';
import { hawaiiZone } from '../../../contract/hawaii-time.ts';
import type { Db } from '../../platform/database/database.ts';
import { allOf } from '../../platform/lists.store.ts';
import type { Booked } from './attributed.store.ts';

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
  beyond: number;
}

export const resultSums = [
  ...['impressions', 'opens', 'clicks', 'bookings', 'unconfirmed', 'revenue_cents', 'cost_cents', 'own', 'programs'],
  'beyond',
] as (keyof ResultSum)[];

/** The campaigns `c` that are asked for. */
export const chosen = ({ organisation, listing, campaign }: ResultScope): RawBuilder<unknown> =>
  allOf([
    ...(organisation ? [sql`c.organisation_id = ${organisation}::uuid`] : []),
    ...(listing ? [sql`c.listing_id = ${listing}`] : []),
    ...(campaign ? [sql`c.id = ${campaign}::uuid`] : []),
  ]);

export const startOf = (day: string) => sql`(${day}::date::timestamp at time zone ${sql.lit(hawaiiZone)})`;
export const dayOf = (instant: RawBuilder<unknown>) => sql`(${instant} at time zone ${sql.lit(hawaiiZone)})::date`;

/** What there is of each day, campaign and place beside what was counted: what was booked, and credits, which are of no place: -1. */
const beside = (scope: ResultScope, booked: readonly Booked[]): RawBuilder<unknown> => sql`
  select b.campaign_id, b.day, b.location_id, 0 as impressions, 0 as opens, 0 as clicks, b.bookings, b.unconfirmed, b.revenue_cents,
    0::bigint as cost_cents, 0 as own, 0 as programs, 0 as beyond
  from jsonb_to_recordset(${JSON.stringify(booked)}::jsonb) as b (campaign_id uuid, day date, location_id integer, bookings integer,
    unconfirmed integer, revenue_cents bigint) join chosen on chosen.id = b.campaign_id
  union all
  select e.campaign_id, ${dayOf(sql`e.posted_at`)}, -1, 0, 0, 0, 0, 0, 0, -e.cents, 0, 0, 0
  from ledger_entries e join chosen on chosen.id = e.campaign_id
  where e.kind = 'credit' and e.posted_at >= ${startOf(scope.from)} and e.posted_at < ${startOf(scope.until)} + interval '1 day'`;

const chosenCampaigns = (scope: ResultScope) => sql`
  chosen as materialized (select c.id, c.listing_id from campaigns c where ${chosen(scope)})`;

/** Each day, campaign and place with its figures. */
const grain = (scope: ResultScope, booked: readonly Booked[]): RawBuilder<unknown> => sql`
  ${chosenCampaigns(scope)}, grain as (
    select d.campaign_id, d.day, d.location_id, d.impressions, d.opens, d.clicks, 0 as bookings, 0 as unconfirmed, 0::bigint as revenue_cents,
      d.cents as cost_cents, d.own, d.programs, d.beyond
    from campaign_days d join chosen on chosen.id = d.campaign_id where d.day between ${scope.from}::date and ${scope.until}::date
    union all ${beside(scope, booked)}
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

/** How many days, campaigns and places have something beside what was counted, where nothing was counted. @param booked what was booked of the same */
export async function countBeside(db: Db, scope: ResultScope, booked: readonly Booked[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with ${chosenCampaigns(scope)}, beside as (${beside(scope, booked)})
    select count(distinct (b.campaign_id, b.day, b.location_id))::integer as count from beside b
    where not exists (select from campaign_days d where d.campaign_id = b.campaign_id and d.day = b.day
      and d.location_id = b.location_id)`.execute(db);
  return rows[0]!.count;
}

const place = (id: RawBuilder<unknown>) => sql`(select p.name from locations p where p.id = ${id})`;

/** The figures of all campaigns together. @param booked what was booked of the same */
export async function sumResults(db: Db, scope: ResultScope, booked: readonly Booked[]): Promise<ResultSum> {
  const { rows } = await sql<ResultSum>`with ${grain(scope, booked)} select ${sums} from grain g`.execute(db);
  return rows[0]!;
}

/** One row of the figures, and what it is of: all, a day, a listing, a campaign or a place. */
export type ResultRow = ResultSum &
  (
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
    select s.of, s.day::text, s.campaign_id, coalesce(s.listing_id, c.listing_id) as listing_id, s.location_id, c.name as campaign,
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
