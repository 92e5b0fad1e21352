import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, ready, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { heartOf, openPlace, savedOnServer, tapHeart } from './saved-pages.ts';
import { signIn, signInTraveler } from './session.ts';

test.use({ serviceWorker: true });

const activeCode = (product: Product, position: number) =>
  product.codes.filter((one) => one.status === 'active')[position]!;
const tile = (page: Page, label: string) =>
  page.locator('dl > div', { has: page.getByText(label, { exact: true }) }).locator('dd');

/** The figures of My Activity as they are on screen. */
async function countsOf(page: Page): Promise<string[]> {
  await page.goto('/dashboard?tab=activity');
  await ready(page);
  const figures = page.getByRole('region', { name: 'Counted' }).locator('dd');
  await expect(figures).toHaveCount(3);
  return await figures.allTextContents();
}

/** The figures of the analytics screen as they are on screen. */
async function figuresOf(page: Page, range = '30d'): Promise<Record<string, string | null>> {
  await page.goto(`/analytics?time_range=${range}`);
  await ready(page);
  const found: Record<string, string | null> = {};
  for (const label of ['Scans', 'Places visited', 'Bookings', 'Saved', 'Estimated', 'Confirmed']) {
    const figure = tile(page, label);
    if (await figure.count()) found[label] = await figure.first().textContent();
  }
  for (const status of ['Pending', 'Confirmed', 'Completed', 'Cancelled']) {
    const row = page.getByRole('listitem').filter({ hasText: status }).locator('strong');
    if (await row.count()) found[`${status} bookings`] = await row.textContent();
  }
  return found;
}

async function bookFirst(page: Page): Promise<void> {
  const opening = page.context().waitForEvent('page');
  const recorded = page.waitForResponse('**/api/qr/booking-conversion');
  await page
    .getByRole('link', { name: /^Book Now/ })
    .first()
    .click();
  await (await opening).close();
  expect((await recorded).status()).toBe(201);
}

test('every figure of My Activity and of the analytics moves with its own action, and with no other', async ({
  page,
  product,
}) => {
  await signInTraveler(page, product, 'figures@example.com');
  expect(await countsOf(page)).toEqual(['0', '0', '0']);
  expect(await figuresOf(page)).toEqual({ Scans: '0', 'Places visited': '0', Bookings: '0', Saved: '0' });

  await page.goto(activeCode(product, 0).url);
  await ready(page);
  expect(await countsOf(page)).toEqual(['1', '0', '0']);
  const nothing = {
    Scans: '1',
    'Places visited': '1',
    Bookings: '0',
    Saved: '0',
    Estimated: '$0.00',
    Confirmed: '$0.00',
    'Pending bookings': '0',
    'Confirmed bookings': '0',
    'Completed bookings': '0',
    'Cancelled bookings': '0',
  };
  expect(await figuresOf(page)).toEqual(nothing);

  await openPlace(page, product);
  const name = await tapHeart(page, 0);
  await expect.poll(() => savedOnServer(page)).toHaveLength(1);
  expect(await countsOf(page)).toEqual(['1', '0', '1']);
  expect(await figuresOf(page)).toEqual({ ...nothing, Saved: '1' });

  await openPlace(page, product);
  await bookFirst(page);
  expect(await countsOf(page)).toEqual(['1', '1', '1']);
  const [booking] = await (await page.request.get('/api/bookings')).json();
  const Estimated = `$${booking.amount.toFixed(2)}`;
  const booked = { ...nothing, Bookings: '1', Saved: '1', 'Pending bookings': '1', Estimated };
  expect(await figuresOf(page)).toEqual(booked);

  const first = activeCode(product, 0);
  const elsewhere = product.codes.find((one) => one.status === 'active' && one.location_id !== first.location_id)!;
  await page.goto(elsewhere.url);
  await ready(page);
  expect(await figuresOf(page)).toEqual({ ...booked, Scans: '2', 'Places visited': '2' });
  for (const range of ['24h', '7d', '90d', '1y'])
    expect(await figuresOf(page, range)).toEqual({ ...booked, Scans: '2', 'Places visited': '2' });

  await openPlace(page, product);
  await heartOf(page, name).click();
  await expect.poll(() => savedOnServer(page)).toEqual([]);
  expect(await countsOf(page)).toEqual(['2', '1', '0']);
  expect(await figuresOf(page)).toEqual({ ...booked, Scans: '2', 'Places visited': '2', Saved: '0' });
});

