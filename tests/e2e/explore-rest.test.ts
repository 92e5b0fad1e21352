import type { Page } from '@playwright/test';
import ja from '../../web/src/messages/ja.ts';
import { at, hold, refuse, refuseOnce } from './answers.ts';
import { expectAccessible } from './axe.ts';
import { expect, ready, test } from './fixtures.ts';
import { addListings, removeListings } from './guide-rows.ts';

const listCalls = /\/api\/business-listings(\?|$)/;
const cards = (page: Page) => page.locator('article[id] h3');
const more = (page: Page) => page.getByRole('link', { name: 'Show more experiences' });

let ids: number[] = [];
test.beforeAll(async ({ product }) => {
  const many = Array.from({ length: 300 }, (_, index) => ({ name: `Marlin Walk ${String(index).padStart(3, '0')}` }));
  ids = await addListings(product, many);
});
test.afterAll(({ product }) => removeListings(product, ids));

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the links lead through the whole list, three pages at a time', async ({ page }) => {
    await page.goto('/explore?search=marlin');
    const seen = new Set<string>();
    const note = async () => {
      for (const name of await cards(page).allTextContents()) seen.add(name);
    };
    await note();
    for (const progress of ['48 of 300', '72 of 300', '73 to 144 of 300', '145 to 216 of 300', '217 to 288 of 300']) {
      await more(page).click();
      await expect(page.getByText(`${progress} shown`)).toBeAttached();
      expect(await cards(page).count()).toBeLessThanOrEqual(72);
      await note();
    }
    await more(page).scrollIntoViewIfNeeded();
    await page.screenshot({ path: 'test-results/explore-no-script.png' });
    await more(page).click();
    await expect(cards(page)).toHaveCount(12);
    await note();
    await expect(more(page)).toHaveCount(0);
    expect(seen.size).toBe(300);
  });

  test('an address that asks for many pages leads on as well; one past the end begins anew', async ({ page }) => {
    await page.goto('/explore?search=marlin&pages=400');
    await expect(page.getByText('72 of 300 shown')).toBeAttached();
    await expect(more(page)).toHaveAttribute('href', '/explore?search=marlin&from=4');
    for (const from of ['14', '400', '1e9']) {
      await page.goto(`/explore?search=marlin&from=${from}`);
      await expect(cards(page).first(), from).toContainText('Marlin Walk');
      await expect(page.getByText('72 of 300 shown')).toBeAttached();
    }
    for (const from of ['0', '-3', 'x', '1']) {
      await page.goto(`/explore?search=marlin&from=${from}`);
      await expect(page.getByText('24 of 300 shown'), from).toBeAttached();
    }
  });
});

test('with scripts, a list that begins further down goes on from there', async ({ page }) => {
  await page.goto('/explore?search=marlin&from=4');
  await ready(page);
  await expect
    .poll(async () => {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      return cards(page).count();
    })
    .toBe(228);
  await expect(more(page)).toHaveCount(0);
});

for (const [name, fail] of [
  ['503', (page: Page) => refuse(page, at.listings, 503, 'unavailable')],
  ['no network', (page: Page) => page.route(at.listings, (route) => route.abort())],
] as const) {
  test(`where the rest cannot be fetched (${name}), what is there stays, and it can be asked for again`, async ({
    page,
  }) => {
    await fail(page);
    await page.goto('/explore?search=marlin&pages=12');
    await ready(page);
    await expect(page.getByText('72 of 300 shown')).toBeAttached();
    await expect(more(page)).toBeAttached();
    await expect(cards(page)).toHaveCount(72);
    await expect(page.getByText('The guide could not be reached')).toHaveCount(0);
    await more(page).scrollIntoViewIfNeeded();
    await page.screenshot({ path: `test-results/explore-rest-failed.png` });
    await more(page).click();
    await expect(more(page)).toBeVisible();
    await expect(cards(page)).toHaveCount(72);
    await page.unroute(at.listings);
    await more(page).click();
    await expect(cards(page)).toHaveCount(288);
  });
}

test('a next page that fails leaves the list as it is', async ({ page }) => {
  await page.goto('/explore?search=marlin');
  await ready(page);
  let asked = 0;
  await page.route(at.listings, (route) => {
    asked += 1;
    return refuseOnce(route, 503, 'unavailable');
  });
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect.poll(() => asked).toBeGreaterThan(0);
  await expect(page.getByText('24 of 300 shown')).toBeAttached();
  await expect(cards(page)).toHaveCount(24);
  await expect(page.getByText('The guide could not be reached')).toHaveCount(0);
  const before = asked;
  await page.evaluate(() => scrollTo(0, 0));
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(more(page)).toBeVisible();
  expect(asked).toBe(before);
  await page.unroute(at.listings);
  await more(page).click();
  await expect.poll(() => cards(page).count()).toBeGreaterThanOrEqual(48);
});

test('while the rest comes it says so, and after ten seconds it can be asked for again', async ({ page }) => {
  await page.clock.install();
  const release = await hold(page, listCalls);
  await page.goto('/explore?search=marlin&pages=12');
  await ready(page);
  await expect(page.getByText('72 of 300 shown')).toBeAttached();
  const list = page.getByRole('region', { name: 'All Experiences' });
  await expect(list).toHaveAttribute('aria-busy', 'true');
  const loading = list.getByRole('status');
  await expect(loading).toHaveText('Loading');
  await expect(more(page)).toHaveCount(0);
  await loading.scrollIntoViewIfNeeded();
  await expectAccessible(page);
  await page.screenshot({ path: 'test-results/explore-rest-loading.png' });
  await page.clock.fastForward(10_000);
  await expect(more(page)).toBeAttached();
  await expect(cards(page)).toHaveCount(72);
  await release();
  await more(page).click();
  await expect(cards(page)).toHaveCount(288);
  await expect(list).toHaveAttribute('aria-busy', 'false');
});

test('asked for more than there is, it stops at the end, and asks three times at once at most', async ({ page }) => {
  let asked = 0;
  let open = 0;
  let most = 0;
  page.on('request', (request) => {
    if (!listCalls.test(request.url())) return;
    asked += 1;
    open += 1;
    most = Math.max(most, open);
  });
  page.on('response', (reply) => listCalls.test(reply.url()) && open--);
  await page.goto('/explore?search=marlin&pages=400');
  await ready(page);
  await expect(cards(page)).toHaveCount(300);
  expect(asked).toBeLessThanOrEqual(5);
  expect(most).toBeLessThanOrEqual(3);
});

test.describe('in Japanese', () => {
  test.use({ locale: 'ja-JP' });

  test('the same', async ({ page }) => {
    const release = await hold(page, listCalls);
    await page.goto('/explore?search=marlin&from=4&pages=5');
    await ready(page);
    const list = page.getByRole('region', { name: ja.explore.all });
    await expect(list.getByRole('status')).toHaveText(ja.first.shell.loadingPage);
    await list.getByRole('status').scrollIntoViewIfNeeded();
    await expect(page.getByText('300件中73〜144件目を表示')).toBeAttached();
    await page.screenshot({ path: 'test-results/explore-rest-loading-ja.png' });
    await release();
  });
});
