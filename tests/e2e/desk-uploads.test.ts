import type { Page } from '@playwright/test';
import { hold } from './answers.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { expect, ready, signInByMail, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { endSessions, signInTraveler } from './session.ts';

const csv = { name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') };
const uploads = '**/api/uploads/**';

/** Signs in an administrator of this test alone, whose session it can end. */
async function signInAdmin(page: Page, product: Product, email: string): Promise<void> {
  await signInTraveler(page, product, email, { fresh: true });
  await ask(product, `update profiles set role = 'admin' from users u where u.id = user_id and u.email = $1`, [email]);
}

test('a file that comes after the session has ended leads to a sign-in, and back to the form', async ({
  page,
  product,
}) => {
  const admin = 'upload-ended@example.com';
  await signInAdmin(page, product, admin);
  await page.goto('/money/reconcile?new=statement');
  await ready(page);
  const form = page.getByRole('region', { name: 'A platform’s statement' });
  await endSessions(product, admin);
  expectErrors(page, '401 /api/uploads/*');
  await form.getByLabel('CSV file').setInputFiles(csv);
  await expect(form.getByText('What you typed is kept while you sign in.')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await form.getByRole('link', { name: 'Sign In', exact: true }).click();
  await signInByMail(page, product, admin);
  await expect(page).toHaveURL(/\/money\/reconcile\?new=statement$/);
  await form.getByLabel('CSV file').setInputFiles(csv);
  await expect(form.getByText('rows.csv, 8 bytes, is here')).toBeVisible();
});

test('what was typed beside such a file is there again', async ({ page, product }) => {
  const admin = 'upload-beside@example.com';
  await signInAdmin(page, product, admin);
  await page.goto('/dev/design');
  await ready(page);
  const form = page.getByRole('form', { name: 'Every field, empty' });
  await form.getByLabel('Daily budget').fill('12');
  await endSessions(product, admin);
  expectErrors(page, '401 /api/uploads/*');
  await form.getByLabel('List of guests').setInputFiles(csv);
  await form.getByRole('link', { name: 'Sign In', exact: true }).click();
  await signInByMail(page, product, admin);
  await expect(page).toHaveURL(/\/dev\/design$/);
  await expect(form.getByLabel('Daily budget')).toHaveValue(/^12/);
});

test('who leaves while a file is on its way is asked, and once it was called off is not', async ({ page, product }) => {
  await signInAdmin(page, product, 'upload-leaves@example.com');
  await page.goto('/money/reconcile?new=statement');
  await ready(page);
  const form = page.getByRole('region', { name: 'A platform’s statement' });
  const release = await hold(page, uploads);
  await form.getByLabel('CSV file').setInputFiles(csv);
  await expect(form.getByText('Sending rows.csv, 8 bytes')).toBeVisible();
  const leave = page.getByRole('link', { name: 'Back to the list' });
  await leave.click();
  const sheet = page.getByRole('dialog', { name: 'Leave without sending?' });
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await leave.click();
  await expect(page).toHaveURL(/\/money\/reconcile$/);
  await expect(sheet).toBeHidden();
  await release();
});

test('a file that the server refuses for what is in it is not offered to be sent again as it is', async ({
  page,
  product,
}) => {
  await signInAdmin(page, product, 'upload-refused@example.com');
  await page.goto('/money/reconcile?new=statement');
  await ready(page);
  const form = page.getByRole('region', { name: 'A platform’s statement' });
  const file = form.getByLabel('CSV file');
  expectErrors(page, '415 /api/uploads/*');
  const noText = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...Array(64).fill(0)]);
  await file.setInputFiles({ ...csv, buffer: noText });
  await expect(file).toHaveAccessibleDescription(/This file cannot be used: /);
  await expect(form.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await file.setInputFiles(csv);
  await expect(form.getByText('rows.csv, 8 bytes, is here')).toBeVisible();
});
