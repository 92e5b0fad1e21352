import type { Page } from '@playwright/test';
import { test } from './behind.ts';
import { ask } from './database.ts';
import { expect, linkName, problem, ready } from './fixtures.ts';
import { placeKept, workerReady } from './offline.ts';

const activeOf = (codes: readonly { location_id: number; location_name: string; status: string }[]) =>
  codes.find((one) => one.status === 'active')!;

/** Names of the scripts that a page asks for by itself. */
async function firstScripts(page: Page, path: string): Promise<string[]> {
  const html = await (await page.request.get(path)).text();
  return [...new Set(html.match(/(?<=\/assets\/)[\w-]+\.js/g))];
}

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('a picture that hangs does not keep the page from answering', async ({ page, behind }) => {
    behind.network.spoil('silent', /^\/pictures\//);
    await page.goto(`/location/${activeOf(behind.codes).location_id}`, { waitUntil: 'commit' });
    // They may hold all connections that the browser makes to one server.
    await expect(page.locator('html[data-ready=true]')).toBeAttached({ timeout: 25_000 });
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.click();
    await expect(menu).toHaveAttribute('aria-expanded', 'true');
  });

  test('a script that somebody on the way has put into the page keeps ours from nothing', async ({ page, behind }) => {
    await page.route(`${behind.url}/explore`, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(
        '</body>',
        '<script type="text/plain" src="/none.js"></script></body>',
      );
      await route.fulfill({ response, body });
    });
    await page.goto('/explore');
    await ready(page);
  });

  test('a menu whose script hangs says so', async ({ page, behind }) => {
    behind.network.spoil('silent', /^\/assets\/menu-/);
    await page.goto('/explore');
    await ready(page);
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.click();
    await expect(page.getByText('The menu could not be loaded. Please try again.')).toBeVisible({ timeout: 14_000 });
    await expect(menu).toHaveAttribute('aria-expanded', 'false');
    behind.network.mend();
    await menu.click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  });

  for (const [from, name, to] of [
    ['place', linkName('Sign In to Book', ''), /\/auth\?redirect=%2Flocation%2F\d+%23experience-\d+$/],
    ['cover', 'Sign In', /\/auth$/],
  ] as const) {
    test(`a sign-in whose script hangs follows its link from the ${from}`, async ({ page, behind }) => {
      behind.network.spoil('silent', /^\/assets\/sign-in-modal-/);
      await page.goto(from === 'place' ? `/location/${activeOf(behind.codes).location_id}` : '/');
      await ready(page);
      const link = page
        .getByRole('main')
        .getByRole('link', typeof name === 'string' ? { name, exact: true } : { name });
      await link.first().click();
      await expect(page).toHaveURL(to, { timeout: 9_000 });
      await ready(page);
      await expect(page.getByLabel('Email address')).toBeVisible();
    });
  }

  test('a heart whose script hangs does not stay as if it had saved', async ({ page, behind }) => {
    // What keeps a saved place shares a script with others, whose name says nothing: all but what the page begins with.
    const first = await firstScripts(page, `/location/${activeOf(behind.codes).location_id}`);
    behind.network.spoil('silent', new RegExp(`^/assets/(?!(${first.join('|')}))`));
    await page.goto(`/location/${activeOf(behind.codes).location_id}`);
    await ready(page);
    const heart = page.getByRole('button', { name: /^Save/ }).first();
    await heart.click();
    await expect(problem(page)).toHaveText('This could not be saved. Please check your connection and try again.', {
      timeout: 14_000,
    });
    await expect(heart).toHaveAttribute('aria-pressed', 'false');
    behind.network.mend();
    await heart.click();
    await expect(heart).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('holoholo.saved.guest'))).not.toBeNull();
    await expect(problem(page)).toHaveCount(0);
  });

  test('a gateway that answers for a screen’s script is a server that is away, no fault of ours', async ({
    page,
    behind,
  }) => {
    await page.goto('/explore');
    await ready(page);
    const reports = () => ask(behind, 'select id from error_reports');
    const before = (await reports()).length;
    behind.network.spoil('away', /^\/assets\/scan-/);
    await page.getByRole('link', { name: 'Scan QR', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No connection here');
    expect(await reports()).toHaveLength(before);
  });

  test('a screen that failed for want of a network comes by itself once there is one', async ({ page, behind }) => {
    await page.clock.install();
    await page.goto('/explore');
    await ready(page);
    behind.network.spoil('gone');
    await page.getByRole('link', { name: 'Scan QR', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No connection here');
    behind.network.mend();
    await page.clock.fastForward(31_000);
    await expect(page.getByText('Point your camera at the code')).toBeVisible();
  });

  test('a screen that fails again and again is not asked for without a pause', async ({ page, behind }) => {
    await page.goto('/explore');
    await ready(page);
    let asked = 0;
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/healthz') asked += 1;
    });
    behind.network.spoil('away', /^\/assets\/scan-/);
    await page.getByRole('link', { name: 'Scan QR', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No connection here');
    await expect.poll(() => asked).toBe(1);
    // The answer, another try for the script, and what that may bring about.
    await page.waitForRequest(/\/assets\/scan-/, { timeout: 3_000 }).catch(() => {});
    await page.evaluate(() => fetch('/healthz?after').then(() => fetch('/healthz?after')));
    expect(asked).toBe(3);
  });
});

for (const fault of ['cut', 'shortened', 'stalled'] as const) {
  test(`a page that is ${fault} counts as none where the place is kept`, async ({ page, behind }) => {
    const { location_id: id, location_name: name } = activeOf(behind.codes);
    await page.goto(`/location/${id}`);
    await placeKept(page, id);
    await page.goto('/offline');
    await workerReady(page);
    await page.goto('about:blank');
    behind.network.spoil(fault, /^\/location\//);
    const begun = Date.now();
    await page.goto(`/location/${id}`, { waitUntil: 'commit' });
    await ready(page);
    expect(Date.now() - begun).toBeLessThan(9_000);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page.getByRole('article').first()).toBeVisible();
    // The application asks the server itself, which answers.
    await expect(page.getByText('This is the place as your phone kept it')).toBeHidden();
  });
}
