import type { Page } from '@playwright/test';
import { refuse } from './answers.ts';
import { expectAccessible } from './axe.ts';
import { expect, linkName, ready, test } from './fixtures.ts';
import { addListings, removeListings } from './guide-rows.ts';
import { signIn, signInTraveler } from './session.ts';

const field = (page: Page) => page.getByLabel('Search experiences');
const tile = (page: Page, name: string) => page.locator('dl > div', { hasText: name }).locator('dd');
const names = (page: Page) => page.locator('#all').locator('xpath=../..').getByRole('heading', { level: 3 });
const listCalls = /\/api\/business-listings(\?|$)/;

/** The three tiles as the list itself gives them. */
async function figuresOf(page: Page, query: string): Promise<[string, string, string]> {
  const found = await (await page.request.get(`/api/business-listings?${query}`)).json();
  const tenths = found.flatMap((one: { rating: number | null }) =>
    one.rating === null ? [] : Math.round(one.rating * 10),
  );
  const mean = Math.round(tenths.reduce((sum: number, one: number) => sum + one, 0) / tenths.length) / 10;
  const featured = found.filter((one: { is_featured: boolean }) => one.is_featured).length;
  return [String(found.length), tenths.length ? mean.toFixed(1) : 'None yet', String(featured)];
}

const expectTiles = async (page: Page, [count, mean, featured]: readonly [string, string, string]) => {
  await expect(tile(page, 'Experiences')).toHaveText(count);
  await expect(tile(page, 'Average rating')).toHaveText(mean);
  await expect(tile(page, 'Featured')).toHaveText(featured);
};

