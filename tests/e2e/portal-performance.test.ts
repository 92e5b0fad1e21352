import type { Page } from '@playwright/test';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { expectOnEveryWidth } from './desk-pages.ts';
import { expect, ready, test } from './fixtures.ts';
import { ownPlaces } from './portal-partner.ts';
import { signIn } from './session.ts';

const partner = 'partner@example.com';

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`/partner-portal${path}`);
  await ready(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Partner Portal');
}

const tile = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')
    .first();
const figureOf = async (page: Page, label: string) =>
  Number((await tile(page, label).textContent())!.replace(/\D/g, ''));

test('a scan moves the scans of its partner, place and code by one, and fewer than five are not told', async ({
  page,
  product,
  browser,
}) => {
  test.slow();
  await signIn(page, product, partner);
  await page.setViewportSize({ width: 1280, height: 900 });
  const [code] = await ask<{ code: string; place: string; label: string }>(
    product,
    `select c.code, p.name as place, c.label from qr_codes c join locations p on p.id = c.location_id
      join organisations o on o.id = p.organisation_id join users u on u.id = o.owner_id
      where u.email = $1 and c.status = 'active' and c.expires_at is null order by c.id limit 1`,
    [partner],
  );
  await open(page, '/performance');
  const before = await figureOf(page, 'QR Scans');
  const scanOnce = async () => {
    const guest = await browser.newContext({ baseURL: product.url });
    const reply = await guest.request.post('/api/qr/scan', {
      data: { qr_code_id: code!.code },
      headers: { origin: product.url },
    });
    expect(reply.status()).toBe(200);
    await guest.close();
  };
  const told = () =>
    page
      .getByRole('table', { name: 'QR codes by place' })
      .getByRole('row')
      .filter({ hasText: code!.place })
      .filter({ hasText: code!.label })
      .first()
      .locator('[data-label="Scans"]');
  await scanOnce();
  await page.reload();
  await expect(tile(page, 'QR Scans')).toHaveText(String(before + 1));
  await expect(page.getByText(new RegExp(`^This month: ${before + 1} scans?, `))).toBeVisible();
  if (before === 0) {
    await expect(told()).toHaveText('Fewer than 5');
    for (let time = 0; time < 4; time++) await scanOnce();
    await page.reload();
    await expect(told()).toHaveText('5');
    await expect(tile(page, 'QR Scans')).toHaveText('5');
  }
  await page.getByRole('link', { name: '90 days' }).click();
  await expect(page.getByText(/^90 days: /)).toBeVisible();
  await expectOnEveryWidth(
    page,
    '/performance',
    'portal-performance',
    () => page.getByRole('heading', { name: 'Top Performing Locations' }),
    open,
  );
});

test('an experience that a guest opens is one more that was opened', async ({ page, product, elsewhere }) => {
  await signIn(page, product, partner);
  const [at] = await ask<{ code: string; place: number }>(
    product,
    `select c.code, p.id as place from qr_codes c join locations p on p.id = c.location_id
      join organisations o on o.id = p.organisation_id join users u on u.id = o.owner_id
      where u.email = $1 and c.status = 'active' and c.expires_at is null and exists (select from curated_listings l
        join listings e on e.id = l.listing_id where l.location_id = p.id and e.website_url is not null) order by c.id limit 1`,
    [partner],
  );
  await open(page, '/performance');
  // Beside it stands what part of the scans it is.
  const opened = async () => Number.parseInt((await tile(page, 'Opened an experience').textContent())!, 10);
  const before = await opened();
  const guest = await elsewhere();
  await guest.goto(`/location/${at!.place}?qr=${at!.code}`);
  await ready(guest);
  const opening = guest.context().waitForEvent('page');
  const told = guest.waitForResponse(
    (reply) =>
      reply.url().endsWith('/api/analytics/events') &&
      Boolean(reply.request().postData()?.includes('advertiser_external_navigation')),
  );
  await guest
    .getByRole('link', { name: /^Learn More/ })
    .first()
    .click();
  await (await opening).close();
  expect((await told).ok()).toBe(true);
  await guest.close();
  await expect
    .poll(async () => {
      await page.reload();
      await ready(page);
      return await opened();
    })
    .toBe(before + 1);
});

