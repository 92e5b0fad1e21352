import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { openDesk } from './bookings-world.ts';
import { addCampaign, countedOf, endCampaign, endCampaignsBefore, type RunningCampaign } from './campaign-rows.ts';
import { send, tell } from './campaigns-world.ts';
import { ask } from './database.ts';
import { cellsOf } from './desk-pages.ts';
import { expect, linkName, ready, test } from './fixtures.ts';
import { addListings, removeListings } from './guide-rows.ts';
import type { Product } from './product.ts';
import { aLongPlace, fillExplore, openShown, sponsoredCard } from './sponsored-cards.ts';

const name = 'Moonlight Paddle';
const description =
  'Past the reef by the light of the moon, with people who know each stone of the bay by its name. '.repeat(8);
let campaign: RunningCampaign;
/** A place with room for it, with a code. */
let place: Product['codes'][number];
/** What Explore begins with, so that the listing of the campaign is further down. */
let featured: number[];
test.beforeAll(async ({ product }) => {
  await endCampaignsBefore(product);
  place = await aLongPlace(product);
  featured = await fillExplore(product);
  campaign = await addCampaign(product, { name });
  await ask(product, 'update listings set description = $1 where id = $2', [description, campaign.listing]);
});
test.afterAll(async ({ product }) => {
  await endCampaign(product, campaign);
  await removeListings(product, featured);
});

const card = (page: Page) => sponsoredCard(page, campaign.id);

/** How many of the entries of the list come before the sponsored one. */
const before = (page: Page) =>
  card(page).evaluate((one) => [...one.closest('ol, ul')!.children].indexOf(one.closest('li')!));

test('a guest who scans sees it labelled after the fourth entry; what they see, open and follow is counted once @main', async ({
  page,
  product,
}) => {
  await page.goto(place.url);
  await page.goto('/');
  await openShown(page, `/location/${place.location_id}`, campaign.id);
  expect(await before(page)).toBe(4);
  await expect(card(page).getByText('Sponsored', { exact: true })).toBeVisible();
  await expect(page.getByText('Sponsored', { exact: true })).toHaveCount(1);
  // Who goes by headings hears it too, and it leads to what nobody can buy.
  await expect(card(page).getByRole('heading')).toHaveAccessibleName(`Sponsored: ${name}`);
  await expect(
    card(page).getByRole('link', { name: linkName('Sponsored', 'How experiences are ordered') }),
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
  // In Explore it is the same visit: seen, told, and not counted again.
  const told = page.waitForResponse(
    (reply) =>
      reply.url().endsWith('/api/analytics/events') &&
      reply
        .request()
        .postDataJSON()
        .events.some(
          ({ event_data }: { event_data?: { campaign?: string; list?: string } }) =>
            event_data?.campaign === campaign.id && event_data.list === 'explore',
        ),
    { timeout: 60_000 },
  );
  await openShown(page, '/explore', campaign.id);
  expect(await before(page)).toBe(4);
  await card(page).evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await expect(card(page).getByText('Sponsored', { exact: true })).toBeVisible();
  await page.screenshot({ path: 'test-results/sponsored-explore.png' });
  expect((await told).status()).toBe(202);
  expect(await countedOf(product, campaign.id)).toEqual({ impressions: 1, opens: 1, clicks: 1, cents: 1 });
  await expectAccessible(page);
});

test('it comes with the page: nothing moves for it, and it is there without scripts', async ({
  page,
  browser,
  product,
}) => {
  await page.goto(place.url);
  await page.addInitScript(() => {
    const moved = { by: 0 };
    Object.assign(globalThis, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.by += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await openShown(page, `/location/${place.location_id}`, campaign.id);
  await expect(card(page)).toBeVisible();
  expect(await page.evaluate(() => (globalThis as unknown as { moved: { by: number } }).moved.by)).toBeLessThan(0.01);
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url });
  const plain = await context.newPage();
  await plain.goto(place.url);
  await expect(card(plain).getByText('Sponsored', { exact: true })).toBeVisible();
  await context.close();
});

test('a campaign of a category is in the list of that one alone, whoever chooses it within Explore', async ({
  page,
  product,
}) => {
  const shops = await addListings(
    product,
    Array.from({ length: 24 }, (_, n) => ({ name: `Shop ${n}`, category: 'Shopping', is_featured: true })),
  );
  const own = await addCampaign(product, { name: 'Shell Market', category: 'Shopping' }, { categories: ['Shopping'] });
  await page.goto(place.url);
  await openShown(page, '/explore?category=Shopping', own.id);
  await page.goto('/explore');
  await ready(page);
  await expect(card(page)).toBeVisible();
  await expect(sponsoredCard(page, own.id)).toHaveCount(0);
  await page.getByLabel('Category').selectOption('Shopping');
  await expect(sponsoredCard(page, own.id).getByText('Sponsored', { exact: true })).toBeVisible();
  await page.getByLabel('Category').selectOption('Activities & Tours');
  await page.waitForURL(/category=Activities/);
  await expect(page.getByRole('article').filter({ hasText: 'Featured 1' }).first()).toBeVisible();
  await expect(sponsoredCard(page, own.id)).toHaveCount(0);
  await endCampaign(product, own);
  await removeListings(product, shops);
});

test('a search has none, and the list that is opened next, within the guide, has it; whoever came without a code sees none', async ({
  page,
}) => {
  await page.goto('/explore');
  await ready(page);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByText('Sponsored', { exact: true })).toHaveCount(0);
  await page.goto(place.url);
  await ready(page);
  await page.goto(`/explore?search=${encodeURIComponent('Featured 1')}`);
  await ready(page);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByText('Sponsored', { exact: true })).toHaveCount(0);
  await page.getByRole('navigation').getByRole('link', { name: 'Discover' }).click();
  await expect(card(page).getByText('Sponsored', { exact: true })).toBeVisible();
});

