import { readFile } from 'node:fs/promises';
import { hold } from './answers.ts';
import { ask } from './database.ts';
import { cellsOf, openSection } from './desk-pages.ts';
import { admin, clear, deadLetter, figures, work } from './desk-work.ts';
import { expect, ready, signInByMail, test } from './fixtures.ts';
import { signIn } from './session.ts';

test.beforeEach(({ product }) => clear(product));

test('the mail that a file is there leads to it by way of the sign-in, and past it where one is signed in', async ({
  page,
  product,
  elsewhere,
}) => {
  await signIn(page, product, admin);
  const data = { from: '2026-11-02', to: '2026-11-02', mail_when_done: true };
  const asked = await page.request.post('/api/admin/exports/scans', { data, headers: { origin: product.url } });
  const { id } = await asked.json();
  const { text } = await product.mail.waitFor(admin, 0, new RegExp(id));
  const link = text.match(/https?:\/\/\S+/)![0];
  const phone = await elsewhere();
  await phone.goto(link);
  await ready(phone);
  await signInByMail(phone, product, admin);
  for (const one of [phone, page]) {
    if (one === page) {
      await page.goto(link);
      await ready(page);
      await page.getByRole('link', { name: 'Continue' }).click();
    }
    await expect(one).toHaveURL(new RegExp(`/security/work\\?open=${id}$`));
    await expect(one.getByRole('region', { name: 'About this work' })).toContainText('Download');
  }
});

test('an export is followed to its file; what waits or runs is cancelled, and each figure moves by that alone', {
  tag: '@main',
}, async ({ page, product }) => {
  test.slow();
  await signIn(page, product, admin);
  await page.setViewportSize({ width: 1280, height: 900 });
  await openSection(page, '/security/work');
  expect(await figures(page)).toEqual([0, 0, 0, 0]);
  await expect(page.getByText('No long work')).toBeVisible();
  await expect(page.getByText('Nothing waits for you here.')).toBeVisible();
  const body = { from: '2026-11-01', to: '2026-11-01' };
  const asked = await page.request.post('/api/admin/exports/scans', { data: body, headers: { origin: product.url } });
  expect(asked.status()).toBe(201);
  await page.reload();
  const state = page.locator('td[data-label="State"]');
  await expect(state).toHaveText('Done', { timeout: 30_000 });
  expect(await figures(page)).toEqual([0, 0, 0, 0]);
  expect(await cellsOf(page)).toMatchObject({
    Kind: 'Export of scans',
    'Asked by': admin,
    Progress: '24 of 24',
    Outcome: 'scans-2026-11-01-2026-11-01.csv',
  });
  await page.getByRole('link', { name: 'Export of scans' }).click();
  const detail = page.getByRole('region', { name: 'About this work' });
  await expect(detail.getByText(/^It can be fetched until /)).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    detail.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(await readFile(await file.path(), 'utf8')).toMatch(/^\ufeffscanned_at_hawaii,/);
  await expect(detail.getByRole('button', { name: 'Cancel this work' })).toHaveCount(0);

  await ask(product, 'delete from long_work');
  const id = await work(product);
  await openSection(page, '/security/work');
  expect(await figures(page)).toEqual([1, 0, 0, 0]);
  expect(await cellsOf(page)).toMatchObject({
    State: 'Waiting',
    Begun: 'Not yet',
    Ended: 'Not yet',
    Outcome: 'None yet',
  });
  // The screen asks again by itself.
  const begun = `update long_work set state = 'running', done_steps = 3, total_steps = 48, started_at = now() where id = $1`;
  await ask(product, begun, [id]);
  await expect(state).toHaveText('Running', { timeout: 15_000 });
  await expect(page.locator('td[data-label="Progress"]')).toHaveText('3 of 48');
  expect(await figures(page)).toEqual([1, 0, 0, 0]);
  await page.getByRole('link', { name: 'Export of scans' }).click();
  await detail.getByRole('button', { name: 'Cancel this work' }).click();
  await expect(page.getByText('The work ends within a moment.')).toBeVisible();
  await ask(product, `update long_work set state = 'cancelled', ended_at = now() where id = $1 and cancel_asked`, [id]);
  await expect(state).toHaveText('Cancelled', { timeout: 15_000 });
  await expect.poll(() => figures(page)).toEqual([0, 0, 0, 0]);

  await ask(product, 'delete from long_work');
  const waiting = await work(product);
  await openSection(page, `/security/work?open=${waiting}`);
  await detail.getByRole('button', { name: 'Cancel this work' }).click();
  await expect(page.getByText('The work is cancelled.')).toBeVisible();
  await expect(state).toHaveText('Cancelled');
  expect(await figures(page)).toEqual([0, 0, 0, 0]);
});

