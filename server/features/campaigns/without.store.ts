import { sql } from 'kysely';
import { clickDays } from '../../../contract/campaign-results-form.ts';
import { hawaiiZone } from '../../../contract/hawaii-time.ts';
import type { Db } from '../../platform/database/database.ts';
import { bookedOf, type ResultScope } from './results.store.ts';

export interface OwnedListing {
  listing_id: number;
  listing: string;
  advertiser: string;
}

/** The listings of an advertiser, or one of them. */
export async function findOwned(db: Db, organisation: string | null, listing: number | undefined) {
  const { rows } = await sql<OwnedListing>`
    select l.id as listing_id, l.name as listing, o.name as advertiser from listings l join organisations o on o.id = l.organisation_id
    where l.held is distinct from 'unpublished' ${organisation ? sql`and o.id = ${organisation}::uuid` : sql``}
      ${listing ? sql`and l.id = ${listing}` : sql``}`.execute(db);
  return rows;
}

export interface Without {
  listing_id: number;
  bookings: number;
  revenue_cents: number;
  /** Booking links that were followed after a counted click of one of its campaigns, which are to be taken off. */
  followed: number;
}

/** What came of listings by no campaign: the bookings that are of none, as results tell them, and what is to be taken off their links. */
export async function findWithout(
  db: Db,
  { from, until }: ResultScope,
  listings: readonly number[],
): Promise<Without[]> {
  const [start, end] = [from, until].map((day) => sql`(${day}::date::timestamp at time zone ${sql.lit(hawaiiZone)})`);
  const { rows } = await sql<Without>`
    with asked as (select unnest(${listings}::integer[]) as id), ${bookedOf(sql`select id from asked`, { from, until })}, booked_without as (
      select b.listing_id, count(*)::integer as bookings,
        coalesce(sum(b.amount_cents) filter (where not b.estimated), 0)::bigint as revenue_cents
      from bookings b where b.listing_id in (select id from asked) and b.status in ('confirmed', 'completed')
        and b.booked_at >= ${start} and b.booked_at < ${end} + interval '1 day' and b.id not in (select booking_id from booked)
      group by b.listing_id
    ), followed as (
      select k.listing_id, count(distinct k.id)::integer as followed
      from campaigns c join campaign_touches t on t.campaign_id = c.id and t.kind = 'click'
        and t.day between ${from}::date - ${sql.lit(clickDays + 1)} and ${until}::date + 1
        join clicks k on k.visit_id = t.visit_id and k.listing_id = c.listing_id
      where c.listing_id in (select id from asked) and k.clicked_at >= ${start} and k.clicked_at < ${end} + interval '1 day'
        and t.touched_at > k.clicked_at - ${sql.lit(`${clickDays} days`)}::interval
        and t.touched_at <= k.clicked_at + interval '10 minutes'
      group by k.listing_id
    )
    select a.id as listing_id, coalesce(b.bookings, 0) as bookings, coalesce(b.revenue_cents, 0)::bigint as revenue_cents,
      coalesce(f.followed, 0) as followed
    from asked a left join booked_without b on b.listing_id = a.id left join followed f on f.listing_id = a.id`.execute(
    db,
  );
  return rows;
}
