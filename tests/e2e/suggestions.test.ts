import type { Locator, Page } from '@playwright/test';
import { type RecommendationReason, reasonWords, wordReasons } from '../../contract/recommendation-reasons.ts';
import type { Recommendation } from '../../contract/recommendations.ts';
import { decimal, distance } from '../../web/src/messages/format.ts';
import { alter, answer } from './answers.ts';
import { expectAccessible } from './axe.ts';
import { allowHosts, bookLink, browserOf, openListing, standInForBookingPage } from './embedding.ts';
import { failAt } from './failing-database.ts';
import { expect, ready, test } from './fixtures.ts';
import { keptMoment } from './offline.ts';
import type { Product } from './product.ts';
import { savedOnServer } from './saved-pages.ts';
import { signInTraveler } from './session.ts';

const name = 'Kaimana Reef Swims';
const title = 'Goes well with it';
const endpoint = '**/api/platform-ai/recommendations';

test.beforeEach(async ({ browser, product, context, page }) => {
  await allowHosts(browser, product, ['fareharbor.com']);
  await standInForBookingPage(context);
  await page.clock.install();
});
test.afterAll(({ browser, product }) => allowHosts(browser, product, []));

/** Opens the booking page of the one experience inside the guide. */
async function openBooking(page: Page, product: Product, email: string): Promise<Locator> {
  await signInTraveler(page, product, email);
  await openListing(page, name);
  await bookLink(page, name).click();
  const view = browserOf(page, name);
  await expect(view.frameLocator('iframe').getByRole('heading')).toBeVisible();
  return view;
}

const tap = async (view: Locator, times: number) => {
  for (let at = 0; at < times; at++) await view.getByRole('button', { name: 'Bookmark' }).click();
};
const panelOf = (view: Locator) => view.getByRole('region', { name: title });

