import { answerInTime, backgroundDeadlineMs, deadlineMs } from '../answer-in-time.ts';
import { appPrefix } from '../device/device-caches.ts';

/** The page that every screen can start from without a network: it asks the device instead of the server. */
export const shellAddress = '/offline';

const ownCache = appPrefix + buildVersion;

/**
 * Fetches the application as it is now, in the reader's language. What an earlier build brought is taken over, as its name
 * tells that it is the same. A network that fails is told, so that the installation is tried again; a storage that is full or
 * forbidden is not: a worker that keeps nothing does no harm.
 */
export async function fetchApp(): Promise<void> {
  const shell = await fetchWhole(shellAddress, { cache: 'reload' });
  const language = shell.headers.get('content-language') ?? '';
  const files = shellFiles[language] ?? Object.values(shellFiles)[0] ?? [];
  const cache = await caches.open(ownCache).catch(() => null);
  // Without one of its files the application would not start: then the browser's own word about the network is better.
  let isWhole = true;
  const keep = async (address: string, answer: Response) => {
    await cache?.put(address, answer).catch(() => {
      isWhole = false;
    });
  };
  for (const file of files) {
    if (await cache?.match(file)) continue;
    await keep(file, (await findInApp(file)) ?? (await fetchWhole(file)));
  }
  if (isWhole) await keep(shellAddress, shell);
}

/** A file to its last byte. @throws where it is none, or is silent or cut short, which a storage that is full must not be blamed for. */
async function fetchWhole(address: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(address, { ...init, signal: AbortSignal.timeout(backgroundDeadlineMs) });
  if (!answer.ok) throw new Error(`${address} is answered with ${answer.status}`);
  await answer.clone().arrayBuffer();
  return answer;
}

/**
 * A file or the shell, from this build or, where that could not be kept, from an earlier one, whose shell starts with the files that
 * were kept with it.
 */
export async function findInApp(address: string): Promise<Response | undefined> {
  try {
    const own = await (await caches.open(ownCache)).match(address, { ignoreVary: true });
    if (own) return own;
    for (const name of (await caches.keys()).reverse()) {
      if (!name.startsWith(appPrefix)) continue;
      const found = await (await caches.open(name)).match(address, { ignoreVary: true });
      if (found) return found;
    }
  } catch {
    // Storage is forbidden.
  }
  return undefined;
}

/** A file of the application; one that is met for the first time stays, as its name changes with its content. */
export async function answerFile(request: Request, isHashed: boolean): Promise<Response> {
  const known = await findInApp(new URL(request.url).pathname);
  if (known) return known;
  // Rather a failure that a page can tell of than a script that it waits for without end.
  const answer = (await answerInTime(fetch(request), deadlineMs)) ?? Response.error();
  if (isHashed && answer.ok) await keepFile(request.url, answer.clone());
  return answer;
}

async function keepFile(address: string, answer: Response): Promise<void> {
  await caches.open(ownCache).then(
    (cache) => cache.put(address, answer).catch(() => {}),
    () => {},
  );
}

/**
 * Lets go of earlier builds but the last one, whose pages may still be open in another tab, and the last one that was kept whole, where
 * this one was not. Caches are listed in the order they came.
 */
export async function forgetEarlierApps(): Promise<void> {
  try {
    const earlier = (await caches.keys()).filter((name) => name.startsWith(appPrefix) && name !== ownCache);
    const isWhole = async (name: string) => Boolean(await (await caches.open(name)).match(shellAddress));
    let lastWhole: string | undefined;
    if (!(await isWhole(ownCache))) for (const name of earlier) if (await isWhole(name)) lastWhole = name;
    const gone = earlier.slice(0, -1).filter((name) => name !== lastWhole);
    await Promise.all(gone.map((name) => caches.delete(name)));
  } catch {
    // Storage is forbidden.
  }
}
