import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { standsAs } from '../../platform/organisations/memberships.store.ts';
import { booked, spanFigures } from '../analytics/analytics.ts';

export interface PlatformState {
  total_travelers: number;
  active_stakeholders: number;
  locations_active: number;
  average_rating: number | null;
  scans: number;
  bookings: number;
  revenue_cents: number;
  scans_today: number;
  bookings_today: number;
}

/** All that happened until a moment, and what there is then. @param today its beginning in Hawaiʻi, and `until` its end */
export async function findPlatformState(
  db: Db,
  now: Date,
  { today, until }: { today: Date; until: Date },
): Promise<PlatformState> {
  const { rows } = await sql<PlatformState>`
    with ${spanFigures(['total'], { from: new Date(0), until, grain: 'day' })}, happened as (
      select coalesce(sum(scans), 0)::bigint as scans, coalesce(sum(${booked}), 0)::bigint as bookings,
        coalesce(sum(confirmed_cents), 0)::bigint as revenue_cents,
        coalesce(sum(scans) filter (where starts_at >= ${today}), 0)::bigint as scans_today,
        coalesce(sum(${booked}) filter (where starts_at >= ${today}), 0)::bigint as bookings_today
      from figure)
    select happened.*, rated.*,
      (select coalesce(sum(travelers), 0)::integer from traveler_counts) as total_travelers,
      (select count(*)::integer from (select ${standsAs} as status from organisations o) as s where status = 'active')
        as active_stakeholders,
      (select count(distinct location_id)::integer from qr_codes
        where status = 'active' and (expires_at is null or expires_at > ${now})) as locations_active
    from happened, (
      select round(avg(rating), 1) as average_rating from listings where is_active
    ) as rated`.execute(db);
  return rows[0]!;
}
