import type { Page, Request } from '@playwright/test';
import { crowding } from '../../scripts/crowding.mjs';
import { standIn } from './answers.ts';
import { expectAccessible, expectReadableInDark } from './axe.ts';
import { test } from './behind.ts';
import { ask } from './database.ts';
import { expect, linkName, problem, ready } from './fixtures.ts';
import { cached, keepPlace, workerReady } from './offline.ts';
import { signIn } from './session.ts';

const activeOf = (codes: readonly { location_id: number; location_name: string; status: string }[]) =>
  codes.find((one) => one.status === 'active')!;

/** Three seconds until pictures are put back, and what scripts take. */
const aliveMs = 5_000;

/** Names of the scripts that a page asks for by itself. */
async function firstScripts(page: Page, path: string): Promise<string[]> {
  const html = await (await page.request.get(path)).text();
  return [...new Set(html.match(/(?<=\/assets\/)[\w-]+\.js/g))];
}

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('pictures that hang leave calls a connection, and those that can be had come as they are seen', async ({
    page,
    behind,
  }) => {
    await page.clock.install();
    behind.network.spoil('silent', /^\/pictures\//);
    await page.goto(`/location/${activeOf(behind.codes).location_id}`, { waitUntil: 'commit' });
    // They may hold all connections that the browser makes to one server.
    await expect(page.locator('html[data-ready=true]')).toBeAttached({ timeout: 25_000 });
    // Twice as long as they are waited for.
    for (const _ of [1, 2]) await page.clock.fastForward(10_000);
    await page.getByRole('button', { name: 'Menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);

    behind.network.mend();
    const pictures = page.getByRole('article').locator('img');
    for (const picture of [pictures.first(), pictures.last()]) {
      await picture.scrollIntoViewIfNeeded();
      await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
    }
  });

  for (const which of ['all pictures', 'all pictures but the first']) {
    test(`where ${which} hang the page is alive after five seconds, and those that can be had come two at a time`, async ({
      page,
      behind,
    }) => {
      const path = `/location/${activeOf(behind.codes).location_id}`;
      const first = (await (await page.request.get(path)).text()).match(/<img[^>]* src="([^"]+)"/)![1]!;
      const hangs = which === 'all pictures' ? /^\/pictures\// : new RegExp(`^(?!${first}$)/pictures/`);
      behind.network.spoil('silent', hangs);
      const open = new Set<Request>();
      page.on('request', (request) => hangs.test(new URL(request.url()).pathname) && open.add(request));
      page.on('requestfinished', (request) => open.delete(request));
      page.on('requestfailed', (request) => open.delete(request));
      // So tall that more are in sight than there are connections.
      await page.setViewportSize({ width: 390, height: 3_000 });
      const begun = Date.now();
      await page.goto(path, { waitUntil: 'commit' });
      await expect(page.locator('html[data-ready=true]')).toBeAttached({ timeout: 25_000 });
      const menu = page.getByRole('dialog', { name: 'Menu' });
      await page.getByRole('button', { name: 'Menu' }).click();
      await expect(menu).toBeVisible();
      expect(Date.now() - begun).toBeLessThan(aliveMs * crowding());
      await expect.poll(() => open.size).toBe(2);
      let most = open.size;
      page.on('request', () => {
        most = Math.max(most, open.size);
      });
      await page.keyboard.press('Escape');
      await expect(menu).toHaveCount(0);
      expect(most).toBe(2);

      behind.network.mend();
      for (const picture of await page.getByRole('article').locator('img').all()) {
        await picture.scrollIntoViewIfNeeded();
        await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
      }
    });
  }

  test('a script that somebody on the way has put into the page keeps ours from nothing', async ({ page, behind }) => {
    await standIn(page, `${behind.url}/explore`, async (route) => {
      const response = await route.fetch();
      const script = '<script type="text/plain" src="/none.js"></script>';
      const body = (await response.text()).replace('</body>', `${script}</body>`);
      return { response, body };
    });
    // Registered when all else is there; a browser without workers may answer that with nothing.
    const forbidden = page.waitForEvent('console', (said) => said.text().includes('registration blocked'));
    await page.goto('/explore');
    await ready(page);
    await forbidden;
    // What that leads to happens at once after it.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  });

  test('a menu whose script hangs says so, and the next tap does not wait with the first', async ({ page, behind }) => {
    behind.network.spoil('lost', /^\/assets\/menu-/);
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
    behind.network.spoil('lost', new RegExp(`^/assets/(?!(${first.join('|')}))`));
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

  for (const fault of ['away', 'lost'] as const)
    test(`a screen’s script that is ${fault} while the server answers is said to be that: no lost network, no fault of ours`, async ({
      page,
      behind,
    }) => {
      await page.goto('/explore');
      await ready(page);
      const reports = () => ask(behind, 'select id from error_reports');
      const before = (await reports()).length;
      behind.network.spoil(fault, /^\/assets\/scan-/);
      const begun = Date.now();
      await page.getByRole('link', { name: 'Scan QR', exact: true }).click();
      const heading = page.getByRole('heading', { level: 1 });
      await expect(heading).toHaveText('This screen could not be loaded', { timeout: 30_000 });
      expect(Date.now() - begun).toBeLessThan(13_000);
      await expectAccessible(page);
      await expectReadableInDark(page, `part-${fault}`);
      expect(await reports()).toHaveLength(before);
      behind.network.mend();
      await page.getByRole('button', { name: 'Try Again' }).click();
      await expect(page.getByText('Point your camera at the code')).toBeVisible();
    });

  test('a screen that failed for want of a network comes by itself once there is one', async ({ page, behind }) => {
    await page.clock.install();
    await page.goto('/explore');
    await ready(page);
    behind.network.spoil('gone');
    await page.getByRole('link', { name: 'Scan QR', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No connection here');
    await expectReadableInDark(page, 'no-connection');
    behind.network.mend();
    await page.clock.fastForward(31_000);
    await expect(page.getByText('Point your camera at the code')).toBeVisible();
  });

  test('what administrators alone have of their home comes by itself once it can be had', async ({ page, behind }) => {
    await signIn(page, behind, 'admin@example.com');
    await page.clock.install();
    const home = page.getByRole('heading', { name: 'What needs you today' });
    await page.goto('/explore');
    await ready(page);
    behind.network.spoil('away', /^\/assets\/admin-/);
    await page.getByRole('link', { name: 'Admin Home', exact: true }).click();
    await expect(page.getByText('What opens without a connection.')).toBeVisible({ timeout: 30_000 });
    behind.network.mend();
    await page.clock.fastForward(31_000);
    await expect(home).toBeVisible();
  });

  test('a screen that fails again and again is not asked for without a pause', async ({ page, behind }) => {
    await page.goto('/explore');
    await ready(page);
    let polls = 0;
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/healthz') polls += 1;
    });
    behind.network.spoil('away', /^\/assets\/scan-/);
    await page.getByRole('link', { name: 'Scan QR', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This screen could not be loaded');
    // Of each of two tries, and the one that leads to the second.
    await expect.poll(() => polls).toBe(3);
    // What the last answer may bring about.
    await page.evaluate(() => fetch('/healthz?after').then(() => fetch('/healthz?after')));
    expect(polls).toBe(5);
  });
});

for (const fault of ['cut', 'shortened', 'stalled'] as const) {
  test(`a page that is ${fault} counts as none where the place is kept`, async ({ page, behind }) => {
    const { id, name } = await keepPlace(page, behind.codes);
    await page.goto('about:blank');
    behind.network.spoil(fault, /^\/location\//);
    const begun = Date.now();
    await page.goto(`/location/${id}`, { waitUntil: 'commit' });
    await ready(page);
    expect(Date.now() - begun).toBeLessThan(9_000);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page.getByRole('article').first()).toBeVisible();
    // The application asks the server itself, which answers.
    await expect(page.getByRole('main').getByText('This is the place as your phone kept it')).toBeHidden();
  });
}

test('pictures that are cut on their way cost this phone nothing of what it keeps', async ({ page, behind }) => {
  const { id, name } = await keepPlace(page, behind.codes);
  const places = async () => (await cached(page))['holoholo-places']!.length;
  const before = await places();
  behind.network.spoil('cut', /^\/pictures\//);
  await page.goto('/explore');
  await workerReady(page);
  const pictures = page.getByRole('article').locator('img');
  for (const picture of (await pictures.all()).slice(0, 12)) await picture.scrollIntoViewIfNeeded();
  await expect.poll(behind.network.timesSpoiled).toBeGreaterThan(8);
  expect(await places()).toBeGreaterThanOrEqual(before);
  behind.network.spoil('gone');
  await page.goto(`/location/${id}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  behind.network.mend();
});

test('pictures that stall in the middle leave calls a connection, with a worker, too', async ({ page, behind }) => {
  await keepPlace(page, behind.codes);
  behind.network.spoil('stalled', /^\/pictures\//);
  await page.setViewportSize({ width: 390, height: 3_000 });
  await page.goto('/explore');
  await ready(page);
  await expect.poll(behind.network.timesSpoiled, { timeout: 20_000 }).toBeGreaterThan(5);
  const begun = Date.now();
  const found = page.waitForResponse((answer) => answer.url().includes('/api/business-listings') && answer.ok());
  await page.getByLabel('Category').selectOption({ index: 1 });
  await found;
  expect(Date.now() - begun).toBeLessThan(aliveMs * crowding());
  behind.network.mend();
});
