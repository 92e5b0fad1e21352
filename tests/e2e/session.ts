import { expect, type Page } from '@playwright/test';
import type { Product } from './product.ts';

type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>;

/** Sessions of this worker's product by address: signing in is a matter of its own tests, all others share. */
const kept = new WeakMap<Product, Map<string, Cookies>>();

/**
 * Gives the page's browser a session, through the real mail but without its screens.
 * @param fresh a session of its own, for a test that ends it.
 */
export async function signIn(page: Page, product: Product, email: string, { fresh = false } = {}): Promise<void> {
  const sessions = kept.get(product) ?? new Map<string, Cookies>();
  kept.set(product, sessions);
  const known = sessions.get(email);
  if (known && !fresh) return await page.context().addCookies(known);
  const since = product.mail.messages.length;
  const headers = { origin: product.url };
  await page.request.post('/api/auth/magic-link', { data: { email }, headers });
  const { text } = await product.mail.waitFor(email, since);
  const token = text.match(/token=([\w-]+)/)![1];
  const reply = await page.request.post('/api/auth/magic-link/verify', { data: { token, confirm: true }, headers });
  expect(reply.status()).toBe(200);
  if (!fresh) sessions.set(email, await page.context().cookies());
}

/** Signs in a traveler who has answered the first questions. */
export async function signInTraveler(page: Page, product: Product, email: string, options = {}): Promise<void> {
  await signIn(page, product, email, options);
  await page.request.post('/api/profiles', { data: {}, headers: { origin: product.url } });
}
