import { brotliCompressSync } from 'node:zlib';
import { expect, linkName, ready, test } from './fixtures.ts';

/** What a scan of this browser says now: not counted means that its visit was counted before. */
const scanAgain = (page: import('@playwright/test').Page, code: string) =>
  page.evaluate(async (qr_code_id) => {
    const reply = await fetch('/api/qr/scan', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ qr_code_id }),
    });
    return { status: reply.status, body: await reply.json() };
  }, code);

test.describe("a printed code opened by the phone's own camera", () => {
  test('is recorded once, by the server, and leaves the address', async ({ page, product }) => {
    const code = product.codes.find((one) => one.status === 'active')!;
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
    await page.goto(code.url);
    await ready(page);
    expect(page.url()).toBe(`${product.url}/location/${code.location_id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(code.location_name);
    expect(posts).toEqual([]);
    await page.goto(code.url);
    expect((await scanAgain(page, code.qr_code_id)).body.counted).toBe(false);
    const visit = (await page.context().cookies()).find((cookie) => cookie.name === 'visit')!;
    expect(visit).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
    expect(visit.expires - Date.now() / 1000).toBeGreaterThan(89 * 86_400);
  });

  test('wins over the place in the address, without a redirect', async ({ page, product }) => {
    const code = product.codes.find((one) => one.status === 'active' && one.location_id !== 1)!;
    const response = await page.goto(`/location/1?qr=${code.qr_code_id}`);
    expect(response!.status()).toBe(200);
    expect(response!.request().redirectedFrom()).toBeNull();
    await ready(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(code.location_name);
    expect(page.url()).toBe(`${product.url}/location/${code.location_id}`);
  });

  for (const [status, words] of [
    ['paused', 'This code is paused.'],
    ['expired', 'This code has expired.'],
    ['replaced', 'This code has been replaced.'],
  ] as const) {
    test(`that is ${status} says so beside the place`, async ({ page, product }) => {
      const code = product.codes.find((one) => one.status === status)!;
      await page.goto(code.url);
      await expect(page.getByText(words)).toBeVisible();
      await expect(page.getByRole('article').first()).toBeVisible();
      expect((await page.context().cookies()).map((cookie) => cookie.name)).not.toContain('visit');
    });
  }

  test('is not recorded for a prefetch, a frame or a program', async ({ page, request, product }) => {
    const code = product.codes.find((one) => one.status === 'active')!;
    const agent = { 'user-agent': 'Mozilla/5.0 (iPhone) Safari/605' };
    const cases: Record<string, string>[] = [
      { ...agent, 'sec-purpose': 'prefetch' },
      { ...agent, purpose: 'prefetch' },
      { ...agent, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
      { ...agent, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
      { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' },
      { 'user-agent': 'WhatsApp/2.23' },
      { 'user-agent': '' },
    ];
    for (const headers of cases) {
      const reply = await request.get(code.url, { headers });
      expect(reply.status()).toBe(200);
      expect(reply.headers()['set-cookie'], JSON.stringify(headers)).toBeUndefined();
    }
    // The control: the same request by a person.
    const person = await request.get(code.url, {
      headers: { ...agent, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    });
    expect(person.headers()['set-cookie']).toContain('visit=');
    await page.goto('/');
  });
});

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false });

  test('a place shows every experience with name, price range and link', async ({ page, product, request }) => {
    const code = product.codes[0]!;
    const { experiences } = await (await request.get(`/api/locations/${code.location_id}`)).json();
    expect(experiences.length).toBeGreaterThanOrEqual(8);
    await page.goto(`/location/${code.location_id}`);
    for (const one of experiences) {
      const card = page.locator(`#experience-${one.id}`);
      await expect(card.getByRole('heading')).toHaveText(one.name);
      await expect(card).toContainText(one.price_range);
      await expect(card).toContainText(one.description);
      if (one.booking_url) {
        const link = card.getByRole('link', { name: linkName('Sign In to Book', one.name) });
        const back = encodeURIComponent(`/location/${code.location_id}#experience-${one.id}`);
        await expect(link).toHaveAttribute('href', `/auth?redirect=${back}`);
      }
      if (one.website_url) {
        await expect(card.getByRole('link', { name: linkName('Learn More', one.name) })).toHaveAttribute(
          'href',
          one.website_url,
        );
      }
      expect(Boolean(one.booking_url || one.website_url || one.phone)).toBe(true);
    }
  });

  test('search works by its form', async ({ page }) => {
    await page.goto('/explore');
    const all = await page.getByRole('article').count();
    await page.getByLabel('Search experiences').fill('luau');
    await page.getByLabel('Search experiences').press('Enter');
    await expect(page).toHaveURL(/search=luau/);
    const found = await page.getByRole('article').count();
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThan(all);
  });
});

