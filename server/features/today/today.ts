import type { Answer } from '../../../contract/endpoint.ts';
import { type getToday, type Need, placesOfNeeds } from '../../../contract/today.ts';
import type { Db } from '../../platform/database/database.ts';
import { countWaiting } from '../codes/codes.ts';
import { countNeeds } from './today.store.ts';

/** What waits for an administrator now, the most pressing first; also what there is none of. */
export async function readToday(db: Db, now: Date): Promise<Answer<typeof getToday>> {
  const [{ pending, due, late }, others] = await Promise.all([countWaiting(db, now), countNeeds(db, now)]);
  const counts = { ...others, qr_requests: pending };
  const places = Object.entries(placesOfNeeds) as [Need, string][];
  const needs = places.map(([need, path]) => ({ need, count: counts[need], path }));
  return { needs, qr_requests: { due, late } };
}
