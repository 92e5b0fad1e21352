import { createConnection } from 'node:net';
import { createServer } from 'node:tls';
import type { Page } from '@playwright/test';
import { freePort } from '../../scripts/free-port.mjs';
import { aCertificate } from '../a-certificate.ts';
import { ask } from './database.ts';
import { expectFitsEveryWidth, openSection } from './desk-pages.ts';
import { failAt, mendDatabase } from './failing-database.ts';
import { test as base, expect } from './fixtures.ts';
import { type Product, startProduct } from './product.ts';
import { alerts, figure, refresh } from './security-screens.ts';
import { signIn } from './session.ts';

// Behind a proxy of its own that ends TLS, with a certificate that nobody signed.
const test = base.extend<Record<never, never>, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: the fixture's own form
    async ({}, use) => {
      const [port, inner] = [await freePort(), await freePort()];
      const url = `https://127.0.0.2:${port}`;
      const proxy = createServer(aCertificate(), (outside) => {
        const inside = createConnection({ port: inner, host: 'localhost' });
        outside.pipe(inside).pipe(outside);
        for (const socket of [outside, inside]) socket.on('error', () => socket.destroy());
      });
      await new Promise<void>((done) => proxy.listen(port, '127.0.0.2', done));
      const product = await startProduct({ PUBLIC_URL: url, PORT: String(inner) });
      await use({ ...product, url });
      await product.stop();
      proxy.close();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});
test.use({ ignoreHTTPSErrors: true });
test.beforeEach(async ({ context, product }) => {
  // What is on HTTPS are otherwise platforms.
  await context.route(
    ({ origin }) => origin === product.url,
    (route) => route.continue(),
  );
});

const warning = (page: Page, days: number) => page.getByText(`SSL Certificate: ${days} days`, { exact: true });
/** So many days are left, and some hours. */
const leave = (product: Product, days: number) =>
  ask(product, `update security_scan set certificate_ends_at = now() + $1 * interval '1 day' + interval '3 hours'`, [
    days,
  ]);

test('the days of the certificate are those that it is asked for; from 30 on it warns', async ({ page, product }) => {
  test.setTimeout(400_000);
  await signIn(page, product, 'admin@example.com');
  await openSection(page, '/security');
  // The rules ask for it in their minute.
  const left = Math.floor((Date.parse('2126-11-05T00:40:08Z') - Date.now()) / 86_400_000);
  await expect(async () => {
    await refresh(page);
    await expect(figure(page, 'SSL Certificate')).toHaveText(`${left.toLocaleString('en-US')} days`, {
      timeout: 2_000,
    });
  }).toPass({ timeout: 150_000 });
  await leave(product, 31);
  await refresh(page);
  await expect(figure(page, 'SSL Certificate')).toHaveText('31 days');
  await expect(warning(page, 31)).toHaveCount(0);
  await leave(product, 30);
  await expect(async () => {
    await refresh(page);
    await expect(alerts(page).getByText('Certificate ends soon', { exact: true })).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 150_000 });
  await expect(figure(page, 'SSL Certificate')).toHaveText('30 days');
  await expect(warning(page, 30)).toBeVisible();
  await expectFitsEveryWidth(page, '/security', warning(page, 30), 'security-certificate');
  await leave(product, 7);
  await refresh(page);
  await expect(figure(page, 'SSL Certificate')).toHaveText('7 days');
  await expect(warning(page, 7)).toBeVisible();
});

test('where the certificate cannot be told of, its days are those of the sample, which says so', async ({
  page,
  product,
}) => {
  test.slow();
  await signIn(page, product, 'admin@example.com');
  await openSection(page, '/security/quality');
  await failAt(page, product, 'internal', 'security_scan', '/api/security/system-health');
  await page.getByRole('link', { name: 'Security Monitoring', exact: true }).first().click();
  await expect(page.getByText('Sample data', { exact: true })).toHaveCount(1);
  await expect(figure(page, 'SSL Certificate')).toHaveText('89 days');
  await mendDatabase(product);
  await refresh(page);
  await expect(page.getByText('Sample data', { exact: true })).toHaveCount(0);
  await expect(figure(page, 'SSL Certificate')).not.toHaveText('89 days');
});
