import type { Page } from '@playwright/test';
import { hold } from './answers.ts';
import { ask } from './database.ts';
import { expect, linkName, ready, test } from './fixtures.ts';
import { standInForPictures } from './map-pictures.ts';
import type { Product } from './product.ts';
import { signInTraveler } from './session.ts';
import { userIdOf, withoutImpressions } from './stored-events.ts';

const calls = '**/api/analytics/events';
test.beforeEach(({ context }) => withoutImpressions(context));

type Sent = { event_type: string; user_id?: string; qr_code_id?: string; event_data: Record<string, unknown> };

/** Events as this page sends them from now on. */
function sentBy(page: Page): Sent[] {
  const sent: Sent[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/analytics/events')) sent.push(...(request.postDataJSON().events as Sent[]));
  });
  return sent;
}

/** Follows a booking link of a page, the first unless told, outside. */
async function follow(page: Page, words: string, at = 0): Promise<{ name: string; platform: string }> {
  const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: new RegExp(`^${words}`) }) });
  const name = await card.nth(at).getByRole('heading').first().textContent();
  const link = card.nth(at).getByRole('link', { name: linkName(words, name!) });
  const { hostname } = new URL((await link.getAttribute('href'))!);
  const opening = page.context().waitForEvent('page');
  await link.click();
  await (await opening).close();
  const platform = ['fareharbor', 'viator'].find((one) => `.${hostname}`.endsWith(`.${one}.com`)) ?? 'external';
  return { name: name!, platform };
}

const storedOf = (product: Product, user: string) =>
  ask<{ event_type: string; code: string | null; data: Record<string, unknown> }>(
    product,
    `select e.event_type, c.code, e.data from events e left join qr_codes c on c.id = e.qr_code_id where e.user_id = $1`,
    [user],
  );

test('a booking that began with a printed code: platform, transaction, user and code are told', async ({
  page,
  product,
}) => {
  await signInTraveler(page, product, 'fields-place@example.com', { fresh: true });
  const user = await userIdOf(page);
  const sent = sentBy(page);
  const code = product.codes.find((one) => one.status === 'active')!;
  await page.goto(code.url);
  await ready(page);
  const reported = page.waitForResponse('**/api/qr/booking-conversion');
  const { name, platform } = await follow(page, 'Book Now');
  const report = await reported;
  expect(report.request().postDataJSON().qr_code_id).toBe(code.qr_code_id);
  const { transaction_id } = await report.json();
  await expect
    .poll(() => sent.map((one) => one.event_type).sort())
    .toEqual(['booking_initiated', 'external_navigation']);
  for (const event of sent) {
    expect(event).toMatchObject({ user_id: user, qr_code_id: code.qr_code_id });
    expect(event.event_data).toMatchObject({
      experience_name: name,
      platform,
      transaction_id,
      user_authenticated: true,
    });
  }
  await expect.poll(async () => (await storedOf(product, user)).length).toBe(2);
  for (const event of await storedOf(product, user)) {
    expect(event.code).toBe(code.qr_code_id);
    expect(event.data).toMatchObject({ platform, transaction_id });
  }
});

test('the second booking link of a page, too, when the page goes out of sight before the server has answered', async ({
  page,
  product,
}) => {
  await signInTraveler(page, product, 'fields-hidden@example.com', { fresh: true });
  const sent = sentBy(page);
  await page.goto(product.codes.find((one) => one.status === 'active')!.url);
  await ready(page);
  await follow(page, 'Book Now');
  await expect.poll(() => sent.length).toBe(2);
  const release = await hold(page, '**/api/qr/booking-conversion');
  const asked = page.waitForRequest('**/api/qr/booking-conversion');
  const { name } = await follow(page, 'Book Now', 1);
  await asked;
  // As a phone shows the page that was opened over this one.
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  const reported = page.waitForResponse('**/api/qr/booking-conversion');
  await release();
  const { transaction_id } = await (await reported).json();
  await expect.poll(() => sent.length).toBe(4);
  for (const event of sent.slice(2)) expect(event.event_data).toMatchObject({ experience_name: name, transaction_id });
});

test('a code that was typed into the scanner is told too; a guest has no id', async ({ page, product }) => {
  const sent = sentBy(page);
  const code = product.codes.filter((one) => one.status === 'active').at(-1)!;
  await page.goto('/scan');
  await ready(page);
  await page.getByRole('button', { name: 'Start QR Scanner' }).click();
  await page.getByLabel('Code under the QR').fill(code.qr_code_id);
  await page.getByRole('button', { name: 'Manual Entry' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(code.location_name);
  await page
    .getByRole('link', { name: /^Sign In to Book/ })
    .first()
    .click();
  await expect.poll(() => sent.map((one) => one.event_type)).toEqual(['booking_initiated']);
  expect(sent[0]!.qr_code_id).toBe(code.qr_code_id);
  expect(sent[0]!.user_id).toBeUndefined();
  expect(sent[0]!.event_data.user_authenticated).toBe(false);
  expect(sent[0]!.event_data.platform).toMatch(/^(fareharbor|viator|external)$/);
});

test.describe('on the map', () => {
  test.beforeEach(({ context }) => standInForPictures(context));
  const mapTypes = ['map_initialized', 'map_pin_clicked'];

  for (const isSignedIn of [false, true])
    test(`each event says whether its visitor is signed in: ${isSignedIn}`, async ({ page, product }) => {
      if (isSignedIn) await signInTraveler(page, product, 'fields-map@example.com', { fresh: true });
      const sent = sentBy(page);
      await page.goto('/explore?view=map');
      await ready(page);
      await page.getByRole('region', { name: 'Map of experiences' }).waitFor();
      await page.getByRole('list').getByRole('button').first().click();
      await expect.poll(() => sent.map((one) => one.event_type)).toContain('map_initialized');
      for (const event of sent.filter((one) => mapTypes.includes(one.event_type)))
        expect(event.event_data.user_authenticated).toBe(isSignedIn);
    });
});

test.describe('nothing', () => {
  test('of what is no code is noted', async ({ page, product }) => {
    const sent = sentBy(page);
    await page.goto(`/location/${product.codes[0]!.location_id}?qr=${encodeURIComponent('<not a code>'.repeat(20))}`);
    await ready(page);
    await page
      .getByRole('link', { name: /^Sign In to Book/ })
      .first()
      .click();
    const answered = await page.waitForResponse(calls);
    expect(answered.status()).toBe(202);
    expect(sent[0]!.qr_code_id).toBeUndefined();
  });
});
