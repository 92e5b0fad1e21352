import type { Experience } from '../../../contract/listings.ts';
import type { Place } from '../../../contract/places.ts';
import type { Db } from '../../platform/database/database.ts';
import { presentExperience, type Viewer } from '../listings/listings.ts';
import { type Look, shownOf } from './looks.ts';
import { countByRules, findPlace, listCuratedListings } from './places.store.ts';

export { KnownLists } from './known-lists.ts';
export { type CuratedRow, firstLook, type Look, lookOf, shownOf } from './looks.ts';
export { isLedTo, isOnList, showsNothing } from './places.store.ts';

/** A place with what it shows a guest, or nothing when there is no such place. */
export async function findPlaceWithExperiences(
  db: Db,
  locationId: number,
  viewer: Viewer,
  look: Look,
): Promise<{ place: Place; experiences: Experience[] } | undefined> {
  const [place, rows] = await Promise.all([findPlace(db, locationId), listCuratedListings(db, locationId)]);
  if (!place) return undefined;
  return {
    place,
    experiences: (await shownOf(rows, look)).map(({ rules: _, ...row }) => presentExperience(row, viewer)),
  };
}

/** How many listings each of some places shows a guest; those that show none are not there. */
export async function countShown(db: Db, locationIds: readonly number[], look: Look): Promise<Map<number, number>> {
  const shown = await shownOf(await countByRules(db, locationIds), look);
  const counts = new Map<number, number>();
  for (const { location_id, count } of shown) counts.set(location_id, (counts.get(location_id) ?? 0) + count);
  return counts;
}
