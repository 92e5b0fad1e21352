import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { drawPages, middlesOfCodes } from '../read-pages.ts';
import { ask } from './database.ts';
import { expect, ready, test } from './fixtures.ts';
import { signIn } from './session.ts';

const partner = 'partner@example.com';
/** A phone that is held so that a card of 10 cm fills about half of what its camera sees. */
const pixelsPerMm = 3;

const scansIn = async (page: Page, range: string) => {
  await page.goto(`/partner-portal/performance${range}`);
  await ready(page);
  const tile = page.locator('dl > div').filter({ has: page.getByText('QR Scans', { exact: true }) });
  return Number((await tile.locator('dd').first().textContent())!.replace(/\D/g, ''));
};

test('a code that was asked for and approved is printed, read by a camera from the paper, and its scan is in Performance', async ({
  page,
  product,
  elsewhere,
  phone,
}) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, product, partner);
  await page.goto('/partner-portal/qr-codes?view=new');
  await ready(page);
  await page.getByLabel('Location name').fill('Hale Pulu, by the bandstand');
  await page.getByLabel('Latitude').fill('19.72');
  await page.getByLabel('Longitude').fill('-155.08');
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expect(page.getByText('QR code request submitted for admin approval!')).toBeVisible();

  const admin = await elsewhere();
  await signIn(admin, product, 'admin@example.com', { fresh: true });
  const [asked] = await ask<{ id: string }>(
    product,
    `select id from qr_requests where location_name like 'Hale Pulu%'`,
  );
  const approved = await admin.request.post(`/api/partner-portal/qr-request/${asked!.id}/auto-approve`, {
    headers: { origin: product.url },
  });
  expect(approved.status()).toBe(200);

  const before = { month: await scansIn(page, ''), all: await scansIn(page, '?range=all') };
  await page.goto('/partner-portal/qr-codes');
  await ready(page);
  const rows = page.getByRole('table', { name: 'QR codes by place' }).getByRole('row');
  await rows.filter({ hasText: 'Hale Pulu' }).locator('a[data-row]').click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download PDF' }).click();
  const [card] = await drawPages(await readFile(await (await download).path()), pixelsPerMm);
  const [at] = await middlesOfCodes(card!);

  const { width, height, data } = card!;
  const guest = await phone({ shows: { width, height, data, at: at! } });
  await guest.goto('/scan');
  await ready(guest);
  await guest.getByRole('button', { name: 'Start QR Scanner' }).click();
  await guest.getByRole('button', { name: 'Start Scanning' }).click();
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Hale Pulu, by the bandstand', { timeout: 20_000 });

  expect(await scansIn(page, '')).toBe(before.month + 1);
  expect(await scansIn(page, '?range=all')).toBe(before.all + 1);
  await expect(
    page.getByRole('table', { name: 'QR codes by place' }).getByRole('row').filter({ hasText: 'Hale Pulu' }),
  ).toContainText('Fewer than 5');
});
