import type { Page } from '@playwright/test';
import { cut } from './answers.ts';
import { ask } from './database.ts';
import { expectOnEveryWidth, openSection, stillShown } from './desk-pages.ts';
import { expect, ready, test } from './fixtures.ts';
import { signIn, signInTraveler } from './session.ts';

const admin = 'admin@example.com';
const figure = (page: Page, name: string) =>
  page
    .locator('dl > div', { has: page.getByText(name, { exact: true }) })
    .locator('dd')
    .first();
const rows = (page: Page) => page.getByRole('region', { name: 'Requests' }).locator('tbody tr');

test('each figure of Privacy Management moves by what was asked for', { tag: '@main' }, async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  await signIn(page, product, admin);
  await ask(product, 'truncate privacy_requests');
  await openSection(page, '/security/privacy');
  await expect(page.getByText('Nobody has asked')).toBeVisible();
  await expect(figure(page, 'Downloads in 30 days')).toHaveText('0');
  await expect(figure(page, 'Erasures in 30 days')).toHaveText('0');
  await expect(figure(page, 'Requests under way')).toHaveText('0');
  await expect(page.getByText('No request is under way.')).toBeVisible();

  const guest = await elsewhere();
  await signInTraveler(guest, product, 'asks-for-all@example.com', { fresh: true });
  const headers = {
    origin: product.url,
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'cors',
    'sec-fetch-dest': 'empty',
  };
  expect((await guest.request.get('/api/users/me/data', { headers })).status()).toBe(200);
  await page.reload();
  await ready(page);
  await expect(figure(page, 'Downloads in 30 days')).toHaveText('1');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText('asks-for-all@example.com');
  await expect(rows(page).first()).toContainText('Done');

  const erased = await guest.request.post('/api/users/me/erase', { data: { confirm: 'erase my account' }, headers });
  expect(erased.status()).toBe(200);
  await page.reload();
  await ready(page);
  await expect(figure(page, 'Erasures in 30 days')).toHaveText('1');
  await expect(figure(page, 'Downloads in 30 days')).toHaveText('1');
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByText('asks-for-all@example.com')).toHaveCount(0);
  await ask(product, `update privacy_requests set state = 'under_way', ended_at = null where kind = 'export'`);
  await page.reload();
  await ready(page);
  await expect(figure(page, 'Requests under way')).not.toHaveText('0');
  await page.getByLabel('Request', { exact: true }).selectOption('export');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText('Under way');
  await page.getByRole('combobox', { name: 'State', exact: true }).selectOption('failed');
  await expect(page.getByText('No such requests')).toBeVisible();
  await ask(product, `update privacy_requests set state = 'failed', ended_at = now() where kind = 'export'`);
  await page.reload();
  await ready(page);
  await expect(rows(page).first()).toContainText('Failed');
});

test('what is forgotten in time stands with its days and its last run', async ({ page, product }) => {
  await signIn(page, product, admin);
  await ask(product, `delete from upkeep where task = 'tidying'`);
  await openSection(page, '/security/privacy');
  const line = page
    .getByRole('region', { name: 'What is forgotten in time' })
    .locator('tbody tr', { hasText: 'error reports' });
  await expect(line).toContainText('Not yet');
  await ask(
    product,
    `insert into upkeep (task, succeeded_at, problem, failed_at, figures)
      values ('tidying', now(), 'news', now(), '{"error reports": "2026-11-21T20:00:00.000Z"}')`,
  );
  await page.reload();
  await ready(page);
  await expect(line).toContainText('Nov 21');
  await expect(page.getByText('Not forgotten the last time: news.')).toBeVisible();
  const security = page.locator('tbody tr', { hasText: 'security alerts' });
  await expect(security).toContainText('90 days');
  const told = await (await page.request.get('/api/privacy')).json();
  const { amount } = told.kept.find(({ kind }: { kind: string }) => kind === 'sessions');
  const sessions = page.locator('tbody tr', { has: page.getByText('sessions', { exact: true }) });
  await expect(sessions).toContainText(`${amount} days`);
  await ask(product, `delete from upkeep where task = 'tidying'`);
});

test('it is of use at each width, and says so where nothing can be had', async ({ page, product }) => {
  test.slow();
  await signIn(page, product, admin);
  await expectOnEveryWidth(page, '/security/privacy', 'privacy-desk', () =>
    page.getByRole('heading', { name: 'Third parties' }),
  );
  await cut(page, '**/api/security/privacy**');
  await page.getByRole('combobox', { name: 'State', exact: true }).selectOption('failed');
  await expect(stillShown(page)).toBeVisible();
});
