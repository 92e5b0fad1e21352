import { cacheNames, keepBounded } from './device-caches.ts';

/**
 * Keeps the pictures that this page has shown before its worker was at work: they lie in the browser's own cache, so nothing
 * is fetched twice. Later ones the worker keeps as they come.
 */
export async function keepShownPictures(): Promise<void> {
  try {
    await keepShown();
  } catch {
    // Storage is forbidden.
  }
}

async function keepShown(): Promise<void> {
  const shown = [...document.images].filter((one) => one.complete && one.naturalWidth > 0).map((one) => one.currentSrc);
  for (const address of new Set(shown)) {
    if (new URL(address).origin !== location.origin) continue;
    if (await caches.match(address, { ignoreVary: true })) continue;
    const answer = await fetch(address, { cache: 'force-cache', signal: AbortSignal.timeout(10_000) }).catch(
      () => undefined,
    );
    if (answer?.ok) await keepBounded(cacheNames.pictures, address, answer);
  }
}