test.describe('suggestions show', () => {
  test('2 s after 60 s have passed and more than 5 interactions occurred, and the bar asks what is next', {
    tag: '@main',
  }, async ({ page, product }) => {
    const view = await openBooking(page, product, 'rule@example.com');
    const asked = page.waitForRequest(endpoint);
    await tap(view, 6);
    await page.clock.runFor(58_000);
    await expect(view.getByText('You are on fareharbor.com.')).toBeVisible();
    await expect(panelOf(view)).toHaveCount(0);
    // The taps themselves took a moment; one second less than the rule asks, whatever they took.
    await page.clock.runFor(4_500);
    await expect(panelOf(view)).toBeVisible();
    await expect(view.getByRole('button', { name: 'Booking completed' })).toBeVisible();
    await expect(view.getByRole('button', { name: 'Explore More' })).toBeVisible();
    await expect(view.getByText('You are on fareharbor.com.')).toHaveCount(0);
    expect((await asked).postDataJSON()).toMatchObject({
      completed_booking: { category: 'Activities & Tours' },
      recommendation_context: { type: 'post_booking', max_recommendations: 5, radius_km: 10, time_horizon_hours: 48 },
    });
    await expect(panelOf(view).getByRole('article')).toHaveCount(5);
  });

  test('not while 60 s have not passed', async ({ page, product }) => {
    const view = await openBooking(page, product, 'rule@example.com');
    const opened = await page.evaluate(() => Date.now());
    await tap(view, 10);
    const spent = (await page.evaluate(() => Date.now())) - opened;
    // 59 s after it was opened, whatever the taps took; by the clock of the page.
    await page.clock.pauseAt(opened + Math.max(59_000, spent));
    await tap(view, 1);
    await expect(view.getByText('You are on fareharbor.com.')).toBeVisible();
    await expect(panelOf(view)).toHaveCount(0);
    expect((await page.evaluate(() => Date.now())) - opened).toBeLessThan(60_000);
    await page.clock.runFor(1_900);
    await expect(panelOf(view)).toHaveCount(0);
    await page.clock.runFor(2_200);
    await expect(panelOf(view)).toBeVisible();
  });

  test('not with 5 interactions, however long it takes; with the sixth 2 s later, and once only', async ({
    page,
    product,
  }) => {
    const view = await openBooking(page, product, 'rule@example.com');
    await tap(view, 5);
    await page.clock.runFor(600_000);
    await expect(panelOf(view)).toHaveCount(0);
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
    await tap(view, 1);
    await page.clock.runFor(1_900);
    await expect(panelOf(view)).toHaveCount(0);
    await page.clock.runFor(100);
    await expect(panelOf(view)).toBeVisible();

    await panelOf(view).getByRole('button', { name: 'Hide suggestions' }).click();
    await expect(panelOf(view)).toHaveCount(0);
    await expect(view.getByRole('button', { name: 'Booking completed' })).toBeVisible();
    await tap(view, 10);
    await page.clock.runFor(600_000);
    await expect(panelOf(view)).toHaveCount(0);
  });

  test('the focus entering the page counts as an interaction', async ({ page, product }) => {
    const view = await openBooking(page, product, 'rule@example.com');
    const guests = view.frameLocator('iframe').getByLabel('Guests');
    for (let at = 0; at < 2; at++) {
      await guests.click();
      await tap(view, 1);
    }
    await page.clock.runFor(61_000);
    await tap(view, 1);
    await page.clock.runFor(3_000);
    await expect(panelOf(view)).toHaveCount(0);
    await guests.click();
    await page.clock.runFor(3_000);
    await expect(panelOf(view)).toBeVisible();
  });

  test('after a page opened outside when its traveler comes back, more than a minute later, once', async ({
    browser,
    page,
    product,
  }) => {
    await allowHosts(browser, product, []);
    await signInTraveler(page, product, 'return@example.com');
    await openListing(page, name);
    const opening = page.context().waitForEvent('page');
    await bookLink(page, name).click();
    await opening;
    // What waits for the return is a script of its own; from then on time stands still but for what is told below.
    await expect(page.locator('dialog', { hasText: title })).toBeAttached();
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
    const sheet = page.getByRole('dialog', { name: title });
    const show = (state: 'hidden' | 'visible') =>
      page.evaluate((now) => {
        Object.defineProperty(document, 'visibilityState', { value: now, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    await show('hidden');
    await page.clock.runFor(20_000);
    await show('visible');
    await page.clock.runFor(3_000);
    await expect(sheet).toBeHidden();
    await show('hidden');
    await page.clock.runFor(60_000);
    await show('visible');
    await page.clock.runFor(1_500);
    await expect(sheet).toBeHidden();
    await page.clock.runFor(600);
    await expect(sheet).toBeVisible();
    await expect(sheet.getByRole('article')).toHaveCount(5);
    await page.clock.resume();
    await expectAccessible(page);
    await sheet.getByRole('button', { name: 'Explore More' }).click();
    await expect(sheet).toHaveCount(0);
    await expect(page).toHaveURL(/\/explore$/);
    await show('hidden');
    await page.clock.runFor(90_000);
    await show('visible');
    await page.clock.runFor(3_000);
    await expect(sheet).toHaveCount(0);
  });
});

/** Brings the suggestions about. */
async function suggest(page: Page, view: Locator): Promise<void> {
  await tap(view, 6);
  await page.clock.runFor(63_000);
  await expect(panelOf(view)).toBeVisible();
}

test.describe('a suggestion', () => {
  test('tells its reason and details, is what the server recommends, and is booked like any other', async ({
    page,
    product,
  }) => {
    const view = await openBooking(page, product, 'next@example.com');
    const answered = page.waitForResponse(endpoint);
    await suggest(page, view);
    const { recommendations }: { recommendations: Recommendation[] } = await (await answered).json();
    const panel = panelOf(view);
    await expect(panel.getByRole('heading', { level: 3 })).toHaveText([
      title,
      ...recommendations.map((one) => one.name),
    ]);
    for (const one of recommendations) {
      expect(one.distance_km).toBeLessThanOrEqual(10);
      const reason = wordReasons(one.recommendation_reasons, reasonWords, { distance, rating: decimal });
      await expect(panel.getByText(reason, { exact: true }).first()).toBeAttached();
    }
    await expectAccessible(page);

    const first = recommendations[0]!;
    const heart = panel.getByRole('button', { name: `Save: ${first.name}`, exact: true });
    await heart.click();
    await expect(heart).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => savedOnServer(page)).toContainEqual(expect.objectContaining({ listing_id: first.id }));
    const item = panel.getByRole('listitem').first();
    await item.getByRole('button', { name: 'Details' }).click();
    await expect(item.getByText(first.description)).toBeVisible();
    const isInside = new URL(first.booking_url!).hostname === 'fareharbor.com';
    const opening = isInside ? undefined : page.context().waitForEvent('page');
    await item.getByRole('link', { name: /^Book/ }).click();
    if (isInside) await expect(browserOf(page, first.name)).toBeVisible();
    await opening;
    await expect(view).toHaveCount(0);
    await expect
      .poll(async () =>
        (await (await page.request.get('/api/bookings')).json()).map(
          (one: { business_listing_id: number }) => one.business_listing_id,
        ),
      )
      .toContain(first.id);
  });

  test('words every reason there is', async ({ page, product }) => {
    const reasons: RecommendationReason[][] = [
      ...(['before', 'after', 'next_day'] as const).map((time): RecommendationReason[] => [
        { code: 'goes_with', category: 'Cultural Experiences', time },
        { code: 'well_rated', rating: 4.5 },
      ]),
      [{ code: 'well_rated', rating: 4.5 }],
      [{ code: 'near', meters: 1800 }, { code: 'booked_together' }],
    ];
    // The server's own answer, with reasons that would take days of bookings to come about.
    await alter<{ recommendations: Recommendation[] }>(page, endpoint, ({ recommendations, ...rest }) => ({
      ...rest,
      recommendations: recommendations.map((one, at) => ({ ...one, recommendation_reasons: reasons[at] })),
    }));
    const view = await openBooking(page, product, 'reasons@example.com');
    await suggest(page, view);
    for (const text of [
      'Island culture beforehand, rated 4.5',
      'Island culture afterwards, rated 4.5',
      'Island culture the next day, rated 4.5',
      'rated 4.5',
      '1.8 km away, often booked together',
    ])
      await expect(panelOf(view).getByText(text, { exact: true })).toBeAttached();
  });

  test('leads on: "Booking completed" to the bookings, "Explore More" to the guide', async ({ page, product }) => {
    const view = await openBooking(page, product, 'next@example.com');
    await suggest(page, view);
    await view.getByRole('button', { name: 'Booking completed' }).click();
    await expect(page).toHaveURL(/\/bookings$/);
    await expect(view).toHaveCount(0);
    await expect(page.getByRole('article').filter({ hasText: name })).not.toHaveCount(0);
  });
});

/** Has real suggestions shown and kept, and leaves them. */
async function suggestOnce(page: Page, view: Locator): Promise<string[]> {
  await suggest(page, view);
  await expect(panelOf(view).getByRole('article')).toHaveCount(5);
  const names = await panelOf(view).getByRole('article').getByRole('heading').allTextContents();
  await page.keyboard.press('Escape');
  return names;
}

/** Has them shown again, now that the server cannot answer. */
async function suggestWithout(page: Page, product: Product, view: Locator): Promise<void> {
  // What is told of the followed link asks for its listing, too.
  const told = page.waitForResponse('**/api/revenue/fareharbor/booking');
  await bookLink(page, name).click();
  await told;
  // Events name listings too: of who is left out of the statistics none is sent, and none refused.
  await page.context().addCookies([{ name: 'analytics', value: 'off', url: product.url }]);
  await failAt(page, product, 'unavailable', 'listings', '/api/platform-ai/recommendations');
  await suggest(page, view);
}

test.describe('when recommendations fail', () => {
  test('the sample set is shown as such, cannot be booked, and nothing of it is kept or counted', async ({
    page,
    product,
  }) => {
    const view = await openBooking(page, product, 'sample@example.com');
    // Events name listings too: of who is left out of the statistics none is sent, and none refused.
    await page.context().addCookies([{ name: 'analytics', value: 'off', url: product.url }]);
    await failAt(page, product, 'unavailable', 'listings', '/api/platform-ai/recommendations');
    await suggest(page, view);
    const panel = panelOf(view);
    await expect(panel.getByText('Unable to load recommendations')).toBeVisible();
    await expect(panel.getByText('Sample data')).toBeVisible();
    await expect(panel.getByRole('article')).toHaveCount(3);
    await expect(panel.getByRole('link')).toHaveCount(0);
    await expect(panel.getByRole('button', { name: 'Details' })).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('holoholo.recommendations'))).toBeNull();
    await expectAccessible(page);
  });

  test('the last real answer comes before the sample set, with its age and without booking', async ({
    page,
    product,
  }) => {
    const view = await openBooking(page, product, 'kept@example.com');
    const names = await suggestOnce(page, view);
    await suggestWithout(page, product, view);
    const panel = panelOf(view);
    await expect(panel.getByText('Unable to load recommendations')).toBeVisible();
    await expect(panel.getByText(/^This is what we suggested on /)).toHaveText(keptMoment);
    await expect(panel.getByText('Sample data')).toHaveCount(0);
    await expect(panel.getByRole('article').getByRole('heading')).toHaveText(names);
    await expect(panel.getByRole('link')).toHaveCount(0);
  });

  test('an answer that another edition of the guide kept counts as none', async ({ page, product }) => {
    const view = await openBooking(page, product, 'other-edition@example.com');
    await suggestOnce(page, view);
    await page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem('holoholo.recommendations')!);
      for (const one of kept) one.version = 99;
      localStorage.setItem('holoholo.recommendations', JSON.stringify(kept));
    });
    await suggestWithout(page, product, view);
    await expect(panelOf(view).getByText('Sample data')).toBeVisible();
    await expect(panelOf(view).getByText(/^This is what we suggested on /)).toHaveCount(0);
  });

  test('nothing near enough is said in words', async ({ page, product }) => {
    await answer(page, endpoint, { recommendations: [] });
    const view = await openBooking(page, product, 'none@example.com');
    await suggest(page, view);
    await expect(panelOf(view).getByText('Nothing bookable is near enough to suggest.')).toBeVisible();
    await expectAccessible(page);
    await ready(page);
  });
});
