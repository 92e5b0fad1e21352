import type { Page } from '@playwright/test';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { openSection } from './desk-pages.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { endSessions, signIn } from './session.ts';

/** Accounts of a domain of their own, which sort in this order. */
const accounts = (product: Product, domain: string, count: number) =>
  ask(
    product,
    `insert into users (email, name) select 'g-' || lpad(n::text, 3, '0') || '@' || $1, 'Guest ' || lpad(n::text, 3, '0')
      from generate_series(1, $2::int) n`,
    [domain, count],
  );

const stillShown = (page: Page) =>
  page.getByText('What you asked for could not be had. What you see is what was here before.');

test('a next page that cannot be had takes neither the list nor what is ticked, and comes by itself', async ({
  page,
  product,
}) => {
  await accounts(product, 'further.example', 60);
  await signIn(page, product, 'admin@example.com');
  await openSection(page, '/security?search=further.example');
  await page.getByRole('checkbox', { name: 'Select Guest 002' }).check();
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(stillShown(page)).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Select Guest 002' })).toBeChecked();
  await page.context().setOffline(false);
  await expect(page.getByRole('link', { name: 'Guest 060' })).toBeVisible();
  await expect(stillShown(page)).toHaveCount(0);
});

test('a search says how many it found to those who do not see it', async ({ page, product }) => {
  await accounts(product, 'counted.example', 1);
  await signIn(page, product, 'admin@example.com');
  await openSection(page, '/security');
  await page.getByLabel('Search by name or e-mail address').fill('counted.example');
  await expect(page.getByRole('status').filter({ hasText: '1 account found.' })).toBeVisible();
});

test('on a phone what is opened is in sight and has the focus; the way back leads to where the list was read', async ({
  page,
  product,
}) => {
  await accounts(product, 'phone.example', 20);
  await signIn(page, product, 'admin@example.com');
  await openSection(page, '/security?search=phone.example');
  const row = page.getByRole('link', { name: 'Guest 016' });
  await row.scrollIntoViewIfNeeded();
  const read = await page.evaluate(() => scrollY);
  expect(read).toBeGreaterThan(1_000);
  await row.click();
  const heading = page.getByRole('heading', { name: 'Guest 016' });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await expect(row).toBeFocused();
  await expect(row).toBeInViewport();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(read);
});

test('a reason that was typed as the session had ended leads to a sign-in; closed, it leaves nothing of others on screen', async ({
  page,
  product,
}) => {
  await accounts(product, 'ended.example', 1);
  const admin = 'leaving-admin@example.com';
  await ask(product, 'insert into users (email, name) values ($1, $1) on conflict do nothing', [admin]);
  await ask(
    product,
    "insert into profiles (user_id, role, onboarded_at) select id, 'admin', now() from users where email = $1 on conflict (user_id) do update set role = 'admin'",
    [admin],
  );
  await signIn(page, product, admin);
  await openSection(page, '/security?search=ended.example');
  await page.getByRole('link', { name: 'Guest 001' }).click();
  await page.getByRole('button', { name: 'Suspend' }).click();
  expectErrors(
    page,
    '401 /api/admin/users/*/state',
    '401 /api/users/me',
    '401 /api/passkeys',
    '401 /api/admin/users',
    '401 /api/admin/users/*',
  );
  await endSessions(product, admin);
  const sheet = page.getByRole('dialog', { name: 'Suspend' });
  await sheet.getByLabel('Reason').fill('They asked for it');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(sheet.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect(sheet.getByLabel('Reason')).toHaveValue('They asked for it');
  await page.keyboard.press('Escape');
  await expect(page.getByText('g-001@ended.example')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Guest 001' })).toHaveCount(0);
});
