import type { Experience } from '../../../contract/listings.ts';
import type { Place } from '../../../contract/places.ts';
import type { Db } from '../../platform/database/database.ts';
import { presentExperience, type Viewer } from '../listings/listings.ts';
import { findPlace, listCuratedListings } from './places.store.ts';

export { countShown } from './places.store.ts';

/** A place with what it shows, or nothing when there is no such place. */
export async function findPlaceWithExperiences(
  db: Db,
  locationId: number,
  viewer: Viewer,
): Promise<{ place: Place; experiences: Experience[] } | undefined> {
  const [place, rows] = await Promise.all([findPlace(db, locationId), listCuratedListings(db, locationId)]);
  return place && { place, experiences: rows.map((row) => presentExperience(row, viewer)) };
}
