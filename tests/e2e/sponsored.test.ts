import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { openDesk } from './bookings-world.ts';
import { addCampaign, countedOf, endCampaign, type RunningCampaign } from './campaign-rows.ts';
import { ask } from './database.ts';
import { expect, linkName, ready, test } from './fixtures.ts';
import { addListings, removeListings } from './guide-rows.ts';
import type { Product } from './product.ts';

const name = 'Moonlight Paddle';
const description =
  'Past the reef by the light of the moon, with people who know each stone of the bay by its name. '.repeat(8);
let campaign: RunningCampaign;
/** A place that shows at least four experiences, with a code. */
let place: Product['codes'][number];
/** What Explore begins with, so that the listing of the campaign is further down. */
let featured: number[];
test.beforeAll(async ({ product }) => {
  const [{ id }] = (await ask<{ id: number }>(
    product,
    `select location_id as id from curated_listings group by 1 having count(*) >= 5 order by 1 limit 1`,
  )) as [{ id: number }];
  place = product.codes.find((one) => one.status === 'active' && one.location_id === id)!;
  featured = await addListings(
    product,
    Array.from({ length: 24 }, (_, n) => ({ name: `Featured ${n}`, is_featured: true })),
  );
  campaign = await addCampaign(product, { name });
  await ask(product, 'update listings set description = $1 where id = $2', [description, campaign.listing]);
});
test.afterAll(async ({ product }) => {
  await endCampaign(product, campaign);
  await removeListings(product, featured);
});

const card = (page: Page) => page.locator(`article[data-campaign="${campaign.id}"]`);

/** Opens a page once the server shows the campaign: within seconds of its start. */
async function openShown(page: Page, path: string): Promise<void> {
  await expect
    .poll(async () => (await (await fetch(new URL(path, page.url()))).text()).includes(campaign.id), {
      timeout: 20_000,
    })
    .toBe(true);
  await page.goto(path);
  await ready(page);
}

/** How many of the entries of the list come before the sponsored one. */
const before = (page: Page) =>
  card(page).evaluate((one) => [...one.closest('ol, ul')!.children].indexOf(one.closest('li')!));

test('a guest who scans sees it labelled after the fourth entry; what they see, open and follow is counted once @main', async ({
  page,
  product,
}) => {
  await page.goto(place.url);
  await page.goto('/');
  await openShown(page, `/location/${place.location_id}`);
  expect(await before(page)).toBe(4);
  await expect(card(page).getByText('Sponsored', { exact: true })).toBeVisible();
  await expect(page.getByText('Sponsored', { exact: true })).toHaveCount(1);
  // Who goes by headings hears it too, and it leads to what nobody can buy.
  await expect(card(page).getByRole('heading')).toHaveAccessibleName(`Sponsored: ${name}`);
  await expect(
    card(page).getByRole('link', { name: 'Sponsored: How experiences are ordered', exact: true }),
  ).toHaveAttribute('href', '/how-we-order');
  // It has no number, and the entry after it has the next one.
  const content = (at: number) =>
    page
      .locator('ol > li')
      .nth(at)
      .locator('h3')
      .evaluate((heading) => getComputedStyle(heading, '::before').content);
  expect([await content(4), await content(5)]).toEqual(['none', expect.stringContaining('counter')]);
  await expectAccessible(page);
  await card(page).evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await expect
    .poll(() => countedOf(product, campaign.id), { timeout: 20_000 })
    .toMatchObject({ impressions: 1, cents: 1 });
  await page.screenshot({ path: 'test-results/sponsored-place.png' });
  await card(page).getByRole('button', { name: 'Read more' }).click();
  await card(page)
    .getByRole('link', { name: linkName('Sign In to Book', name) })
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect
    .poll(() => countedOf(product, campaign.id), { timeout: 20_000 })
    .toEqual({ impressions: 1, opens: 1, clicks: 1, cents: 1 });
  // In Explore it is the same visit: seen, and not counted again.
  await openShown(page, '/explore');
  expect(await before(page)).toBe(4);
  await card(page).evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await expect(card(page).getByText('Sponsored', { exact: true })).toBeVisible();
  await page.screenshot({ path: 'test-results/sponsored-explore.png' });
  await page.waitForResponse('**/api/analytics/events');
  expect(await countedOf(product, campaign.id)).toMatchObject({ impressions: 1 });
});

test('it comes with the page: nothing moves for it, and it is there without scripts', async ({
  page,
  browser,
  product,
}) => {
  await page.goto('/');
  await page.addInitScript(() => {
    const moved = { by: 0 };
    Object.assign(globalThis, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.by += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await openShown(page, `/location/${place.location_id}`);
  await expect(card(page)).toBeVisible();
  expect(await page.evaluate(() => (globalThis as unknown as { moved: { by: number } }).moved.by)).toBeLessThan(0.01);
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url });
  const plain = await context.newPage();
  await plain.goto(`/location/${place.location_id}`);
  await expect(card(plain).getByText('Sponsored', { exact: true })).toBeVisible();
  await context.close();
});

test('a search has none, and the list that is opened next, within the guide, has it', async ({ page }) => {
  await page.goto(`/explore?search=${encodeURIComponent('Featured 1')}`);
  await ready(page);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByText('Sponsored', { exact: true })).toHaveCount(0);
  await page.getByRole('navigation').getByRole('link', { name: 'Discover' }).click();
  await expect(card(page).getByText('Sponsored', { exact: true })).toBeVisible();
});

test('what it cost is in the ledger: owed by its advertiser, earned by the house', async ({ browser, product }) => {
  const { page, close } = await openDesk(browser, product);
  const [{ id: org, entry }] = (await ask<{ id: string; entry: string }>(
    product,
    `with accounts as (
       insert into ledger_accounts (kind, organisation_id, state) select v.kind, v.organisation_id, v.state from campaigns c,
         lateral (values ('advertiser', c.organisation_id, 'owed'), ('house', null, 'advertising')) v (kind, organisation_id, state)
       where c.id = $1 on conflict do nothing returning id)
     select organisation_id as id, (select count(*) from accounts) as entry from campaigns where id = $1`,
    [campaign.id],
  )) as [{ id: string; entry: string }];
  expect(entry).toBeDefined();
  const post = (kind: 'charge' | 'credit', from: string, to: string) =>
    ask(
      product,
      `insert into ledger_entries (posted_at, kind, from_account, to_account, cents, campaign_id, cause)
       select now(), $1, f.id, t.id, 250, $2, 'by hand' from ledger_accounts f, ledger_accounts t
       where f.state = $3 and t.state = $4 and $5::uuid in (f.organisation_id, t.organisation_id)`,
      [kind, campaign.id, from, to, org],
    );
  await post('charge', 'owed', 'advertising');
  await post('credit', 'advertising', 'owed');
  await page.goto('/money/ledger?search=advertiser');
  await ready(page);
  const account = page.getByRole('row').filter({ hasText: 'An advertiser' }).filter({ hasText: 'Owed' }).first();
  await account.getByRole('link').click();
  await expect(page.getByText('Campaign charged').first()).toBeVisible();
  await expect(page.getByText('Campaign credited').first()).toBeVisible();
  await expect(page.getByText(`Campaign: ${name}`).first()).toBeVisible();
  await expect(page.getByText('The house, Of advertising').first()).toBeVisible();
  await expectAccessible(page);
  await close();
});