test('what it cost is in the ledger: owed by its advertiser, earned by the house, and back where it is credited', async ({
  browser,
  product,
  elsewhere,
}) => {
  const own = await addCampaign(product, { name: 'Lagoon Paddle' });
  const guest = await elsewhere();
  await send(guest, product, '/api/qr/scan', { qr_code_id: place.qr_code_id });
  await tell(guest, product, own.id, 'listing_impression');
  expect(await countedOf(product, own.id)).toMatchObject({ impressions: 1, cents: 1 });
  const { page, close } = await openDesk(browser, product);
  const [{ organisation }] = (await ask<{ organisation: string }>(
    product,
    'select o.name as organisation from organisations o join campaigns c on c.organisation_id = o.id where c.id = $1',
    [own.id],
  )) as [{ organisation: string }];
  await page.goto(`/money/ledger?search=${encodeURIComponent(organisation)}`);
  await ready(page);
  const account = page.getByRole('row').filter({ hasText: 'An advertiser' }).filter({ hasText: 'Owed' });
  await expect(account).toHaveCount(1);
  await account.getByRole('link').click();
  await expect(page.getByText('-$0.01 stands on it. 1 entry.')).toBeVisible();
  expect(await cellsOf(page)).toMatchObject({
    ...{ Booking: 'Campaign: Lagoon Paddle', What: 'Campaign charged', Moved: '-$0.01' },
    ...{ 'Other side': 'The house, Of advertising', Experience: 'Lagoon Paddle' },
  });
  await send(page, product, `/api/campaigns/${own.id}/credits`, {
    amount: 0.01,
    credited: 0,
    reason: 'Shown by mistake',
  });
  await page.reload();
  await ready(page);
  await expect(page.getByText('$0.00 stands on it. 2 entries.')).toBeVisible();
  await expect(page.getByText('Campaign credited')).toBeVisible();
  await expectAccessible(page);
  await close();
  await endCampaign(product, own);
});
