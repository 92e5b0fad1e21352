import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page, Request } from '@playwright/test';
import type { Product } from './product.ts';

/** A page that is busy, shows a dialog or has crashed is not waited for longer, in milliseconds. */
const patience = 2_000;

/**
 * Has a product know the secrets that a browser is given, for whatever is written of it.
 * @returns to be called before the context is closed: looks at what its pages have kept, which outlives a sign-out
 */
export function watchSecrets(context: BrowserContext, { canaries, url }: Product): () => Promise<void> {
  const noted: Promise<unknown>[] = [];
  context.on('request', (request) => {
    if (request.url().startsWith(url) && request.isNavigationRequest())
      noted.push(cookieOf(request).then((cookie) => canaries.keepsCookies(cookie)));
  });
  return async () => {
    await Promise.race([Promise.all(noted), sleep(patience)]);
    for (const { name, value } of await context.cookies(url)) canaries.keepsCookies(`${name}=${value}`);
    for (const page of context.pages())
      if (page.url().startsWith(url)) canaries.wrote('what a browser keeps', await keptOf(page));
  };
}

const cookieOf = (request: Request) =>
  request.allHeaders().then(
    ({ cookie = '' }) => cookie,
    () => '',
  );

async function keptOf(page: Page): Promise<string> {
  const kept = page.evaluate(readKept).catch(() => '');
  return await Promise.race([kept, sleep(patience, '', { ref: false })]);
}

/** In the page: its storages, databases and caches, but for what every browser is given alike. */
async function readKept(): Promise<string> {
  const texts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
  const done = <T>(asked: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name!));
    for (const store of database.objectStoreNames)
      texts.push(JSON.stringify(await done(database.transaction(store).objectStore(store).getAll())));
    database.close();
  }
  for (const name of 'caches' in window ? await caches.keys() : []) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const answer = await cache.match(request);
      if (!answer || new URL(request.url).pathname.startsWith('/assets/')) continue;
      texts.push(request.url, JSON.stringify([...answer.headers]), await answer.text());
    }
  }
  return texts.join('\n');
}
