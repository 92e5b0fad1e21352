import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { book, bookable, openDesk } from './bookings-world.ts';
import { ask } from './database.ts';
import { scan, tableOf } from './figures-desk.ts';
import { expect, ready } from './fixtures.ts';
import { withOwnProduct } from './own-product.ts';
import { ownPlaces } from './portal-partner.ts';
import { subscriptionTokenOf } from './report-token.ts';
import { signIn, signInTraveler } from './session.ts';

/** A product of its own: nobody else's bookings stand on these figures. */
const test = withOwnProduct();

const admin = 'admin@example.com';
const at = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await ready(page);
  await expect(page.getByRole('heading', { name: 'Advanced Reports', exact: true })).toBeVisible();
};
const addresses = { revenue: '/dashboard?tab=reports', performance: '/dashboard?tab=reports&report=performance' };
type Report = keyof typeof addresses;
const ranges = (page: Page) => page.getByRole('navigation', { name: 'Time range' }).getByRole('link');

/** The figures of a report as numbers, by their names. */
async function figuresOf(page: Page, report: Report): Promise<Record<string, number>> {
  await at(page, `${addresses[report]}&time_range=7d`);
  const told = await page
    .locator('[data-desk] dl > div')
    .evaluateAll((all) => all.map((one) => [...one.children].slice(0, 2).map((each) => each.textContent!)));
  return Object.fromEntries(told.map(([name, figure]) => [name!, Number.parseFloat(figure!.replace(/[$,]/g, ''))]));
}

/** By how much which of them move; rates and means aside. */
function movedBetween(before: Record<string, number>, after: Record<string, number>): Record<string, number> {
  const changes = Object.entries(after)
    .filter(([name]) => !['Conversion', 'Average booking'].includes(name))
    .map(([name, figure]) => [name, Math.round((figure - before[name]!) * 100) / 100] as const);
  return Object.fromEntries(changes.filter(([, change]) => change !== 0));
}

/** The first line of the file that a report is saved as, by its columns. */
async function totalInFile(page: Page, report: Report): Promise<Record<string, string>> {
  await at(page, `${addresses[report]}&time_range=7d`);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(
    report === 'revenue' ? /^revenue-summary-\d{4}-\d\d-\d\d\.csv$/ : /^performance-analytics-\d{4}-\d\d-\d\d\.csv$/,
  );
  const [head, total] = (await readFile(await file.path(), 'utf8')).replace('\ufeff', '').split('\r\n');
  const cells = total!.split(',');
  return Object.fromEntries(head!.split(',').map((name, column) => [name, cells[column]!]));
}

test('each figure of both reports moves by exactly what is done, and its file says the same', {
  tag: '@main',
}, async ({ page, product, browser, elsewhere }) => {
  test.setTimeout(180_000);
  await signIn(page, product, admin);
  const [owner, guest] = [await elsewhere(), await elsewhere()];
  const { codes } = await ownPlaces(owner, product, 'reports@figures.example', ['Hale Kai']);
  const before = { revenue: await figuresOf(page, 'revenue'), performance: await figuresOf(page, 'performance') };
  await scan(guest, product, codes[0]!);
  await signInTraveler(guest, product, 'guest@figures.example');
  const [listing] = await bookable(guest);
  const id = await book(guest, product, listing!.id);
  const data = { event_type: 'map_pin_clicked', business_listing_id: listing!.id };
  await guest.request.post('/api/analytics/events', { data, headers: { origin: product.url } });
  expect(movedBetween(before.performance, await figuresOf(page, 'performance'))).toEqual({
    ...{ 'QR Scans': 1, Openings: 1, Clicks: 1 },
  });
  expect(movedBetween(before.revenue, await figuresOf(page, 'revenue'))).toEqual({});

  const desk = await openDesk(browser, product);
  await desk.decide(id, { status: 'confirmed', amount: 200, booking_reference: 'FH-REPORT-1' });
  await desk.close();
  const revenue = await figuresOf(page, 'revenue');
  const moved = movedBetween(before.revenue, revenue);
  expect(moved).toEqual({ Revenue: 200, Bookings: 1, Commission: expect.any(Number), Margin: expect.any(Number) });
  expect([moved.Commission! > moved.Margin!, moved.Margin! > 0]).toEqual([true, true]);
  const performance = await figuresOf(page, 'performance');
  expect(movedBetween(before.performance, performance)).toEqual({
    ...{ 'QR Scans': 1, Openings: 1, Clicks: 1, Bookings: 1 },
  });

  const inRevenue = await totalInFile(page, 'revenue');
  expect(
    ['revenue_usd', 'bookings', 'average_booking_usd', 'commission_usd', 'margin_usd'].map((of) =>
      Number(inRevenue[of]),
    ),
  ).toEqual(['Revenue', 'Bookings', 'Average booking', 'Commission', 'Margin'].map((name) => revenue[name]));
  const inPerformance = await totalInFile(page, 'performance');
  expect(['scans', 'openings', 'clicks', 'bookings'].map((of) => Number(inPerformance[of]))).toEqual(
    ['QR Scans', 'Openings', 'Clicks', 'Bookings'].map((name) => performance[name]),
  );
  expect(Number(inPerformance.conversion_rate) * 100).toBeCloseTo(performance.Conversion!, 0);
});

