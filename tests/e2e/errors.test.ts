import type { Page } from '@playwright/test';
import { answer, at, cut, refuse } from './answers.ts';
import { expect, ready, test } from './fixtures.ts';
import { aBooking } from './known-answers.ts';
import type { Product } from './product.ts';
import { signInTraveler } from './session.ts';

const kept = (page: Page): Promise<{ error_id: string }[]> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('holoholo.errors') ?? '[]'));

/** A page from which the next screen is asked for by scripts. */
async function beginHome(page: Page, product: Product): Promise<void> {
  await signInTraveler(page, product, 'shell-traveler@example.com');
  await page.goto('/dashboard');
  await ready(page);
}

/** Answers that no screen can be made of: a booking on no day makes the screen throw while it renders. */
async function breakBookings(page: Page): Promise<string> {
  await answer(page, at.bookings, [aBooking({ booking_date: 'never' })]);
  await page.getByRole('link', { name: 'My Bookings' }).click();
  await expect(page.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible();
  await expect(page.getByText('our team was automatically notified')).toBeVisible();
  return (await page.getByText(/^E[0-9A-Z]+-[0-9A-Z]+$/).textContent())!;
}

test.describe('a screen that throws while it renders', () => {
  test.use({
    expectedErrors: [
      'console: RangeError: Invalid time value',
      'console: React Router caught the following error during render RangeError: Invalid time value',
    ],
  });

  test('is replaced by one with a reference, which the server is told, with the components it came through', async ({
    page,
    product,
  }) => {
    await beginHome(page, product);
    const told = page.waitForResponse(at.trackError);
    const reference = await breakBookings(page);
    const response = await told;
    expect(response.ok()).toBe(true);
    const report = response.request().postDataJSON();
    expect(report).toMatchObject({ error_id: reference, error_type: 'react_error_boundary', severity: 'high' });
    expect(report.message).toContain('Invalid time value');
    expect(report.stack).toContain('/assets/');
    expect(report.component_stack).toContain('/assets/');
    expect(report.url).toBe(`${product.url}/bookings`);
    expect(await kept(page)).toEqual([]);

    await page.unroute(at.bookings);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { name: 'Your Bookings' })).toBeVisible();
  });

  test('and cannot be told is kept on the device, and told with the next page', async ({ page, product }) => {
    await beginHome(page, product);
    await cut(page, at.trackError);
    const reference = await breakBookings(page);
    await expect.poll(async () => (await kept(page)).map((one) => one.error_id)).toEqual([reference]);
    await page.unroute(at.trackError);
    const told = page.waitForResponse(at.trackError);
    await page.getByRole('link', { name: 'Return to Home' }).click();
    expect((await told).request().postDataJSON()).toMatchObject({ error_id: reference });
    await expect.poll(() => kept(page)).toEqual([]);
  });
});

test('a kept report is sent cut to what the server keeps; one that the server will never take waits no more', async ({
  page,
}) => {
  await page.goto('/explore');
  await ready(page);
  const plant = () =>
    page.evaluate(() => {
      const report = {
        error_id: 'E-LONG',
        message: '🌺'.repeat(40_000),
        stack: 'x'.repeat(90_000),
        url: '/',
        severity: 'low',
      };
      localStorage.setItem('holoholo.errors', JSON.stringify([null, report]));
    });
  const busy = page.waitForResponse(at.trackError);
  await refuse(page, at.trackError, 503, 'unavailable');
  await plant();
  await page.reload();
  await (await busy).finished();
  await expect.poll(async () => (await kept(page)).map((one) => one?.error_id)).toEqual(['E-LONG']);
  await page.unroute(at.trackError);
  const taken = page.waitForResponse(at.trackError);
  await page.reload();
  expect((await taken).status()).toBe(202);
  const { message, stack } = (await taken).request().postDataJSON();
  expect([message, stack.length]).toEqual(['🌺'.repeat(500), 8_000]);
  await expect.poll(() => kept(page)).toEqual([]);

  await refuse(page, at.trackError, 413, 'payload_too_large');
  await plant();
  await page.reload();
  await expect.poll(() => kept(page)).toEqual([]);
});

test.describe('an answer that fails', () => {
  test('can be reported, tried again and left; of reports that cannot go the last ten are kept', async ({
    page,
    product,
  }) => {
    await signInTraveler(page, product, 'shell-traveler@example.com');
    await page.goto('/explore');
    await ready(page);
    const tracked = page.waitForRequest(at.trackError);
    await refuse(page, at.profiles, 500, 'internal');
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible();
    await expect(page.getByText((await tracked).postDataJSON().error_id)).toBeVisible();

    await cut(page, at.reportError);
    await page.getByRole('button', { name: 'Report This Issue' }).click();
    await page.getByLabel(/What were you doing/).fill('Opening my home');
    await page.getByRole('button', { name: 'Send report' }).click();
    await expect(page.getByText('Failed to send error report. Please try again later.')).toBeVisible();
    await page.unroute(at.reportError);
    await page.getByRole('button', { name: 'Send report' }).click();
    await expect(
      page.getByText('Error report sent successfully. Thank you for helping us improve Holoholo'),
    ).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

    await cut(page, at.trackError);
    const references: string[] = [];
    for (let round = 0; round < 12; round += 1) {
      const asked = page.waitForRequest(at.trackError);
      await page.getByRole('button', { name: 'Try Again' }).click();
      references.push((await asked).postDataJSON().error_id);
    }
    await expect.poll(async () => (await kept(page)).map((one) => one.error_id)).toEqual(references.slice(-10));
    await page.unroute(at.trackError);
    await page.unroute(at.profiles);
    await page.reload();
    await expect.poll(() => kept(page)).toEqual([]);
    await expect(page.getByRole('link', { name: 'My Bookings' })).toBeVisible();
  });

  test('for want of a network says so, and is no error of ours', async ({ page, product }) => {
    await beginHome(page, product);
    const told: string[] = [];
    page.on('request', (request) => request.url().includes('/api/errors/') && told.push(request.url()));
    let lost = 0;
    page.on('requestfailed', (request) => {
      if (request.url().endsWith('/api/saved')) lost++;
    });
    // A list of which this device has no copy.
    await cut(page, '**/api/saved');
    await page.getByRole('link', { name: 'Saved Places' }).click();
    await expect(
      page.getByText('You seem to be offline. Connect to WiFi or mobile data, then try again.'),
    ).toBeVisible();
    await expect(page.getByText('Error Reference ID')).toBeHidden();
    // It asks once more by itself, and then not for half a minute.
    await expect.poll(() => lost).toBe(2);
    await page.unroute('**/api/saved');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { name: 'Saved Places', level: 1 })).toBeVisible();
    expect([told, await kept(page)]).toEqual([[], []]);
  });
});
