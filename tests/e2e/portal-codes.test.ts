import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { codesInPicture } from '../read-pages.ts';
import { expectAccessible } from './axe.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { expectOnEveryWidth } from './desk-pages.ts';
import { expect, ready, test } from './fixtures.ts';
import { ownPlaces } from './portal-partner.ts';
import type { Product } from './product.ts';
import { signIn } from './session.ts';

const partner = 'partner@example.com';

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`/partner-portal${path}`);
  await ready(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Partner Portal');
}

/** A browser of somebody else's. */
async function elsewhere(browser: Browser, product: Product, email?: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: product.url })).newPage();
  if (email) await signIn(page, product, email, { fresh: true });
  return page;
}

const headersOf = ({ url }: Product) => ({ origin: url });

/** An administrator decides about the newest request that waits. */
async function decide(browser: Browser, product: Product, decision: 'approve' | 'reject', body = {}): Promise<void> {
  const admin = await elsewhere(browser, product, 'admin@example.com');
  const list = await admin.request.get('/api/admin/qr-requests?status=pending&sort=-created');
  const [{ id }] = (await list.json()).rows;
  const path =
    decision === 'approve'
      ? `/api/partner-portal/qr-request/${id}/auto-approve`
      : `/api/admin/qr-requests/${id}/reject`;
  const reply = await admin.request.post(path, { data: body, headers: headersOf(product) });
  expect(reply.status()).toBe(200);
  await admin.context().close();
}

/** Somebody scans a code on a browser of their own. */
async function scan(browser: Browser, product: Product, code: string): Promise<number> {
  const guest = await elsewhere(browser, product);
  const reply = await guest.request.post('/api/qr/scan', { data: { qr_code_id: code }, headers: headersOf(product) });
  await guest.context().close();
  return reply.status();
}

const rowOf = (page: Page, table: string, place: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: place });

test('a QR code is requested, approved, named, paused, let go on and replaced, and each scan of it is counted', async ({
  page,
  product,
  browser,
}) => {
  test.slow();
  await signIn(page, product, partner);
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/qr-codes?view=new');
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expect(page.getByText('Location name is required').first()).toBeVisible();
  await page.getByLabel('Location name').fill('Hale Kai by the sea');
  await page.getByLabel('Address').fill('1 Banyan Dr, Hilo');
  await page.getByLabel('Latitude').fill('19.72');
  await page.getByLabel('Longitude').fill('-155.08');
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, { enlarged: true });
    await page.setViewportSize({ width, height: 900 });
  }
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expect(page.getByText('QR code request submitted for admin approval!')).toBeVisible();
  await expect(rowOf(page, 'Requests, newest first', 'Hale Kai')).toContainText('Pending');
  await expect(page.getByText(/1 request waits for approval\./)).toBeVisible();
  await expect(rowOf(page, 'Requests, newest first', 'Hale Kai').locator('[data-label="Decision"]')).toHaveText(
    /^Due by /,
  );

  await decide(browser, product, 'approve');
  await page.reload();
  const row = rowOf(page, 'QR codes by place', 'Hale Kai');
  await expect(row).toContainText('Active');
  await expect(row.locator('[data-label="Scans"]')).toHaveText('0');
  await expect
    .poll(() => row.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(99);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('link', { name: 'PNG for screens: Hale Kai by the sea' }).click(),
  ]);
  const said = await codesInPicture(await readFile(await file.path()));
  expect(said).toEqual([expect.stringMatching(/\/location\/\d+\?qr=/)]);
  await row.locator('a[data-row]').click();
  const detail = page.getByRole('region', { name: 'About this QR code' });
  const code = (await detail.locator('dd').first().textContent())!;
  expect(code).toMatch(/^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/);
  await expect(detail.getByRole('img', { name: 'QR code of Hale Kai by the sea' })).toBeVisible();
  for (let time = 0; time < 2; time++) expect(await scan(browser, product, code)).toBe(200);
  await page.reload();
  await expect(rowOf(page, 'QR codes by place', 'Hale Kai').locator('[data-label="Scans"]')).toHaveText('2');

  // On a phone, where the list is out of sight while a code is open.
  await page.setViewportSize({ width: 390, height: 844 });
  await detail.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Paused: whoever scans it is told so.')).toBeVisible();
  expect(await scan(browser, product, code)).toBe(409);
  const printed = detail.getByText(
    'Whoever scans what you print of it now is told that it is paused, until you let it go on.',
  );
  await printed.scrollIntoViewIfNeeded();
  await page.screenshot({ path: 'test-results/portal-code-paused-390.png' });
  await detail.getByRole('button', { name: 'Let it go on' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('It is scanned again.')).toBeVisible();
  await expect(printed).toHaveCount(0);
  expect(await scan(browser, product, code)).toBe(200);

  await detail.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('dialog').getByLabel('Called').fill('Lobby');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('The QR code is changed.')).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(rowOf(page, 'QR codes by place', 'Hale Kai').locator('[data-label="Called"]')).toHaveText('Lobby');

  await detail.getByRole('link', { name: 'Request a replacement' }).click();
  await expect(page.getByLabel('Which QR code is to be replaced?')).toHaveValue(code);
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expect(page.getByText('QR code request submitted for admin approval!')).toBeVisible();
  await decide(browser, product, 'approve');
  await page.reload();
  const rows = rowOf(page, 'QR codes by place', 'Hale Kai');
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: 'Replaced' }).locator('[data-label="Scans"]')).toHaveText('3');
  await expect(rows.filter({ hasText: 'Active' }).locator('[data-label="Scans"]')).toHaveText('0');
  // What is replaced is not downloaded any more: the one link opens it.
  await rows.filter({ hasText: 'Replaced' }).getByRole('link').click();
  await expect(detail.getByText('Replaced by')).toBeVisible();
  await expectOnEveryWidth(
    page,
    '/qr-codes',
    'portal-codes',
    () => rows.first(),
    (on, address) => open(on, address),
  );
});