test.describe('searching', () => {
  test('answers follow the typing, slips and all; the old list stays until the new one is there', {
    tag: '@main',
  }, async ({ page }) => {
    await page.goto('/explore');
    await ready(page);
    const first = await names(page).first().textContent();
    let isLate = true;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(listCalls, async (route) => {
      if (isLate) await held;
      await route.continue();
    });
    // The first answer is on its way for long, and is overtaken by that of the second search.
    await field(page).pressSequentially('poke');
    const early = page.waitForRequest((request) => request.url().includes('search=poke'));
    await early;
    await expect(names(page).first()).toHaveText(first!);
    isLate = false;
    await field(page).fill('snorkle');
    await expect(page).toHaveURL(/search=snorkle/);
    await expect(names(page).first()).toContainText(/Snorkel|Swim|Reef|Cove/);
    const shown = await names(page).allTextContents();
    release();
    await page.waitForLoadState('networkidle');
    expect(await names(page).allTextContents()).toEqual(shown);
    await expect(field(page)).toHaveValue('snorkle');
    await expectTiles(page, await figuresOf(page, 'search=snorkle'));
  });

  test('what is featured among the found is shown too', async ({ page }) => {
    await page.goto('/explore?search=reef');
    const featured = page.getByRole('region', { name: 'Featured Experiences' });
    await expect(featured).toBeVisible();
    const found: { name: string; is_featured: boolean }[] = await (
      await page.request.get('/api/business-listings?search=reef')
    ).json();
    const names = found.filter((one) => one.is_featured).map((one) => one.name);
    expect(names.length).toBeGreaterThan(0);
    await expect(featured.getByRole('heading', { level: 3 })).toHaveText(names);
  });

  test('what is featured among many found is there from the beginning, all that the tile counts, and stays as it is', async ({
    page,
    product,
  }) => {
    // Those whose name has the word come first, none of them featured.
    const plain = Array.from({ length: 30 }, (_, at) => ({ name: `Wiliwili wiliwili walk ${at + 10}` }));
    const featured = Array.from({ length: 14 }, (_, at) => ({
      name: `Orchard supper ${at + 10}`,
      address: 'Wiliwili Road',
      is_featured: true,
    }));
    const ids = await addListings(product, [...plain, ...featured]);
    try {
      await page.goto('/explore?search=wiliwili');
      await ready(page);
      await expect(tile(page, 'Experiences')).toHaveText('44');
      await expect(tile(page, 'Featured')).toHaveText('14');
      const row = page.getByRole('region', { name: 'Featured Experiences' }).getByRole('heading', { level: 3 });
      const all = featured.map(({ name }) => name);
      await expect(row).toHaveText(all);
      await page.getByRole('article').last().scrollIntoViewIfNeeded();
      await expect(names(page)).toHaveCount(44);
      await expect(row).toHaveText(all);
      // Also where the browser asks by itself.
      await field(page).fill('wiliwili walk');
      await expect(tile(page, 'Featured')).toHaveText('0');
      await expect(row).toHaveCount(0);
      await field(page).fill('wiliwili road');
      await expect(row).toHaveText(all);
    } finally {
      await removeListings(product, ids);
    }
  });

  test('the tiles move with category and words, and Back goes through the steps', async ({ page }) => {
    await page.goto('/explore');
    await ready(page);
    const all = await figuresOf(page, '');
    await expectTiles(page, all);
    await page.getByLabel('Category').selectOption('Restaurants');
    await expect(page).toHaveURL(/category=Restaurants/);
    const restaurants = await figuresOf(page, 'category=Restaurants');
    expect(restaurants).not.toEqual(all);
    await expectTiles(page, restaurants);
    await field(page).pressSequentially('poke', { delay: 320 });
    await expect(page).toHaveURL(/search=poke/);
    await expectTiles(page, await figuresOf(page, 'category=Restaurants&search=poke'));

    // However slowly it was typed, the search is one step.
    await page.goBack();
    await expectTiles(page, restaurants);
    await expect(field(page)).toHaveValue('');
    await expect(page.getByLabel('Category')).toHaveValue('Restaurants');
    await page.goBack();
    await expectTiles(page, all);
    await expect(page.getByLabel('Category')).toHaveValue('');
    await page.goForward();
    await expectTiles(page, restaurants);
  });

  test('an address can be shared: words, category and view', async ({ page, browser, product }) => {
    await page.goto('/explore');
    await ready(page);
    await field(page).fill('reef');
    await page.getByLabel('Category').selectOption('Activities & Tours');
    await expect(page).toHaveURL(/category=Activities/);
    const other = await browser.newContext({ javaScriptEnabled: false });
    const friend = await other.newPage();
    await friend.goto(page.url());
    await expect(field(friend)).toHaveValue('reef');
    await expect(friend.getByLabel('Category')).toHaveValue('Activities & Tours');
    await expect(names(friend)).not.toHaveCount(0);
    // The old list stays until the new one is there, after the address says so.
    await expect(names(page)).toHaveText(await names(friend).allTextContents());
    await friend.goto(`${product.url}/explore?search=reef&view=map`);
    await expect(friend.getByRole('link', { name: 'Map', exact: true })).toHaveAttribute('aria-current', 'page');
    await other.close();
  });

  test('nothing found says so and leads back', async ({ page }) => {
    await page.goto('/explore?search=qqqqxyz');
    await ready(page);
    await expect(page.getByRole('heading', { name: 'No experiences found' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Show all experiences' }).click();
    await expect(page.getByRole('heading', { name: 'Featured Experiences' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'All Experiences' })).toBeVisible();
    await expect(field(page)).toHaveValue('');
  });
});

test.describe('the booking buttons', () => {
  test('of a guest: Sign In to Book, compact Sign In, with the prompt', async ({ page }) => {
    await page.goto('/explore');
    await ready(page);
    await expect(page.getByRole('link', { name: /^Sign In\s*: / }).first()).toBeVisible();
    await page
      .getByRole('link', { name: /^Sign In to Book/ })
      .first()
      .click();
    await expect(page.getByText('Sign in to book this amazing experience!')).toBeVisible();
    await page.getByRole('button', { name: 'Browse More Experiences' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  test('of a traveler: Book Experience, compact Book, and the platform opens', async ({ page, product }) => {
    await signInTraveler(page, product, 'explorer@example.com');
    await page.goto('/explore');
    await ready(page);
    await expect(page.getByRole('link', { name: /^Book\s*: / }).first()).toBeVisible();
    const opening = page.context().waitForEvent('page');
    await page
      .getByRole('link', { name: /^Book Experience/ })
      .first()
      .click();
    expect((await opening).url()).toMatch(/^https:\/\//);
    await expect(page.getByRole('link', { name: /^Sign In/ })).toHaveCount(0);
  });

  for (const [email, role] of [
    ['partner@example.com', 'Partner'],
    ['advertiser@example.com', 'Advertiser'],
    ['admin@example.com', 'Administrator'],
  ] as const) {
    test(`of ${role}: blocked, said and logged`, async ({ page, product }) => {
      await signIn(page, product, email);
      await page.goto('/explore');
      await ready(page);
      const logged: string[] = [];
      page.on('console', (message) => logged.push(message.text()));
      const calls: string[] = [];
      page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()));
      await page
        .getByRole('button', { name: /^Book\s*: / })
        .first()
        .click();
      await page
        .getByRole('button', { name: /^Book Experience/ })
        .first()
        .click();
      await expect(page.getByRole('alert').first()).toHaveText(
        `Only travelers can book. You are signed in as ${role}.`,
      );
      expect(logged).toEqual(['Unauthorized booking attempt', 'Unauthorized booking attempt']);
      expect(calls.filter((url) => url.includes('booking'))).toEqual([]);
      expect(page.context().pages()).toHaveLength(1);
    });
  }
});

test.describe('a listings call that fails', () => {
  const fail = (page: Page) => refuse(page, '**/api/business-listings**', 500, 'internal');

  test('shows the sample set, labelled, with its own figures and without booking', async ({ page }) => {
    await page.goto('/');
    await ready(page);
    await fail(page);
    await page.getByRole('link', { name: 'Discover' }).click();
    await expect(page.getByText('Sample data')).toBeVisible();
    await expect(names(page)).toHaveCount(3);
    await expectTiles(page, ['3', '4.8', '0']);
    await expect(page.getByRole('link', { name: /^(Sign In to )?Book/ })).toHaveCount(0);
    await expectAccessible(page);
    expect(await page.evaluate(() => localStorage.getItem('holoholo.explore'))).toBeNull();
    await page.unroute('**/api/business-listings**');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText('Sample data')).toBeHidden();
    await expectTiles(page, await figuresOf(page, ''));
  });

  test('offline, what this device kept is searched, with its age; back online it is live by itself', async ({
    page,
  }) => {
    await page.goto('/explore');
    await ready(page);
    const before = await names(page).allTextContents();
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('holoholo.explore')?.length ?? 0))
      .toBeGreaterThan(0);
    await page.context().setOffline(true);
    const wanted = before[0]!.split(' ')[0]!;
    await field(page).fill(wanted);
    await expect(page.getByText(/You are seeing what we showed you on \w+ \d+, 20\d\d/)).toBeVisible();
    await expect(page.getByText('Sample data')).toBeHidden();
    await expect(names(page).filter({ hasText: before[0]! })).toHaveCount(1);
    expect(await names(page).count()).toBeLessThan(before.length);
    await expect(page.getByRole('link', { name: /^(Sign In to )?Book/ })).toHaveCount(0);
    await page.context().setOffline(false);
    await expect(page.getByText(/You are seeing what we showed you/)).toBeHidden();
  });

  test('with a forbidden storage is no worse than without one', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('forbidden', 'SecurityError');
        },
      });
    });
    await page.goto('/explore');
    await expect(names(page).first()).toBeVisible();
  });
});

