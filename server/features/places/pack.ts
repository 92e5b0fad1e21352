import { getPlace } from '../../../contract/places.ts';
import type { Db } from '../../platform/database/database.ts';
import { guardReply } from '../../platform/http/guarded-reply.ts';
import type { Viewer } from '../listings/listings.ts';
import { findListingPictureBytes, findPictureBytes } from './places.store.ts';
import { findPlaceWithExperiences, type Look } from './places.ts';

/** Size in bytes of a file that this site serves under a path; undefined where there is none. */
export type FileBytes = (path: string) => number | undefined;

export interface Pack {
  files: { path: string; bytes: number }[];
  total_bytes: number;
}

/**
 * What a guest's device fetches to have a place without a network: its list, and those of its pictures that lie on this site.
 * Of what a place shows by rules it is what this guest is shown now.
 * The outline of the islands comes with the scripts that every device keeps.
 * @returns nothing when there is no such place.
 */
export async function describePack(
  db: Db,
  locationId: number,
  guest: Viewer,
  look: Look,
  fileBytes: FileBytes,
): Promise<Pack | undefined> {
  const found = await findPlaceWithExperiences(db, locationId, guest, look);
  if (!found) return undefined;
  const list = { path: `/api/locations/${locationId}`, bytes: guardReply(getPlace, found).bytes.length };
  const pictures = [found.place, ...found.experiences].flatMap(({ image_url }) => image_url ?? []);
  const own = await findPictureBytes(db, locationId);
  const drawn = await findListingPictureBytes(db, pictures);
  const files = [...new Set(pictures)].flatMap((path) => {
    const bytes = (path === found.place.image_url ? own : drawn.get(path)) ?? fileBytes(path);
    return bytes === undefined ? [] : { path, bytes };
  });
  const all = [list, ...files];
  return { files: all, total_bytes: all.reduce((sum, { bytes }) => sum + bytes, 0) };
}
