import { ApiError } from './api.ts';
import { isFormOpen } from './features/offline/open-forms.ts';

const storageKey = 'holoholo.loaded-anew';
const ownScript = import.meta.url;
/** As long as an answer of the API may take. */
const deadlineMs = 10_000;

let isLeaving = false;
/** For each failed import, whether the server has its script no more. */
const asked = new WeakMap<object, Promise<boolean>>();
const ofScreens = new WeakSet<object>();

/**
 * A page that stays open across an update may ask for scripts that the server has no more. It is then loaded anew: once for each
 * build in a tab, so that a server that goes on lacking the script does not make it load for ever, and never over a form.
 */
export function watchGoneScripts(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    const gone = isGone(payload);
    asked.set(payload, gone);
    const settle = (is: boolean) => is && !ofScreens.has(payload) && !isFormOpen() && loadAnew(location.href);
    gone.then(settle, () => {});
  });
}

/**
 * Loads the script of a screen. Where the server has it no more, the screen's address is loaded anew and this never settles.
 * @param address where the reader is going; what they typed on the page before is left in any case.
 * @throws ApiError `offline` where the server cannot be asked; else the import's own error.
 */
export async function loadScreen<T>(load: () => Promise<T>, address: () => string): Promise<T> {
  try {
    return await load();
  } catch (error) {
    ofScreens.add(error as Error);
    if ((await asked.get(error as Error)) && loadAnew(address())) return await new Promise<never>(() => {});
    throw error;
  }
}

/** Asks for the script that failed, where the browser names it, and for the one that this page began with. */
async function isGone({ message }: Error): Promise<boolean> {
  const named = message.match(/\/assets\/[\w.-]+/)?.[0];
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), deadlineMs);
  try {
    const answers = await Promise.all(
      [ownScript, ...(named ? [named] : [])].map((script) =>
        fetch(script, { method: 'HEAD', cache: 'no-store', signal: deadline.signal }),
      ),
    );
    return answers.some(({ status }) => status === 404);
  } catch {
    throw new ApiError('offline', 0, 'Network error. Please check your connection and try again.');
  } finally {
    clearTimeout(timer);
  }
}

/** @returns whether the page is on its way out. Where the device refuses to remember that, it stays. */
function loadAnew(address: string): boolean {
  if (isLeaving) return true;
  try {
    const builds: string[] = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    if (builds.includes(ownScript)) return false;
    sessionStorage.setItem(storageKey, JSON.stringify([...builds, ownScript].slice(-20)));
  } catch {
    return false;
  }
  isLeaving = true;
  if (address === location.href) location.reload();
  else location.assign(address);
  return true;
}
