/**
 * The caches on this device, shared by the pages and the worker. What lies in them is what every guest is shown: never an
 * answer that needs a session, never a page that was rendered for somebody.
 */
export const cacheNames = {
  /** Pictures seen lately. */
  pictures: 'holoholo-pictures',
  /** Places, and the whole list, as they were last seen. */
  places: 'holoholo-places',
} as const;

/** How the names of all caches of ours begin. */
export const allCaches = 'holoholo-';
/** What a place's offline pack brought, until it is removed. */
export const packPrefix = 'holoholo-pack-';
/** The application itself, one cache for each build. */
export const appPrefix = 'holoholo-app-';

/** How much is kept of what was only seen; what was not used for longest goes first. */
export const mostKept = { [cacheNames.pictures]: 120, [cacheNames.places]: 30 } as const;
type Bounded = keyof typeof mostKept;

/**
 * Keeps an answer, and lets go of the oldest beyond the bound. A full storage gives up half of what was only seen and is
 * tried once more; a forbidden one keeps nothing. What does not come whole changes nothing. Never throws.
 * @returns whether it is kept now.
 */
export async function keepBounded(name: Bounded, address: string, answer: Response): Promise<boolean> {
  const again = answer.clone();
  // To put an answer that is cut short fails as to put one without room does, and nothing is to make room for it.
  if (!(await isWhole(answer.clone()))) return false;
  try {
    await putLast(name, address, answer);
    await trim(name, mostKept[name]);
    return true;
  } catch {
    try {
      await makeRoom();
      await putLast(name, address, again);
      return true;
    } catch {
      return false;
    }
  }
}

const isWhole = (answer: Response) =>
  answer.arrayBuffer().then(
    () => true,
    () => false,
  );

/** A cache lists its entries in the order they came: what is used is put in again, and so the first is the least recent. */
async function putLast(name: Bounded, address: string, answer: Response): Promise<void> {
  const cache = await caches.open(name);
  await cache.delete(address, { ignoreVary: true });
  await cache.put(address, answer);
}

async function trim(name: Bounded, most: number): Promise<void> {
  const cache = await caches.open(name);
  const entries = await cache.keys();
  await Promise.all(entries.slice(0, Math.max(0, entries.length - most)).map((entry) => cache.delete(entry)));
}

/** Gives up half of what was only seen, so that something else can be kept. */
export async function makeRoom(): Promise<void> {
  for (const name of Object.values(cacheNames)) {
    const kept = await (await caches.open(name)).keys();
    await trim(name, Math.floor(kept.length / 2));
  }
}

/** Forgets all that tells where somebody has been on this device; the application itself stays. */
export async function forgetSeen(): Promise<void> {
  try {
    const names = await caches.keys();
    const seen = names.filter((name) => name.startsWith(allCaches) && !name.startsWith(appPrefix));
    await Promise.all(seen.map((name) => caches.delete(name)));
  } catch {
    // Where storage is forbidden nothing was kept.
  }
}
