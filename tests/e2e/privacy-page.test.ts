import type { Page } from '@playwright/test';
import { retention } from '../../server/platform/retention.ts';
import { expectAccessible } from './axe.ts';
import { ask } from './database.ts';
import { expect, ready, test } from './fixtures.ts';
import { standInForPictures } from './map-pictures.ts';

const kept = (page: Page, kind: string) => page.locator(`[data-kind="${kind}"]`);

test('a guest finds what is kept and how long, as it is done, and the licenses', { tag: '@main' }, async ({ page }) => {
  await page.goto('/');
  await ready(page);
  await page.getByRole('link', { name: 'Privacy' }).click();
  await expect(page).toHaveURL('/privacy');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy');
  await expect(kept(page, 'error_reports')).toContainText(`${retention.errorReportDays} days`);
  await expect(kept(page, 'security_addresses')).toContainText(`${retention.eventAddressDays} days`);
  await expect(kept(page, 'sign_in_links')).toContainText('1 day');
  await expect(kept(page, 'events')).toContainText('13 months');
  await expect(kept(page, 'account')).toContainText('until you erase it');
  await expect(kept(page, 'map')).toContainText('basemap.nationalmap.gov');
  await expectAccessible(page, { enlarged: true });
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `test-results/privacy-${width}.png`, fullPage: true });
  }
  await page.getByRole('link', { name: 'Software licenses' }).click();
  await expect(page).toHaveURL('/licenses');
  await expect(page.getByText('MIT').first()).toBeVisible();
});

test('the menu leads there, too', async ({ page }) => {
  await page.goto('/explore');
  await ready(page);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Privacy' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy');
});

test('a picture of others, a booking page and what Book Now leads to are told as third parties', async ({
  page,
  product,
}) => {
  test.slow();
  const found = await ask<{ host: string }>(
    product,
    `select distinct substring(booking_url from '^https://([^/?#]+)') as host from listings
      where is_active and booking_url is not null and not exists (select from embed_hosts e where booking_url ~ ('^https://' || e.host))`,
  );
  expect(found.map(({ host }) => host)).toContain('fareharbor.com');
  await page.goto('/privacy');
  for (const { host } of found) await expect(kept(page, 'links')).toContainText(host);
  await expect(kept(page, 'links')).toContainText('Sites that “Book Now” leads to outside the guide');
  await expect(kept(page, 'links')).toContainText('a number of your click');
  await expect(kept(page, 'pictures')).not.toContainText('pictures.example');
  await expect(kept(page, 'booking_pages')).toContainText('inside the guide');
  const [was] = await ask<{ id: number; image_url: string; booking_url: string }>(
    product,
    'select id, image_url, booking_url from listings where is_active and booking_url is not null order by id limit 1',
  );
  const links = ['https://pictures.example/reef.jpg', 'https://reserve.example/reef'];
  await ask(product, 'update listings set image_url = $2, booking_url = $3 where id = $1', [was!.id, ...links]);
  try {
    await ask(product, `insert into embed_hosts (host, added_at) values ('book.example', now())`);
    // What was found is told for a minute.
    await expect(async () => {
      await page.reload();
      await expect(kept(page, 'pictures')).toContainText('pictures.example', { timeout: 1_000 });
    }).toPass({ timeout: 75_000, intervals: [2_000] });
    await expect(kept(page, 'booking_pages')).toContainText('book.example');
    await expect(kept(page, 'links')).toContainText('reserve.example');
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await kept(page, 'links').scrollIntoViewIfNeeded();
      await page.screenshot({ path: `test-results/privacy-links-${width}.png` });
    }
  } finally {
    await ask(product, `delete from embed_hosts where host = 'book.example'`);
    const before = [was!.image_url, was!.booking_url];
    await ask(product, 'update listings set image_url = $2, booking_url = $3 where id = $1', [was!.id, ...before]);
  }
});

test('walking through the guide a browser meets this site, and for pictures of the map theirs alone', async ({
  page,
  product,
}) => {
  test.slow();
  await standInForPictures(page.context());
  const hosts = new Set<string>();
  page.on('request', (request) => {
    const { host, protocol } = new URL(request.url());
    if (/^https?:$/.test(protocol)) hosts.add(host);
  });
  const { location_id } = product.codes.find((one) => one.status === 'active')!;
  for (const path of [
    '/',
    '/explore',
    `/location/${location_id}`,
    '/saved',
    '/scan',
    '/how-we-order',
    '/apply',
    '/auth',
    '/privacy',
    '/offline',
  ]) {
    await page.goto(path);
    await ready(page);
  }
  expect([...hosts]).toEqual([new URL(product.url).host]);
  await page.goto('/explore?view=map');
  await ready(page);
  await expect.poll(() => [...hosts].sort()).toEqual([new URL(product.url).host, 'basemap.nationalmap.gov'].sort());
});
