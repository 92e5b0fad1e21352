import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { addDays, hawaiiDay } from '../../contract/hawaii-time.ts';
import { calendarDay } from '../../web/src/messages/format.ts';
import { cut } from './answers.ts';
import { book, bookable } from './bookings-world.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { expectOnEveryWidth } from './desk-pages.ts';
import { failAt, mendDatabase } from './failing-database.ts';
import { expect, ready } from './fixtures.ts';
import { withOwnProduct } from './own-product.ts';
import { admin, earn, placeOf } from './payouts-world.ts';
import type { Product } from './product.ts';
import { signIn, signInTraveler } from './session.ts';

/** A product of its own: nobody else's bookings stand on these figures. */
const test = withOwnProduct();

const partner = 'partner@example.com';
const dayIn = (days: number) => addDays(hawaiiDay(new Date()), days);
const dayInWords = (days: number) => calendarDay(dayIn(days));
const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

async function open(page: Page): Promise<void> {
  await page.goto('/partner-portal');
  await ready(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Partner Portal');
}

const fact = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')
    .first();

async function scanAsGuest(page: Page, product: Product, code: string): Promise<void> {
  const reply = await page.request.post('/api/qr/scan', {
    data: { qr_code_id: code },
    headers: { origin: product.url },
  });
  expect(reply.status()).toBe(200);
}

test('where a partner arrives one sentence says what was scanned, booked and is owed, and each figure moves by exactly what is done', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  const desk = await elsewhere();
  await signIn(desk, product, admin);
  const place = await placeOf(product, partner);
  await signIn(page, product, partner);
  await open(page);
  const sentence = page.locator('[data-desk] [role=status]').first();
  await expect(sentence).toHaveText('0 scans this month, as many as before; 0 bookings; nothing is owed to you yet.');
  await expect(fact(page, 'Conversion Rate')).toHaveText('–');

  await scanAsGuest(await elsewhere(), product, place.code);
  await page.reload();
  await expect(sentence).toHaveText('1 scan this month, 1 more than before; 0 bookings; nothing is owed to you yet.');
  await expect(fact(page, 'QR Scans')).toHaveText('1');
  await expect(fact(page, 'Scanned')).toHaveText('1');
  await expect(page.getByText('Scans: Fewer than 5; bookings: 0').first()).toBeVisible();

  const first = await earn(await elsewhere(), desk, product, place.code, 900);
  await page.reload();
  await expect(sentence).toHaveText(
    `2 scans this month, 2 more than before; 1 booking; ${dollars(first)} is owed to you and comes with the next payout.`,
  );
  await expect(fact(page, 'QR Scans')).toHaveText('2');
  await expect(fact(page, 'Bookings')).toHaveText('1');
  await expect(fact(page, 'Conversion Rate')).toHaveText('50%');
  await expect(fact(page, 'Average booking')).toHaveText('$900.00');
  await expect(fact(page, 'Revenue')).toHaveText('$900.00');
  await expect(fact(page, 'Commission')).toHaveText(dollars(first));
  await expect(fact(page, 'Went to a booking page')).toHaveText('1, 50% of the scans');
  await expect(fact(page, 'Booked')).toHaveText('1, 50% of the scans');
  await expect(fact(page, 'Earned')).toHaveText(`${dollars(first)} by 1 booking`);
  await expect(fact(page, 'Payable with the next payout')).toHaveText(dollars(first));
  await expect(fact(page, 'Paid out')).toHaveText('$0.00');

  // One more, which is travelled in ten days and payable fourteen days after that.
  const traveler = await elsewhere();
  await signInTraveler(traveler, product, 'late@overview.example');
  await scanAsGuest(traveler, product, place.code);
  const [listing] = await bookable(traveler);
  const id = await book(traveler, product, listing!.id);
  await ask(product, `update bookings set check_in_date = $2 where id = $1`, [id, dayIn(10)]);
  const confirmed = await desk.request.patch(`/api/bookings/${id}`, {
    data: { status: 'confirmed', amount: 100, reason: 'Told' },
    headers: { origin: product.url },
  });
  expect(confirmed.status()).toBe(200);
  await page.reload();
  await expect(sentence).toHaveText(
    `3 scans this month, 3 more than before; 2 bookings; ${dollars(first)} is owed to you and comes with the next payout, $15.00 more becomes payable on ${dayInWords(24)}.`,
  );
  await expect(fact(page, 'Becomes payable next')).toHaveText(`$15.00 on ${dayInWords(24)}`);
  await expect(fact(page, 'Confirmed, payable after travel')).toHaveText('$15.00');

  await page.getByRole('link', { name: 'Monthly statement, each booking explained' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Monthly statement');
  await expectOnEveryWidth(
    page,
    '',
    'portal-overview',
    () => page.getByRole('heading', { name: 'Top Performing Locations' }),
    open,
  );
});

test('the report of ninety days is saved, and where it fails that is said', async ({ page, product, elsewhere }) => {
  const place = await placeOf(product, 'partner2@example.com');
  await signIn(page, product, 'partner2@example.com');
  await scanAsGuest(await elsewhere(), product, place.code);
  await open(page);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export report' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^partner-report-20\d\d-\d\d-\d\d-to-20\d\d-\d\d-\d\d\.csv$/);
  const lines = (await readFile((await file.path())!, 'utf8')).trimEnd().split('\r\n');
  expect(lines[1]).toMatch(/^total,,,,,1,0,0,0,0,0$/);
  expect(lines.filter((line) => line.startsWith('day,'))).toHaveLength(90);

  await cut(page, '**/api/partner-portal/performance*');
  await page.getByRole('link', { name: 'Export report' }).click();
  const failed = page.getByText(/^Failed to export report/);
  await expect(failed).toHaveText(
    'Failed to export report. Please try again. Network error. Please check your connection and try again.',
  );
  await page.unroute('**/api/partner-portal/performance*');

  // What nobody but the server's operators can mend is told to nobody.
  await failAt(page, product, 'unavailable', 'qr_codes', '/api/partner-portal/performance');
  await page.getByRole('link', { name: 'Export report' }).click();
  await expect(failed).toHaveText('Failed to export report. Please try again.');
  await mendDatabase(product);

  // Somebody else has taken the figures away meanwhile.
  const allow = (permissions: string) =>
    ask(product, `update members set permissions = $2 where user_id = (select id from users where email = $1)`, [
      'partner2@example.com',
      permissions,
    ]);
  await allow('{partner_portal_access,commission_tracking}');
  expectErrors(page, '403 /api/partner-portal/performance');
  await page.getByRole('link', { name: 'Export report' }).click();
  await expect(failed).toHaveText(/^Failed to export report: .+/);
  await expect(failed).not.toContainText('Please try again.');
  await allow(
    '{partner_portal_access,qr_code_management,commission_tracking,performance_analytics,partner_content_management}',
  );
  const again = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export report' }).click();
  await again;
  await expect(failed).toHaveCount(0);

  await failAt(page, product, 'unavailable', 'partner_settings', '/api/partner-portal/settings');
  await page.getByRole('link', { name: 'Account settings' }).click();
  await expect(page.getByText('Failed to load settings')).toBeVisible();
  await mendDatabase(product);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Organization name')).toBeVisible();
});

test('staff see what their owner lets them, and nobody of another', async ({ page, product }) => {
  await signIn(page, product, partner);
  await ask(
    product,
    `update members set permissions = array['partner_portal_access', 'performance_analytics']
       where user_id = (select id from users where email = $1)`,
    [partner],
  );
  await open(page);
  await expect(page.getByText(/^\d+ scans? this month, .*; \d+ bookings?\.$/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Earnings' })).toHaveCount(0);
  await expect(page.getByRole('main')).not.toContainText('$');
  await ask(
    product,
    `update members set permissions = array['partner_portal_access'] where user_id = (select id from users where email = $1)`,
    [partner],
  );
  await page.reload();
  await expect(page.getByText('Your figures are for those of your organization who may see them.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Export report' })).toHaveCount(0);
});
