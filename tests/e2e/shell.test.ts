import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import { expect, ready, test } from './fixtures.ts';
import { signIn, signInTraveler } from './session.ts';
import { withoutImpressions } from './stored-events.ts';

test.use({ serviceWorker: true });

const panel = (page: Page) => page.getByRole('dialog', { name: 'Menu' });

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(panel(page)).toBeVisible();
}

/** A finger that goes down by so many pixels in the panel. */
const swipe = (page: Page, pixels: number) =>
  panel(page).evaluate((dialog, by) => {
    const touch = (y: number) => new Touch({ identifier: 1, target: dialog, clientX: 200, clientY: y });
    const send = (type: string, y: number) =>
      dialog.dispatchEvent(
        new TouchEvent(type, {
          bubbles: true,
          touches: type === 'touchend' ? [] : [touch(y)],
          changedTouches: [touch(y)],
        }),
      );
    send('touchstart', 200);
    send('touchend', 200 + by);
  }, pixels);

const isSignedIn = async (page: Page) => (await page.request.get('/api/users/me')).status() === 200;

test.describe('the menu', () => {
  test('by keyboard: opens, keeps the focus inside, closes on Escape and gives the focus back', async ({ page }) => {
    await page.goto('/explore');
    await ready(page);
    const button = page.getByRole('button', { name: 'Menu' });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(panel(page)).toBeVisible();
    await expect(panel(page)).toContainText('Welcome, Explorer!');
    await expect(panel(page)).toContainText('Guest User');
    await expect(panel(page)).toContainText('Swipe down to close');
    await expect(panel(page).getByRole('button', { name: 'Sign In with Google' })).toBeVisible();
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press('Tab');
      // Between rounds the focus may pass through the browser's own bars, never through the page.
      const inPage = await page.evaluate(
        () => document.activeElement !== document.body && !document.activeElement?.closest('dialog'),
      );
      expect(inPage).toBe(false);
    }
    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeHidden();
    await expect(button).toBeFocused();
    await expect(button).toHaveAttribute('aria-expanded', 'false');
  });

  test('is 320 px wide, more where letters are larger, and never more than 384 px', async ({ page }) => {
    for (const [letters, wide] of [
      ['', 320],
      ['14px', 320],
      ['18px', 360],
      ['40px', 384],
    ] as const) {
      await page.goto('/explore');
      await ready(page);
      await page.setViewportSize({ width: 448, height: 800 });
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size;
      }, letters);
      await openMenu(page);
      expect([letters, Math.round((await panel(page).boundingBox())!.width)]).toEqual([letters, wide]);
    }
    await page.setViewportSize({ width: 320, height: 800 });
    expect((await panel(page).boundingBox())!.width).toBeCloseTo(280);
  });

  test('has room for a long address on the narrowest phone with text twice the size', async ({ page, product }) => {
    const email = 'kealohapauole.nakamura-whitcombe@hotels-of-the-north-shore.example.com';
    await signInTraveler(page, product, email);
    await page.goto('/scan');
    await ready(page);
    await page.setViewportSize({ width: 320, height: 800 });
    await openMenu(page);
    await expect.poll(async () => (await panel(page).boundingBox())!.x).toBe(40);
    const close = panel(page).getByRole('button', { name: 'Close' });
    const boxOf = async (one: Locator) => (await one.boundingBox())!;
    const address = panel(page).getByText(email).locator('..');
    const beside = await boxOf(address);
    expect(beside.x + beside.width).toBeLessThanOrEqual((await boxOf(close)).x);
    await page.screenshot({ path: 'test-results/menu-long-address.png' });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    await page.screenshot({ path: 'test-results/menu-long-address-enlarged.png' });
    // Below its portrait and the button, all of the panel's width but its margins is the address's.
    const below = await boxOf(address);
    const button = await boxOf(close);
    expect(below.width).toBeGreaterThanOrEqual((await boxOf(panel(page))).width - 33);
    expect(below.y).toBeGreaterThanOrEqual(button.y + button.height);
    expect(below.height, 'what is left for the rest').toBeLessThan(800 / 2);
    const cut = await panel(page).evaluate((dialog) => {
      const portrait = dialog.querySelector('[aria-hidden]')!;
      const letter = document.createRange();
      letter.selectNodeContents(portrait);
      const [inner, outer] = [letter, portrait].map((one) => one.getBoundingClientRect());
      return {
        panel: dialog.scrollWidth - dialog.clientWidth,
        letter: Math.max(outer!.top - inner!.top, inner!.bottom - outer!.bottom) > 0,
      };
    });
    expect(cut).toEqual({ panel: 0, letter: false });
  });

  test('closes on the backdrop, on a swipe of more than 50 px, and on navigation', async ({ page }) => {
    await page.goto('/');
    await ready(page);
    await openMenu(page);
    await expect.poll(() => panel(page).boundingBox()).toMatchObject({ x: 70, width: 320 });
    await page.mouse.click(20, 300);
    await expect(panel(page)).toBeHidden();

    await openMenu(page);
    await swipe(page, 50);
    await expect(panel(page)).toBeVisible();
    await swipe(page, 51);
    await expect(panel(page)).toBeHidden();

    await openMenu(page);
    await panel(page).getByRole('link', { name: 'Discover' }).click();
    await expect(page).toHaveURL(/\/explore$/);
    await expect(panel(page)).toBeHidden();
  });

  test('leaves swipes alone where touch gestures are off', async ({ page }) => {
    await page.goto('/');
    await ready(page);
    await openMenu(page);
    await page.getByRole('button', { name: 'Display and accessibility' }).click();
    await page.getByRole('switch', { name: 'Touch gestures' }).uncheck();
    await page.keyboard.press('Escape');
    await openMenu(page);
    await swipe(page, 200);
    await expect(panel(page)).toBeVisible();
  });
});