test.describe('many listings, and poor ones', () => {
  let ids: number[] = [];
  test.beforeAll(async ({ product }) => {
    const many = Array.from({ length: 500 }, (_, index) => ({
      name: `Zephyr Walk ${String(index).padStart(3, '0')}`,
      rating: 3 + (index % 20) / 10,
    }));
    const poor = [
      {
        name: 'Quillfish Counter',
        booking_url: null,
        website_url: null,
        phone: '808-555-0123',
        latitude: null,
        longitude: null,
      },
      {
        name: 'Quillfish Bench',
        booking_url: null,
        website_url: null,
        address: '1 Pier Road',
        latitude: null,
        longitude: null,
        rating: null,
      },
      { name: 'Quillfish With A Name That Goes On For Longer Than Any Sign Above A Door', image_url: null },
      { name: 'Quillfish Page', booking_url: null },
    ];
    ids = await addListings(product, [...many, ...poor]);
  });
  test.afterAll(({ product }) => removeListings(product, ids));

  test('500 come page by page as one scrolls, each once, and reload to the same length', async ({ page }) => {
    await page.goto('/explore?search=zephyr');
    await ready(page);
    await expectTiles(page, ['500', '4.0', '0']);
    await expect(page.getByText('24 of 500 shown')).toBeAttached();
    // Plain elements: asking five hundred of them for their role takes longer than showing them.
    const cards = page.locator('article[id] h3');
    const began = Date.now();
    await expect
      .poll(
        async () => {
          await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
          return cards.count();
        },
        { timeout: 40_000, intervals: [50] },
      )
      .toBe(500);
    const shown = await cards.allTextContents();
    expect(new Set(shown).size).toBe(500);
    await expect(page.getByText(/of 500 shown/)).toHaveCount(0);
    test
      .info()
      .annotations.push({ type: 'figures', description: `500 listings scrolled through in ${Date.now() - began} ms` });
    const atReload = await page.evaluate(() => scrollY);
    await page.reload();
    await ready(page);
    await expect.poll(() => cards.count(), { timeout: 20_000 }).toBe(shown.length);
    expect(await cards.allTextContents()).toEqual(shown);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(atReload - 400);
  });

  test('the server renders three pages at most, whatever the address asks for', async ({ page }) => {
    const cardsIn = async (address: string) =>
      (await (await page.request.get(address)).text()).match(/<article\b[^>]* id=/g)?.length;
    expect(await cardsIn('/explore?search=zephyr&pages=2')).toBe(48);
    for (const pages of ['3', '4', '400', '1e9'])
      expect(await cardsIn(`/explore?search=zephyr&pages=${pages}`), pages).toBe(72);
  });

  test('Back from another site returns to the listing one had left, below what the server renders', async ({
    page,
  }) => {
    await page.goto('/explore?search=zephyr&pages=6');
    await ready(page);
    const left = page.locator('article[id]').nth(130);
    await left.scrollIntoViewIfNeeded();
    const { y } = (await left.boundingBox())!;
    // Kept pages of the browser would hide what is tried here.
    await page.goto('about:blank');
    await page.goBack();
    await ready(page);
    await expect(left).toBeInViewport();
    expect(Math.abs((await left.boundingBox())!.y - y)).toBeLessThan(300);
  });

  test('without scripts there is a link to the next page', async ({ browser, product }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${product.url}/explore?search=zephyr`);
    await page.getByRole('link', { name: 'Show more experiences' }).click();
    await expect(page.getByText('48 of 500 shown')).toBeAttached();
    expect(await names(page).count()).toBe(48);
    await context.close();
  });

  test('a listing without image, position or link is a useful card all the same', async ({ page }) => {
    await page.goto('/explore?search=quillfish');
    await ready(page);
    const card = (name: RegExp) => page.getByRole('article').filter({ has: page.getByRole('heading', { name }) });
    await expect(names(page)).toHaveCount(4);
    await expect(card(/Counter/).getByRole('link', { name: 'Call 808-555-0123' })).toHaveAttribute(
      'href',
      'tel:8085550123',
    );
    await expect(card(/Bench/)).toContainText('No booking needed: 1 Pier Road');
    await expect(card(/Page/).getByRole('link', { name: linkName('Learn More', 'Quillfish Page') })).toBeVisible();
    await expect(card(/Longer/).getByRole('link', { name: /^Sign In to Book/ })).toBeVisible();
    await expectAccessible(page);
  });
});

test('the list is accessible', async ({ page }) => {
  await page.goto('/explore');
  await ready(page);
  await expectAccessible(page);
});
