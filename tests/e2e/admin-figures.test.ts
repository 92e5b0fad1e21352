import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { cut, hold } from './answers.ts';
import { book, bookable, openDesk } from './bookings-world.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { failAt, mendDatabase } from './failing-database.ts';
import { tableOf } from './figures-desk.ts';
import { expect, ready, test } from './fixtures.ts';
import { ownPlaces } from './portal-partner.ts';
import type { Product } from './product.ts';
import { signIn, signInTraveler } from './session.ts';

const at = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await ready(page);
};
/** What a part of the screen says, by its name. */
const figureOf = (page: Page, region: string, name: string): Locator =>
  page
    .getByRole('region', { name: region, exact: true })
    .locator('dl > div', { has: page.getByText(name, { exact: true }) })
    .locator('dd')
    .first();

/** The same as a number. */
const numberAt = async (page: Page, region: string, name: string): Promise<number> =>
  Number((await figureOf(page, region, name).innerText()).replace(/[$,%]|\/5$/g, ''));

const tabs: Record<string, { address: string; figures: readonly (readonly [region: string, name: string])[] }> = {
  overview: {
    address: '/dashboard',
    figures: [
      ['Users', 'Travelers'],
      ['Users', 'Stakeholders'],
      ['Revenue', 'Total'],
      ['Today', 'QR scans'],
      ['Today', 'Bookings'],
      ['Partners', 'Active partners'],
      ['Partners', 'Pending partners'],
      ['Partners', 'Pending QR requests'],
      ['Partners', 'Approved QR requests'],
    ],
  },
  // Once anybody has scanned.
  week: {
    address: '/dashboard',
    figures: ['Ways to a booking page', 'Bookings, confirmed or completed', 'Completed bookings'].map(
      (name) => ['Intelligence, last 7 days', name] as const,
    ),
  },
  analytics: {
    address: '/dashboard?tab=analytics',
    figures: [
      ['Analytics', 'Platform Scans'],
      ['Analytics', 'Total Revenue'],
      ['Analytics', 'Total Bookings'],
      ['Live Performance', 'Active Stakeholders'],
      ['Live Performance', 'Bookings Today'],
    ],
  },
  distributors: {
    address: '/dashboard?tab=distributors',
    figures: ['Estimated', 'Pending', 'Held', 'Payable'].map((name) => ['Commission overview', name] as const),
  },
};

/** Every figure of a tab as a number, by its name. */
async function figures(page: Page, tab: keyof typeof tabs): Promise<Record<string, number>> {
  const { address, figures: shown } = tabs[tab]!;
  await at(page, address);
  const told: Record<string, number> = {};
  for (const [region, name] of shown) told[name] = await numberAt(page, region, name);
  return told;
}

/** How the figures of tabs change by what is done, those alone that do. */
async function moved(page: Page, does: () => Promise<unknown>, of: readonly (keyof typeof tabs)[] = ['overview']) {
  const all = async () => {
    const told: Record<string, number> = {};
    for (const tab of of) Object.assign(told, await figures(page, tab));
    return told;
  };
  const before = await all();
  await does();
  const changes = Object.entries(await all()).map(
    ([name, figure]) => [name, Math.round((figure - before[name]!) * 100) / 100] as const,
  );
  return Object.fromEntries(changes.filter(([, change]) => change !== 0)) as Record<string, number>;
}

/** Scans a code on a browser that is nobody's yet. */
async function scan(page: Page, product: Product, code: string): Promise<void> {
  const reply = await page.request.post('/api/qr/scan', {
    data: { qr_code_id: code, device_info: { userAgent: 'A phone' } },
    headers: { origin: product.url },
  });
  expect(reply.ok()).toBe(true);
}

