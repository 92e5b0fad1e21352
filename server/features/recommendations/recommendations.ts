import type { Input } from '../../../contract/endpoint.ts';
import { hawaiiDayStart } from '../../../contract/hawaii-time.ts';
import type { Recommendation, recommend as recommendEndpoint } from '../../../contract/recommendations.ts';
import type { Db } from '../../platform/database/database.ts';
import { boxAround, type Position } from '../../platform/distance.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { presentExperience, type Viewer } from '../listings/listings.ts';
import { inEnglish } from './reason.ts';
import { findBookedListing, findCandidates } from './recommendations.store.ts';
import { rank } from './score.ts';
import type { Moment } from './time-of-day.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * What goes well with a booked experience, best first. Without a place on the map it has no surroundings: nothing.
 * @param asked limits already held to ours by the contract.
 * @throws Refusal `not_found` for a listing that does not exist
 */
export async function recommend(
  db: Db,
  viewer: Viewer,
  userId: string,
  { completed_booking: booking, recommendation_context: asked }: Input<typeof recommendEndpoint>['body'],
): Promise<Recommendation[]> {
  const booked = await findBookedListing(db, booking.business_listing_id);
  if (!booked) throw new Refusal('not_found');
  const { latitude, longitude } = booked;
  if (latitude === null || longitude === null) return [];
  const place: Position & typeof booked = { ...booked, latitude, longitude };
  const box = boxAround(place, asked.radius_km);
  const candidates = await findCandidates(db, { bookedId: booked.id, userId, box });
  const ranked = rank(place, candidates, {
    moment: momentOf(booking.check_in_date ?? null, viewer.now),
    count: asked.max_recommendations,
    radiusKm: asked.radius_km,
    horizonHours: asked.time_horizon_hours,
  });
  return ranked.map(({ listing, distanceKm, score, reasons, time }) => ({
    ...presentExperience(withoutCounts(listing), viewer),
    distance_km: distanceKm,
    recommendation_score: score,
    recommendation_reason: inEnglish(reasons),
    recommendation_reasons: reasons,
    time_compatibility: time,
  }));
}

function withoutCounts<L extends { together: number; bookers: number }>(listing: L): Omit<L, 'together' | 'bookers'> {
  const { together: _, bookers: __, ...row } = listing;
  return row;
}

/** The booked day and the present hour in Hawaiʻi; a booking without a date is taken for today's. */
function momentOf(checkIn: string | null, now: Date): Moment {
  const today = hawaiiDayStart(now);
  const day =
    checkIn === null ? today : hawaiiDayStart(new Date(checkIn.length === 10 ? `${checkIn}T12:00-10:00` : checkIn));
  return {
    daysAhead: Math.round((day.getTime() - today.getTime()) / dayMs),
    hourNow: (now.getTime() - today.getTime()) / hourMs,
  };
}
