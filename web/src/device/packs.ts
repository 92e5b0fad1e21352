import type { Answer } from '../../../contract/endpoint.ts';
import type { getPlace, getPlacePack } from '../../../contract/places.ts';
import { fetchAlive } from '../fetch-alive.ts';
import { makeRoom, packPrefix } from './device-caches.ts';
import { keptVersion, packedAnswer, placeAddress } from './kept-lists.ts';
import { isOfVersion } from './kept-version.ts';
import { withLock } from './with-lock.ts';

export type PackPlan = Answer<typeof getPlacePack>;

/** A pack that is on this device. */
export interface KeptPack {
  /** Of the shape of what it holds, as of a place that is kept. */
  version?: number;
  bytes: number;
  /** ISO instant at which it was complete. */
  keptAt: string;
}

/** The entry that says that a pack is complete. */
const doneAddress = '/pack';
const nameOf = (placeId: number) => packPrefix + placeId;

/** A pack could not be kept: the network failed, or the device has no room for it. */
export class PackError extends Error {
  readonly reason: 'network' | 'room';
  constructor(reason: 'network' | 'room') {
    super(reason);
    this.reason = reason;
  }
}

/** Asks the server for what a pack holds and weighs. @throws PackError */
export async function planPack(placeId: number): Promise<PackPlan> {
  const answer = await fetchPublic(`${placeAddress(placeId)}/pack`);
  return JSON.parse(await answer.text());
}

/** The pack of a place, if this device has all of it. */
export async function findPack(placeId: number): Promise<KeptPack | undefined> {
  try {
    if (!(await caches.has(nameOf(placeId)))) return undefined;
    const pack: KeptPack | undefined = await (await (await caches.open(nameOf(placeId))).match(doneAddress))?.json();
    return isOfVersion(keptVersion, pack) ? pack : undefined;
  } catch {
    return undefined;
  }
}

/** Places whose pack this device has. */
export async function listPacks(): Promise<number[]> {
  try {
    const names = (await caches.keys()).filter((name) => name.startsWith(packPrefix));
    const ids = names.map((name) => Number(name.slice(packPrefix.length)));
    const found = await Promise.all(ids.map(findPack));
    return ids.filter((_, at) => found[at]);
  } catch {
    return [];
  }
}

/** The fetching of a pack, which goes on in this page whether or not anybody looks on. */
export interface PackFetch {
  plan: PackPlan;
  /** Fetched so far. */
  bytes: number;
  /** Told of them each time. */
  onProgress: (bytes: number) => void;
  /** Fails with PackError. */
  done: Promise<KeptPack>;
}

const going = new Map<number, PackFetch>();

/** The fetching of this place's pack, where one is going on in this page. */
export const packFetch = (placeId: number): PackFetch | undefined => going.get(placeId);

/** Fetches a pack, or joins in where this page is at it already. Tabs do so one after the other. */
export function fetchPack(placeId: number, plan: PackPlan, now = () => new Date()): PackFetch {
  const before = going.get(placeId);
  if (before) return before;
  const fetching: PackFetch = {
    plan,
    bytes: 0,
    onProgress: () => {},
    done: Promise.resolve()
      .then(() => withLock(`holoholo.pack-${placeId}`, () => bringPack(placeId, fetching, now)))
      .catch((error) => {
        throw error instanceof PackError ? error : new PackError('room');
      })
      .finally(() => going.delete(placeId)),
  };
  going.set(placeId, fetching);
  return fetching;
}

/**
 * Fetches a pack, file by file, as a guest's device would. What was kept before stays until each file is replaced; a pack
 * that was never complete is taken away when it fails.
 */
async function bringPack(placeId: number, fetching: PackFetch, now: () => Date): Promise<KeptPack> {
  const { files } = fetching.plan;
  try {
    for (const { path, bytes: expected } of files) {
      const isList = path === placeAddress(placeId);
      const body = isList ? await fetchPublic(path) : await fetchPicture(path, expected);
      await put(placeId, path, isList ? await listAnswer(body, now()) : new Response(body));
      fetching.bytes += body.size;
      fetching.onProgress(fetching.bytes);
    }
    // Others may have taken away what was here, as a sign-out does.
    const cache = await caches.open(nameOf(placeId));
    const there = await Promise.all(files.map(({ path }) => cache.match(path)));
    if (!there.every(Boolean)) throw new PackError('network');
    const pack = { version: keptVersion, bytes: fetching.bytes, keptAt: now().toISOString() };
    await put(placeId, doneAddress, new Response(JSON.stringify(pack)));
    return pack;
  } catch (error) {
    if (!(await findPack(placeId))) await removePack(placeId);
    throw error;
  }
}

async function listAnswer(body: Blob, now: Date): Promise<Response> {
  const { place, experiences } = readList(await body.text());
  return packedAnswer(place, experiences, now.toISOString());
}

/** @throws PackError where it is no list: a network's own page, or half of an answer. */
function readList(text: string): Answer<typeof getPlace> {
  try {
    return JSON.parse(text);
  } catch {
    throw new PackError('network');
  }
}

/** Takes a pack away. Never throws. */
export async function removePack(placeId: number): Promise<void> {
  try {
    await caches.delete(nameOf(placeId));
  } catch {
    // Storage is forbidden.
  }
}

/** Without the reader's session, so that what comes is what everybody gets. @throws PackError where it does not come whole. */
const fetchPublic = (path: string, init?: RequestInit): Promise<Blob> =>
  fetchAlive(path, { credentials: 'omit', ...init }).catch(() => {
    throw new PackError('network');
  });

/**
 * A picture may come cut short and look whole, and lie like that in the browser's own cache; or be another's page.
 * @param expected its bytes, as the plan says them. @throws PackError where it cannot be had whole
 */
async function fetchPicture(path: string, expected: number): Promise<Blob> {
  const body = await fetchPublic(path);
  if (body.size === expected) return body;
  const again = await fetchPublic(path, { cache: 'reload' });
  if (again.size !== expected) throw new PackError('network');
  return again;
}

async function put(placeId: number, path: string, answer: Response): Promise<void> {
  const cache = await caches.open(nameOf(placeId));
  const again = answer.clone();
  await cache.put(path, answer).catch(async () => {
    await makeRoom();
    await cache.put(path, again);
  });
}
