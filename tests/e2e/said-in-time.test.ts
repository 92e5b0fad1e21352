import type { Page } from '@playwright/test';
import { crowding } from '../../scripts/crowding.mjs';
import { expectReadableInDark } from './axe.ts';
import { test } from './behind.ts';
import { expect } from './fixtures.ts';
import { enterCode, keepPlace, keptMoment, keptNotice, placeKept, workerReady } from './offline.ts';
import type { Product } from './product.ts';
import { signInTraveler } from './session.ts';

const inAllMs = 10_000;

declare global {
  interface Window {
    /** For how long the screen's part of the page was there without a word, in milliseconds. */
    emptyMs?: number;
    /** What the page said in the frame in which its first experience was there. */
    saidFirst?: string;
  }
}

/** Notes what each frame shows, from the next page on. */
const watchFrames = (page: Page) =>
  page.addInitScript(() => {
    let before = performance.now();
    const look = (now: number) => {
      const main = document.querySelector('main');
      if (main && !main.innerText.trim()) window.emptyMs = (window.emptyMs ?? 0) + now - before;
      if (document.querySelector('article')) window.saidFirst ??= document.body.innerText;
      before = now;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });

async function fromCold(page: Page, path: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(path, { waitUntil: 'commit' });
}

test('the cover leads whoever is signed in home at once where nothing answers, and is never empty', async ({
  page,
  behind,
}) => {
  await signInTraveler(page, behind, 'cold-cover@example.com');
  await page.goto('/dashboard');
  await workerReady(page);
  await watchFrames(page);
  await page.goto('about:blank');
  behind.network.spoil('silent');
  await fromCold(page, '/');
  await expect(page.getByText('What opens without a connection.')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(await page.evaluate(() => window.emptyMs ?? 0)).toBeLessThan(1_000);
  await page.screenshot({ path: 'test-results/cold-cover.png' });
  await expectReadableInDark(page, 'cold-cover');
});

test.describe('where nothing answers and nothing is kept', () => {
  const placeOf = (behind: Product) => `/location/${behind.codes.find((one) => one.status === 'active')!.location_id}`;
  for (const [name, path, says] of [
    ['a place', placeOf, 'No connection here'],
    ['bookings', () => '/bookings', 'No bookings on this device'],
    ['figures', () => '/analytics', 'No figures on this device'],
    ['the list', () => '/saved', 'No connection here'],
    ['the guide', () => '/explore', 'Sample data'],
  ] as const)
    test(`it is said within ten seconds in all, from cold: ${name}`, async ({ page, behind }) => {
      await signInTraveler(page, behind, `unkept-${name.replaceAll(' ', '-')}@example.com`);
      await page.goto('/offline');
      await workerReady(page);
      await page.goto('about:blank');
      behind.network.spoil('silent');
      const begun = Date.now();
      await fromCold(page, path(behind));
      await expect(page.getByRole('main').getByText(says).first()).toBeVisible({ timeout: 30_000 });
      expect(Date.now() - begun).toBeLessThan(inAllMs * crowding());
    });

  test('also where it is not known who is here', async ({ page, behind }) => {
    await signInTraveler(page, behind, 'unkept-unknown@example.com');
    await page.goto('/offline');
    await workerReady(page);
    await page.evaluate(() => localStorage.removeItem('holoholo.user'));
    await page.goto('about:blank');
    behind.network.spoil('silent');
    const begun = Date.now();
    await fromCold(page, placeOf(behind));
    await expect(page.getByText('No connection here')).toBeVisible({ timeout: 30_000 });
    expect(Date.now() - begun).toBeLessThan(inAllMs * crowding());
  });

  test('also on a screen that is of no use without a network', async ({ page, behind }) => {
    await page.goto('/explore');
    await workerReady(page);
    await page.goto('about:blank');
    behind.network.spoil('silent');
    const begun = Date.now();
    await fromCold(page, '/auth');
    // The mark stands there until then.
    await expect(page.locator('#root svg').first()).toBeVisible({ timeout: inAllMs });
    await expect(page.getByText('Loading Holoholo')).toBeVisible();
    await page.screenshot({ path: 'test-results/shell.png' });
    await expect(page.getByText('No connection here')).toBeVisible({ timeout: 30_000 });
    expect(Date.now() - begun).toBeLessThan(inAllMs * crowding());
  });

  test('and in the page, though several calls would be made one after the other', async ({ page, behind }) => {
    await signInTraveler(page, behind, 'unkept-inside@example.com');
    await page.goto('/saved');
    await workerReady(page);
    await page.goto('/offline');
    await workerReady(page);
    // Who is here is asked before what is theirs.
    await page.evaluate(() => localStorage.removeItem('holoholo.user'));
    behind.network.spoil('silent', /^\/(api|healthz)/);
    const begun = Date.now();
    await page.getByRole('main').getByRole('link', { name: 'My Bookings' }).click();
    await expect(page.getByText('No bookings on this device')).toBeVisible({ timeout: 30_000 });
    // Less than two calls, one after the other.
    expect(Date.now() - begun).toBeLessThan(18_000);
  });
});

test('that something is kept is said in the frame that shows it', async ({ page, behind }) => {
  const code = behind.codes.find((one) => one.status === 'active')!;
  await page.goto('/explore');
  await workerReady(page);
  await page.goto(`/location/${code.location_id}`);
  await placeKept(page, code.location_id);
  await watchFrames(page);
  for (const [path, says] of [
    [`/location/${code.location_id}`, 'This is the place as your phone kept it'],
    ['/explore', 'You are seeing what we showed you on'],
  ] as const) {
    await page.goto('about:blank');
    behind.network.spoil('silent');
    await fromCold(page, path);
    await expect(page.getByRole('main').getByText(says)).toBeVisible();
    expect(await page.evaluate(() => window.saidFirst)).toContain(says);
    behind.network.mend();
  }
});

test('also where one goes there in the page, to those too who do not see it', async ({ page, behind }) => {
  const { name } = await keepPlace(page, behind.codes);
  await watchFrames(page);
  await page.reload();
  await workerReady(page);
  behind.network.spoil('gone', /^\/api\/locations/);
  const spoken = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const region = document.getElementById('announcer')!;
        const hear = () => region.textContent && resolve(region.textContent);
        new MutationObserver(hear).observe(region, { childList: true, characterData: true, subtree: true });
      }),
  );
  await page.getByRole('link', { name }).click();
  await expect(keptNotice(page)).toBeVisible();
  expect(await page.evaluate(() => window.saidFirst)).toContain('This is the place as your phone kept it');
  expect(await spoken).toContain('This is the place as your phone kept it');
});