test.describe('each role has its navigation', () => {
  for (const [email, items] of [
    ['', ['Discover', 'Scan QR', 'Home']],
    ['shell-traveler@example.com', ['Home', 'Scan QR', 'Explore']],
    ['partner@example.com', ['Partner Home', 'Partner Portal', 'Analytics']],
    ['advertiser@example.com', ['Home']],
    ['admin@example.com', ['Admin Home', 'Security', 'Analytics']],
  ] as const) {
    test(email || 'a guest', async ({ page, product }) => {
      if (email.startsWith('shell')) await signInTraveler(page, product, email);
      else if (email) await signIn(page, product, email);
      await page.goto(email ? '/dashboard' : '/');
      await ready(page);
      const main = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
      await expect(main).toHaveText(items);
      await openMenu(page);
      const saves = !email || email.startsWith('shell');
      await expect(panel(page).getByRole('link')).toHaveText([...items, ...(saves ? ['Saved Places'] : [])]);
      if (email.startsWith('shell')) await expect(panel(page)).toContainText('Traveler');
    });
  }
});

test('offline, the first item is limited and a banner says so', async ({ page }) => {
  await page.goto('/explore');
  await ready(page);
  await page.context().setOffline(true);
  await expect(page.getByText('Offline mode - Limited functionality')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Discover Limited' })).toBeVisible();
  await page.context().setOffline(false);
});

test.describe('signing out', () => {
  test('from the menu ends the session and clears the device of its user', { tag: '@main' }, async ({
    page,
    product,
  }) => {
    await withoutImpressions(page.context());
    await signInTraveler(page, product, 'leaving@example.com', { fresh: true });
    await page.goto('/dashboard');
    await ready(page);
    await page.evaluate(() => {
      localStorage.setItem('holoholo.scans', '{"x":1}');
      localStorage.setItem('holoholo.settings', '{"choices":{},"attributes":{}}');
    });
    await openMenu(page);
    await panel(page).getByRole('button', { name: 'Sign Out' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Go somewhere good today');
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await isSignedIn(page)).toBe(false);
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['holoholo.settings']);
    await page.goto('/dashboard');
    expect(new URL(page.url()).pathname).toBe('/');
  });

  test.describe('refused', () => {
    // The refusals themselves, the content policy's word about frames, and the other site.
    test.use({
      expectedErrors: [
        '403 /api/logout',
        '403 chrome-error://chromewebdata/',
        'net::ERR_BLOCKED_BY_RESPONSE /api/logout',
        'foreign http://127.0.0.1:*/',
        `console: Framing * violates the following Content Security Policy directive: "frame-ancestors 'none'". *`,
        // The tester's own script, in a page that is no document of ours.
        'console: Blocked script execution in */api/logout?*',
      ],
    });

    test('to pictures, frames, prefetches and other sites', async ({ page, product }) => {
      await signInTraveler(page, product, 'staying@example.com', { fresh: true });
      await page.goto('/explore');
      await ready(page);
      const answered = page.waitForResponse('**/api/logout');
      await page.evaluate(() => {
        new Image().src = '/api/logout';
      });
      expect((await answered).status()).toBe(403);
      await page.evaluate(async () => {
        const link = Object.assign(document.createElement('link'), { rel: 'prefetch', href: '/api/logout?2' });
        document.head.append(link);
        await new Promise((resolve) => {
          link.onload = resolve;
          link.onerror = resolve;
          setTimeout(resolve, 1_000);
        });
      });
      expect(await isSignedIn(page)).toBe(true);

      const target = `${product.url}/api/logout`;
      const other = createServer((_request, response) => {
        response.setHeader('content-type', 'text/html');
        response.end(`<title>other</title><img src="${target}?3"><iframe src="${target}?4"></iframe>
          <a href="${target}?5">a link</a><form method="post" action="${target}?6"><button>a form</button></form>`);
      });
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
      const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
      await page.goto(elsewhere);
      expect(await isSignedIn(page)).toBe(true);
      await page.getByRole('link').click();
      await page.waitForURL('**/api/logout?5');
      expect(await isSignedIn(page)).toBe(true);
      await page.goto(elsewhere);
      await page.getByRole('button').click();
      await page.waitForURL('**/api/logout?6');
      expect(await isSignedIn(page)).toBe(true);
      other.close();
    });
  });
});
