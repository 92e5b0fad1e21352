import { readFile } from 'node:fs/promises';
import { cut, hold } from './answers.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { openSection } from './desk-pages.ts';
import { addDevice, addPasskey } from './device-passkeys.ts';
import { expect, ready, signInByMail, test } from './fixtures.ts';
import { endSessions, signIn, signInTraveler } from './session.ts';

test('an export asks for the passkey there is, also where the page was open when ten minutes were over', async ({
  page,
  product,
}) => {
  const email = 'desk-keys@example.com';
  const device = await addDevice(page);
  await signInTraveler(page, product, email, { fresh: true });
  await ask(product, `update profiles set role = 'admin' from users u where u.id = user_id and u.email = $1`, [email]);
  await addPasskey(page);
  await page.context().clearCookies();
  await signIn(page, product, email, { fresh: true });
  await openSection(page, `/security/access?search=${email}`);
  const exported = async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export what I see (CSV)' }).click(),
    ]);
    return await readFile(await file.path(), 'utf8');
  };
  expect(await exported()).toContain(email);
  expect(device.confirmations()).toBe(1);
  await ask(
    product,
    `update sessions set confirmed_until = confirmed_until - interval '11 minutes' from users u where u.id = user_id and u.email = $1`,
    [email],
  );
  await device.say('no');
  await page.getByRole('link', { name: 'Export what I see (CSV)' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'your device did not confirm' })).toBeVisible();
  await device.say('yes');
  expect(await exported()).toContain(email);
  expect(device.confirmations()).toBe(2);
});

test('where the session has ended no bare answer takes the place of the page: one signs in, and is back', async ({
  page,
  product,
}) => {
  test.slow();
  const email = 'desk-ended@example.com';
  await signInTraveler(page, product, email, { fresh: true });
  await ask(product, `update profiles set role = 'admin' from users u where u.id = user_id and u.email = $1`, [email]);
  await openSection(page, `/security/access?search=${email}`);
  await endSessions(product, email);
  expectErrors(page, '401 /api/*');
  await page.getByRole('link', { name: 'Export what I see (CSV)' }).click();
  await expect(page).toHaveURL(/\/auth\?redirect=%2Fsecurity/);
  await signInByMail(page, product, email);
  await expect(page).toHaveURL(new RegExp(`/security\\?search=${email.replace('@', '(@|%40)')}$`));

  const body = { from: '2026-11-01', to: '2026-11-01' };
  const headers = { origin: product.url };
  const asked = await page.request.post('/api/admin/exports/scans', { data: body, headers });
  const { id } = await asked.json();
  await openSection(page, `/security/work?open=${id}`);
  const download = page.getByRole('region', { name: 'About this work' }).getByRole('link', { name: 'Download' });
  await expect(download).toBeVisible({ timeout: 30_000 });
  await endSessions(product, email);
  await download.click();
  await expect(page).toHaveURL(/\/auth\?redirect=%2Fsecurity%2Fwork%3Fopen%3D/);
  await signInByMail(page, product, email);
  await expect(page).toHaveURL(new RegExp(`/security/work\\?open=${id}$`));
  await expect(download).toBeVisible();
  await ask(product, `update long_work set result_expires_at = now() - interval '1 minute' where id = $1`, [id]);
  await download.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Its file is gone' })).toBeVisible();
});