test('when something was kept is written in one way on every screen', async ({ page, behind }) => {
  const code = behind.codes.find((one) => one.status === 'active')!;
  await signInTraveler(page, behind, 'one-moment@example.com');
  for (const path of ['/bookings', '/analytics', '/explore', '/saved', '/scan']) {
    await page.goto(path);
    await workerReady(page);
  }
  await enterCode(page, code.qr_code_id);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(code.location_name);
  await keepPlace(page, behind.codes);
  behind.network.spoil('gone', /^\/api/);
  const main = page.getByRole('main');
  for (const [link, words] of [
    ['My Bookings', 'You see your bookings as of'],
    ['Saved Places', 'This is your list as of'],
    ['Analytics', 'You see your figures as of'],
    ['Explore Experiences', 'You are seeing what we showed you on'],
    [code.location_name, 'This is the place as your phone kept it on'],
  ] as const) {
    await main.getByRole('link', { name: link }).click();
    await expect(page.getByRole('main').getByText(words)).toHaveText(keptMoment);
    const picture = `kept-${link.replaceAll(/\W/g, '-')}`;
    await page.screenshot({ path: `test-results/${picture}.png` });
    await expectReadableInDark(page, picture);
    await page.goBack();
  }
  await main.getByRole('link', { name: 'Scan QR Code' }).click();
  await enterCode(page, code.qr_code_id);
  await expect(page.getByText('You are seeing what we showed you on')).toHaveText(keptMoment);
});
