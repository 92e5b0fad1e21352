import type { Page } from '@playwright/test';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { openSection } from './desk-pages.ts';
import { accounts } from './desk-rows.ts';
import { clear } from './desk-work.ts';
import { expect, ready, signInByMail, test } from './fixtures.ts';
import { endSessions, signIn, signInTraveler } from './session.ts';

const mayHaveCome = (page: Page) => page.getByText('What you sent may have arrived, and be done.');

/** The server does what it is sent, and its first answer is lost. @returns the keys of all that is sent */
async function loseFirst(page: Page, address: string): Promise<(string | undefined)[]> {
  const keys: (string | undefined)[] = [];
  await page.route(address, async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return await route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  return keys;
}

test('an export whose answer was lost is the same one when it is sent again after a reload', async ({
  page,
  product,
}) => {
  await clear(product);
  await signIn(page, product, 'admin@example.com');
  await openSection(page, '/security/work?new=scans-export');
  const form = page.getByRole('region', { name: 'Export of scans' });
  await expect(mayHaveCome(page)).toHaveCount(0);
  await form.getByRole('button', { name: 'Last 7 days' }).click();
  const keys = await loseFirst(page, '**/api/admin/exports/scans');
  const begin = form.getByRole('button', { name: 'Begin the export' });
  await begin.click();
  await expect(form.getByText('Network error.')).toBeVisible();
  await expect(mayHaveCome(page)).toBeVisible();
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await ready(page);
  await expect(form.getByLabel('First day')).not.toHaveValue('');
  await expect(mayHaveCome(page)).toBeVisible();
  await page.screenshot({ path: 'test-results/lost-answer-desk-390.png', fullPage: true });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.screenshot({ path: 'test-results/lost-answer-desk-1280.png', fullPage: true });
  await begin.click();
  await expect(page.getByRole('region', { name: 'About this work' })).toBeVisible();
  expect(keys).toEqual([expect.any(String), keys[0]]);
  const [count] = await ask<{ count: number }>(product, 'select count(*)::int from long_work');
  expect(count!.count).toBe(1);
  expect(await page.evaluate(() => localStorage.getItem('holoholo.draft'))).toBeNull();
});

test('so is a reason that is sent again after a new sign-in, and after a reload', async ({ page, product }) => {
  test.slow();
  const admin = 'lost-reason@example.com';
  await accounts(product, 'lost-reason.example', 3);
  await signInTraveler(page, product, admin, { fresh: true });
  await ask(product, `update profiles set role = 'admin' from users u where u.id = user_id and u.email = $1`, [admin]);
  await openSection(page, '/security/access?search=lost-reason.example');
  for (const name of ['Guest 002', 'Guest 003']) await page.getByLabel(`Select ${name}`).check();
  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  const keys = await loseFirst(page, '**/api/admin/users/suspend');
  const sheet = page.getByRole('dialog', { name: 'Suspend accounts' });
  const confirm = sheet.getByRole('button', { name: 'Confirm' });
  await sheet.getByLabel('Reason').fill('A wave of robots');
  await confirm.click();
  await expect(sheet.getByText('Network error.')).toBeVisible();
  await endSessions(product, admin);
  expectErrors(page, '401 /api/admin/users/suspend');
  await confirm.click();
  await sheet.getByRole('link', { name: 'Sign In' }).click();
  await signInByMail(page, product, admin);
  await expect(sheet.getByLabel('Reason')).toHaveValue('A wave of robots');
  await expect(mayHaveCome(page)).toBeVisible();
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await ready(page);
  await expect(sheet.getByLabel('Reason')).toHaveValue('A wave of robots');
  await confirm.click();
  await expect(page.getByText('Suspended: 2. Left out: 0.')).toBeVisible();
  expect(keys).toEqual([expect.any(String), keys[0], keys[0]]);
});
