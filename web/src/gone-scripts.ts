import { createPath, type DataRouteObject, type DataRouter } from 'react-router';
import { exchange } from './api.ts';
import { isFormOpen, noteForms } from './features/offline/open-forms.ts';

const storageKey = 'holoholo.loaded-anew';

/** Address of the script that the page began with; it has another one in each build. */
let firstScript = '';
let isLeaving = false;
/** For each failed import, whether the server has its script no more. */
const asked = new WeakMap<object, Promise<boolean>>();
const ofScreens = new WeakSet<object>();

/**
 * A page that stays open across an update may ask for scripts that the server has no more. It is then loaded anew: once for each
 * build in a tab, so that a server that goes on lacking the script does not make it load for ever, and never over a form.
 * @param first address of the script that the page began with.
 */
export function watchGoneScripts(first: string, router: DataRouter): void {
  firstScript = first;
  noteForms();
  addEventListener('vite:preloadError', ({ payload }) => {
    const gone = isGone(payload);
    asked.set(payload, gone);
    const settle = (is: boolean) => is && !ofScreens.has(payload) && !isFormOpen() && loadAnew(location.href);
    gone.then(settle, () => {});
  });
  outliveUpdates(router, router.routes);
}

/** Has lazy screens that are not here yet loaded in that way. It is the router's own copy of the routes that counts. */
function outliveUpdates(router: DataRouter, screens: readonly DataRouteObject[]): void {
  for (const screen of screens) {
    const { lazy, children = [] } = screen;
    if (typeof lazy === 'function') screen.lazy = () => loadScreen(router, lazy as () => Promise<object>);
    outliveUpdates(router, children);
  }
}

/**
 * Loads the script of a screen. Where the server has it no more, the address that the reader is going to is loaded anew and this
 * never settles; what they typed on the page before is left in any case.
 * @throws ApiError `offline` where the server cannot be asked; else the import's own error.
 */
async function loadScreen(router: DataRouter, load: () => Promise<object>): Promise<object> {
  try {
    return await load();
  } catch (error) {
    ofScreens.add(error as Error);
    const { location: next } = router.state.navigation;
    const address = next ? new URL(createPath(next), location.href).href : location.href;
    if ((await asked.get(error as Error)) && loadAnew(address)) return await new Promise<never>(() => {});
    throw error;
  }
}

/** Asks for the script that failed, where the browser names it, and for the one that this page began with. */
async function isGone({ message }: Error): Promise<boolean> {
  const named = message.match(/\/assets\/[\w.-]+/)?.[0];
  const answers = await Promise.all(
    [firstScript, ...(named ? [named] : [])].map((script) => exchange(script, { method: 'HEAD', cache: 'no-store' })),
  );
  return answers.some(([{ status }]) => status === 404);
}

/** @returns whether the page is on its way out. Where the device refuses to remember that, it stays. */
function loadAnew(address: string): boolean {
  if (isLeaving) return true;
  try {
    const builds: string[] = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    if (builds.includes(firstScript)) return false;
    sessionStorage.setItem(storageKey, JSON.stringify([...builds, firstScript].slice(-20)));
  } catch {
    return false;
  }
  isLeaving = true;
  if (address === location.href) location.reload();
  else location.assign(address);
  return true;
}