test('before anything was done both screens say what to do', async ({ page, product }) => {
  await signInTraveler(page, product, 'nothing-yet@example.com');
  await page.goto('/dashboard?tab=activity');
  await ready(page);
  await expect(page.getByRole('heading', { name: 'Your journey begins here' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/analytics');
  await ready(page);
  await expect(page.getByRole('heading', { name: 'Nothing in this time' })).toBeVisible();
  await expectAccessible(page);
});

test('the timeline tells what was done, leads there, and goes on page by page', { tag: '@main' }, async ({
  page,
  product,
}) => {
  await signInTraveler(page, product, 'timeline@example.com');
  const code = activeCode(product, 0);
  await page.goto(code.url);
  await ready(page);
  const listings: { id: number }[] = await (await page.request.get('/api/business-listings?limit=30')).json();
  const long = `${'Kealakekua'.repeat(20)} ${'with the children '.repeat(10)}`;
  for (const { id } of listings)
    await page.request.put(`/api/saved/${id}`, { data: { note: long }, headers: { origin: product.url } });
  expect(await countsOf(page)).toEqual(['1', '0', '30']);
  await expectAccessible(page);
  const entries = page.getByRole('region', { name: 'What you did' }).getByRole('listitem');
  await expect(entries).toHaveCount(20);
  await page.getByRole('button', { name: 'Show earlier' }).click();
  await expect(entries).toHaveCount(31);
  await expect(page.getByRole('button', { name: 'Show earlier' })).toBeHidden();
  await expect(entries.last()).toContainText(code.location_name);
  await entries.last().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(code.location_name);
  await countsOf(page);
  await page.getByRole('link', { name: 'See your bookings' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Bookings');
});

test.describe('earlier entries that cannot be loaded', () => {
  test('are said to be missing, beside those that are here, and asked for again', async ({ page, product }) => {
    await signInTraveler(page, product, 'timeline-cut@example.com');
    const listings: { id: number }[] = await (await page.request.get('/api/business-listings?limit=25')).json();
    for (const { id } of listings)
      await page.request.put(`/api/saved/${id}`, { data: {}, headers: { origin: product.url } });
    await countsOf(page);
    const region = page.getByRole('region', { name: 'What you did' });
    const earlier = region.getByRole('button', { name: 'Show earlier' });
    const failure = region.getByRole('alert');
    await page.context().setOffline(true);
    await earlier.click();
    await expect(failure).toHaveText(
      'Earlier entries could not be loaded. Please check your connection and try again.',
    );
    await expect(region.getByRole('listitem')).toHaveCount(20);
    await expectAccessible(page);
    await page.context().setOffline(false);
    await earlier.click();
    await expect(region.getByRole('listitem')).toHaveCount(25);
    await expect(failure).toBeHidden();
  });
});

/** The bars of a chart. */
const bars = (page: Page, label: string) => page.getByRole('img', { name: new RegExp(`^${label}`) }).locator('rect');

test('the analytics: each range by its link, with as many bars as a phone can show', async ({ page, product }) => {
  await signInTraveler(page, product, 'charts@example.com');
  await openPlace(page, product);
  await tapHeart(page, 0);
  await bookFirst(page);
  await page.goto('/dashboard?tab=activity');
  await ready(page);
  await page.getByRole('link', { name: 'Your figures over time' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Analytics');
  const { by_day } = await (await page.request.get('/api/analytics/traveler?time_range=1y')).json();
  const months = new Set(by_day.map(({ day }: { day: string }) => day.slice(0, 7)));
  for (const [label, count] of [
    ['Last 7 days', 7],
    ['Last 90 days', 13],
    ['Last 24 hours', 2],
    ['Last year', months.size],
    ['Last 30 days', 30],
  ] as const) {
    await page.getByRole('link', { name: label, exact: true }).click();
    await expect(page.getByRole('link', { name: label, exact: true })).toHaveAttribute('aria-current', 'page');
    await expect(bars(page, 'Bookings')).toHaveCount(count);
  }
  await expect(page.getByRole('img', { name: /^Saved: 1 in all, most of them / })).toBeVisible();
});

test('the analytics: the charts have their table, and all of it is accessible', async ({ page, product }) => {
  await signInTraveler(page, product, 'table@example.com');
  await openPlace(page, product);
  await tapHeart(page, 0);
  await bookFirst(page);
  await page.goto('/analytics');
  await ready(page);
  await page.getByText('Show as a table').click();
  await expect(page.getByRole('row')).toHaveCount(1 + 30 + 2);
  await expect(page.getByRole('row').nth(30).getByRole('cell')).toHaveText(['0', '1', '1']);
  await expectAccessible(page);
});

test('the dashboard has the four quick actions and two featured experiences, each leading where it says', async ({
  page,
  product,
}) => {
  await signInTraveler(page, product, 'quick@example.com');
  for (const [label, path] of [
    ['Scan QR Code', '/scan'],
    ['Explore Activities', '/explore'],
    ['My Bookings', '/bookings'],
    ['Saved Places', '/saved'],
  ] as const) {
    await page.goto('/dashboard');
    await ready(page);
    await expect(page.getByRole('article')).toHaveCount(2);
    await page.getByRole('main').getByRole('link', { name: label, exact: true }).click();
    await page.waitForURL(`**${path}`);
  }
  await page.goto('/dashboard');
  await ready(page);
  await expectAccessible(page);
});

test('partners and administrators are told honestly that they have no figures yet', async ({ page, product }) => {
  for (const role of ['partner', 'admin']) {
    // Signing in ends the session that was there: none of those that tests share.
    await signIn(page, product, `${role}@example.com`, { fresh: true });
    await page.goto('/analytics');
    await ready(page);
    await expect(page.getByRole('heading', { name: 'No figures here yet' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Return to Dashboard' })).toHaveAttribute('href', '/dashboard');
  }
  await expectAccessible(page);
});
