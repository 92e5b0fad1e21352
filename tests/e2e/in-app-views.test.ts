import { standIn } from './answers.ts';
import { expectAccessible } from './axe.ts';
import { expectErrors } from './console-errors.ts';
import { allowHosts, bookLink, browserOf, learnLink, openListing, standInForBookingPage } from './embedding.ts';
import { expect, ready, test } from './fixtures.ts';
import { signInTraveler } from './session.ts';

const name = 'Kaimana Reef Swims';
const ownHost = 'kaimanareefswims.example';
const keptBookmarks = (): Record<string, unknown>[] => JSON.parse(localStorage.getItem('holoholo.bookmarks') ?? '[]');

test.afterAll(({ browser, product }) => allowHosts(browser, product, []));

test.describe('while no host is allowed', () => {
  test('booking and operator pages open outside, at the top level, without an opener', async ({
    browser,
    page,
    product,
  }) => {
    await allowHosts(browser, product, []);
    await signInTraveler(page, product, 'outside@example.com');
    await openListing(page, name);
    for (const link of [bookLink(page, name), learnLink(page, name)]) {
      const opening = page.context().waitForEvent('page');
      await link.click();
      const opened = await opening;
      expect(await opened.evaluate(() => [window.opener, window.parent === window])).toEqual([null, true]);
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  });
});

test.describe('a page of an allowed host', () => {
  test.beforeEach(async ({ browser, product, context }) => {
    await allowHosts(browser, product, ['fareharbor.com', ownHost]);
    await standInForBookingPage(context);
    await standInForBookingPage(context, ownHost);
  });

  test('to book on opens inside the guide, sandboxed, and the booking is recorded', { tag: '@main' }, async ({
    page,
    product,
  }) => {
    await signInTraveler(page, product, 'inside@example.com', { fresh: true });
    const listing = await openListing(page, name);
    await bookLink(page, name).click();
    const view = browserOf(page, name);
    await expect(view).toContainText('You are on fareharbor.com.');
    const frame = view.locator('iframe');
    await expect(frame).toHaveAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms allow-popups');
    await expect(frame).toHaveAttribute('referrerpolicy', 'no-referrer');
    await expect(frame).toHaveAttribute(
      'src',
      /^https:\/\/fareharbor\.com\/embeds\/book\/kaimanareefswims\/.*ref=[0-9a-z]{32}/,
    );
    await expect(view.frameLocator('iframe').getByRole('heading')).toHaveText('Choose a time');
    expect(page.context().pages()).toHaveLength(1);
    const box = await view.boundingBox();
    expect(box).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
    await expect
      .poll(async () =>
        (await (await page.request.get('/api/bookings')).json()).map(
          (one: { business_listing_id: number }) => one.business_listing_id,
        ),
      )
      .toEqual([listing.id]);

    await view.getByRole('button', { name: 'Close' }).click();
    await expect(view).toHaveCount(0);
    await expect(bookLink(page, name)).toBeFocused();
    await bookLink(page, name).click();
    await expect(view).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(view).toHaveCount(0);
  });

  test('of an operator opens inside for a guest too', async ({ page }) => {
    await openListing(page, name);
    await learnLink(page, name).click();
    const view = browserOf(page, name);
    await expect(view).toContainText(`You are on ${ownHost}.`);
    await expect(view.frameLocator('iframe').getByRole('heading')).toBeVisible();
  });

  test('opens outside with a key held', { tag: '@windows' }, async ({ page }) => {
    await openListing(page, name);
    const opening = page.context().waitForEvent('page');
    await learnLink(page, name).click({ modifiers: ['ControlOrMeta'] });
    await opening;
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('is bookmarked on this device, found in the menu, and removed', async ({ page }) => {
    const listing = await openListing(page, name);
    await learnLink(page, name).click();
    const view = browserOf(page, name);
    const bookmark = view.getByRole('button', { name: 'Bookmark' });
    await expect(bookmark).toHaveAttribute('aria-pressed', 'false');
    await bookmark.click();
    await expect(bookmark).toHaveAttribute('aria-pressed', 'true');
    await expect(view.getByText('Bookmarked. You find it in the menu.')).toBeVisible();
    const [entry] = await page.evaluate(keptBookmarks);
    expect(Object.keys(entry!).sort()).toEqual(['bookmarked_at', 'id', 'name', 'url']);
    expect(entry).toMatchObject({ id: `content-${listing.id}`, name, url: `https://${ownHost}/` });

    await page.reload();
    await ready(page);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Bookmarked pages' }).click();
    const list = page.getByRole('dialog', { name: 'Bookmarked pages' });
    const link = list.getByRole('link', { name });
    await expect(link).toHaveAttribute('href', `https://${ownHost}/`);
    await expect(link).toHaveAttribute('rel', 'noopener');
    await expectAccessible(page);
    await list.getByRole('button', { name: `Remove the bookmark of ${name}` }).click();
    await expect(list.getByText('Nothing bookmarked yet')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('holoholo.bookmarks'))).toBeNull();
    await page.keyboard.press('Escape');

    await learnLink(page, name).click();
    await bookmark.click();
    await bookmark.click();
    await expect(view.getByText('Bookmark removed.')).toBeVisible();
    expect(await page.evaluate(keptBookmarks)).toEqual([]);
  });

  test('cannot be bookmarked where the device refuses, and says so', async ({ page }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await openListing(page, name);
    await learnLink(page, name).click();
    const view = browserOf(page, name);
    await view.getByRole('button', { name: 'Bookmark' }).click();
    await expect(view.getByRole('alert')).toHaveText('This device has no room for a bookmark.');
    await expect(view.getByRole('button', { name: 'Bookmark' })).toHaveAttribute('aria-pressed', 'false');
  });

  test.describe('is shared', () => {
    test("by the device's own dialog, without the traveler's click id", async ({ page, product }) => {
      await page.addInitScript(() => {
        Object.assign(navigator, {
          share: async (given: unknown) => {
            (window as unknown as { given: unknown }).given = given;
          },
        });
      });
      await signInTraveler(page, product, 'sharing@example.com');
      await openListing(page, name);
      await bookLink(page, name).click();
      await browserOf(page, name).getByRole('button', { name: 'Share' }).click();
      expect(await page.evaluate(() => (window as unknown as { given: unknown }).given)).toEqual({
        title: name,
        url: 'https://fareharbor.com/embeds/book/kaimanareefswims/items/410233/?full-items=yes',
      });
    });

    test('by copying where there is no such dialog, and by hand where nothing may be copied', async ({ page }) => {
      await page.addInitScript(() => Object.assign(navigator, { share: undefined }));
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await openListing(page, name);
      await learnLink(page, name).click();
      const view = browserOf(page, name);
      await view.getByRole('button', { name: 'Share' }).click();
      await expect(view.getByText('Link copied')).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`https://${ownHost}/`);

      await page.evaluate(() => {
        navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
      });
      await view.getByRole('button', { name: 'Share' }).click();
      await expect(view.getByLabel('Copy this link')).toHaveValue(`https://${ownHost}/`);
    });
  });

  test('opens outside from the bar, without an opener', async ({ page }) => {
    await openListing(page, name);
    await learnLink(page, name).click();
    const opening = page.context().waitForEvent('page');
    await browserOf(page, name).getByRole('link', { name: 'Open in Browser' }).click();
    const opened = await opening;
    expect(opened.url()).toBe(`https://${ownHost}/`);
    expect(await opened.evaluate(() => window.opener)).toBeNull();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('is accessible while it loads and when it is there, though it comes late', async ({ page, context }) => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await context.route(`https://${ownHost}/**`, async (route) => {
      await answered;
      await route.fallback();
    });
    await openListing(page, name);
    await learnLink(page, name).click();
    const view = browserOf(page, name);
    await expect(view.getByRole('status').filter({ hasText: `Loading ${ownHost}` })).toBeVisible();
    await expectAccessible(page);
    answer();
    await expect(view.frameLocator('iframe').getByRole('heading')).toBeVisible();
    await expect(view.getByText(`Loading ${ownHost}`)).toHaveCount(0);
    await expect(view.locator('iframe')).toHaveAttribute('title', `Page of the operator: ${name}`);
    await expectAccessible(page);
  });
});

/** What the browser says of a frame that the page's policy does not allow. */
const framing = (address: string) =>
  `console: Framing '${address}' violates the following Content Security Policy directive: *`;

test.describe('a page that cannot be shown', () => {
  // It is asked for, whether or not anything answers.
  test.beforeEach(({ consoleErrors }) =>
    consoleErrors.explain((line) => /^foreign https:\/\/(fareharbor\.com|kaimanareefswims\.example)\//.test(line)),
  );
  test.beforeEach(({ browser, product }) => allowHosts(browser, product, ['fareharbor.com', ownHost]));

  const failures = [
    { kind: 'booking', link: bookLink, title: 'Booking Page Unavailable', words: 'Failed to load booking page' },
    { kind: 'content', link: learnLink, title: 'Content Unavailable', words: 'Failed to load advertiser content' },
  ] as const;

  for (const { kind, link, title, words } of failures) {
    test(`because it never answers: ${title}, with the ways out`, async ({ page, context, product }) => {
      await page.clock.install();
      // Never answered.
      await context.route(/^https:/, () => {});
      await signInTraveler(page, product, `${kind}@example.com`);
      await openListing(page, name);
      await link(page, name).click();
      const view = browserOf(page, name);
      await expect(view.getByText(/^Loading /)).toBeVisible();
      await page.clock.runFor(14_000);
      await expect(view.getByRole('heading', { name: title })).toHaveCount(0);
      await page.clock.runFor(1_100);
      await expect(view.getByRole('heading', { name: title })).toBeVisible();
      await expect(view.getByRole('alert')).toHaveText(words);
      await expect(view.locator('iframe')).toBeHidden();
      await expectAccessible(page);
      const ways = view.locator('[aria-busy]');
      await expect(ways.getByRole('link', { name: 'Open in Browser' })).toHaveAttribute('rel', 'noopener');
      await ways.getByRole('button', { name: 'Back to the guide' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(link(page, name)).toBeFocused();
    });
  }

  test('because there is no network, until it is back', async ({ page, context }) => {
    await openListing(page, name);
    await learnLink(page, name).click();
    await expect(browserOf(page, name)).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();
    await context.setOffline(true);
    await learnLink(page, name).click();
    const view = browserOf(page, name);
    const failed = view.getByRole('heading', { name: 'Content Unavailable' });
    await expect(failed).toBeVisible();
    await expect(view.locator('iframe')).toHaveCount(0);
    await context.setOffline(false);
    await expect(view.frameLocator('iframe').getByText(ownHost)).toBeVisible();
    await expect(failed).toHaveCount(0);
  });

  for (const [what, target] of [
    ['ours', (own: string) => `${own}/dashboard`],
    ['a host nobody allowed', () => 'https://evil.example/'],
    ['a subdomain of an allowed host', () => 'https://pay.fareharbor.com/'],
  ] as const) {
    test(`because it leads to ${what}`, async ({ page, context, product }) => {
      expectErrors(page, framing(target(product.url)));
      await standInForBookingPage(
        context,
        ownHost,
        `<script>location.href = ${JSON.stringify(target(product.url))}</script>`,
      );
      await openListing(page, name);
      await learnLink(page, name).click();
      await expect(browserOf(page, name).getByRole('heading', { name: 'Content Unavailable' })).toBeVisible();
      await expect.poll(() => page.frames().length).toBe(1);
    });

    test(`because it redirects to ${what}`, async ({ page, context, product }) => {
      expectErrors(page, framing(target(product.url)));
      await standIn(context, `https://${ownHost}/**`, { status: 302, headers: { location: target(product.url) } });
      await openListing(page, name);
      await learnLink(page, name).click();
      await expect(browserOf(page, name).getByRole('heading', { name: 'Content Unavailable' })).toBeVisible();
      await expect.poll(() => page.frames().length).toBe(1);
    });
  }

  test('because our own script cannot be had opens at the top level after all', async ({ page, context }) => {
    await standInForBookingPage(context, ownHost);
    await openListing(page, name);
    await page.route('**/assets/in-app-views*', (route) => route.abort());
    await learnLink(page, name).click();
    await page.waitForURL(`https://${ownHost}/`);
  });

  test('because its host was taken back after the page was made', async ({ browser, page, product }) => {
    await openListing(page, name);
    await allowHosts(browser, product, ['fareharbor.com']);
    await learnLink(page, name).click();
    await expect(browserOf(page, name).getByRole('heading', { name: 'Content Unavailable' })).toBeVisible();
  });

  test('cannot lead the window away, and learns nothing of where it stands', async ({ page, context }) => {
    expectErrors(
      page,
      'console: Unsafe attempt to initiate navigation for frame with *',
      "uncaught: Failed to set a named property 'href' on 'Location': *",
    );
    await standInForBookingPage(
      context,
      ownHost,
      `<p id="referrer"></p><script>
        referrer.textContent = 'referrer: ' + JSON.stringify(document.referrer);
        top.location = 'https://evil.example/';
      </script>`,
    );
    await openListing(page, name);
    const refused = page.waitForEvent('console', (message) => message.text().includes('Unsafe attempt'));
    await learnLink(page, name).click();
    const inner = browserOf(page, name).frameLocator('iframe');
    await expect(inner.locator('#referrer')).toHaveText('referrer: ""');
    await refused;
    expect(new URL(page.url()).pathname).toBe('/explore');
  });
});
