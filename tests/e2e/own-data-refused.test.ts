import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { cut } from './answers.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { failAt, mendDatabase } from './failing-database.ts';
import { expect, ready } from './fixtures.ts';
import { test } from './limited.ts';
import { signInTraveler } from './session.ts';

const path = '/api/users/me/data';
const button = (page: Page) => page.getByRole('button', { name: 'Download my data' });
const part = (page: Page) => page.getByRole('region', { name: 'Your data' });

async function openProfile(page: Page): Promise<string> {
  const { id } = await (await page.request.get('/api/users/me')).json();
  await page.goto('/dashboard?tab=profile');
  await ready(page);
  return id;
}

test('a file that is refused says why, and comes once it may', async ({ page, product, useUp }) => {
  await signInTraveler(page, product, 'asks-too-often@example.com', { fresh: true });
  const id = await openProfile(page);
  expectErrors(page, `409 ${path}`);
  await ask(
    product,
    `insert into privacy_requests (id, user_id, kind, state, asked_at) values (gen_random_uuid(), $1, 'export', 'under_way', now())`,
    [id],
  );
  await button(page).click();
  await expect(part(page).getByRole('alert')).toContainText('A file of yours is being made already.');

  await ask(product, 'delete from privacy_requests');
  await failAt(page, product, 'unavailable', 'privacy_requests', path);
  await button(page).click();
  await expect(part(page).getByRole('alert')).toContainText('busy');
  await mendDatabase(product);

  await cut(page, `**${path}`);
  await button(page).click();
  await expect(part(page).getByRole('alert')).toContainText('connection');
  await page.unroute(`**${path}`);

  const coming = page.waitForEvent('download');
  await button(page).click();
  const file = await coming;
  expect(file.suggestedFilename()).toBe('my-data.json');
  expect(JSON.parse(await readFile((await file.path())!, 'utf8')).account).toBe('asks-too-often@example.com');
  await expect(part(page).getByRole('alert')).toHaveCount(0);

  await useUp('own-data', 3_600, path, id);
  await button(page).click();
  await expect(part(page).getByRole('alert')).toContainText('1 hour');
  await page.screenshot({ path: 'test-results/own-data-refused-390.png', fullPage: true });
});