test('work is opened from its list and cancelled by keyboard alone', async ({ page, product }) => {
  await signIn(page, product, admin);
  await page.setViewportSize({ width: 1280, height: 900 });
  const created = (ago: number) => ({ created_at: new Date(Date.now() - ago) });
  const other = await work(product, created(0));
  const id = await work(product, created(60_000));
  await openSection(page, '/security/work');
  await page.locator('a[data-row]').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`open=${id}$`));
  const cancel = page.getByRole('button', { name: 'Cancel this work' });
  await expect(cancel).toBeVisible();
  for (let tabs = 0; tabs < 40 && !(await cancel.evaluate((one) => one === document.activeElement)); tabs++)
    await page.keyboard.press('Tab');
  await expect(cancel).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('The work is cancelled.')).toBeVisible();
  await expect(cancel).toHaveCount(0);
  // Whoever goes on by key stands in what is open still, not at the head of the page.
  await expect(page.getByRole('region', { name: 'About this work' }).locator(':focus')).toHaveCount(1);
  const stateOf = (one: string) => ask<{ state: string }>(product, 'select state from long_work where id = $1', [one]);
  expect([await stateOf(id), await stateOf(other)]).toEqual([[{ state: 'cancelled' }], [{ state: 'waiting' }]]);
});

test('of work that ended meanwhile nothing is cancelled', async ({ page, product }) => {
  await signIn(page, product, admin);
  const id = await work(product);
  await openSection(page, `/security/work?open=${id}`);
  const labels = page.getByRole('region', { name: 'About this work' }).locator('dt', { hasText: /^(From|To)$/ });
  await expect(labels).toHaveText(['From', 'To']);
  const release = await hold(page, '**/api/admin/work');
  await ask(product, `update long_work set state = 'failed', problem = 'no_room', ended_at = now() where id = $1`, [
    id,
  ]);
  await page.getByRole('button', { name: 'Cancel this work' }).click();
  await release();
  await expect(page.getByText('The work had ended before.')).toBeVisible();
  await expect(page.getByText('There was no room for its file.').filter({ visible: true }).first()).toBeVisible();
});

test('what was asked for and why it failed is told in words; the list is filtered and searched', async ({
  page,
  product,
}) => {
  const ended = { state: 'failed', started_at: new Date(), ended_at: new Date() };
  const parameters = {
    ...{
      search: 'example',
      role: 'traveler',
      state: 'active',
      reason: 'A wave of robots',
      until: '2026-11-20T00:00:00Z',
    },
    actor: { userId: 'somebody', requestId: 'x' },
  };
  const id = await work(product, {
    ...{ ...ended, kind: 'accounts-suspension', parameters: JSON.stringify(parameters), problem: 'broke_off' },
    total_steps: 12,
  });
  await work(product, { ...ended, problem: 'internal', done_steps: 7 });
  const result = { result_name: 'scans.csv', result_type: 'text/csv', result_bytes: 1, result_expires_at: new Date(0) };
  await work(product, { ...ended, ...result, state: 'done' });
  await signIn(page, product, admin);
  await openSection(page, `/security/work?open=${id}`);
  const detail = page.getByRole('region', { name: 'About this work' });
  for (const words of ['Suspension of accounts', 'It broke off too often.', 'A wave of robots', '0 of 12'])
    await expect(detail.getByText(words).first()).toBeVisible();
  for (const label of ['Search', 'Role', 'State of the accounts', 'Joined until', 'Reason'])
    await expect(detail.getByText(label, { exact: true })).toBeVisible();
  await expect(detail.getByText('somebody')).toHaveCount(0);
  await openSection(page, '/security/work');
  await expect(page.getByText('A fault of ours; the log of the server says which.')).toBeVisible();
  await expect(page.getByText('Its file is gone')).toBeVisible();
  await page.getByRole('combobox', { name: 'State' }).selectOption('Done');
  await expect(page.locator('a[data-row]')).toHaveCount(1);
  await page.getByLabel('Search by who asked').fill('nobody here');
  await expect(page.getByText('Nothing is like that')).toBeVisible();
  await expect(page.getByText('Take a word out of the search, or choose all.')).toBeVisible();
  await page.getByRole('combobox', { name: 'State' }).selectOption('All');
  await page.getByLabel('Search by who asked').fill('ADMIN@');
  await expect(page.locator('a[data-row]')).toHaveCount(3);
});

test('a search and a filter say how many they found, and what comes meanwhile is said', async ({ page, product }) => {
  await signIn(page, product, admin);
  await deadLetter(product, 'mail', { to: 'kai@found.example', subject: 'Aloha' });
  await deadLetter(product, 'mail', { to: 'lani@found.example', subject: 'Mahalo' });
  // While something waits the screen asks every five seconds.
  await work(product);
  await openSection(page, '/security/work?list=dead-letters');
  const said = page.getByRole('status').filter({ hasText: 'Waiting or running: 1.' });
  await expect(said).toHaveText('Waiting or running: 1. Could not be done: 2.');
  await page.getByLabel('Search by recipient or subject').fill('kai@found');
  await expect(said).toHaveText('Waiting or running: 1. Could not be done: 2. 1 found.');
  await deadLetter(product, 'mail', { to: 'kai@found.example', subject: 'Once more' });
  await expect(said).toHaveText('Waiting or running: 1. Could not be done: 3. 2 found.', { timeout: 15_000 });
  await page.screenshot({ path: 'test-results/work-found-390.png' });
  await openSection(page, '/security/work?state=done');
  await expect(said).toHaveText('Waiting or running: 1. Could not be done: 3. 0 found.');
});

