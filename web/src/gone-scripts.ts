import { createPath, type Location } from 'react-router';
import { answerInTime, beginningDeadlineMs, deadlineMs, leastAwayStatus, pageTimeoutMs } from './answer-in-time.ts';
import { errorCode, offlineError, statusOf } from './api.ts';
import { isNotLoaded } from './features/error-reports/track-error.ts';
import { importInTime } from './import-in-time.ts';

const storageKey = 'holoholo.loaded-anew';

/** Script that the page began with; it has another address in each build. */
export const firstScript = import.meta.url;
let isLeaving = false;
/** Failed imports that are a screen's, which is looked after here; those of parts of a page, when it is at rest. */
export const ofScreens = new WeakSet<object>();

/** What is left of a beginning after a page that was waited for in full. */
const leastLeftMs = beginningDeadlineMs - pageTimeoutMs;

/** Where the reader is going to, if they are not there yet; null where the page begins without a network, and shows nothing yet. */
export type Next = () => Going | null | undefined;
type Going = Pick<Location, 'pathname' | 'search' | 'hash'>;

/**
 * Loads the script of a screen so that one that does not come is told from a fault of ours. Where the server cannot be asked
 * the screen fails with `offline`, and what is on the device is shown; the error's status is the server's where it answers for all
 * but the script. Where the script is gone, the address that the reader is going to is loaded anew, once for each build in a tab:
 * an update may have taken it away.
 */
export const outliveFailure =
  <T>(load: () => Promise<T>, next: Next) =>
  (): Promise<T> => {
    const going = next();
    const loading = inTime(load, going);
    // Asked while the script is waited for, so that both together take no longer.
    const status = answerInTime(loading)
      .catch(() => {})
      .then((came) => (came ? 0 : answerInTime(statusOf('/healthz', { cache: 'no-store' }))));
    return loading
      .catch((error) => recover(error, next()))
      .catch(async (error) => {
        const known = answerInTime(status, going === null ? leastLeftMs : deadlineMs);
        throw errorCode(error) === 'offline' && (await known) === 200 ? offlineError(200) : error;
      });
  };

/** As long as a call may take, or what is left of that; where the reader is already, they can read meanwhile. */
const inTime = <T>(load: () => Promise<T>, next: Going | null | undefined): Promise<T> =>
  next === undefined
    ? load()
    : importInTime(load, next ? deadlineMs : Math.max(leastLeftMs, beginningDeadlineMs - performance.now()));

async function recover(error: Error, next: Going | null | undefined): Promise<never> {
  if (!isNotLoaded(error)) throw error;
  ofScreens.add(error);
  if ((await statusAt(scriptOf(error) ?? firstScript)) < 500 && loadAnew(next ? createPath(next) : location.href))
    return await new Promise(() => {});
  throw error;
}

/** The script that did not come, where the browser names it. */
export const scriptOf = ({ message }: Error): string | undefined => message.match(/\/assets\/[\w.-]+/)?.[0];

/** How the server answers for a script now. @throws ApiError `offline` where it does not, or a gateway says that it is away. */
export const statusAt = (script: string): Promise<number> =>
  fetch(script, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(deadlineMs) })
    .then(
      ({ status }) => status,
      () => leastAwayStatus,
    )
    .then((status) => {
      if (status >= leastAwayStatus) throw offlineError();
      return status;
    });

/** @returns whether the page is on its way out. Where the device refuses to remember that, it stays. */
export function loadAnew(address: string): boolean {
  if (isLeaving) return true;
  try {
    const builds = sessionStorage.getItem(storageKey) ?? '';
    if (builds.includes(firstScript)) return false;
    sessionStorage.setItem(storageKey, `${builds} ${firstScript}`);
  } catch {
    return false;
  }
  isLeaving = true;
  if (new URL(address, location.href).href === location.href) location.reload();
  else location.assign(address);
  return true;
}
