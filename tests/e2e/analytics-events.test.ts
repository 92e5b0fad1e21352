import type { Page } from '@playwright/test';
import { standIn } from './answers.ts';
import { allowHosts, bookLink, browserOf, learnLink, openListing, standInForBookingPage } from './embedding.ts';
import { expect, ready, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { signInTraveler } from './session.ts';
import { openEvents, typesOf, userIdOf, withoutImpressions } from './stored-events.ts';

test.use({ serviceWorker: true });

const name = 'Kaimana Reef Swims';
const ownHost = 'kaimanareefswims.example';
const calls = '**/api/analytics/events';

let events: Awaited<ReturnType<typeof openEvents>>;
let counter = 0;
test.beforeAll(async ({ product }) => {
  events = await openEvents(product);
});
test.beforeEach(({ context }) => withoutImpressions(context));
test.afterAll(async ({ browser, product }) => {
  await events.close();
  await allowHosts(browser, product, []);
});

/** A traveler of their own, so that all their events are of this test. */
async function aTraveler(page: Page, product: Product): Promise<string> {
  await signInTraveler(page, product, `events-${counter++}@example.com`, { fresh: true });
  return await userIdOf(page);
}
const waiting = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { waiting = [], batch } = JSON.parse(localStorage.getItem('holoholo.events') ?? '{}');
    return waiting.length + (batch?.events.length ?? 0);
  });
/** What is stored of somebody. Time goes on meanwhile: what happens while a call is under way is sent a while after its answer. */
const storedInTime = async (page: Page, user: string) => {
  await page.clock.runFor(2_000);
  return typesOf(await events.ofUser(user));
};
/** The network goes, or comes back: for calls, as in airplane mode. */
const setOffline = async (page: Page, off: boolean) => {
  await page.context().setOffline(off);
};