test('a scan, a traveler, an invitation and a request for a code each move their own figure', {
  tag: '@main',
}, async ({ page, product, elsewhere }) => {
  test.slow();
  await signIn(page, product, 'admin@example.com');
  const partner = await elsewhere();
  await ownPlaces(partner, product, 'figures@partners.example', []);
  const headers = { origin: product.url };

  expect(
    await moved(page, async () => scan(await elsewhere(), product, product.codes[0]!.qr_code_id), [
      'overview',
      'analytics',
    ]),
  ).toEqual({
    ...{ 'QR scans': 1, 'Platform Scans': 1 },
  });
  const joins = async () => signInTraveler(await elsewhere(), product, 'figures-new@example.com');
  expect(await moved(page, joins)).toEqual({ Travelers: 1 });

  const invites = async () => {
    await at(page, '/dashboard?tab=stakeholders');
    await page.getByRole('button', { name: 'Invite Partner' }).click();
    const sheet = page.getByRole('dialog', { name: 'Invite New Partner' });
    await sheet.getByLabel('Email address').fill('figures-invited@partners.example');
    await sheet.getByLabel('Organization name').fill('Hale Hou');
    await sheet.getByRole('button', { name: 'Send invitation' }).click();
    await expect(page.getByText('Partner invitation sent successfully!')).toBeVisible();
    await page.getByRole('button', { name: 'Refresh data' }).click();
    await expect(page.getByText('figures-invited@partners.example')).toBeVisible();
  };
  expect(await moved(page, invites)).toEqual({ 'Pending partners': 1 });

  let request = '';
  const asks = async () => {
    const data = { location_name: 'Beach house', latitude: 19.72, longitude: -155.08 };
    const reply = await partner.request.post('/api/partner-portal/qr-request', { data, headers });
    request = (await reply.json()).request.id;
  };
  expect(await moved(page, asks)).toEqual({ 'Pending QR requests': 1 });
  const approves = () => page.request.post(`/api/partner-portal/qr-request/${request}/auto-approve`, { headers });
  expect(await moved(page, approves)).toEqual({ 'Pending QR requests': -1, 'Approved QR requests': 1 });

  const becomes = async () => {
    await signInTraveler(await elsewhere(), product, 'figures-advertiser@example.com');
    await ask(
      product,
      `update profiles set role = 'advertiser' where user_id = (select id from users where email = $1)`,
      ['figures-advertiser@example.com'],
    );
  };
  expect(await moved(page, becomes, ['overview', 'analytics'])).toEqual({ Stakeholders: 1, 'Active Stakeholders': 1 });
});

test('a booking moves the bookings, the revenue and the commission once it is confirmed', async ({
  page,
  product,
  browser,
  elsewhere,
}) => {
  test.slow();
  await signIn(page, product, 'admin@example.com');
  const [partner, traveler] = [await elsewhere(), await elsewhere()];
  const { codes } = await ownPlaces(partner, product, 'commission@partners.example', ['Hale Uku']);
  const desk = await openDesk(browser, product);
  await scan(traveler, product, codes[0]!);
  await signInTraveler(traveler, product, 'commission-traveler@example.com');
  const [listing] = await bookable(traveler);
  let id = '';
  const books = async () => {
    id = await book(traveler, product, listing!.id);
  };
  const all = ['overview', 'week', 'analytics', 'distributors'] as const;
  const estimated = await moved(page, books, all);
  expect(estimated).toEqual({ 'Ways to a booking page': 1, Estimated: expect.any(Number) });
  const confirms = async () => {
    await desk.decide(id, { status: 'confirmed', amount: 200, booking_reference: 'FH-FIGURES-1' });
  };
  expect(await moved(page, confirms, all)).toEqual({
    ...{ Total: 200, Bookings: 1, 'Total Revenue': 200, 'Total Bookings': 1, 'Bookings Today': 1 },
    ...{ 'Bookings, confirmed or completed': 1, Estimated: -estimated.Estimated!, Pending: 30 },
  });
  const top = page.getByRole('region', { name: 'Top partners by commission' });
  await expect(top.getByRole('listitem').filter({ hasText: 'Hale Nani' })).toContainText('Bookings: 1');
  await expect(top.getByRole('listitem').filter({ hasText: 'Hale Nani' })).toContainText('$30.00');

  const completes = () => desk.decide(id, { status: 'completed' });
  expect(await moved(page, completes, ['overview', 'week', 'analytics'])).toEqual({ 'Completed bookings': 1 });
  await at(page, '/dashboard?tab=reports');
  await expect(page.getByText(/^Revenue \$[\d,.]+, by bookings: \d+\. /).first()).toBeVisible();
  const byDay = await tableOf(page, 'Revenue Summary');
  await expect(byDay).toHaveCount(30);
  await expect(byDay.last()).toContainText('$200.00');
  await page.getByRole('link', { name: 'Performance Analytics' }).click();
  await expect(page.getByText(/^Scans: \d+; conversion: [\d.,]+%\. /)).toBeVisible();
  await desk.close();
});

