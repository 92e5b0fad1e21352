import type { Page } from '@playwright/test';
import { expectOnEveryWidth } from './desk-pages.ts';
import { expect, ready, test } from './fixtures.ts';
import { invited } from './inviting.ts';
import { signIn } from './session.ts';

const email = 'first@day.example';

async function open(page: Page, path = ''): Promise<void> {
  await page.goto(`/partner-portal${path}`);
  await ready(page);
}

test('whoever was invited is led to a printed card that was scanned once, and everything else is there meanwhile', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  const link = await invited(product, { email, kind: 'partner', organization: 'Hale First' });
  await signIn(page, product, email, { fresh: true });
  await page.goto(link);
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await page.waitForURL('**/partner-portal');
  await ready(page);
  const steps = page.getByRole('region', { name: 'From your invitation to your first scan' });
  const next = steps.locator('[aria-current=step]');
  const done = steps.getByText('. Done');
  await expect(steps.getByRole('listitem')).toHaveCount(5);
  await expect(done).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'This month' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Account settings' })).toBeVisible();
  await expectOnEveryWidth(
    page,
    '',
    'first-day',
    () => steps,
    (at) => open(at),
  );

  await next.getByRole('link', { name: 'Request a QR code for your place' }).click();
  await page.getByLabel('Location name').fill('Hale First, by the very long lagoon of Keaukaha');
  await page.getByLabel('Address').fill('1 Banyan Dr, Hilo');
  await page.getByLabel('Latitude').fill('19.73');
  await page.getByLabel('Longitude').fill('-155.06');
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expect(page.getByText('QR code request submitted for admin approval!')).toBeVisible();
  await open(page);
  await expect(done).toHaveCount(2);
  await expect(next).toContainText('Your QR code is made');
  await expect(next).toContainText('It is approved within 24-48 hours; a mail tells you.');

  const admin = await elsewhere();
  await signIn(admin, product, 'admin@example.com');
  const list = await admin.request.get('/api/admin/qr-requests?status=pending&sort=-created');
  const { id } = (await list.json()).rows.find((one: { location_name: string }) =>
    /^Hale First/.test(one.location_name),
  );
  const decided = await admin.request.post(`/api/partner-portal/qr-request/${id}/auto-approve`, {
    data: {},
    headers: { origin: product.url },
  });
  expect(decided.status()).toBe(200);
  await open(page);
  await expect(done).toHaveCount(3);
  await expect(steps).toContainText('Your QR code is made, for Hale First, by the very long lagoon of Keaukaha');
  const warned = /^No experience is shown at Hale First, by the .* just now: whoever scans/;
  await expect(page.getByText(warned)).toBeVisible();
  await next.getByRole('link', { name: 'Print a card' }).click();
  const detail = page.getByRole('region', { name: 'About this QR code' });
  await expect(detail.getByText(warned)).toBeVisible();
  const code = (await detail.locator('dd').first().textContent())!;
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download PDF' }).click();
  expect((await download).suggestedFilename()).toBe('counter-card-a4-en.pdf');

  await open(page);
  await expect(done).toHaveCount(4);
  await expect(steps).toContainText('You have downloaded a card');
  await expect(next).toContainText('Scan it once, as a guest does');
  const guest = await elsewhere();
  const { codes } = await (
    await page.request.get(
      `/api/partner-portal/qr-codes/${(await (await page.request.get('/api/organisation')).json()).owner_id}`,
    )
  ).json();
  await guest.goto(`/location/${codes[0].location_id}?qr=${code}`);
  await ready(guest);
  await open(page);
  await expect(done).toHaveCount(5);
  await expect(steps).toContainText('Your first scan arrived');
  await expect(next).toHaveCount(0);
});