test('a scan of the second code of a place moves that code’s day by one, and what is kept back is not told to be few', async ({
  page,
  product,
  browser,
}) => {
  test.slow();
  await page.setViewportSize({ width: 1280, height: 900 });
  const names = ['Lobby', 'Lobby', 'Pool', 'Pool', 'Pool', 'Pool', 'Pool'];
  const { codes } = await ownPlaces(page, product, 'beside@portal.example', names);
  const scanOnce = async (code: string) => {
    const guest = await browser.newContext({ baseURL: product.url });
    const given = { data: { qr_code_id: code }, headers: { origin: product.url } };
    expect((await guest.request.post('/api/qr/scan', given)).status()).toBe(200);
    await guest.close();
  };
  for (let guest = 0; guest < 6; guest++) for (const code of codes.slice(0, 2)) await scanOnce(code);
  await open(page, '/performance?range=7d');
  const chart = page.getByRole('figure', { name: 'QR codes of a place by day' });
  await expect(chart.getByText('Lobby: scans of its QR codes, beside each other.')).toBeVisible();
  await chart.getByText('The figures as a table').click();
  const today = chart.getByRole('table').getByRole('row').last().getByRole('cell');
  await expect(today).toHaveText(['6', '6']);
  await scanOnce(codes[1]!);
  await page.reload();
  await ready(page);
  await chart.getByText('The figures as a table').click();
  // The one with the most is the first.
  await expect(chart.getByRole('columnheader')).toHaveText(['Day', 'Code 2', 'Code 1']);
  await expect(today).toHaveText(['7', '6']);
  await expect(chart.getByText('In all: Code 2 7, Code 1 6.')).toBeVisible();
  await expectOnEveryWidth(page, '/performance?range=7d', 'portal-codes-by-day', () => chart, open);

  await page.setViewportSize({ width: 1280, height: 900 });
  for (const code of [codes[2]!, codes[2]!]) await scanOnce(code);
  await open(page, '/performance?range=7d');
  await page
    .getByRole('navigation', { name: 'Places with several QR codes' })
    .getByRole('link', { name: 'Pool' })
    .click();
  await expect(chart.getByText('Pool: scans of the 4 QR codes with the most, beside each other.')).toBeVisible();
  await expect(
    chart.getByText('Days and weeks are not told here: too few scanned, or there are very many QR codes.'),
  ).toBeVisible();
  const scansOf = (place: string) =>
    page
      .getByRole('table', { name: 'Places by scans' })
      .getByRole('row')
      .filter({ hasText: place })
      .locator('[data-label="Scans"]');
  await expect(scansOf('Lobby')).toHaveText('Not told');
  await expect(scansOf('Pool')).toHaveText('Fewer than 5');
});

test('what an owner sets is there again, and what cannot be saved is said at its field', async ({ page, product }) => {
  test.slow();
  await signIn(page, product, partner);
  await open(page, '/settings');
  const frequency = page.getByLabel('Reporting frequency');
  await frequency.selectOption('quarterly');
  await page.getByRole('switch', { name: 'Reports by e-mail' }).uncheck();
  await page.getByLabel('Phone').fill('call me');
  expectErrors(page, '400 /api/partner-portal/settings');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText('Failed to update settings: Please enter a valid phone number').first()).toBeVisible();
  await page.getByLabel('Phone').fill('+1 808 555 0123');
  await page.route('**/api/partner-portal/settings', (route) => route.abort());
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText('Failed to save settings').first()).toBeVisible();
  await page.unroute('**/api/partner-portal/settings');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText('Settings updated successfully!')).toBeVisible();
  await page.reload();
  await ready(page);
  await expect(frequency).toHaveValue('quarterly');
  await expect(page.getByRole('switch', { name: 'Reports by e-mail' })).not.toBeChecked();
  await expect(page.getByLabel('Phone')).toHaveValue('+1 808 555 0123');
  await expectOnEveryWidth(
    page,
    '/settings',
    'portal-settings',
    () => page.getByText('Partner since', { exact: true }),
    open,
  );
});
