import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { Box } from '../../platform/distance.ts';
import { type ListingRow, listingColumns } from '../listings/listings.ts';

/** A listing that may be recommended beside a booked one. */
export interface Candidate extends ListingRow {
  latitude: number;
  longitude: number;
  /** Travelers who booked this and the booked one, themselves or in one visit. */
  together: number;
  /** Travelers who booked the booked one lately. */
  bookers: number;
}

/** The booked listing, shown or not. */
export async function findBookedListing(db: Db, listingId: number) {
  return await db
    .selectFrom('listings')
    .select(['id', 'name', 'category', 'subcategory', 'latitude', 'longitude'])
    .where('id', '=', listingId)
    .executeTakeFirst();
}

/** How many of its latest bookings tell what goes with a listing, and how many of each booker's: no more is read, however many there are. */
const latestBookings = 500;
const latestOfBooker = 50;

/**
 * Whether a booking `o` came of a sponsored card, which must not raise its listing among what nobody pays for: its visit had followed one
 * of that listing before it booked, whether or not that was counted (docs/decisions/052-sponsored-slots.md). A browser tells so some
 * seconds after.
 */
const isSponsored = sql`exists (select from clicks k join sponsored_follows f on f.visit_id = k.visit_id
  where k.id = o.click_id and f.listing_id = o.listing_id and f.followed_at <= o.booked_at + interval '10 minutes')`;

/** Active, bookable listings in a box, without the booked one and without what the traveler has booked for certain. */
export async function findCandidates(
  db: Db,
  { bookedId, userId, box }: { bookedId: number; userId: string; box: Box },
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    with latest as (
      select user_id, click_id from bookings where listing_id = ${bookedId} and status <> 'cancelled'
      order by booked_at desc limit ${sql.lit(latestBookings)}
    ), bookers as materialized (
      select distinct user_id, (select visit_id from clicks where id = latest.click_id) as visit_id from latest
    ), together as (
      select pair.listing_id, count(distinct pair.user_id)::integer as travelers from (
        select own.listing_id, t.user_id from bookers t cross join lateral (
          select listing_id from bookings o where user_id = t.user_id and status <> 'cancelled' and not ${isSponsored}
          order by booked_at desc limit ${sql.lit(latestOfBooker)}) own
        union
        select of_visit.listing_id, t.user_id from bookers t cross join lateral (
          select o.listing_id from clicks c join bookings o on o.click_id = c.id
          where c.visit_id = t.visit_id and o.status <> 'cancelled' and not ${isSponsored} limit ${sql.lit(latestOfBooker)}) of_visit
      ) pair group by pair.listing_id
    )
    select ${sql.raw(listingColumns)}, coalesce(together.travelers, 0) as together,
      (select count(distinct user_id)::integer from bookers) as bookers
    from listings l left join together on together.listing_id = l.id
    where l.is_active and l.booking_url is not null and l.id <> ${bookedId}
      and l.latitude between ${box.south} and ${box.north} and l.longitude between ${box.west} and ${box.east}
      and not exists (select from bookings own where own.listing_id = l.id and own.user_id = ${userId}
        and own.status in ('confirmed', 'completed'))`.execute(db);
  return rows;
}
