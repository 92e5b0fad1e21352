import { errorCode } from './api.ts';
import { fetchAlive } from './fetch-alive.ts';

/** Files of the build that are in the browser's cache, or on their way there. */
const files = new Map<string, Promise<void>>();

/**
 * What the build puts around every `import()`, in the place of Vite's own. An import that hangs cannot be given up, and every
 * later one of the same script waits with it; a fetch can. So all that a script needs is fetched before it is imported.
 * @param needs its own file, those that it imports, and styles.
 * @throws ApiError `offline` where nothing came for ten seconds; what the import fails with.
 */
export async function loadScript<T>(load: () => Promise<T>, needs: readonly string[] = []): Promise<T> {
  try {
    await Promise.all(needs.map(have));
    return await load();
  } catch (error) {
    dispatchEvent(new CustomEvent(notLoaded, { detail: error }));
    throw error;
  }
}

/** The event that tells of one that failed, with its error as `detail`. */
export const notLoaded = 'not-loaded';

function have(file: string): Promise<void> {
  const coming = files.get(file) ?? bring(file);
  files.set(file, coming);
  return coming;
}

async function bring(file: string): Promise<void> {
  try {
    await fetchAlive(`/${file}`).catch((error) => {
      if (errorCode(error)) throw error;
      // It may be at work already; if not, the import says what is wrong, in the browser's own words.
      files.delete(file);
    });
    if (file.endsWith('.css')) await addStyles(`/${file}`);
  } catch (error) {
    files.delete(file);
    throw error;
  }
}

const addStyles = (href: string) =>
  new Promise<void>((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`Unable to preload CSS for ${href}`));
    };
    document.head.append(link);
  });
