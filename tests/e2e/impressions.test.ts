import type { Page } from '@playwright/test';
import { expect, ready, test } from './fixtures.ts';
import { turn } from './put-aside.ts';
import { signInTraveler } from './session.ts';
import { openEvents, userIdOf } from './stored-events.ts';

let events: Awaited<ReturnType<typeof openEvents>>;
test.beforeAll(async ({ product }) => {
  events = await openEvents(product);
});
test.afterAll(() => events.close());

/** Cards of the screen, by the listing they are of, whose half is in sight. */
const inSight = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-listing]')]
      .filter((card) => {
        const { top, bottom, height } = card.getBoundingClientRect();
        return Math.min(bottom, innerHeight) - Math.max(top, 0) >= height / 2;
      })
      .map((card) => Number(card.dataset.listing)),
  );
/**
 * Opens a page, and waits until it watches its cards: that the script for it has come is not enough, as it may run later than all
 * the time that a test lets pass.
 */
async function openWatching(page: Page, path: string): Promise<void> {
  await page.addInitScript(() => {
    const { observe } = IntersectionObserver.prototype;
    IntersectionObserver.prototype.observe = function (card) {
      if (card.matches('[data-listing]')) document.documentElement.dataset.watched = '';
      observe.call(this, card);
    };
  });
  await page.goto(path);
  await ready(page);
  await page.clock.runFor(6_000);
  await expect(page.locator('html[data-watched]')).toBeAttached();
}
/** Impressions that wait on the device, as `list id`. */
const noted = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { waiting = [], batch } = JSON.parse(localStorage.getItem('holoholo.events') ?? '{}');
    return [...(batch?.events ?? []), ...waiting].map(
      (one: { event_data: { list: string }; business_listing_id: number }) =>
        `${one.event_data.list} ${one.business_listing_id}`,
    );
  });
/** Until the browser has told its observers of what is in sight now. */
const observed = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((done) => new IntersectionObserver(done).observe(document.body)));

test('what was half in sight for a second is told once for its list, what is scrolled past or hidden is not', async ({
  page,
  product,
}) => {
  await page.clock.install();
  await signInTraveler(page, product, 'impressions@example.com', { fresh: true });
  const user = await userIdOf(page);
  await page.route('**/api/analytics/events', (route) => route.abort('internetdisconnected'));
  await openWatching(page, '/location/1');
  // From here on time stands still but for what is told below.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  const place = (ids: number[]) => ids.map((id) => `location/1 ${id}`).sort();

  const first = page.locator('[data-listing]').first();
  await first.scrollIntoViewIfNeeded();
  await first.evaluate((card) => card.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await expect.poll(() => inSight(page)).not.toEqual([]);
  const shown = await inSight(page);
  await observed(page);
  await page.clock.runFor(900);
  expect(await noted(page)).toEqual([]);
  // Out of sight before its second is over.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect.poll(() => inSight(page)).toEqual([]);
  await observed(page);
  await page.clock.runFor(5_000);
  expect(await noted(page)).toEqual([]);

  await first.evaluate((card) => card.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await expect.poll(() => inSight(page)).toEqual(shown);
  await observed(page);
  // A page in the background is in nobody's sight, however long.
  await turn(page, 'hidden');
  await page.clock.runFor(5_000);
  expect(await noted(page)).toEqual([]);
  await turn(page, 'visible');
  await page.clock.runFor(999);
  expect(await noted(page)).toEqual([]);
  await page.clock.runFor(1);
  expect((await noted(page)).sort()).toEqual(place(shown));
  // Looked at again within ten minutes.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect.poll(() => inSight(page)).toEqual([]);
  await first.evaluate((card) => card.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await page.clock.runFor(5_000);
  expect((await noted(page)).sort()).toEqual(place(shown));

  await page.clock.resume();
  await page.unroute('**/api/analytics/events');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(() => events.impressionsOf(user)).toEqual(place(shown));
  expect(shown.length).toBeGreaterThan(0);
});

test('what is shown in two lists is told of both', async ({ page, product }) => {
  await page.clock.install();
  await signInTraveler(page, product, 'two-lists@example.com', { fresh: true });
  const user = await userIdOf(page);
  for (const path of ['/location/1', '/explore']) {
    await page.goto(path);
    await ready(page);
    const card = page.locator('[data-listing]').first();
    await card.evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }));
    const lists = async () => {
      await page.clock.runFor(1_000);
      return (await events.impressionsOf(user)).map((one) => one.split(' ')[0]);
    };
    await expect.poll(lists, { timeout: 20_000 }).toContain(path.slice(1));
  }
});

test.describe('nothing is told of who asks for privacy', () => {
  const look = async (page: Page) => {
    await page.clock.install();
    const calls: string[] = [];
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    await openWatching(page, '/location/1');
    const card = page.locator('[data-listing]').first();
    await card.evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await expect.poll(() => inSight(page)).not.toEqual([]);
    await observed(page);
    await page.clock.runFor(20_000);
    const kept = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
    return [...calls, ...kept].filter((one) => /events|impressions/.test(one));
  };

  test('by their browser', async ({ page }) => {
    await page.addInitScript(() => Object.assign(navigator, { globalPrivacyControl: true }));
    expect(await look(page)).toEqual([]);
  });

  test('by the setting, and what others have in sight is noted', async ({ page, context, elsewhere, baseURL }) => {
    await context.addCookies([{ name: 'analytics', value: 'off', url: baseURL! }]);
    expect(await look(page)).toEqual([]);
    expect(await look(await elsewhere())).toContain('holoholo.impressions');
  });
});