test('an export that is refused by now is said so on its desk', async ({ page, product }) => {
  const email = 'admin-no-more@example.com';
  await signInTraveler(page, product, email, { fresh: true });
  const become = (role: string) =>
    ask(product, 'update profiles set role = $2 from users u where u.id = user_id and u.email = $1', [email, role]);
  await become('admin');
  await openSection(page, `/security/access?search=${email}`);
  await become('traveler');
  expectErrors(page, '403 /api/admin/users*');
  await page.getByRole('link', { name: 'Export what I see (CSV)' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Access Restricted' })).toBeVisible();
  await expect(page).toHaveURL(/\/security\/access\?search=/);
});

test('a file that is refused after all takes nobody’s page', async ({ page, product }) => {
  const email = 'file-refused@example.com';
  await signInTraveler(page, product, email, { fresh: true });
  const become = (role: string) =>
    ask(product, 'update profiles set role = $2 from users u where u.id = user_id and u.email = $1', [email, role]);
  await become('admin');
  await openSection(page, `/security/access?search=${email}`);
  const exported = page.getByRole('link', { name: 'Export what I see (CSV)' });
  const save = async () => (await Promise.all([page.waitForEvent('download'), exported.click()]))[0];
  // It is known by then that the list may be had, and the file is not asked for yet.
  const release = await hold(page, '**/api/passkeys');
  const held = page.waitForRequest('**/api/passkeys');
  const saved = save();
  await held;
  await become('traveler');
  await release();
  expect(await (await saved).failure()).not.toBeNull();
  await expect(exported).toBeFocused();
  await expect(page.getByRole('link', { name: email })).toBeVisible();
  await become('admin');
  expect(await readFile(await (await save()).path(), 'utf8')).toContain(email);
});

test('while an export is asked for it says so and keeps the focus', async ({ page, product }) => {
  await signIn(page, product, 'admin@example.com');
  await openSection(page, '/security/access?search=admin@example.com');
  await cut(page, '**/api/passkeys');
  const release = await hold(page, '**/api/passkeys');
  const exported = page.getByRole('link', { name: 'Export what I see (CSV)' });
  await exported.press('Enter');
  const asking = page.getByRole('link', { name: 'Asking for the file…' });
  await expect(asking).toBeFocused();
  await expect(asking).toHaveAttribute('aria-disabled', 'true');
  await asking.press('Enter');
  await release();
  await expect(exported).toBeFocused();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Network error. Please check your connection and try again.' }),
  ).toBeVisible();
});

test('an export that is answered late takes whoever has gone on nowhere', async ({ page, product }) => {
  const email = 'desk-goes-on@example.com';
  await signInTraveler(page, product, email, { fresh: true });
  await ask(product, `update profiles set role = 'admin' from users u where u.id = user_id and u.email = $1`, [email]);
  await openSection(page, `/security/access?search=${email}`);
  let files = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/admin/users/export')) files += 1;
  });
  const leaveAsking = async (before = async () => {}) => {
    const release = await hold(page, '**/api/passkeys');
    await page.getByRole('link', { name: 'Export what I see (CSV)' }).click();
    await expect(page.getByRole('link', { name: 'Asking for the file…' })).toBeVisible();
    await page.getByRole('link', { name: 'Work and Dead Letters' }).click();
    await expect(page).toHaveURL(/\/security\/work$/);
    await before();
    const came = page.waitForResponse('**/api/passkeys');
    await release();
    await (await came).finished();
  };
  await leaveAsking();
  // What that would have asked for is before this.
  await page.evaluate(() => fetch('/api/users/me').then((answer) => answer.text()));
  expect(files).toBe(0);
  await page.getByRole('link', { name: 'Access Control' }).click();
  expectErrors(page, '401 /api/*');
  await leaveAsking(() => endSessions(product, email));
  // As wherever a session ends; and not to a sign-in that leads back to what they have left.
  await expect(page).toHaveURL(`${product.url}/`);
});

test('the file has the columns that are shown', async ({ page, product }) => {
  const email = 'desk-columns@example.com';
  await signIn(page, product, 'admin@example.com');
  await signInTraveler(await page.context().browser()!.newPage({ baseURL: product.url }), product, email);
  await openSection(page, `/security/access?search=${email}`);
  await page.getByText('Columns', { exact: true }).first().click();
  await page.getByRole('checkbox', { name: 'Joined' }).uncheck();
  await page.getByRole('checkbox', { name: 'Sessions' }).check();
  await page.reload();
  await ready(page);
  await expect(page.getByRole('columnheader', { name: 'Passkeys' })).toHaveCount(0);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export what I see (CSV)' }).click(),
  ]);
  const [head, row] = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(head).toBe('\ufeffname,email,role,state,organization,sessions,last_seen_at_hawaii');
  expect(row).toMatch(new RegExp(`^,${email},traveler,active,,\\d,`));
});
