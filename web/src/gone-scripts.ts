import { createPath, type Location, type RouteObject } from 'react-router';
import { deadlineMs, leastAwayStatus } from './answer-in-time.ts';
import { offlineError } from './api.ts';
import { isNotLoaded } from './features/error-reports/track-error.ts';
import { importInTime } from './import-in-time.ts';

const storageKey = 'holoholo.loaded-anew';

/** Script that the page began with; it has another address in each build. */
export const firstScript = import.meta.url;
let isLeaving = false;
/** Failed imports that are a screen's, which is looked after here; those of parts of a page, when it is at rest. */
export const ofScreens = new WeakSet<object>();

/**
 * Has lazy screens loaded so that a script that does not come is told from a fault of ours. Where the server cannot be asked
 * the screen fails with `offline`, and what is on the device is shown. Where it can, the address that the reader is going to is
 * loaded anew, once for each build in a tab: an update may have taken the script away.
 * @param next where the reader is going to, if they are not there yet.
 */
export function outliveFailedScripts(screens: readonly RouteObject[], next: () => Location | undefined): void {
  for (const screen of screens) {
    const { lazy, children = [] } = screen;
    if (typeof lazy === 'function')
      screen.lazy = () => inTime(lazy as () => Promise<object>, next()).catch((error) => recover(error, next()));
    outliveFailedScripts(children, next);
  }
}

/** The script of a screen that the reader goes to, as long as a call may take; where they are already, they can read meanwhile. */
const inTime = (load: () => Promise<object>, next: Location | undefined): Promise<object> =>
  next ? importInTime(load) : load();

async function recover(error: Error, next: Location | undefined): Promise<object> {
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