test.describe('each event arrives exactly once', () => {
  test.beforeEach(async ({ browser, product, context }) => {
    await allowHosts(browser, product, ['fareharbor.com', ownHost]);
    await standInForBookingPage(context);
    await standInForBookingPage(context, ownHost);
  });

  test('of a booking page inside the guide, with what is told of it', async ({ page, product }) => {
    await page.clock.install();
    const user = await aTraveler(page, product);
    await page.addInitScript(() => Object.assign(navigator, { share: async () => {} }));
    const listing = await openListing(page, name);
    await bookLink(page, name).click();
    const view = browserOf(page, name);
    await expect(view.frameLocator('iframe').getByRole('heading')).toBeVisible();
    await expect(view.getByText(/^Loading /)).toHaveCount(0);
    await view.getByRole('button', { name: 'Bookmark' }).click();
    await view.getByRole('button', { name: 'Share' }).click();
    // 15, 30 and 45 s; not yet the minute.
    await page.clock.runFor(50_000);
    const opening = page.context().waitForEvent('page');
    await view.getByRole('link', { name: 'Open in Browser' }).click();
    await opening;
    await expect(view).toHaveCount(0);
    await page.clock.runFor(4_000);
    const expected = [
      'booking_initiated',
      'external_booking_view',
      'in_app_browser_loaded',
      'booking_page_bookmarked',
      'booking_page_shared',
      'in_app_browser_engagement',
      'in_app_browser_engagement',
      'in_app_browser_engagement',
      'external_navigation',
      'in_app_browser_exit',
    ].sort();
    await expect.poll(() => storedInTime(page, user)).toEqual(expected);
    await page.reload();
    await ready(page);
    expect(await waiting(page)).toBe(0);
    const stored = await events.ofUser(user);
    expect(typesOf(stored)).toEqual(expected);
    for (const event of stored) {
      expect(event.listing_id).toBe(listing.id);
      expect(event.data).toMatchObject({ experience_name: name, category: listing.category, price_range: '$$$' });
    }
    const of = (type: string) => stored.find((event) => event.event_type === type)!.data;
    expect(of('booking_initiated')).toMatchObject({ user_authenticated: true, is_featured: true });
    expect(of('external_booking_view')).toMatchObject({ platform: 'fareharbor' });
  });

  test('of a page of an advertiser', async ({ page, product }) => {
    await page.clock.install();
    const user = await aTraveler(page, product);
    await page.addInitScript(() => Object.assign(navigator, { share: async () => {} }));
    await openListing(page, name);
    await learnLink(page, name).click();
    const view = browserOf(page, name);
    await expect(view.frameLocator('iframe').getByRole('heading')).toBeVisible();
    await expect(view.getByText(/^Loading /)).toHaveCount(0);
    await view.getByRole('button', { name: 'Bookmark' }).click();
    // Taken back: no event of its own.
    await view.getByRole('button', { name: 'Bookmark' }).click();
    await view.getByRole('button', { name: 'Share' }).click();
    await page.clock.runFor(16_000);
    const opening = page.context().waitForEvent('page');
    await view.getByRole('link', { name: 'Open in Browser' }).click();
    await opening;
    await page.clock.runFor(4_000);
    await expect
      .poll(async () => typesOf(await events.ofUser(user)))
      .toEqual(
        [
          'advertiser_content_view',
          'advertiser_content_loaded',
          'advertiser_content_bookmarked',
          'advertiser_content_shared',
          'advertiser_content_engagement',
          'advertiser_external_navigation',
          'advertiser_content_exit',
        ].sort(),
      );
  });

  test('of links that open outside', { tag: '@main' }, async ({ browser, page, product }) => {
    await allowHosts(browser, product, []);
    const user = await aTraveler(page, product);
    const listing = await openListing(page, name);
    for (const link of [bookLink(page, name), learnLink(page, name)]) {
      const opening = page.context().waitForEvent('page');
      await link.click();
      await (await opening).close();
    }
    await expect
      .poll(async () => (await events.ofUser(user)).map((event) => `${event.event_type} ${event.listing_id}`).sort())
      .toEqual(
        ['advertiser_external_navigation', 'booking_initiated', 'external_navigation'].map(
          (type) => `${type} ${listing.id}`,
        ),
      );
  });

  test('of suggestions: shown, looked at, booked', async ({ page, product }) => {
    await page.clock.install();
    const user = await aTraveler(page, product);
    const listing = await openListing(page, name);
    await bookLink(page, name).click();
    const view = browserOf(page, name);
    for (let at = 0; at < 6; at++) await view.getByRole('button', { name: 'Bookmark' }).click();
    await page.clock.runFor(63_000);
    const item = view.getByRole('region').getByRole('listitem').first();
    await item.getByRole('button', { name: 'Details' }).click();
    // Closing the words again is no second look.
    await item.getByRole('button', { name: 'Details' }).click();
    await item.getByRole('link', { name: /^Book/ }).click();
    await page.clock.runFor(4_000);
    const wanted = [
      'smart_suggestions_displayed',
      'smart_suggestion_clicked',
      'smart_suggestion_booking_initiated',
      'cross_booking_from_recommendation',
    ];
    await expect
      .poll(async () => (await storedInTime(page, user)).filter((type) => wanted.includes(type)))
      .toEqual(wanted.toSorted());
    const stored = await events.ofUser(user);
    const of = (type: string) => stored.find((event) => event.event_type === type)!;
    expect(of('smart_suggestions_displayed').listing_id).toBe(listing.id);
    for (const type of wanted.slice(1)) {
      expect(of(type).data).toMatchObject({ original_category: 'Activities & Tours' });
      expect(of(type).data.recommendation_score).toBeGreaterThan(0);
      expect(['before', 'after', 'same_day', 'next_day']).toContain(of(type).data.time_compatibility);
      expect(of(type).listing_id).not.toBe(listing.id);
    }
    // Begun from a suggestion, it is told as that, not as a booking of a card too.
    expect(typesOf(stored).filter((type) => type === 'booking_initiated')).toHaveLength(1);
  });

  test.describe('of failures', () => {
    test.use({
      expectedErrors: [
        'console: Framing *https://evil.example/* violates the following Content Security Policy directive: *',
      ],
    });

    test('in both kinds of pages', async ({ page, context, product }) => {
      const user = await aTraveler(page, product);
      await standIn(context, /^https:/, { status: 302, headers: { location: 'https://evil.example/' } });
      await openListing(page, name);
      for (const link of [bookLink, learnLink]) {
        await link(page, name).click();
        await expect(browserOf(page, name).getByRole('alert')).toBeVisible();
        await page.getByRole('button', { name: 'Close' }).click();
      }
      await expect
        .poll(async () =>
          (await events.ofUser(user))
            .filter((event) => event.event_type.endsWith('error'))
            .map((event) => [event.event_type, event.data.error]),
        )
        .toEqual([
          ['in_app_browser_error', 'Failed to load booking page'],
          ['advertiser_content_error', 'Failed to load advertiser content'],
        ]);
      expect(typesOf(await events.ofUser(user))).not.toContain('in_app_browser_loaded');
    });
  });
});

