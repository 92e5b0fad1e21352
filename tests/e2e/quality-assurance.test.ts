import type { Page } from '@playwright/test';
import { ask } from './database.ts';
import { cellsOf, confirm, expectOnEveryWidth, openSection } from './desk-pages.ts';
import { failAt, mendDatabase } from './failing-database.ts';
import { expect, ready, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { signIn, signInTraveler } from './session.ts';

let count = 0;

/** Reports an error as a page does. */
async function report(page: Page, product: Product, message: string, more: object = {}): Promise<string> {
  const error_id = `quality-${process.pid}-${count++}`;
  const data = { error_id, message, error_type: 'TypeError', ...more };
  const reply = await page.request.post('/api/errors/track', { data, headers: { origin: product.url } });
  expect(reply.status()).toBe(202);
  return error_id;
}

/** How many faults the head says are open. */
const openCount = async (page: Page) =>
  Number((await page.getByText(/^Faults that are open: /).innerText()).match(/open: ([\d,]+)/)![1]!.replace(',', ''));

const asIs = async (page: Page): Promise<Record<string, string | number>> => {
  await page.reload();
  await ready(page);
  return { ...(await cellsOf(page)), open: await openCount(page) };
};

/** Faults that only the database says there were, the last of them seen last. */
const faults = (product: Product, word: string, many: number) =>
  ask(
    product,
    `insert into faults (id, kind, message, place, severity, first_seen, last_seen, reports)
      select gen_random_uuid(), 'TypeError', $1 || ' ' || lpad(n::text, 5, '0'), '/chunks/ticket.js', n % 4,
        now() - interval '2 days', now() - interval '1 day' + n * interval '1 second', n from generate_series(1, $2::int) n`,
    [word, many],
  );

test('each figure of a fault moves by the report that it counts, and by nothing else', { tag: '@main' }, async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  const message = 'Kahakō is no letter of this font';
  const stack = `TypeError: ${message}\n    at Ticket (${product.url}/assets/ticket-Dk39fkQ_.js:1:20)`;
  const [guest, traveler] = [await elsewhere(), await elsewhere()];
  await signInTraveler(traveler, product, 'kai@quality.example');
  await signIn(page, product, 'admin@example.com');
  await page.setViewportSize({ width: 1280, height: 900 });
  await openSection(page, '/security/quality');
  const before = await openCount(page);
  await page.getByLabel('Search by message or script').fill('kahakō');
  await expect(page.getByText('0 faults found.')).toBeVisible();
  await expect(page.getByText('No fault is like that')).toBeVisible();

  await report(guest, product, message, { severity: 'low', stack });
  const first = await asIs(page);
  await expect(page.getByText('1 fault found.')).toBeVisible();
  expect(first).toMatchObject({
    open: before + 1,
    Message: message,
    Where: '/assets/ticket.js',
    'How bad': 'Low',
    State: 'Open',
    Reports: '1',
    People: '0',
  });
  // Of a day before, so that it shows which of the two moments moves.
  await ask(
    product,
    `update faults set first_seen = first_seen - interval '1 day', last_seen = last_seen - interval '1 day' where message = $1`,
    [message],
  );
  const { 'Last seen': yesterday, ...dayBefore } = await asIs(page);
  expect(dayBefore['First seen']).toBe(yesterday);
  const error_id = await report(traveler, product, message, { severity: 'high', stack });
  await report(guest, product, message, { severity: 'medium', stack });
  const words = { error_id, additional_context: 'I only tapped my ticket' };
  await traveler.request.post('/api/errors/report', { data: words, headers: { origin: product.url } });
  const now = await asIs(page);
  expect(now).toMatchObject({ ...dayBefore, 'How bad': 'High', Reports: '3', People: '1' });
  expect(now['Last seen']).not.toBe(yesterday);

  await page.getByRole('link', { name: message }).click();
  const detail = page.getByRole('region', { name: 'About this fault' });
  await expect(detail.getByText('I only tapped my ticket')).toBeVisible();
  await expect(detail.getByText('in their own words')).toHaveCount(1);
  await expect(detail.getByText('kai@quality.example')).toHaveCount(2);
  await detail.getByText('Where it happened').first().click();
  await expect(detail.getByText('ticket-Dk39fkQ_.js:1:20').first()).toBeVisible();

  await detail.getByRole('button', { name: 'Close', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Close a fault' });
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(sheet.getByText('Please give a reason.')).toBeVisible();
  await confirm(page, 'Close a fault', 'Mended in the next release');
  await expect(page.getByText('The fault is closed.')).toBeVisible();
  await expect(detail.getByText('Mended in the next release')).toBeVisible();
  expect(await asIs(page)).toMatchObject({ open: before, State: 'Closed', Reports: '3', People: '1' });

  await report(guest, product, message, { stack });
  expect(await asIs(page)).toMatchObject({ open: before + 1, State: 'Open again', Reports: '4', People: '1' });
  await detail.getByRole('button', { name: 'Close', exact: true }).click();
  await sheet.getByLabel('When it is reported again').selectOption('It stays closed');
  await confirm(page, 'Close a fault', 'Of one browser, which is gone');
  await expect(page.getByText('The fault is closed for good.')).toBeVisible();
  await report(guest, product, message, { stack });
  expect(await asIs(page)).toMatchObject({ open: before, State: 'Closed for good', Reports: '5', People: '1' });

  await detail.getByRole('button', { name: 'Open again' }).click();
  await confirm(page, 'Open a fault again', 'It is of another browser too');
  await expect(page.getByText('The fault is open again.')).toBeVisible();
  expect(await asIs(page)).toMatchObject({ open: before + 1, State: 'Open', Reports: '5', People: '1' });
  for (const entry of ['Opened again', 'Closed for good', 'Closed'])
    await expect(detail.getByRole('listitem').getByText(entry, { exact: true })).toBeVisible();
});

test('the list is filtered by state, sorted, paged and walked by keyboard alone', async ({ page, product }) => {
  await faults(product, 'Sorted', 60);
  await signIn(page, product, 'admin@example.com');
  await page.setViewportSize({ width: 1280, height: 900 });
  await openSection(page, '/security/quality?search=Sorted');
  const names = page.locator('a[data-row]');
  await expect(names.first()).toHaveText('Sorted 00060');
  await page.getByRole('columnheader', { name: 'Reports' }).getByRole('link').press('Enter');
  await expect(names.first()).toHaveText('Sorted 00001');
  await page.getByRole('columnheader', { name: 'Reports' }).getByRole('link').press('Enter');
  await expect(page.getByRole('columnheader', { name: 'Reports' })).toHaveAttribute('aria-sort', 'descending');
  await expect(names.first()).toHaveText('Sorted 00060');
  await page.getByRole('link', { name: 'Next page' }).press('Enter');
  await expect(names).toHaveCount(10);
  await names.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(names.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  const detail = page.getByRole('region', { name: 'About this fault' });
  await expect(detail.getByRole('heading', { level: 2 })).toHaveText('Sorted 00009');
  await detail.getByRole('button', { name: 'Close', exact: true }).press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Close a fault' });
  await sheet.getByLabel('Reason').fill('No longer seen');
  await page.keyboard.press('Escape');
  await page
    .getByRole('dialog', { name: 'Leave without sending?' })
    .getByRole('button', { name: 'Leave', exact: true })
    .click();
  await expect(sheet).toHaveCount(0);
  await expect(detail.getByRole('button', { name: 'Close', exact: true })).toBeFocused();
  await page.getByRole('combobox', { name: 'State' }).selectOption('Closed');
  await expect(page.getByText('0 faults found.')).toBeVisible();
  await page.getByRole('combobox', { name: 'State' }).selectOption('Open');
  await expect(page.getByText('60 faults found.')).toBeVisible();
  await page.getByRole('columnheader', { name: 'How bad' }).getByRole('link').click();
  await expect(page.locator('td[data-label="How bad"]').first()).toHaveText('Not said');
  await page.getByRole('columnheader', { name: 'How bad' }).getByRole('link').click();
  await expect(page.locator('td[data-label="How bad"]').first()).toHaveText('High');
});

test('none at all, without a message or a place, and with words that never end', async ({ page, product }) => {
  await ask(product, 'delete from faults');
  await signIn(page, product, 'admin@example.com');
  await openSection(page, '/security/quality');
  await expect(page.getByText('No fault was reported')).toBeVisible();
  await expect(page.getByText('Faults that are open: 0.')).toBeVisible();
  await ask(
    product,
    `insert into faults (id, kind, message, place, first_seen, last_seen, reports)
      values (gen_random_uuid(), repeat('Kaʻiulani', 6), repeat('humuhumunukunukuapuaʻa', 13), '/' || repeat('a', 190), now(), now(), 1234567),
        (gen_random_uuid(), 'error', '', null, now(), now(), 1)`,
  );
  const long = page.getByRole('heading', { level: 2, name: /^humuhumu/ });
  await openSection(page, '/security/quality');
  await expect(page.getByText('Not known')).toBeVisible();
  await page.getByRole('link', { name: 'Without a message' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Without a message' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await page.getByRole('link', { name: /^humuhumu/ }).click();
  await expect(long).toBeVisible();
  const address = new URL(page.url());
  await expectOnEveryWidth(page, `${address.pathname}${address.search}`, 'quality-open', () => long);
});

test('where the network is gone as a reason is sent, it stays written, and is sent once there is one', async ({
  page,
  product,
}) => {
  await faults(product, 'Offline', 1);
  await signIn(page, product, 'admin@example.com');
  await openSection(page, '/security/quality?search=Offline');
  await page.getByRole('link', { name: 'Offline 00001' }).click();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Close a fault' });
  await sheet.getByLabel('Reason').fill('Mended');
  await page.context().setOffline(true);
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(sheet.getByText('Network error. Please check your connection and try again.')).toBeVisible();
  await expect(sheet.getByLabel('Reason')).toHaveValue('Mended');
  await page.context().setOffline(false);
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('The fault is closed.')).toBeVisible();
});

test('where the list cannot be had the one before stays and says so; the other is there on the next try', async ({
  page,
  product,
}) => {
  await faults(product, 'Failing', 2);
  await signIn(page, product, 'admin@example.com');
  await openSection(page, '/security/quality?search=Failing');
  await failAt(page, product, 'internal', 'faults', '/api/admin/faults*');
  await page.getByRole('combobox', { name: 'State' }).selectOption('Closed');
  const stillShown = page.getByText('What you asked for could not be had. What you see is what was here before.');
  await expect(stillShown).toBeVisible();
  await expect(page.getByText('2 faults found.')).toBeVisible();
  await mendDatabase(product);
  // By itself, as soon as it hears of a network.
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByText('0 faults found.')).toBeVisible();
  await expect(stillShown).toHaveCount(0);
});

test('with forty and with ten thousand it is a list to be used on every width', async ({ page, product }) => {
  test.slow();
  await faults(product, 'Forty', 40);
  await signIn(page, product, 'admin@example.com');
  const last = () => page.getByRole('link', { name: 'Forty 00040' });
  await expectOnEveryWidth(page, '/security/quality?search=Forty', 'quality-40', last);
  await faults(product, 'Many', 10_000);
  await openSection(page, '/security/quality?search=Many');
  await expect(page.getByText('10,000 faults found.')).toBeVisible();
  await faults(product, 'Many', 1);
  await page.reload();
  await expect(page.getByText('More than 10,000 faults found.')).toBeVisible();
});

test('what pages report is listed by itself, and the order of the list is said at every width', async ({
  page,
  product,
}) => {
  await ask(product, 'delete from faults');
  await signIn(page, product, 'admin@example.com');
  await page.clock.install();
  await openSection(page, '/security/quality');
  await expect(page.getByText('What pages report is listed here as soon as it comes.')).toBeVisible();
  await faults(product, 'Later', 2);
  await page.clock.runFor(31_000);
  await expect(page.getByRole('link', { name: 'Later 00002' })).toBeVisible();
  await expect(page.getByText('Faults that are open: 2.')).toBeVisible();
  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const order = page.getByRole('combobox', { name: 'Sort by' });
    await expect(order).toBeInViewport({ ratio: 1 });
    expect(await order.locator('option:checked').innerText()).toBe('Last seen, last first');
  }
});