test('whose listings are booked most stands on top, and their report is a file', async ({
  page,
  product,
  elsewhere,
}) => {
  await signIn(page, product, 'admin@example.com');
  await at(page, '/dashboard?tab=advertisers');
  const top = page.getByRole('region', { name: 'Top advertisers by booking revenue' }).getByRole('listitem');
  const [owned] = await ask<{ id: string; name: string; listing_id: number; listings: number }>(
    product,
    `select o.id, o.name, l.id as listing_id, (select count(*)::integer from listings where organisation_id = o.id) as listings from organisations o join listings l on l.organisation_id = o.id
      where o.kind = 'advertiser' order by l.id limit 1`,
  );
  const traveler = await elsewhere();
  await signInTraveler(traveler, product, 'advertised@example.com');
  const id = await book(traveler, product, owned!.listing_id);
  const data = { status: 'confirmed', amount: 55_555, booking_reference: 'FH-TOP-1', reason: 'On the statement' };
  await page.request.patch(`/api/bookings/${id}`, { data, headers: { origin: product.url } });
  await at(page, '/dashboard?tab=advertisers');
  await expect(top.first()).toContainText(owned!.name);
  await expect(top.first()).toContainText(/\$5\d,\d{3}\.\d\d/);
  await page.screenshot({ path: 'test-results/top-advertisers.png', fullPage: true });
  // From an advertiser to its campaigns and its invoices.
  for (const [desk, path] of [
    ['Campaigns', '/campaigns'],
    ['Campaign invoices', '/campaigns/invoices'],
  ] as const) {
    await top
      .first()
      .getByRole('link', { name: `${desk} of ${owned!.name}` })
      .click();
    await expect(page).toHaveURL(`${path}?${new URLSearchParams({ search: owned!.name })}`);
    await expect(page.getByRole('searchbox')).toHaveValue(owned!.name);
    await expect(page.getByRole('heading', { level: 1, name: desk, exact: true })).toBeVisible();
    await page.goBack();
  }
  const figures = async () => {
    const note = /Listings: ([\d,]+); ways to a booking page: ([\d,]+); bookings: ([\d,]+)/;
    return note
      .exec(await top.first().innerText())!
      .slice(1)
      .map((figure) => Number(figure.replace(',', '')));
  };
  const [listings, ways, bookings] = await figures();
  expect([listings, bookings! > 0]).toEqual([owned!.listings, true]);
  // A way that no booking has come of yet.
  await book(traveler, product, owned!.listing_id);
  await at(page, '/dashboard?tab=advertisers');
  expect(await figures()).toEqual([listings, ways! + 1, bookings]);

  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export Performance Report' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^advertiser-performance-report-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text.split('\r\n')[1]).toContain(`advertiser,${owned!.name},${owned!.id},active,`);
  await expect(page.getByText('The report is on its way to your downloads.')).toBeVisible();

  await page.getByRole('button', { name: 'Invite Advertiser' }).click();
  const sheet = page.getByRole('dialog', { name: 'Invite New Advertiser' });
  await sheet.getByLabel('Email address').fill('figures-invited@ads.example');
  await sheet.getByLabel('Company name').fill('Makai Tours');
  await sheet.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('Advertiser invitation sent successfully!')).toBeVisible();
});

test('the platform’s report is a file; one that does not come is said so', async ({ page, product }) => {
  await signIn(page, product, 'admin@example.com');
  await at(page, '/dashboard?tab=analytics');
  const coming = page.waitForEvent('download');
  const button = page.getByRole('button', { name: 'Export Platform Report' });
  await button.click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^platform-report-\d{4}-\d\d-\d\d\.csv$/);
  expect((await readFile(await file.path(), 'utf8')).split('\r\n')).toHaveLength(33);
  const summary = await (await page.request.get('/api/admin/platform-summary')).json();
  expect(await numberAt(page, 'Intelligence Summary', 'Locations active')).toBe(summary.locations_active);
  await expect(figureOf(page, 'Intelligence Summary', 'Rating')).toHaveText(/^\d\.\d\/5$/);
  expect(await numberAt(page, 'Intelligence Summary', 'Rating')).toBe(summary.average_rating);
  expect(await numberAt(page, 'Analytics', 'Conversion Rate')).toBeCloseTo(summary.conversion_rate * 100, 0);
  await at(page, '/dashboard?tab=distributors');
  const commission = await (await page.request.get('/api/admin/commission-overview')).json();
  for (const [name, told] of [
    ['Held', commission.held],
    ['Payable', commission.payable],
  ])
    expect(await numberAt(page, 'Commission overview', name), name).toBe(told);
  await at(page, '/dashboard?tab=analytics');

  await page.context().setOffline(true);
  await button.click();
  await expect(page.getByText(/^Failed to export report: /)).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole('link', { name: 'View Detailed Analytics' }).click();
  await expect(page).toHaveURL(/\/analytics$/);
  await expect(page.getByRole('navigation', { name: 'Time range' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'In all' }).getByText('QR Scans', { exact: true })).toBeVisible();
});

