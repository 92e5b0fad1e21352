import { type RawBuilder, sql } from 'kysely';
import { clickDays } from '../../../contract/campaign-results-form.ts';
import type { Db } from '../../platform/database/database.ts';
import { chosen, dayOf, type ResultScope, type ResultSum, startOf } from './results.store.ts';

/** What was booked of a campaign on a day, by a click in a place. */
export interface Booked extends Pick<ResultSum, 'bookings' | 'unconfirmed' | 'revenue_cents'> {
  campaign_id: string;
  day: string;
  location_id: number;
}

/** What was booked of a listing on a day by a code of a place, and is of no campaign. */
export interface BookedAlone extends Pick<ResultSum, 'bookings' | 'revenue_cents'> {
  listing_id: number;
  day: string;
  /** Null of no place. */
  location_id: number | null;
  place: string | null;
}

/** The booking links of a listing that were followed on a day after a counted click of one of its campaigns. */
export interface Followed {
  listing_id: number;
  day: string;
  followed: number;
}

/** From when on counted clicks may have brought something of the days that are asked for, and until when. */
const clickedWithin = ({ from, until }: ResultScope) =>
  sql`t.day between ${from}::date - ${sql.lit(clickDays + 1)} and ${until}::date + 1`;
const within = (instant: RawBuilder<unknown>, { from, until }: ResultScope) =>
  sql`${instant} >= ${startOf(from)} and ${instant} < ${startOf(until)} + interval '1 day'`;
/** A browser tells of the click some seconds after it has followed the link. */
const clickedBefore = (instant: RawBuilder<unknown>) =>
  sql`t.touched_at > ${instant} - ${sql.lit(`${clickDays} days`)}::interval and t.touched_at <= ${instant} + interval '10 minutes'`;

/** The listings whose bookings are looked at: those of the campaigns that are asked for. Told by number, so that the plan knows how many. */
export async function findAdvertised(db: Db, scope: ResultScope): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct c.listing_id as id from campaigns c where ${chosen(scope)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Counted clicks `t` of the campaigns `c` of some listings. */
const clicksOf = (listings: readonly number[], scope: ResultScope) => sql`
  campaigns c join campaign_touches t on t.campaign_id = c.id and t.kind = 'click' and ${clickedWithin(scope)}
    and c.listing_id = any(${listings}::integer[])`;

/** How many counted clicks there are to look for bookings of, counted no further than to a limit. */
export async function countClicks(
  db: Db,
  scope: ResultScope,
  listings: readonly number[],
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select 1 from ${clicksOf(listings, scope)} limit ${limit}) as clicks`.execute(db);
  return rows[0]!.count;
}

/**
 * What was booked of the campaigns of some listings, and of an advertiser's own, which are among them, without one. A booking is of that campaign of its listing whose counted
 * click was its visit's last one within the days before; of several campaigns of a listing all are compared. What was clicked after it was
 * booked brought nothing, however late it is told that it was booked.
 *
 * An advertiser whose listing is another's by now keeps what its own campaigns brought, though the bookings of the listing are not its to
 * see any more: so these sums alone are read outside its walls, and told of campaigns that it sees within them.
 */
export async function findBooked(
  db: Db,
  scope: ResultScope,
  listings: readonly number[],
  own: readonly number[],
): Promise<{ ofCampaigns: Booked[]; alone: BookedAlone[] }> {
  const isBooked = sql`b.status in ('confirmed', 'completed')`;
  const { rows } = await sql<{ of_campaigns: Booked[] | null; alone: BookedAlone[] | null }>`
    with booked as materialized (
      select distinct on (b.id) b.id as booking_id, t.campaign_id, ${dayOf(sql`b.booked_at`)} as day,
        coalesce(t.location_id, 0) as location_id, b.status, case when b.estimated then 0 else b.amount_cents end as cents
      from ${clicksOf(listings, scope)} join clicks k on k.visit_id = t.visit_id and k.listing_id = c.listing_id
        join bookings b on b.click_id = k.id and b.listing_id = c.listing_id and b.listing_id = any(${listings}::integer[])
      where ${within(sql`b.booked_at`, scope)} and ${clickedBefore(sql`b.booked_at`)}
      order by b.id, t.touched_at desc, t.campaign_id
    ), of_campaigns as (
      select b.campaign_id, b.day::text, b.location_id, (count(*) filter (where ${isBooked}))::integer as bookings,
        (count(*) filter (where b.status = 'pending'))::integer as unconfirmed,
        coalesce(sum(b.cents) filter (where ${isBooked}), 0)::bigint as revenue_cents
      from booked b join campaigns c on c.id = b.campaign_id where ${chosen(scope)} group by b.campaign_id, b.day, b.location_id
    ), alone as (
      select b.listing_id, b.day::text, b.location_id, (select p.name from locations p where p.id = b.location_id) as place,
        count(*)::integer as bookings, coalesce(sum(b.cents), 0)::bigint as revenue_cents
      from (
        select b.listing_id, ${dayOf(sql`b.booked_at`)} as day, b.location_id, case when b.estimated then 0 else b.amount_cents end as cents
        from bookings b where b.listing_id = any(${own}::integer[]) and ${isBooked} and ${within(sql`b.booked_at`, scope)}
          and not exists (select from booked k where k.booking_id = b.id)) b
      group by b.listing_id, b.day, b.location_id
    )
    select (select json_agg(o) from of_campaigns o) as of_campaigns, (select json_agg(a) from alone a) as alone`.execute(
    db,
  );
  const { of_campaigns, alone } = rows[0]!;
  return { ofCampaigns: of_campaigns ?? [], alone: alone ?? [] };
}

/** Of an advertiser's own listings the booking links that were followed on the way of a campaign: found by its clicks, which are few. */
export async function findFollowed(db: Db, scope: ResultScope, own: readonly number[]): Promise<Followed[]> {
  const { rows } = await sql<Followed>`
    select listing_id, ${dayOf(sql`clicked_at`)}::text as day, count(*)::integer as followed from (
      select distinct k.id, k.listing_id, k.clicked_at
      from ${clicksOf(own, scope)} join clicks k on k.visit_id = t.visit_id and k.listing_id = c.listing_id
      where ${within(sql`k.clicked_at`, scope)} and ${clickedBefore(sql`k.clicked_at`)}) as followed
    group by 1, 2`.execute(db);
  return rows;
}
