import type { Page } from '@playwright/test';
import { hold, refuseOnce } from './answers.ts';
import { ask } from './database.ts';
import { expect, ready, test } from './fixtures.ts';
import { signInTraveler } from './session.ts';
import { userIdOf } from './stored-events.ts';

const claims = '**/api/revenue/*/booking';
const waiting = (page: Page) => page.evaluate(() => localStorage.getItem('holoholo.conversions'));

/** Follows a booking link that leads to a host; gives its address. */
async function follow(page: Page, host: string): Promise<URL> {
  const link = page
    .locator(`a[href*="${host}"]`)
    .filter({ hasText: /^Book Experience/ })
    .first();
  const address = new URL((await link.getAttribute('href'))!);
  const opening = page.context().waitForEvent('page');
  await link.click();
  await (await opening).close();
  return address;
}

/** What the browser claims from now on, with the platform of each claim. */
function claimedBy(page: Page) {
  const sent: [string, Record<string, Record<string, unknown>>][] = [];
  page.on('request', (request) => {
    const [, platform] = /\/api\/revenue\/(\w+)\/booking$/.exec(request.url()) ?? [];
    if (platform) sent.push([platform, request.postDataJSON()]);
  });
  return sent;
}

for (const platform of ['fareharbor', 'viator'] as const)
  test(`after the conversion of a link to ${platform} the browser tells what it knows, and no money moves`, async ({
    page,
    product,
  }) => {
    await signInTraveler(page, product, `claims-${platform}@example.com`, { fresh: true });
    const sent = claimedBy(page);
    await page.goto(`/explore?search=${platform === 'viator' ? 'walk' : 'paddle'}`);
    await ready(page);
    const answered = page.waitForResponse(claims);
    const address = await follow(page, `${platform}.com`);
    const reply = await (await answered).json();
    const [[told, body] = ['', {}]] = sent;
    expect(told).toBe(platform);
    expect(body.booking_details).toMatchObject({ activity_name: expect.any(String), timestamp: expect.any(String) });
    const data = body[`${platform}_data`]!;
    expect(data).toEqual({ activity_id: expect.any(String), amount: expect.any(Number), booking_reference: null });
    expect(address.pathname).toContain(data.activity_id);
    expect(reply).toMatchObject({ status: 'pending', booking_reference: null });
    await expect.poll(() => waiting(page)).toBeNull();
    const bookings = await ask(
      product,
      'select id, status, estimated, claimed_reference from bookings where user_id = $1',
      [await userIdOf(page)],
    );
    expect(bookings).toEqual([{ id: reply.booking_id, status: 'pending', estimated: true, claimed_reference: null }]);
  });

test('a claim that is not answered is told again, with the same click, and nothing waits for it', async ({
  page,
  product,
}) => {
  await signInTraveler(page, product, 'claims-again@example.com', { fresh: true });
  const sent = claimedBy(page);
  let refused = 0;
  await page.context().route(claims, async (route) => {
    refused += 1;
    if (refused > 1) return route.continue();
    await refuseOnce(route, 503, 'unavailable');
  });
  await page.goto('/explore?search=paddle');
  await ready(page);
  await follow(page, 'fareharbor.com');
  await expect.poll(() => refused).toBe(1);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(() => waiting(page)).toBeNull();
  expect(sent).toHaveLength(2);
  const bookings = await ask(product, 'select id from bookings where user_id = $1', [await userIdOf(page)]);
  expect(bookings).toHaveLength(1);
});

test('a booking that the server is told of late appears in the list by itself', async ({ page, product }) => {
  await signInTraveler(page, product, 'claims-late@example.com', { fresh: true });
  await page.goto('/explore?search=paddle');
  await ready(page);
  const release = await hold(page, '**/api/qr/booking-conversion');
  await follow(page, 'fareharbor.com');
  await page.goto('/bookings');
  await ready(page);
  await expect(page.getByText('No bookings yet')).toBeVisible();
  await release();
  await expect(page.getByRole('article').getByText('Pending', { exact: true })).toBeVisible();
  await expect(page.getByText('No bookings yet')).toHaveCount(0);
});

test('a booking that another tab tells of appears in the list by itself', async ({ page, product }) => {
  await signInTraveler(page, product, 'claims-tab@example.com', { fresh: true });
  await page.goto('/explore?search=paddle');
  await ready(page);
  const list = await page.context().newPage();
  await list.goto('/bookings');
  await ready(list);
  await expect(list.getByText('No bookings yet')).toBeVisible();
  await follow(page, 'fareharbor.com');
  await expect(list.getByRole('article').getByText('Pending', { exact: true })).toBeVisible();
});

test('of a link to another site nothing is claimed', async ({ page, product }) => {
  await signInTraveler(page, product, 'claims-none@example.com', { fresh: true });
  const sent = claimedBy(page);
  await page.goto('/explore?search=kiawe');
  await ready(page);
  const recorded = page.waitForResponse('**/api/qr/booking-conversion');
  await follow(page, '.example');
  expect((await recorded).ok()).toBe(true);
  await expect.poll(() => waiting(page)).toBeNull();
  expect(sent).toEqual([]);
});