test('uptime is of the minutes since the first that was measured', async ({ page, product }) => {
  await signIn(page, product, 'admin@example.com');
  const uptime = figureOf(page, 'Intelligence Summary', 'Uptime');
  await at(page, '/dashboard?tab=analytics');
  await expect(uptime).toHaveText('100.0%');
  // A first minute ten hours ago, and none after it until this server was there.
  const rows = await ask<{ hour: string }>(
    product,
    `insert into up_hours (hour, minutes) values (date_trunc('hour', now()) - interval '10 hours', 1::bit(60) << 59) returning hour`,
  );
  await at(page, '/dashboard?tab=analytics');
  const summary = await (await page.request.get('/api/admin/platform-summary')).json();
  expect(summary.uptime).toBeLessThan(0.2);
  await expect(uptime).toHaveText(/^1?\d\.\d%$/);
  await ask(product, 'delete from up_hours where hour = $1', [rows[0]!.hour]);
});

test('metrics that cannot be had are examples that say so, then those that this device kept', async ({
  page,
  product,
}) => {
  test.slow();
  const overview = () =>
    page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Overview' });
  const kept = () => page.evaluate(() => localStorage.getItem('holoholo.desk.platform-metrics'));
  await signIn(page, product, 'admin@example.com', { fresh: true });
  await at(page, '/partners');
  // Nor does the page ask again by itself meanwhile.
  await hold(page, '**/healthz');
  const fail = async () => {
    await failAt(page, product, 'unavailable', 'listings', '/api/admin/platform-metrics', ['select']);
    // What needs an administrator today has broken links of listings in it.
    expectErrors(page, '503 /api/admin/today');
  };
  await fail();
  await overview().click();
  await expect(page.getByText('Sample data', { exact: true })).toBeVisible();
  await expect(figureOf(page, 'Revenue', 'Total')).toHaveText('–');
  expect(await kept()).toBeNull();
  await mendDatabase(product);
  await at(page, '/dashboard');
  await expect(figureOf(page, 'Revenue', 'Total')).toContainText('$');
  const total = await figureOf(page, 'Revenue', 'Total').innerText();
  expect(await kept()).not.toBeNull();
  await at(page, '/partners');
  await fail();
  await overview().click();
  await expect(page.getByText(/^What you see is what this device kept on /)).toBeVisible();
  await expect(figureOf(page, 'Revenue', 'Total')).toHaveText(total);
});

test('each other tab says so where its figures cannot be had', async ({ page, product }) => {
  await signIn(page, product, 'admin@example.com');
  await at(page, '/partners');
  const administration = page.getByRole('navigation', { name: 'Administration' });
  for (const [tab, asked] of [
    ['Distributor Ops', 'admin/commission-overview'],
    ['Advertiser Mgmt', 'admin/top-advertisers'],
    ['Analytics', 'admin/platform-summary'],
    ['Advanced Reports', 'analytics/revenue?*'],
  ] as const) {
    await cut(page, `**/api/${asked}`);
    await administration.getByRole('link', { name: tab, exact: true }).click();
    await expect(administration.locator('[aria-current=page]')).toHaveText(tab);
    await expect(page.getByText('These figures could not be had. Please try again in a moment.')).toBeVisible();
  }
});

test('reports whose chart does not come say what they sum up to, and try again', async ({ page, product }) => {
  await signIn(page, product, 'admin@example.com');
  await at(page, '/dashboard');
  await cut(page, '**/assets/report-chart-*.js');
  await page.getByRole('link', { name: 'Advanced Reports', exact: true }).click();
  await expect(page.getByText('What draws these figures could not be loaded.')).toBeVisible();
  await expect(page.getByText(/^Revenue \$[\d,.]+, by bookings: \d+\. /)).toBeVisible();
  await page.unroute('**/assets/report-chart-*.js');
  await page.getByRole('button', { name: 'Try again', exact: true }).click();
  await expect(page.getByText('The figures as a table').first()).toBeVisible();
  await expect(page.getByText('What draws these figures could not be loaded.')).toHaveCount(0);
});
