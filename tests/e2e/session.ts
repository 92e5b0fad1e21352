import { expect, type Page } from '@playwright/test';
import { ask } from './database.ts';
import { ready } from './fixtures.ts';
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
  // Signing in ends the session that the browser has, which other tests may share.
  await page.context().clearCookies({ name: 'session' });
  const since = product.mail.messages.length;
  const headers = { origin: product.url };
  await page.request.post('/api/auth/magic-link', { data: { email }, headers });
  // An earlier change of the account may be told to it only now.
  const { text } = await product.mail.waitFor(email, since, /token=/);
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

/** Signs somebody else in beside a page, as far as the server knows: nothing tells that page. */
export async function signInUnheard(page: Page, product: Product, email: string): Promise<void> {
  const elsewhere = await page.context().browser()!.newContext({ baseURL: product.url });
  await signInTraveler(await elsewhere.newPage(), product, email, { fresh: true });
  await page.context().addCookies(await elsewhere.cookies());
  await elsewhere.close();
}

/** Asks for a sign-in link in another browser. @returns the link, once its mail has come. */
export async function linkFromElsewhere(product: Product, email: string): Promise<string> {
  const since = product.mail.messages.length;
  const reply = await fetch(`${product.url}/api/auth/magic-link`, {
    method: 'POST',
    headers: { origin: product.url, 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  expect(reply.status).toBe(202);
  return (await product.mail.waitFor(email, since, /token=/)).text.match(/https?:\/\/\S+/)![0];
}

/** Ends all sessions of an account, as they end by themselves after a while. */
export async function endSessions(product: Product, email: string): Promise<void> {
  await ask(product, 'delete from sessions using users where users.id = user_id and email = $1', [email]);
  kept.get(product)?.delete(email);
}

/**
 * Ends the sessions of the page's user while a form of theirs is open: hearing of it, the page does not ask anew who is here, as
 * that would take what was typed. The next screen says it.
 */
export async function endSessionsAtForm(page: Page, product: Product, email: string): Promise<void> {
  await page.goto('/dashboard?tab=profile');
  await ready(page);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
  await endSessions(product, email);
}

/** Gives the account of the page's user a role of an earlier system, which only such accounts have. */
export const becomeLegacy = (product: Product, email: string): Promise<unknown> =>
  ask(product, "update profiles set role = 'tourist' from users where users.id = user_id and email = $1", [email]);

/** Takes the profile from an account: one that an earlier version has left without. */
export const withoutProfile = (product: Product, email: string): Promise<unknown> =>
  ask(product, 'delete from profiles using users where users.id = user_id and email = $1', [email]);