test('a place whose only QR code was pointed elsewhere can still be chosen, and keeps its figures', async ({
  page,
  product,
  browser,
}) => {
  const { places, codes } = await ownPlaces(page, product, 'moved@portal.example', ['Lobby', 'Pool']);
  for (let guest = 0; guest < 6; guest++) expect(await scan(browser, product, codes[0]!)).toBe(200);
  const lead = async (to: string) => {
    await open(page, `/qr-codes?open=${codes[0]}`);
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByLabel('Leads to').selectOption({ label: to });
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('The QR code is changed.')).toBeVisible();
  };
  await lead('Pool');
  await open(page, '/qr-codes?view=new');
  await page.getByLabel('For which place?').selectOption(String(places[0]));
  await open(page, '/performance');
  await expect(rowOf(page, 'Places by scans', 'Lobby').locator('[data-label="Scans"]')).toHaveText('6');
  await lead('Lobby');
});

test('a request that is rejected says why, and one beyond the limit is refused', async ({ page, product, browser }) => {
  await signIn(page, product, partner);
  await open(page, '/qr-codes?view=new');
  await page.getByRole('button', { name: 'Use where this phone is' }).click();
  await expect(page.getByText('This phone does not tell where it is.')).toBeVisible();
  await page.getByLabel('Location name').fill('Roof garden');
  const setLimit = (most: string) =>
    ask(
      product,
      `update organisations set qr_codes_limit = ${most} where owner_id = (select id from users where email = $1)`,
      [partner],
    );
  await setLimit('1');
  expectErrors(page, '409 /api/partner-portal/qr-request');
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expect(page.getByText('Failed to submit request: You have as many QR codes as').first()).toBeVisible();
  await setLimit('40');
  await page.route('**/api/partner-portal/qr-request', (route) => route.abort());
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expect(page.getByText('Failed to submit request. Please try again.').first()).toBeVisible();
  await page.unroute('**/api/partner-portal/qr-request');
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expect(page.getByText('QR code request submitted for admin approval!')).toBeVisible();
  await decide(browser, product, 'reject', { reason: 'There is no roof garden' });
  await page.reload();
  const row = rowOf(page, 'Requests, newest first', 'Roof garden');
  await expect(row).toContainText('Rejected');
  await expect(row).toContainText('There is no roof garden');
});

test('a partner without a place is told what comes first, and how many requests wait', async ({ page, product }) => {
  await ownPlaces(page, product, 'hale-nani@portal.example', []);
  await open(page, '/qr-codes');
  await expect(page.getByText('0 of 10 QR codes.')).toBeVisible();
  await expect(page.getByText('No QR code yet')).toBeVisible();
  await expect(page.getByText('No request yet')).toBeVisible();
  await expect(page.getByText('Request one: it is approved within 24-48 hours.').first()).toBeVisible();
  for (const location_name of ['Lobby', 'Pool']) {
    const given = { data: { location_name }, headers: headersOf(product) };
    expect((await page.request.post('/api/partner-portal/qr-request', given)).status()).toBe(201);
  }
  await page.reload();
  await expect(page.getByText('0 of 10 QR codes; 2 requests wait for approval.')).toBeVisible();
  await open(page, '/performance');
  await expect(page.getByText('No place yet').first()).toBeVisible();
  await expect(page.getByText('Request a QR code: it is approved within 24-48 hours.').first()).toBeVisible();
  await open(page, '');
  await expect(page.getByText('0 scans this month, as many as before; 0 bookings;')).toBeVisible();
  await expect(page.getByText('No place yet')).toBeVisible();
  await expect(page.getByText('Request a QR code: it is approved within 24-48 hours.')).toBeVisible();
});
