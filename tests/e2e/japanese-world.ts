import type { Browser, Locator, Page } from '@playwright/test';
import { book, bookable, openDesk } from './bookings-world.ts';
import { expect, ready } from './fixtures.ts';
import { noteLook } from './looks.ts';
import type { Product } from './product.ts';
import { signInTraveler } from './session.ts';
import { contentOf, latinWords } from './words-on-screen.ts';

const shots = process.env.SHOTS;
const traveler = 'hana-no-tabi@example.com';
export const reef = 'Kaimana リーフ水泳';

/** No word in Latin letters but names is on the page as it is now. */
export async function expectJapanese(page: Page, content: readonly string[], state: string): Promise<void> {
  expect(await page.locator('html').getAttribute('lang')).toBe('ja');
  noteLook('japanese', page);
  expect(await latinWords(page, content), state).toEqual([]);
  if (shots) await page.screenshot({ path: `${shots}/ja-${state.replace(/\W+/g, '-')}.png` });
}

/** Opens a page, which the server answers with this status. */
export async function open(page: Page, path: string, status = 200): Promise<void> {
  const reply = await page.goto(path);
  expect([path, reply!.status()]).toEqual([path, status]);
  await ready(page);
}

export const button = (within: Page | Locator, name: string) => within.getByRole('button', { name }).first();
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
/** What is featured stands in a list of its own before, with less said of it. */
export const cardOf = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name }).last();

/** A traveler who has done all there is to do: bookings in every state, a saved place with a note, a review. */
export async function aTravelerOfEverything(page: Page, product: Product, browser: Browser): Promise<string[]> {
  await signInTraveler(page, product, traveler);
  const headers = { origin: product.url };
  const earlier = await (await page.request.get('/api/bookings')).json();
  if (earlier.length === 0) {
    const listings = (await bookable(page)).filter((one) => one.name !== reef);
    const ids = [];
    for (const { id } of listings.slice(0, 5)) ids.push(await book(page, product, id));
    const [confirmed, completed, reviewed, cancelled, told] = ids as [string, string, string, string, string];
    const details = { check_in_date: '2027-01-15', check_in_time: '08:30', guest_count: 2 };
    for (const [id, booking_reference] of [
      [confirmed, 'JA-1'],
      [told, 'JA-2'],
    ] as const)
      await page.request.put(`/api/bookings/${id}/details`, { data: { booking_reference, ...details }, headers });
    const desk = await openDesk(browser, product);
    await desk.decide(confirmed, { status: 'confirmed', amount: 1234.5 });
    for (const id of [completed, reviewed]) await desk.decide(id, { status: 'completed', amount: 80 });
    await desk.decide(cancelled, { status: 'cancelled' });
    await desk.close();
    await page.request.post('/api/reviews', {
      data: { booking_id: reviewed, rating: 5, words: '最高でした' },
      headers,
    });
    await book(page, product, listings[5]!.id);
    const saved = { note: '朝いちばんに', saved_at: '2026-11-20T20:00:00Z' };
    await page.request.put(`/api/saved/${listings[6]!.id}`, { data: saved, headers });
    const code = product.codes.find((one) => one.status === 'active')!;
    await page.request.post('/api/qr/scan', { data: { qr_code_id: code.qr_code_id }, headers });
  }
  const { location_id } = product.codes.find((one) => one.status === 'active')!;
  const calls = ['/api/bookings', '/api/activity', '/api/saved', '/api/users/me', `/api/locations/${location_id}`];
  return await contentOf(page, ...calls);
}
