import type { Browser, Page } from '@playwright/test';
import type { Booking } from '../../contract/bookings.ts';
import {
  type RecommendationReason,
  reasonWords,
  timeCompatibilities,
  wordReasons,
} from '../../contract/recommendation-reasons.ts';
import type { Recommendation } from '../../contract/recommendations.ts';
import { categories } from '../../contract/values.ts';
import { decimal, distance } from '../../web/src/messages/format.ts';
import { answer, cut, hold } from './answers.ts';
import { expectAccessible } from './axe.ts';
import { book, bookable, openBookings, openDesk } from './bookings-world.ts';
import { expect, ready, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { signInTraveler } from './session.ts';

const endpoint = '**/api/platform-ai/recommendations';
const suggestionsOn = (page: Page) => page.getByRole('region', { name: 'More Experiences for You' });
const inWords = (reasons: readonly RecommendationReason[]) =>
  wordReasons(reasons, reasonWords, { distance, rating: decimal });

/** Books an experience and has an administrator complete the booking. */
async function complete(page: Page, product: Product, browser: Browser, listing: number): Promise<Booking> {
  const id = await book(page, product, listing);
  const desk = await openDesk(browser, product);
  await desk.decide(id, { status: 'completed', amount: 80 });
  await desk.close();
  const bookings: Booking[] = await (await page.request.get('/api/bookings')).json();
  return bookings.find((one) => one.id === id)!;
}

/** What the server recommends for a booking, asked as the specification asks. */
async function recommended(page: Page, product: Product, booking: Booking): Promise<Recommendation[]> {
  const reply = await page.request.post('/api/platform-ai/recommendations', {
    headers: { origin: product.url },
    data: {
      completed_booking: {
        business_listing_id: booking.business_listing_id,
        category: booking.business_listing_category,
        check_in_date: booking.check_in_date,
      },
      recommendation_context: { type: 'post_booking', max_recommendations: 5, radius_km: 10, time_horizon_hours: 48 },
    },
  });
  return (await reply.json()).recommendations;
}

test('a completed booking leads to what the server recommends first, in its order and for its reasons', async ({
  page,
  product,
  browser,
}) => {
  await signInTraveler(page, product, 'bookings-suggestions@example.com');
  const listings = await bookable(page);
  const earlier = listings.find((one) => one.category === 'Restaurants')!;
  // In the middle of Honolulu, where much is near.
  const later = listings.find((one) => one.name === 'Kaimana Reef Swims')!;
  await openBookings(page);
  await expect(suggestionsOn(page)).toHaveCount(0);
  await complete(page, product, browser, earlier.id);
  const booking = await complete(page, product, browser, later.id);
  const expected = await recommended(page, product, booking);
  // Otherwise it would not be told which come first.
  expect(expected.length).toBeGreaterThan(2);
  for (const one of expected) expect(one.distance_km).toBeLessThanOrEqual(10);

  await openBookings(page);
  const shown = suggestionsOn(page);
  await expect(shown).toContainText(`Because you have been at ${later.name}`);
  await expect(shown.getByRole('heading', { level: 3 })).toHaveText(expected.slice(0, 2).map((one) => one.name));
  for (const [at, one] of expected.slice(0, 2).entries()) {
    const card = shown.getByRole('article').nth(at);
    await expect(card.getByText(inWords(one.recommendation_reasons), { exact: true })).toBeVisible();
  }
  await expectAccessible(page);
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/bookings-suggestions.png`, fullPage: true });
});

test('each reason has its words, and without an answer there is no section', async ({ page, product, browser }) => {
  await signInTraveler(page, product, 'bookings-reasons@example.com');
  const listing = (await bookable(page)).find((one) => one.category === 'Activities & Tours')!;
  const booking = await complete(page, product, browser, listing.id);
  const [one] = await recommended(page, product, booking);
  // In the browser, where what is answered can be chosen.
  const answerWith = (recommendation_reasons: RecommendationReason[]) =>
    answer(page, endpoint, { recommendations: [{ ...one, recommendation_reasons }] });
  const come = async () => {
    await page.goto('/dashboard');
    await ready(page);
    await page.getByRole('link', { name: 'My Bookings' }).click();
    await expect(page.getByRole('article').filter({ hasText: listing.name })).not.toHaveCount(0);
  };
  const goesWith = categories.flatMap((category, at) =>
    at < timeCompatibilities.length
      ? [[category, timeCompatibilities[at]!] as const]
      : [[category, timeCompatibilities[0]] as const],
  );
  for (const [category, time] of goesWith) {
    const reasons: RecommendationReason[] = [
      { code: 'goes_with', category, time },
      { code: 'near', meters: 420 },
      { code: 'well_rated', rating: 4.8 },
      { code: 'booked_together' },
    ];
    await answerWith(reasons);
    await come();
    await expect(suggestionsOn(page)).toContainText(inWords(reasons));
    await page.unroute(endpoint);
  }
  await answer(page, endpoint, { recommendations: [] });
  await come();
  await expect(suggestionsOn(page)).toHaveCount(0);
});

test('stay where they are while bookings are asked for again: not asked for where nothing is new, nor lost where that fails', async ({
  page,
  product,
  browser,
}) => {
  await signInTraveler(page, product, 'bookings-polled@example.com');
  const [listing, another] = (await bookable(page)).filter((one) => one.category === 'Activities & Tours');
  await complete(page, product, browser, listing!.id);
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/platform-ai/recommendations')) asked++;
  });
  await page.clock.install();
  await openBookings(page);
  const shown = suggestionsOn(page);
  const heart = shown.getByRole('button', { name: /^Save/ }).first();
  await heart.focus();
  // Taken away and brought back, it would be another.
  const section = await shown.elementHandle();
  const isThere = () => section!.evaluate((one) => one.isConnected);
  const poll = async () => {
    const polled = page.waitForResponse('**/api/bookings');
    await page.clock.fastForward(30_000);
    await (await polled).finished();
  };
  await poll();
  await poll();
  await expect(heart).toBeFocused();
  expect(asked).toBe(0);

  await cut(page, endpoint);
  const release = await hold(page, endpoint);
  const id = await book(page, product, another!.id);
  await poll();
  await expect.poll(() => asked).toBe(1);
  expect(await isThere()).toBe(true);
  const failed = page.waitForEvent('requestfailed');
  await release();
  await failed;
  await expect(heart).toBeFocused();
  await page.unroute(endpoint);

  // What failed is asked for again, although nothing else is new; what came is not.
  await poll();
  await expect.poll(() => asked).toBe(2);
  await poll();
  expect([asked, await isThere()]).toEqual([2, true]);
  const desk = await openDesk(browser, product);
  await desk.decide(id, { status: 'completed', amount: 80 });
  await desk.close();
  await poll();
  await expect(shown).toContainText(`Because you have been at ${another!.name}`);
  expect(asked).toBe(3);
});
