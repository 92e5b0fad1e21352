import type { Page } from '@playwright/test';
import ja from '../../web/src/messages/ja.ts';
import { expectAccessible } from './axe.ts';
import { test as behindTest } from './behind.ts';
import { book, bookable } from './bookings-world.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { expect, ready, test } from './fixtures.ts';
import { noteLook } from './looks.ts';
import { workerReady } from './offline.ts';
import type { Product } from './product.ts';
import { signIn, signInTraveler } from './session.ts';
import { contentOf, latinWords } from './words-on-screen.ts';

const shots = process.env.SHOTS;

const langOf = (page: Page) => page.locator('html').getAttribute('lang');
const placeOf = (product: Product) => product.codes.find((code) => code.status === 'active')!.location_id;

/** Opens a page and sees that it is the one it is to be, in Japanese from the server on, whole, readable and within the screen. */
async function expectJapanese(page: Page, path: string, content: readonly string[], says: string): Promise<void> {
  const reply = await page.goto(path);
  expect([path, reply!.status()]).toEqual([path, says === ja.first.error.notFound ? 404 : 200]);
  await ready(page);
  await expect(page.getByRole('main').getByText(says).first()).toBeVisible();
  expect(await langOf(page)).toBe('ja');
  noteLook('japanese', page);
  expect(await latinWords(page, content), path).toEqual([]);
  await expectAccessible(page);
  if (shots) {
    const name = path.replace(/\W+/g, '-');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${shots}/ja${name}-${colorScheme}.png`, fullPage: true });
    }
    await page.emulateMedia({ colorScheme: null });
  }
}

test.describe('a reader of Japanese', () => {
  test.use({ locale: 'ja-JP' });

  const { titles, first } = ja;
  const { error } = first;
  for (const [screen, says] of [
    ['/', titles.landing],
    ['/explore?category=Restaurants', ja.explore.all],
    ['/location', ja.first.place.available],
    ['/scan', ja.scan.start],
    ['/auth', ja.signIn.send],
    ['/nowhere', error.notFound],
  ] as const) {
    test(`reads ${screen} in Japanese, with no English word left`, async ({ page, product }) => {
      if (says === error.notFound) expectErrors(page, '404 /nowhere');
      const place = placeOf(product);
      const path = screen === '/location' ? `/location/${place}` : screen;
      await expectJapanese(page, path, await contentOf(page, `/api/locations/${place}`), says);
    });
  }

  test('reads the whole guide in Japanese', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto('/explore');
    await ready(page);
    expect(await latinWords(page, await contentOf(page))).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    if (shots) await page.screenshot({ path: `${shots}/ja-explore-360.png` });
  });

  for (const [path, says] of [
    ['/dashboard', ja.dashboard.featured],
    ['/dashboard?tab=explore', ja.dashboard.searchTitle],
    ['/dashboard?tab=activity', ja.activity.empty],
    ['/dashboard?tab=profile', ja.profile.edit],
    ['/bookings', ja.bookings.empty],
    ['/saved', ja.saved.empty],
    ['/analytics', ja.analytics.nothing],
    ['/analytics?tab=history', ja.activity.empty],
  ] as const) {
    test(`reads ${path} in Japanese as a traveler`, async ({ page, product }) => {
      await signIn(page, product, 'hanako@example.com');
      const interests = ['Food & Dining', 'Nightlife'];
      await page.request.post('/api/profiles', { data: { interests }, headers: { origin: product.url } });
      await expectJapanese(page, path, await contentOf(page), says);
    });
  }

  test('signs in by a Japanese mail, answers three questions, and has a home in Japanese', async ({
    page,
    product,
  }) => {
    const content = await contentOf(page);
    const since = product.mail.messages.length;
    await page.goto('/auth');
    await ready(page);
    await page.getByLabel('メールアドレス').fill('yuki@example.com');
    await page.getByRole('button', { name: 'ログイン用リンクを送る' }).click();
    await expect(page.getByText('メールをご確認ください')).toBeVisible();
    const message = await product.mail.waitFor('yuki@example.com', since);
    expect(message.subject).toBe('Holoholoのログイン用リンク');
    expect(message.text).toContain('15分以内に1回だけ使えます');
    await page.goto(message.text.match(/https?:\/\/\S+/)![0]);
    await expect(page.getByRole('heading', { name: 'Holoholoへようこそ' })).toBeVisible();
    await page.waitForURL('**/dashboard');
    await page.waitForURL('**/onboarding');
    await expectJapanese(page, '/onboarding', content, ja.onboarding.start);
    await page.getByLabel('電話番号').fill('0');
    await page.getByRole('button', { name: 'さっそく見つける' }).click();
    await expect(page.getByText('有効な電話番号を入力してください')).toBeVisible();
    await page.getByLabel('電話番号').fill('');
    await page.getByLabel('食とレストラン').check();
    await page.getByRole('button', { name: 'さっそく見つける' }).click();
    await expect(page.getByRole('heading', { name: 'ガイドの準備ができました' })).toBeVisible();
    await page.waitForURL('**/dashboard');
    await expect(page.getByRole('link', { name: '旅の記録' })).toBeVisible();
  });

  test('is told in Japanese why a code counts for nobody', async ({ page, product }) => {
    expectErrors(page, '409 /api/qr/scan');
    const paused = product.codes.find((code) => code.status === 'paused')!;
    await page.goto(new URL(paused.url).pathname + new URL(paused.url).search);
    await ready(page);
    await expect(page.getByText('このコードは一時停止中です。')).toBeVisible();
    await page.goto('/scan');
    await ready(page);
    await page.getByRole('button', { name: 'QRスキャナーを起動' }).click();
    await page.getByLabel('QRの下にあるコード').fill(paused.qr_code_id);
    await page.getByRole('button', { name: '手入力' }).click();
    await expect(page.getByRole('alert').getByText('このコードは一時停止中です。')).toBeVisible();
  });
});

test.describe('the switch', () => {
  test.use({ locale: 'ja-JP' });

  test('changes the language on this device, for every page and over a reload, and back', async ({ page }) => {
    await page.goto('/');
    await ready(page);
    await page.getByLabel('言語').selectOption({ label: 'English' });
    await expect(page.getByRole('heading', { level: 1, name: 'Go somewhere good today' })).toBeVisible();
    expect(await langOf(page)).toBe('en');
    await page.reload();
    await ready(page);
    await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible();
    // Within the page it stays as it is, and the next page from the server is in English too.
    await page.getByRole('link', { name: 'Discover' }).click();
    await expect(page.getByRole('heading', { name: 'Explore Experiences' })).toBeVisible();
    await page.goto('/explore?search=poke');
    await ready(page);
    await page.getByRole('button', { name: 'Menu' }).click();
    const choice = page.getByRole('dialog').getByLabel('Language');
    await expect(choice).toHaveValue('en');
    await expect(choice).toHaveAccessibleDescription('The page opens again in the language you choose.');
    await choice.selectOption({ label: '日本語' });
    await expect(page.getByRole('heading', { name: '体験をさがす' })).toBeVisible();
    expect(new URL(page.url()).search).toBe('?search=poke');
    await page.getByRole('button', { name: 'メニュー' }).click();
    await expectAccessible(page);
    if (shots) await page.screenshot({ path: `${shots}/ja-menu.png` });
    for (const option of await page.getByRole('dialog').locator('option').all())
      expect(await option.getAttribute('lang')).toBe(await option.getAttribute('value'));
  });

  test('keeps what somebody was writing', async ({ page, product }) => {
    await signIn(page, product, 'writes-in-english@example.com', { fresh: true });
    await page.goto('/onboarding');
    await ready(page);
    await page.getByLabel('お住まい').fill('京都');
    await page.getByRole('button', { name: 'メニュー' }).click();
    await page.getByRole('dialog').getByLabel('言語').selectOption({ label: 'English' });
    await expect(page.getByLabel('Location')).toHaveValue('京都');
  });

  test('waits for what somebody was writing where nothing keeps it, and says so', async ({ page }) => {
    await page.goto('/auth?lang=en');
    await ready(page);
    const address = page.getByLabel('Email address');
    await address.fill('written@example.com');
    await page.getByRole('button', { name: 'Menu' }).click();
    const choice = page.getByRole('dialog').getByLabel('Language');
    await choice.selectOption({ label: '日本語' });
    const says = 'What you have written here would be lost. Send it first, or close it.';
    await expect(choice).toHaveAccessibleDescription(says);
    await expect(page.getByText(says)).toBeVisible();
    await expect(choice).toHaveValue('en');
    await page.keyboard.press('Escape');
    await expect(address).toHaveValue('written@example.com');
  });

  test('waits for a network, and says so', async ({ page }) => {
    await page.goto('/explore');
    await ready(page);
    await page.getByRole('button', { name: 'メニュー' }).click();
    const choice = page.getByRole('dialog').getByLabel('言語');
    await expect(choice).toBeEnabled();
    await page.context().setOffline(true);
    await expect(choice).toBeDisabled();
    await expect(choice).toHaveAccessibleDescription('言語は、接続しているときに変更できます。');
    await expect(page.getByRole('dialog').getByText('言語は、接続しているときに変更できます。')).toBeVisible();
    await expectAccessible(page);
    if (shots) await page.screenshot({ path: `${shots}/ja-menu-offline.png` });
    await page.context().setOffline(false);
    await choice.selectOption('en');
    await expect(page.getByRole('heading', { name: 'Explore Experiences' })).toBeVisible();
    await ready(page);
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('dialog').getByLabel('Language')).toBeEnabled();
    await page.context().setOffline(true);
    await expect(page.getByRole('dialog').getByText('You can change it once you are connected.')).toBeVisible();
    await page.context().setOffline(false);
  });

  test.describe('with what works without a network', () => {
    test.use({ serviceWorker: true });

    test('holds without one too, from a cold start', async ({ page }) => {
      await page.goto('/');
      await workerReady(page);
      const keptLanguage = () =>
        page.evaluate(async () => (await caches.match('/offline'))?.headers.get('content-language'));
      await expect.poll(keptLanguage).toBe('ja');
      await page.getByLabel('言語').selectOption({ label: 'English' });
      await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible();
      await expect.poll(keptLanguage).toBe('en');
      const context = page.context();
      await page.close();
      await context.setOffline(true);
      const next = await context.newPage();
      await next.goto('/saved');
      await ready(next);
      expect(await langOf(next)).toBe('en');
      await expect(next.getByRole('heading', { level: 1, name: 'Saved Places' })).toBeVisible();
    });
  });

  behindTest(
    'chosen on a network that fails, it holds without one once a page has come in it',
    async ({ page, behind }) => {
      const keptLanguage = () =>
        page.evaluate(async () => (await caches.match('/offline'))?.headers.get('content-language'));
      await page.goto('/');
      await workerReady(page);
      await expect.poll(keptLanguage).toBe('ja');
      const spoiled = behind.network.timesSpoiled();
      behind.network.spoil('away', /^\/offline/);
      await page.getByLabel('言語').selectOption({ label: 'English' });
      await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible();
      await expect.poll(() => behind.network.timesSpoiled()).toBeGreaterThan(spoiled);
      behind.network.mend();
      await page.goto('/explore');
      await expect.poll(keptLanguage).toBe('en');
    },
  );

  test('holds for somebody who is signed in', async ({ page, product }) => {
    await signInTraveler(page, product, 'switching@example.com');
    await page.goto('/dashboard');
    await ready(page);
    await expect(page.getByRole('link', { name: '旅の記録' })).toBeVisible();
    await page.getByRole('button', { name: 'メニュー' }).click();
    await page.getByRole('dialog').getByLabel('言語').selectOption('en');
    await expect(page.getByRole('link', { name: 'My Activity' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('link', { name: 'My Activity' })).toBeVisible();
  });

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false });

    test('works as a form', async ({ page }) => {
      await page.goto('/');
      await page.getByLabel('言語').selectOption('en');
      await page.getByRole('button', { name: '変更' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Go somewhere good today' })).toBeVisible();
      expect(new URL(page.url()).search).toBe('');
      await page.goto('/explore');
      expect(await langOf(page)).toBe('en');
    });
  });
});

test('nobody downloads two languages', async ({ browser, product }) => {
  for (const locale of ['en-US', 'ja-JP']) {
    const context = await browser.newContext({ locale, baseURL: product.url });
    const page = await context.newPage();
    const scripts = new Set<string>();
    page.on('request', (request) => {
      if (/\/assets\/.*\.js$/.test(request.url())) scripts.add(request.url());
    });
    for (const path of ['/', '/explore', '/scan', '/auth']) {
      await page.goto(path);
      await ready(page);
    }
    await page.getByRole('button', { name: /^(Menu|メニュー)$/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    const read = async (url: string) => await (await page.request.get(url)).text();
    const texts = (await Promise.all([...scripts].map(read))).join('\n');
    const [own, other] = locale === 'ja-JP' ? ['手入力', 'Manual Entry'] : ['Manual Entry', '手入力'];
    expect(texts).toContain(own);
    expect(texts).not.toContain(other);
    const isJapanese = /[\u3040-\u30ff]/.test(texts);
    expect(isJapanese).toBe(locale === 'ja-JP');
    await context.close();
  }
});

for (const [locale, day, amount] of [
  ['en-US', 'Nov 20, 2026', '$1,234.50'],
  ['en-GB', '20 Nov 2026', 'US$1,234.50'],
  ['ja-JP', '2026/11/20', '$1,234.50'],
] as const) {
  test.describe(`figures for ${locale}`, () => {
    test.use({ locale });

    test('days of Hawaiʻi and money as they are written there', async ({ page, product }) => {
      await signInTraveler(page, product, 'figures@example.com');
      const [listing] = await bookable(page);
      const id = await book(page, product, listing!.id);
      // Already the 21st everywhere but in Hawaiʻi.
      await ask(
        product,
        `update bookings set amount_cents = 123450, booked_at = '2026-11-21T08:30:00Z' where id = '${id}'`,
      );
      await page.goto('/bookings');
      await ready(page);
      // A booking is called as it was booked, whatever its reader reads.
      const [booking] = await (await page.request.get('/api/bookings')).json();
      const card = page.getByRole('article').filter({ hasText: booking.business_listing_name }).first();
      await expect(card).toContainText(day);
      await expect(card).toContainText(amount);
    });
  });
}
