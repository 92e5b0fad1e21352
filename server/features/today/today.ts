import type { Answer } from '../../../contract/endpoint.ts';
import { type getToday, type Need, placesOfNeeds } from '../../../contract/today.ts';
import type { Db } from '../../platform/database/database.ts';
import { countNeeds } from './today.store.ts';

/** What waits for an administrator now, the most pressing first; also what there is none of. */
export async function readToday(db: Db, now: Date): Promise<Answer<typeof getToday>> {
  const { due, late, ...counts } = await countNeeds(db, now);
  const places = Object.entries(placesOfNeeds) as [Need, string][];
  const needs = places.map(([need, path]) => ({ need, count: counts[need], path }));
  return { needs, qr_requests: { due, late } };
}