test.describe('events wait', () => {
  test.beforeEach(({ browser, product }) => allowHosts(browser, product, []));
  const followBoth = async (page: Page) => {
    for (const link of [bookLink(page, name), learnLink(page, name)]) {
      const opening = page.context().waitForEvent('page');
      await link.click();
      await (await opening).close();
    }
  };
  const three = ['advertiser_external_navigation', 'booking_initiated', 'external_navigation'];

  test('while offline, through a reload, and arrive once', async ({ page, product }) => {
    const user = await aTraveler(page, product);
    await openListing(page, name);
    await page.context().route(calls, (route) => route.abort('internetdisconnected'));
    await followBoth(page);
    await expect.poll(() => waiting(page)).toBe(3);
    await page.reload();
    await ready(page);
    // The script that sends has come and has tried: without a network it could not come any more.
    await page.waitForRequest(calls);
    expect(await waiting(page)).toBe(3);
    await page.context().unroute(calls);
    await setOffline(page, true);
    await setOffline(page, false);
    await expect.poll(() => waiting(page)).toBe(0);
    expect(typesOf(await events.ofUser(user))).toEqual(three);
    await page.reload();
    await ready(page);
    expect(typesOf(await events.ofUser(user))).toEqual(three);
  });

  test('until they are answered: the answer that was lost counts nothing twice', async ({ page, product }) => {
    const user = await aTraveler(page, product);
    await openListing(page, name);
    const keys: string[] = [];
    await page.context().route(calls, async (route) => {
      keys.push(route.request().headers()['idempotency-key']!);
      if (keys.length > 2) return route.continue();
      // The server did keep them.
      await route.fetch();
      return route.abort('connectionreset');
    });
    await followBoth(page);
    await expect.poll(() => keys.length).toBe(1);
    expect(typesOf(await events.ofUser(user))).toEqual(three);
    await page.reload();
    await ready(page);
    await expect.poll(() => keys.length).toBe(2);
    await page.reload();
    await ready(page);
    await expect.poll(() => waiting(page)).toBe(0);
    expect(new Set(keys).size).toBe(1);
    expect(typesOf(await events.ofUser(user))).toEqual(three);
  });

  test('and are sent as the page goes away, within the few seconds they would have waited', async ({
    page,
    product,
  }) => {
    const user = await aTraveler(page, product);
    await openListing(page, name);
    const opening = page.context().waitForEvent('page');
    await learnLink(page, name).click();
    await (await opening).close();
    // The sender is there before the page goes: fetched, and then imported.
    await page.waitForFunction(
      () => performance.getEntriesByType('resource').filter((one) => one.name.includes('/browser-sender-')).length > 1,
    );
    await page.waitForFunction(() => document.readyState === 'complete');
    await page.goto('about:blank');
    await expect.poll(async () => typesOf(await events.ofUser(user))).toEqual(['advertiser_external_navigation']);
  });

  test('of a guest, and are not counted again when they have signed in meanwhile', async ({ page, product }) => {
    const since = new Date();
    await openListing(page, name);
    let sent = 0;
    await page.context().route(calls, async (route) => {
      sent += 1;
      if (sent > 1) return route.continue();
      await route.fetch();
      return route.abort('connectionreset');
    });
    const opening = page.context().waitForEvent('page');
    await learnLink(page, name).click();
    await (await opening).close();
    await expect.poll(() => sent).toBe(1);
    const user = await aTraveler(page, product);
    await page.reload();
    await ready(page);
    await expect.poll(() => waiting(page)).toBe(0);
    expect(sent).toBeGreaterThan(1);
    expect(typesOf(await events.ofGuests(since))).toEqual(['advertiser_external_navigation']);
    expect(await events.ofUser(user)).toEqual([]);
  });

  test('and a guest who is asked to sign in has begun to book', async ({ page }) => {
    const since = new Date();
    await openListing(page, name);
    await page.getByRole('link', { name: /^Sign In to Book/ }).click();
    await expect
      .poll(async () =>
        (await events.ofGuests(since)).map((event) => [event.event_type, event.data.user_authenticated]),
      )
      .toEqual([['booking_initiated', false]]);
  });
});

