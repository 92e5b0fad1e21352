import type { Experience } from '../../../contract/listings.ts';
import type { Place } from '../../../contract/places.ts';
import { cacheNames, keepBounded, packPrefix } from './device-caches.ts';
import { isOfVersion } from './kept-version.ts';
import { withoutVisitor } from './without-visitor.ts';

/** A place as this device saw it last, without anything that was made for one visitor. */
export interface KeptPlace {
  version?: number;
  place: Place;
  experiences: Experience[];
  /** ISO instant at which it came from the server. */
  keptAt: string;
}

/** Of the shape of places, and of packs. */
export const keptVersion = 1;

export const placeAddress = (id: number | string) => `/api/locations/${id}`;

const answerOf = (content: KeptPlace) =>
  new Response(JSON.stringify(content), { headers: { 'content-type': 'application/json' } });

/** What the offline pack keeps of a place. */
export const packedAnswer = (place: Place, experiences: readonly Experience[], keptAt: string): Response =>
  answerOf({ version: keptVersion, place, experiences: experiences.map(withoutVisitor), keptAt });

/** Keeps a place that is on screen; its pictures are kept as they come. */
export async function keepPlace(place: Place, experiences: readonly Experience[], now = new Date()): Promise<void> {
  const address = placeAddress(place.id);
  await keepBounded(cacheNames.places, address, packedAnswer(place, experiences, now.toISOString()));
}

async function read<T>(address: string): Promise<T[]> {
  try {
    const names = (await caches.keys()).filter((name) => name === cacheNames.places || name.startsWith(packPrefix));
    const found = await Promise.all(names.map(async (name) => (await caches.open(name)).match(address)));
    return await Promise.all(found.flatMap((answer) => (answer ? [answer.json() as Promise<T>] : [])));
  } catch {
    return [];
  }
}

const newest = <T extends { keptAt: string }>(kept: readonly T[]): T | undefined =>
  kept.toSorted((one, other) => other.keptAt.localeCompare(one.keptAt))[0];

/** A place as this device saw or packed it last. */
export const findKeptPlace = async (id: number | string): Promise<KeptPlace | undefined> =>
  newest((await read<KeptPlace>(placeAddress(id))).filter((kept) => isOfVersion(keptVersion, kept)));

/** Every place this device has, the one seen last first. */
export async function listKeptPlaces(): Promise<KeptPlace[]> {
  try {
    const names = (await caches.keys()).filter((name) => name === cacheNames.places || name.startsWith(packPrefix));
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    const ids = keys.flat().flatMap(({ url }) => new URL(url).pathname.match(/^\/api\/locations\/(\d+)$/)?.[1] ?? []);
    const places = await Promise.all([...new Set(ids)].map(findKeptPlace));
    return places.flatMap((place) => place ?? []).toSorted((one, other) => other.keptAt.localeCompare(one.keptAt));
  } catch {
    return [];
  }
}