test('ranges are of whole days, and stand in the address with the report', async ({ page, product, elsewhere }) => {
  await signIn(page, product, admin);
  await scan(await elsewhere(), product, product.codes[0]!.qr_code_id);
  await at(page, addresses.revenue);
  await expect(ranges(page)).toHaveText(['Last 7 days', 'Last 30 days', 'Last 90 days', 'Last year']);
  const byDay = await tableOf(page, 'Revenue Summary');
  await expect(byDay).toHaveCount(30);
  for (const [range, name, days] of [
    ['7d', 'Last 7 days', 7],
    ['90d', 'Last 90 days', 90],
    ['1y', 'Last year', 365],
  ] as const) {
    await ranges(page).filter({ hasText: name }).click();
    await expect(page).toHaveURL(`/dashboard?tab=reports&time_range=${range}`);
    await expect(byDay).toHaveCount(days);
  }
  await page.getByRole('link', { name: 'Performance Analytics' }).click();
  await expect(page).toHaveURL('/dashboard?tab=reports&time_range=1y&report=performance');
  await expect(page.getByRole('figure', { name: 'Performance Analytics' }).locator('tbody tr')).toHaveCount(365);
  await expect(page.locator('[data-desk] [role=status]').first()).toContainText('In the last year: ');
  await at(page, `${addresses.revenue}&time_range=24h`);
  await expect(ranges(page).and(page.locator('[aria-current=page]'))).toHaveText('Last 30 days');
});

test('a report that is mailed when done is followed to its file', async ({ page, product }) => {
  test.slow();
  await signIn(page, product, admin);
  await at(page, `${addresses.performance}&time_range=1y`);
  await page.getByRole('button', { name: 'Mail it to me when done' }).click();
  await expect(page).toHaveURL(/&work=[0-9a-f-]{36}$/);
  const id = new URL(page.url()).searchParams.get('work')!;
  const work = page.getByRole('region', { name: 'Report', exact: true });
  await expect(work).toBeInViewport();
  await expect(work).toContainText('Done', { timeout: 30_000 });
  await page.screenshot({ path: 'test-results/report-followed.png', fullPage: true });
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    work.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(await readFile(await file.path(), 'utf8')).toMatch(/^\ufeffrow,day,id,name,/);
  const { text } = await product.mail.waitFor(admin, 0, new RegExp(id));
  expect(text).toContain('performance-analytics-');
  await work.getByRole('link', { name: 'Put away' }).click();
  await expect(work).toHaveCount(0);
  await expect(page).toHaveURL(`${addresses.performance}&time_range=1y`);
});

test('a report that is too long to be waited for is followed to its file', async ({ page, product }) => {
  test.slow();
  await ask(
    product,
    `insert into rollups (grain, dimension, key, starts_at, scans, scans_raw, visits, clicks, bookings_pending, bookings_confirmed,
           bookings_completed, bookings_cancelled, estimated_cents, confirmed_cents, events)
         select 'day', 'code', 1000000 + n, date_trunc('day', now(), 'Pacific/Honolulu') - d * interval '1 day', 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0
         from generate_series(1, 1000) n, generate_series(2, 364) d`,
  );
  await signIn(page, product, admin);
  await at(page, `${addresses.performance}&time_range=1y`);
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  await expect(page).toHaveURL(/&work=[0-9a-f-]{36}$/);
  const work = page.getByRole('region', { name: 'Report', exact: true });
  await expect(work).toContainText('Done', { timeout: 30_000 });
  await expect(page.getByText('The report is too long to be sent at once.')).toBeVisible();
  await page.screenshot({ path: 'test-results/report-too-long.png', fullPage: true });
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    work.getByRole('link', { name: 'Download' }).click(),
  ]);
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(lines.filter((line) => line.startsWith('code,')).length).toBeGreaterThanOrEqual(1_000);
  await ask(product, `delete from rollups where dimension = 'code' and key::integer > 1000000`);
});

test('a report is mailed as often as it is chosen, each by itself, until a link ends it', async ({ page, product }) => {
  test.slow();
  await signIn(page, product, admin);
  await at(page, addresses.revenue);
  const howOften = () => page.getByLabel('How often this report is mailed to you');
  await expect(howOften()).toHaveValue('');
  await howOften().selectOption('weekly');
  await page.getByRole('button', { name: 'Save how often' }).click();
  await expect(page.getByText('It is saved how often this report is mailed to you.')).toBeVisible();
  await page.screenshot({ path: 'test-results/report-subscribed.png', fullPage: true });
  await page.getByRole('link', { name: 'Performance Analytics' }).click();
  await expect(howOften()).toHaveValue('');
  await at(page, addresses.revenue);
  await expect(howOften()).toHaveValue('weekly');

  await page.goto(`/unsubscribe/${await subscriptionTokenOf(product, admin)}`);
  await page.getByRole('button', { name: 'End my reports' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your report has ended');
  await expect(page.getByText('This report is mailed to you no more.')).toBeVisible();
  await expect(page.getByText('To have it again, sign in and choose how often under Advanced Reports.')).toBeVisible();
  await page.getByRole('link', { name: 'Open Advanced Reports' }).click();
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/dashboard?tab=reports');
  await expect(howOften()).toHaveValue('');
});