test.describe('nothing is noted, kept or sent', () => {
  test.beforeEach(({ browser, product }) => allowHosts(browser, product, []));

  /** Does what would be noted, and says what was sent meanwhile. */
  async function act(page: Page): Promise<string[]> {
    const sent: string[] = [];
    page.on('request', (request) => request.url().includes('/api/analytics/') && sent.push(request.url()));
    await openListing(page, name);
    for (const link of [bookLink(page, name), learnLink(page, name)]) {
      const opening = page.context().waitForEvent('page');
      await link.click();
      await (await opening).close();
    }
    await page.clock.runFor(10_000);
    expect(await page.evaluate(() => localStorage.getItem('holoholo.events'))).toBeNull();
    return sent;
  }

  test('of a visitor whose browser asks every site for it', async ({ page, product }) => {
    await page.clock.install();
    await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
    const user = await aTraveler(page, product);
    expect(await act(page)).toEqual([]);
    expect(await events.ofUser(user)).toEqual([]);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Display and accessibility' }).click();
    await expect(page.getByText('Your browser asks every site not to follow you')).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Leave me out of the statistics' })).toHaveCount(0);
  });

  test('of a visitor who asks for it in the settings; what waited goes too, and so it stays until they change it', async ({
    page,
    product,
  }) => {
    await page.clock.install();
    const user = await aTraveler(page, product);
    await openListing(page, name);
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
    const opening = page.context().waitForEvent('page');
    await learnLink(page, name).click();
    await (await opening).close();
    expect(await waiting(page)).toBe(1);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Display and accessibility' }).click();
    const privacy = page.getByRole('switch', { name: 'Leave me out of the statistics' });
    await privacy.check();
    await page.clock.runFor(5_000);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('holoholo.events'))).toBeNull();
    const cookie = (await page.context().cookies()).find((one) => one.name === 'analytics')!;
    expect(cookie).toMatchObject({ value: 'off', path: '/', sameSite: 'Lax' });
    expect(cookie.expires * 1000 - Date.now()).toBeGreaterThan(300 * 86_400_000);

    expect(await act(page)).toEqual([]);
    expect(await events.ofUser(user)).toEqual([]);
    // The server honours it of a page that would not.
    const told = await page.request.post('/api/analytics/events', {
      data: { event_type: 'map_initialized' },
      headers: { origin: product.url },
    });
    expect(await told.json()).toEqual({ accepted: 0 });

    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Display and accessibility' }).click();
    await expect(privacy).toBeChecked();
    await privacy.uncheck();
    await page.keyboard.press('Escape');
    const again = page.context().waitForEvent('page');
    await learnLink(page, name).click();
    await (await again).close();
    const toldNow = async () => {
      await page.clock.runFor(1_000);
      return typesOf(await events.ofUser(user));
    };
    await expect.poll(toldNow).toEqual(['advertiser_external_navigation']);
  });
});

test('a full or forbidden storage loses nothing while the page is open', async ({ browser, page, product }) => {
  await allowHosts(browser, product, []);
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  const user = await aTraveler(page, product);
  await openListing(page, name);
  const opening = page.context().waitForEvent('page');
  await learnLink(page, name).click();
  await (await opening).close();
  await expect.poll(async () => typesOf(await events.ofUser(user))).toEqual(['advertiser_external_navigation']);
});