/** Bytes of scripts before a place is ready, in any language. */
const mostScriptBytes = 95 * 1024;

for (const locale of ['en-US', 'ja-JP']) {
  test.describe(`a place in ${locale}`, () => {
    test.use({ locale });

    test('is one small document: at most 12 KB with its styles, at most 95 KB of scripts, none before the load event or the end of the third second', async ({
      page,
      product,
      request,
    }) => {
      const largest = await Promise.all(
        [...new Set(product.codes.map((code) => code.location_id))].map(async (id) => {
          const html = await (await request.get(`/location/${id}`, { headers: { 'accept-language': locale } })).body();
          return { id, bytes: brotliCompressSync(html).length };
        }),
      );
      largest.sort((one, other) => other.bytes - one.bytes);
      const { id, bytes } = largest[0]!;
      expect(bytes).toBeLessThanOrEqual(12 * 1024);

      const scripts: { url: string; startTime: number; size: number }[] = [];
      await page.goto(`/location/${id}`);
      await ready(page);
      expect(await page.locator('html').getAttribute('lang')).toBe(locale.slice(0, 2));
      const { mayStart, readyAt, entries } = await page.evaluate(() => {
        const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
        const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
        return {
          // A page that is slow to load has them all the same.
          mayStart: Math.min(navigation!.loadEventStart, 3_000),
          readyAt: performance.getEntriesByName('ready')[0]!.startTime,
          entries: resources.map((one) => ({ url: one.name, startTime: one.startTime, size: one.encodedBodySize })),
        };
      });
      scripts.push(...entries.filter((one) => one.url.endsWith('.js')));
      expect(scripts.length).toBeGreaterThan(0);
      for (const script of scripts) expect(script.startTime, script.url).toBeGreaterThanOrEqual(mayStart);
      // What looks after the device comes when the page is at rest.
      const total = scripts.reduce((sum, { startTime, size }) => sum + (startTime < readyAt ? size : 0), 0);
      expect(total).toBeGreaterThan(0);
      expect(total).toBeLessThanOrEqual(mostScriptBytes);
      expect(entries.filter((one) => one.url.endsWith('.css') && one.startTime < readyAt)).toEqual([]);
      test.info().annotations.push({ type: 'figures', description: `HTML ${bytes} B, scripts ${total} B (brotli)` });
    });
  });
}

test('typing in the search narrows the list and the address, and the tiles follow', async ({ page, request }) => {
  await page.goto('/explore');
  await ready(page);
  await page.getByLabel('Search experiences').fill('kaimuki kapa');
  await expect(page).toHaveURL(/search=kaimuki/);
  const found = await (await request.get('/api/business-listings?search=kaimuki%20kapa')).json();
  expect(found.length).toBeGreaterThan(0);
  const tile = (name: string) => page.locator('dl > div', { hasText: name }).locator('dd');
  await expect(tile('Experiences')).toHaveText(String(found.length));
  const rated = found.filter((one: { rating: number | null }) => one.rating !== null);
  const mean = rated.reduce((sum: number, one: { rating: number }) => sum + one.rating, 0) / rated.length;
  await expect(tile('Average rating')).toHaveText(mean.toFixed(1));
  await expect(tile('Featured')).toHaveText(
    String(found.filter((one: { is_featured: boolean }) => one.is_featured).length),
  );
});

test.describe('an address that leads nowhere', () => {
  test.use({ expectedErrors: ['404 /nothing/here'] });

  test('stays in the bar, and its page works', async ({ page }) => {
    await page.goto('/nothing/here?x=1');
    await ready(page);
    await expect(page).toHaveURL('/nothing/here?x=1');
    await page.getByRole('searchbox').fill('snorkel');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page).toHaveURL('/explore?search=snorkel');
  });
});

test('a page that is not there is 404 with a way home and a search', async ({ page, product }) => {
  for (const path of ['/nothing', '/location/999999', '/location/abc', '/location/1%00']) {
    const reply = await page.request.get(path);
    expect([path, reply.status()]).toEqual([path, 404]);
  }
  await page.goto(`${product.url}/explore`);
});
