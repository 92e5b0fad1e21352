import type { Locator, Page } from '@playwright/test';
import { ask, rollUp } from './database.ts';
import { figuresAt } from './figures-desk.ts';
import { expect, ready } from './fixtures.ts';
import { withOwnProduct } from './own-product.ts';
import { ownPlaces } from './portal-partner.ts';
import type { Product } from './product.ts';
import { signIn } from './session.ts';

/** A product of its own, whose tables have these rows alone. */
const test = withOwnProduct();

/** Scans of a code, and as many confirmed bookings of 100 dollars by it, so long ago. */
async function happened(product: Product, code: string, ago: string, scans: number, bookings: number): Promise<void> {
  await ask(
    product,
    `with guest as materialized (select sha256(convert_to($1 || $2 || n, 'UTF8')) as token, now() - $2::interval as at
       from generate_series(1, $3::integer) n),
     visit as (insert into visits (token_hash, created_at, last_seen_at) select token, at, at from guest returning id, created_at)
     insert into scans (visit_id, qr_code_id, location_id, scanned_at, counted, source, partner_id)
       select v.id, c.id, l.id, v.created_at, true, 'camera', l.partner_id
       from visit v, qr_codes c join locations l on l.id = c.location_id where c.code = $1`,
    [code, ago, scans],
  );
  await ask(
    product,
    `insert into bookings (transaction_id, user_id, listing_id, platform, amount_cents, estimated, status, booked_at, partner_id, qr_code_id, location_id)
       select gen_random_uuid(), (select min(id::text)::uuid from users), (select min(id) from listings), 'external', 10000, false, 'confirmed',
         now() - $2::interval, l.partner_id, c.id, l.id
       from generate_series(1, $3::integer), qr_codes c join locations l on l.id = c.location_id where c.code = $1`,
    [code, ago, bookings],
  );
  await rollUp(product);
}

const tile = (page: Page, region: string, name: string): Locator =>
  page
    .getByRole('region', { name: region, exact: true })
    .locator('dl > div', { has: page.getByText(name, { exact: true }) })
    .locator('dd');
/** A figure and what stands beside it, without the word of chance. */
async function told(page: Page, region: string, name: string): Promise<string[]> {
  const [figure, beside] = await tile(page, region, name).allTextContents();
  return [figure!, beside!.replace(/ (More than|Within what) chance.*$/, '')];
}
const widths = async (page: Page, picture: string) => {
  for (const [width, height] of [
    [390, 844],
    [1280, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await page.screenshot({ path: `test-results/${picture}-${width}.png`, fullPage: true });
  }
};

test('figures of a span at an administrator’s home stand beside the same of the time before', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  await signIn(page, product, 'admin@example.com');
  const { codes } = await ownPlaces(await elsewhere(), product, 'owner@before.example', ['Hale Kai']);
  const open = async (tab = '') => {
    await page.goto(`/dashboard${tab}`);
    await ready(page);
  };
  const week = 'Intelligence, last 7 days';
  await happened(product, codes[0]!, '0 days', 3, 1);
  await open();
  expect(await told(page, 'Today', 'QR scans')).toEqual(['3', '3 more than before (0).']);
  expect(await told(page, week, 'QR scans')).toEqual(['3', '3 more than before (0).']);
  /** The example's own bookings are among those of the weeks. */
  const bookings = async () => {
    const [now, beside] = await told(page, week, 'Bookings, confirmed or completed');
    return [Number(now), Number(/\((\d+)\)/.exec(beside!)![1])] as const;
  };
  const first = await bookings();
  await happened(product, codes[0]!, '24 hours', 5, 1);
  await open();
  expect(await told(page, 'Today', 'QR scans')).toEqual(['3', '2 less than before (5).']);
  expect(await told(page, 'Today', 'Bookings')).toEqual(['1', 'As much as before.']);
  expect(await told(page, week, 'QR scans')).toEqual(['8', '8 more than before (0).']);
  await happened(product, codes[0]!, '8 days', 10, 4);
  await open();
  expect(await told(page, 'Today', 'QR scans')).toEqual(['3', '2 less than before (5).']);
  expect(await told(page, week, 'QR scans')).toEqual(['8', '2 less than before (10).']);
  expect(await bookings()).toEqual([first[0] + 1, first[1] + 4]);
  // As the section of analytics says of the same range.
  const figures = await figuresAt(page, '/analytics?time_range=7d');
  expect([figures['QR Scans'], figures.Bookings]).toEqual(['8', String(first[0] + 1)]);
  // A year before this one nothing was measured, which is not told as none.
  await page.goto('/analytics?time_range=1y');
  await ready(page);
  const ofYear = page.locator('dl > div', { has: page.getByText('QR Scans', { exact: true }) }).first();
  await expect(ofYear.locator('dd').first()).toHaveText(/^[1-9]/);
  await expect(ofYear).not.toContainText('before');
  await widths(page, 'home-before-year');
  await open('?tab=analytics');
  expect(await told(page, 'Live Performance', 'Bookings Today')).toEqual(['1', 'As much as before.']);
  await widths(page, 'home-before-platform');
  await open('?tab=distributors');
  const paid = page.getByRole('region', { name: 'Commission overview' }).locator('dl > div').last().locator('dd');
  expect(await paid.allTextContents()).toEqual(['$0.00', 'As much as before.']);
  await widths(page, 'home-before-commission');
  await open();
  await widths(page, 'home-before');
});

test('figures of a partner’s month and ranges stand beside the same of as many days before', async ({
  page,
  product,
}) => {
  const { codes } = await ownPlaces(page, product, 'portal@before.example', ['Hale Kai']);
  const open = async () => {
    await page.goto('/partner-portal/performance?range=7d');
    await ready(page);
  };
  const of = async (name: string) => {
    const tiles = page.locator('dl > div', { has: page.getByText(name, { exact: true }) });
    return await tiles.first().locator('dd').allTextContents();
  };
  await happened(product, codes[0]!, '0 days', 4, 2);
  await open();
  expect(await of('QR Scans')).toEqual(['4', '4 more than before (0).']);
  expect(await of('Revenue')).toEqual(['$200.00', '$200.00 more than before ($0.00).']);
  await happened(product, codes[0]!, '8 days', 5, 1);
  await open();
  expect(await of('QR Scans')).toEqual(['4', '1 less than before (5).']);
  expect(await of('Bookings')).toEqual(['2', '1 more than before (1).']);
  expect(await of('Revenue')).toEqual(['$200.00', '$100.00 more than before ($100.00).']);
  expect(await of('Conversion Rate')).toEqual(['50%', '30.0 points more than before (20.0%).']);
  await widths(page, 'portal-before-performance');
  await page.goto('/partner-portal');
  await ready(page);
  await expect(
    page.getByText('Each figure stands beside the same of as many days of the month before', { exact: false }),
  ).toBeVisible();
  expect((await of('QR Scans'))[1]).toMatch(/(more|less) than before \(\d+\)\.$|^As much as before\.$/);
  await widths(page, 'portal-before');
});
