import { test } from './behind.ts';
import { expectErrors } from './console-errors.ts';
import { ask, countScans } from './database.ts';
import { expect, problem, ready } from './fixtures.ts';
import { enterCode, keepPlace, keptNotice, waiting, workerReady } from './offline.ts';
import type { Product } from './product.ts';
import { keptOnDevice } from './saved-pages.ts';
import { signInTraveler } from './session.ts';

/** What one traveler has saved: others use the same server. */
const savedBy = (product: Product, email: string) =>
  ask(product, 'select 1 from saved_listings where user_id in (select id from users where email = $1)', [email]);

test('a session that was ended elsewhere is gone from this page, and its heart says where it is kept', async ({
  page,
  behind,
}) => {
  const email = 'ended-elsewhere@example.com';
  await signInTraveler(page, behind, email, { fresh: true });
  const { location_id: id } = behind.codes.find((one) => one.status === 'active')!;
  await page.goto(`/location/${id}`);
  await ready(page);
  const heart = page.getByRole('button', { name: /^Save/ }).first();
  await heart.click();
  await expect.poll(() => savedBy(behind, email)).toHaveLength(1);
  // And the page has heard of it: one wish at a time is sent.
  await expect.poll(() => keptOnDevice(page, 'queue')).toBeNull();
  const user = '(select id from users where email = $1)';
  const ended = await ask(behind, `delete from sessions where user_id in ${user} returning 1`, [email]);
  expect(ended.length).toBeGreaterThan(0);
  const second = page.getByRole('button', { name: /^Save/ }).nth(1);
  expectErrors(page, '401 /api/saved/*', '401 /api/users/me');
  await second.click();
  await expect(problem(page)).toHaveText('Saved on this phone until you sign in again.');
  await expect(second).toHaveAttribute('aria-pressed', 'true');
  expect(await page.evaluate(() => localStorage.getItem('holoholo.user'))).toBeNull();
  await expect(page.getByRole('link', { name: /^Sign In to Book/ }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu.getByText('Sign Out')).toHaveCount(0);
  await page.keyboard.press('Escape');

  // What waited is sent for whom it is once they are back.
  await signInTraveler(page, behind, email, { fresh: true });
  await page.reload();
  await expect.poll(() => savedBy(behind, email)).toHaveLength(2);
});

test('so is one that takes a place off the list', async ({ page, behind }) => {
  const email = 'ended-before-removing@example.com';
  await signInTraveler(page, behind, email, { fresh: true });
  const { location_id: id } = behind.codes.find((one) => one.status === 'active')!;
  await page.goto(`/location/${id}`);
  await ready(page);
  await page.getByRole('button', { name: /^Save/ }).first().click();
  await expect.poll(() => savedBy(behind, email)).toHaveLength(1);
  await expect.poll(() => keptOnDevice(page, 'queue')).toBeNull();
  await ask(behind, 'delete from sessions where user_id in (select id from users where email = $1) returning 1', [
    email,
  ]);
  expectErrors(page, '401 /api/saved/*', '401 /api/users/me');
  const whoIsHere = page.waitForEvent('console', (said) => said.location().url.endsWith('/api/users/me'));
  await page.locator('button[aria-pressed=true]').first().click();
  await expect(problem(page)).toHaveText('Removed on this phone. Your list follows once you sign in again.');
  // The words come before the answer about who is here.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('holoholo.user'))).toBeNull();
  await whoIsHere;
});

test('a code that is known is shown after three seconds on a dead network, and counted once', async ({
  page,
  behind,
}) => {
  const code = behind.codes.filter((one) => one.status === 'active').at(-1)!;
  await page.goto('/scan');
  await ready(page);
  const enter = () => enterCode(page, code.qr_code_id);
  const keptScan = page.getByText('You are seeing what we showed you on');
  await enter();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(code.location_name);
  await expect(keptScan).toBeHidden();
  const before = await countScans(behind, code.qr_code_id);
  await page.getByRole('button', { name: 'Scan Another QR Code' }).click();
  behind.network.spoil('silent', /^\/api\/qr\/scan/);
  await enter();
  const begun = Date.now();
  await expect(keptScan).toBeVisible();
  expect(Date.now() - begun).toBeLessThan(8_000);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(code.location_name);
  // Who leaves now loses nothing.
  expect(await waiting(page)).toBe(1);
  behind.network.mend();
  await expect(keptScan).toBeHidden();
  await expect.poll(() => waiting(page)).toBe(0);
  expect(await countScans(behind, code.qr_code_id)).toBe(before + 1);
});

test('a scan to which the server was silent is tried again by a tap, once it answers', async ({ page, behind }) => {
  test.slow();
  const code = behind.codes.filter((one) => one.status === 'active')[4]!;
  const before = await countScans(behind, code.qr_code_id);
  await page.goto('/scan');
  await workerReady(page);
  behind.network.spoil('silent', /^\/api\/qr\/scan/);
  await page.getByRole('button', { name: 'Start QR Scanner' }).click();
  await page.getByLabel('Code under the QR').fill(code.qr_code_id);
  await page.getByRole('button', { name: 'Manual Entry' }).click();
  const again = page.getByRole('button', { name: 'Try Again' });
  await expect(again).toBeVisible({ timeout: 15_000 });
  await again.click();
  await expect(page.getByRole('button', { name: 'Trying…' })).toBeFocused();
  behind.network.mend();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(code.location_name);
  await expect(page.getByText('Your scan is kept on this phone')).toHaveCount(0);
  await expect.poll(() => waiting(page)).toBe(0);
  expect(await countScans(behind, code.qr_code_id)).toBe(before + 1);
});

test('what is shown stays under the finger when the live answer takes the place of what was kept', async ({
  page,
  behind,
}) => {
  const { name } = await keepPlace(page, behind.codes);
  behind.network.spoil('silent', /^\/api\/locations/);
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('main').getByText('This is the place as your phone kept it on')).toBeVisible();
  const top = async () =>
    (await page.getByRole('article').first().boundingBox())!.y + (await page.evaluate(() => scrollY));
  const before = await top();
  await page.screenshot({ path: 'test-results/place-kept.png' });
  behind.network.mend();
  await expect(keptNotice(page)).toBeHidden();
  await expect(page.getByRole('status').getByText('Up to date now.')).toBeVisible();
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
  await page.screenshot({ path: 'test-results/place-up-to-date.png' });
  await page.getByRole('link', { name: 'Scan QR', exact: true }).click();
  await expect(page.getByText('Point your camera at the code')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page.getByText('Up to date now.')).toHaveCount(0);
});

test('figures of another time than asked for say which they are', async ({ page, behind }) => {
  await signInTraveler(page, behind, 'kept-range@example.com');
  await page.goto('/analytics');
  await ready(page);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('holoholo.figures.overview'))).not.toBeNull();
  behind.network.spoil('gone', /^\/api\/(analytics|users)/);
  await page.getByRole('link', { name: 'Last 7 days' }).click();
  await expect(
    page.getByText('Of this time your phone has nothing: these are the figures of “Last 30 days”.'),
  ).toBeVisible();
  await page.screenshot({ path: 'test-results/kept-range.png' });
  await page.getByRole('link', { name: 'Last 30 days' }).click();
  await expect(page.getByText('You see your figures as of')).toBeVisible();
  await expect(page.getByText('Of this time your phone has nothing')).toHaveCount(0);
});
