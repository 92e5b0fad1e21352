import { sql } from 'kysely';
import { hawaiiZone } from '../../../contract/hawaii-time.ts';
import type { Db } from '../../platform/database/database.ts';

export interface Span {
  from: Date;
  /** Not of the span any more. */
  until: Date;
}

export interface TravelerTotals {
  scans: number;
  places_visited: number;
  pending: number;
  confirmed: number;
  completed: number;
  cancelled: number;
  estimated_cents: number;
  confirmed_cents: number;
  saved: number;
}

/** Sums of one traveler in a span. Money follows the same rule as the reports' (rollup-figures.store.ts). */
export async function sumTraveler(db: Db, userId: string, { from, until }: Span): Promise<TravelerTotals> {
  const { rows } = await sql<TravelerTotals>`
    select scanned.*, booked.*, kept.* from
      (select count(*) as scans, count(distinct s.location_id) as places_visited
        from scans s join visits v on v.id = s.visit_id
        where v.user_id = ${userId} and s.counted and s.scanned_at >= ${from} and s.scanned_at < ${until}) as scanned,
      (select count(*) filter (where status = 'pending') as pending,
          count(*) filter (where status = 'confirmed') as confirmed,
          count(*) filter (where status = 'completed') as completed,
          count(*) filter (where status = 'cancelled') as cancelled,
          coalesce(sum(amount_cents) filter (where status <> 'cancelled' and (estimated or status = 'pending')), 0)
            as estimated_cents,
          coalesce(sum(amount_cents) filter (where status in ('confirmed', 'completed') and not estimated), 0)
            as confirmed_cents
        from bookings where user_id = ${userId} and booked_at >= ${from} and booked_at < ${until}) as booked,
      (select count(*) as saved from saved_listings
        where user_id = ${userId} and saved_at >= ${from} and saved_at < ${until}) as kept`.execute(db);
  return rows[0]!;
}

/** Bookings and saved places of one traveler in a span, by category, most first. */
export async function countByCategory(db: Db, userId: string, { from, until }: Span) {
  const { rows } = await sql<{ category: string; bookings: number; saved: number }>`
    select l.category, sum(bookings)::integer as bookings, sum(saved)::integer as saved from (
      select listing_id, 1 as bookings, 0 as saved from bookings
        where user_id = ${userId} and booked_at >= ${from} and booked_at < ${until}
      union all
      select listing_id, 0, 1 from saved_listings
        where user_id = ${userId} and saved_at >= ${from} and saved_at < ${until}
    ) as done join listings l on l.id = done.listing_id
    group by l.category order by sum(bookings) + sum(saved) desc, l.category`.execute(db);
  return rows;
}

/** The days of Hawaiʻi (`YYYY-MM-DD`) of a span on which anything was done, with what. */
export async function countByDay(db: Db, userId: string, { from, until }: Span) {
  const { rows } = await sql<{ day: string; scans: number; bookings: number; saved: number }>`
    select to_char(at at time zone ${sql.lit(hawaiiZone)}, 'YYYY-MM-DD') as day, sum(scans)::integer as scans,
      sum(bookings)::integer as bookings, sum(saved)::integer as saved
    from (
      select s.scanned_at as at, 1 as scans, 0 as bookings, 0 as saved
        from scans s join visits v on v.id = s.visit_id where v.user_id = ${userId} and s.counted
      union all select booked_at, 0, 1, 0 from bookings where user_id = ${userId}
      union all select saved_at, 0, 0, 1 from saved_listings where user_id = ${userId}
    ) as done where at >= ${from} and at < ${until} group by 1`.execute(db);
  return rows;
}