test('of more than 10,000 dead letters the list says so', async ({ page, product }) => {
  await ask(
    product,
    `insert into jobs.job (name, data, source_name, source_created_on, source_retry_count, source_output)
      select 'mail-dead', jsonb_build_object('to', n || '@many.example', 'subject', 'Aloha'), 'mail', now(), 10, '{}'
      from generate_series(1, 10001) n`,
    [],
  );
  await signIn(page, product, admin);
  await openSection(page, '/security/work?list=dead-letters&search=many.example');
  await expect(page.getByText('More than 10,000 found.')).toBeVisible();
  await clear(product);
});

test('an export that is begun leaves the list as it was asked meanwhile', async ({ page, product }) => {
  await signIn(page, product, admin);
  await page.setViewportSize({ width: 1280, height: 900 });
  await openSection(page, '/security/work?new=scans-export');
  await page.getByRole('button', { name: 'Last 7 days' }).click();
  const release = await hold(page, '**/api/admin/exports/scans');
  await page.getByRole('button', { name: 'Begin the export' }).click();
  await page.getByRole('combobox', { name: 'State' }).selectOption('Failed');
  await expect(page).toHaveURL(/state=failed/);
  await release();
  await expect(page).toHaveURL(/\/security\/work\?state=failed&open=[-\w]+$/);
});

test('while a list is loading, what was chosen is shown, added to, and nothing typed is lost', async ({
  page,
  product,
}) => {
  const ended = { started_at: new Date(), ended_at: new Date() };
  await work(product, { ...ended, state: 'failed', problem: 'internal' });
  const one = await work(product, { ...ended, state: 'cancelled' });
  await signIn(page, product, admin);
  await page.setViewportSize({ width: 1280, height: 900 });
  await openSection(page, '/security/work');
  const state = page.getByRole('combobox', { name: 'State' });
  const search = page.getByLabel('Search by who asked');
  const release = await hold(page, /\/api\/admin\/work\?/);
  await state.selectOption('Cancelled');
  await expect(state).toHaveValue('cancelled');
  await search.pressSequentially('ADM');
  await page.waitForRequest((request) => request.url().includes('search=ADM'));
  await search.pressSequentially('IN');
  await release();
  await expect(page).toHaveURL((url) => url.search === '?state=cancelled&search=ADMIN');
  await expect(search).toHaveValue('ADMIN');
  await expect(page.locator('a[data-row]')).toHaveCount(1);

  // Of what is typed the last is asked for, after a filter that was chosen within its pause.
  await search.fill('');
  await state.selectOption('All');
  await expect(page).toHaveURL((url) => url.search === '');
  await expect(page.locator('a[data-row]')).toHaveCount(2);
  await page.locator(`a[href*="${one}"]`).first().click();
  await search.fill('nobody here');
  await expect(page.getByText('Nothing is like that')).toBeVisible();
  await page.goBack();
  await expect(search).toHaveValue('');
});

test('what a suspension was asked for is said in words, with its moment in Hawaiʻi', async ({ page, product }) => {
  await signIn(page, product, admin);
  const parameters = { until: '2026-11-25T03:41:07.458Z', reason: 'A wave of robots', search: 'robots' };
  const id = await work(product, { kind: 'accounts-suspension', parameters: JSON.stringify(parameters) });
  await openSection(page, `/security/work?open=${id}`);
  const detail = page.getByRole('region', { name: 'About this work' });
  await expect(detail.getByText('Joined until')).toBeVisible();
  await expect(detail.getByText(/^Nov 24, 2026, 5:41/)).toBeVisible();
});

test('at 768 px the days and times of long work stand on two lines at most', async ({ page, product }) => {
  const at = new Date('2026-11-21T22:58:00Z');
  await work(product, { state: 'failed', problem: 'no_room', created_at: at, started_at: at, ended_at: at });
  await signIn(page, product, admin);
  await page.setViewportSize({ width: 768, height: 1024 });
  await openSection(page, '/security/work');
  const cells = page.locator('td:is([data-label="Asked"], [data-label="Begun"], [data-label="Ended"]) > div');
  await expect(cells).toHaveCount(3);
  const lines = await cells.evaluateAll((all) =>
    all.map((cell) => Math.round(cell.getBoundingClientRect().height / parseFloat(getComputedStyle(cell).lineHeight))),
  );
  expect(Math.max(...lines)).toBeLessThanOrEqual(2);
});
