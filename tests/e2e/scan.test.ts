import { expectErrors } from './console-errors.ts';
import { expect, ready, test } from './fixtures.ts';

test.use({ serviceWorker: true });

async function openCamera(page: import('@playwright/test').Page): Promise<void> {
  await page.goto('/scan');
  await ready(page);
  await page.getByRole('button', { name: 'Start QR Scanner' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

test('a code of something else is refused in words', async ({ phone }) => {
  const page = await phone({ shows: 'https://example.org/menu' });
  await openCamera(page);
  await page.getByRole('button', { name: 'Start Scanning' }).click();
  await expect(page.getByText('Scanning...')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText(
    'Invalid QR code format. Please try scanning a QR code of the product.',
    { timeout: 20_000 },
  );
  await page.getByRole('button', { name: 'Scan Another QR Code' }).click();
  await expect(page.getByRole('button', { name: 'Start QR Scanner' })).toBeVisible();
});

test('a refused camera says what to do, and typing the code works all the same', async ({ phone, product }) => {
  const page = await phone({ denied: true });
  await openCamera(page);
  await page.getByRole('button', { name: 'Start Scanning' }).click();
  await expect(page.getByText('Camera Error')).toBeVisible();
  await expect(page.getByText('Camera access denied. Please allow camera access and try again.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check Camera Again' })).toBeVisible();
  const code = product.codes.find((one) => one.status === 'active')!;
  await page.getByLabel('Code under the QR').fill(code.qr_code_id.toLowerCase().replaceAll('-', ''));
  await page.getByRole('button', { name: 'Manual Entry' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(code.location_name);
});

test('a device without a camera is told so', async ({ phone }) => {
  const page = await phone({ none: true });
  await openCamera(page);
  await expect(page.getByText('No camera detected on this device')).toBeVisible();
});

test('manual entry with an empty field is a demo scan, marked as one, that counts nowhere', async ({ page }) => {
  await openCamera(page);
  await page.getByRole('button', { name: 'Manual Entry' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Demo Location');
  await expect(page.getByText('Demo scan')).toBeVisible();
  expect((await page.context().cookies()).map((cookie) => cookie.name)).not.toContain('visit');
});

test.describe('refused codes', () => {
  const refusals = { paused: 409, expired: 410, replaced: 410, mistyped: 404 };
  for (const [status, words] of [
    ['paused', 'This code is paused.'],
    ['expired', 'This code has expired.'],
    ['replaced', 'This code has been replaced.'],
    ['mistyped', 'This code does not check out.'],
  ] as const) {
    test(status, async ({ page, product }) => {
      expectErrors(page, `${refusals[status]} /api/qr/scan`);
      const code = product.codes.find((one) => one.status === status)?.qr_code_id ?? '0000-0000-0000-0000';
      await openCamera(page);
      await page.getByLabel('Code under the QR').fill(code);
      await page.getByRole('button', { name: 'Manual Entry' }).click();
      await expect(page.getByRole('alert')).toContainText(words);
      await expect(page.getByRole('link', { name: 'Explore Experiences' })).toBeVisible();
    });
  }
});

test('what a scan brought is there again on the way back from its place', async ({ page, product }) => {
  const code = product.codes.find((one) => one.status === 'active')!;
  await openCamera(page);
  await page.getByLabel('Code under the QR').fill(code.qr_code_id);
  await page.getByRole('button', { name: 'Manual Entry' }).click();
  const another = page.getByRole('button', { name: 'Scan Another QR Code' });
  await expect(another).toBeVisible();
  await page.getByRole('link', { name: 'Open the page of this place' }).click();
  await expect(page).toHaveURL(/\/location\/\d+$/);
  await expect(another).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(code.location_name);
  await another.click();
  await expect(page.getByRole('button', { name: 'Start QR Scanner' })).toBeVisible();
  // Done with, and for nobody who comes to scan anew.
  await page.getByRole('link', { name: 'Discover' }).first().click();
  await expect(page).toHaveURL(/\/explore$/);
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Start QR Scanner' })).toBeVisible();
});

test.describe('without an answer', () => {
  test('the last real answer of this device is shown with its age, else the sample set, marked and not bookable', async ({
    page,
    product,
  }) => {
    const [known, unknown] = product.codes.filter((one) => one.status === 'active');
    const enter = async (code: string) => {
      await page.getByLabel('Code under the QR').fill(code);
      await page.getByRole('button', { name: 'Manual Entry' }).click();
    };
    await openCamera(page);
    await enter(known!.qr_code_id);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(known!.location_name);
    await page.route('**/api/qr/scan', (route) => route.abort());

    await page.getByRole('button', { name: 'Scan Another QR Code' }).click();
    await page.getByRole('button', { name: 'Start QR Scanner' }).click();
    await enter(known!.qr_code_id);
    const kept = page.getByText(/You are seeing what we showed you on/);
    await expect(kept).toBeVisible();
    // Whoever is led to the heading comes to it next.
    await expect(page.locator('h1').locator('xpath=following::*').filter({ has: kept })).not.toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(known!.location_name);
    await expect(page.getByText('Sample data')).toBeHidden();

    await page.getByRole('button', { name: 'Scan Another QR Code' }).click();
    await page.getByRole('button', { name: 'Start QR Scanner' }).click();
    await enter(unknown!.qr_code_id);
    await expect(page.getByText('Sample data')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Save: / })).toHaveCount(0);
    await expect(page.getByText('Failed to load location experiences')).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(3);
    await expect(page.getByRole('article').getByRole('link')).toHaveCount(0);
  });

  test('and without a network the screen says what still works', async ({ page }) => {
    await page.goto('/scan');
    await ready(page);
    await page.context().setOffline(true);
    await expect(
      page.getByText('Offline mode: Limited functionality available. Connect to WiFi for full experience discovery.'),
    ).toBeVisible();
    await expect(page.getByText('Offline mode - Limited functionality')).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByText('Offline mode - Limited functionality')).toBeHidden();
  });
});
