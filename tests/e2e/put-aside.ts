import type { Page } from '@playwright/test';

/** The page is put aside (`hidden`), or looked at again: a browser without windows shows all its pages at all times. */
export const turn = (page: Page, now: 'hidden' | 'visible'): Promise<void> =>
  page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
    Object.defineProperty(document, 'hidden', { value: state === 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, now);

/** Counts what a page asks for at this path from now on. */
export function countAsks(page: Page, path: string): () => number {
  let asks = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) asks += 1;
  });
  return () => asks;
}
