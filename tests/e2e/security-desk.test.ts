import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { moment } from '../../web/src/messages/en/format.ts';
import { cut } from './answers.ts';
import { ask } from './database.ts';
import { cellsOf, expectOnEveryWidth, openSection } from './desk-pages.ts';
import { failAt, mendDatabase } from './failing-database.ts';
import { expect, ready, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { alerts, figure, refresh } from './security-screens.ts';
import { signIn, signInTraveler } from './session.ts';

const admin = 'admin@example.com';
const title = 'Many failed sign-ins from one network';

/** Nothing has happened, and nothing goes on. The page's is an administrator. */
async function quiet(page: Page, product: Product): Promise<void> {
  // What is on its way to the database is there once it is asked for.
  expect((await page.request.get('/api/security/events')).status()).toBe(200);
  await ask(product, 'truncate security_events, security_alerts');
}
const failSignIn = async (page: Page, product: Product) => {
  const data = { token: randomBytes(32).toString('base64url') };
  const reply = await page.request.post('/api/auth/magic-link/verify', { data, headers: { origin: product.url } });
  expect(reply.status()).toBe(400);
};
const ended = (page: Page) => page.getByRole('region', { name: 'Ended Alerts', exact: true });
/** Sixty alerts that have ended, the newest two of them dismissed, and as many events. */
async function manyEnded(product: Product): Promise<void> {
  await ask(
    product,
    `insert into security_alerts (rule, subject, figure, opened_at, held_at, ended_at, dismissed_at, dismissed_by)
       select 'failed_sign_ins_network', '203.0.113.' || n, 11, at - interval '2 hours', at - interval '1 hour', at,
         case when n <= 2 then at - interval '1 hour' end,
         case n when 1 then (select id from users where email = $1) when 2 then gen_random_uuid() end
       from generate_series(1, 60) n, lateral (select now() - n * interval '1 minute') ended (at)`,
    [admin],
  );
  await ask(
    product,
    `insert into security_events (occurred_at, event_type, severity, description, ip_address)
       select now() - n * interval '1 minute', 'access_denied', 'medium', 'GET /api/admin/organisations/{id} was refused (forbidden).', '203.0.113.' || n
       from generate_series(1, 60) n`,
  );
}
/** Takes a backup as an operator does. */
async function backUpByHand(product: Product): Promise<void> {
  const command = ['scripts/run.mjs', 'scripts/db.ts', 'backup', join(product.dataDir, `desk-${Date.now()}.backup`)];
  await promisify(execFile)(process.execPath, command, {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, DATA_DIR: product.dataDir },
  });
}
const events = (page: Page) => page.getByRole('region', { name: 'Recent Events' });
/** How one of the checks is that health is made of. */
const check = (page: Page, name: string) =>
  page.locator('dl > div', { has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) }).locator('dd[data-state]');
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name, exact: true });

test('each figure of Security Monitoring moves by what was done, and by nothing else', { tag: '@main' }, async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  const guest = await elsewhere();
  await signIn(page, product, admin);
  await quiet(page, product);
  await openSection(page, '/security');
  await expect(events(page).getByText('0 events.')).toBeVisible();
  await expect(figure(page, 'Active Threats')).toHaveText('0');
  await expect(figure(page, 'SSL Certificate')).toHaveText('Not applicable');
  await expect(figure(page, 'Platform Status')).toHaveText(/Operational|Degraded/);
  await expect(figure(page, 'Database Connections')).toHaveText(/^\d+ of \d+$/);
  await expect(figure(page, 'API Response Time')).toHaveText(/^\d+ ms$/);
  await expect(figure(page, 'System Health')).toHaveText(/^\d+ %$/);

  await failSignIn(guest, product);
  await refresh(page);
  await expect(events(page).getByText('1 event.')).toBeVisible();
  await events(page)
    .getByRole('link', { name: /^Sign-in failed: POST/ })
    .click();
  await page.getByRole('button', { name: 'Resolve', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Security event' })).toContainText('Resolved');
  await openSection(page, '/security?state=open');
  await expect(events(page).getByText('0 events.')).toBeVisible();
  await openSection(page, '/security');

  for (let more = 1; more < 10; more++) await failSignIn(guest, product);
  // The rules look each minute.
  await expect(async () => {
    await refresh(page);
    await expect(alerts(page).getByText(title)).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 100_000 });
  await expect(figure(page, 'Active Threats')).toHaveText('1');
  await page.getByRole('button', { name: `Dismiss: ${title}` }).click();
  await expect(page.getByText('Dismissed. It comes back only if it happens anew.')).toBeVisible();
  await expect(alerts(page).getByText(title)).toHaveCount(0);
  await expect(figure(page, 'Active Threats')).toHaveText('0');

  await ask(product, 'delete from upkeep');
  await refresh(page);
  await expect(figure(page, 'Backups')).toHaveText('No backup yet');
  await ask(product, `insert into upkeep (task, by_hand_at) values ('backup', now() - interval '5 hours')`);
  await refresh(page);
  await expect(page.getByText('The newest is 5 hours old.')).toBeVisible();
  await backUpByHand(product);
  await refresh(page);
  await expect(figure(page, 'Backups')).toHaveText('Healthy');
  await expect(page.getByText('The newest is less than an hour old.')).toBeVisible();
});

test('an alert that begins and ends moves to Ended Alerts, with how it ended', async ({ page, product }) => {
  test.slow();
  const backupFailed = 'A backup failed';
  await signIn(page, product, admin);
  await quiet(page, product);
  await ask(product, 'delete from upkeep');
  await openSection(page, '/security');
  await expect(ended(page).getByText('No alert has ended')).toBeVisible();
  await expect(ended(page).getByText(/^0 alerts have ended\./)).toBeVisible();
  // The rules look each minute.
  const moved = async (to: Locator) =>
    await expect(async () => {
      await refresh(page);
      await expect(to.getByText(backupFailed, { exact: true })).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 100_000 });
  await ask(product, `insert into upkeep (task, failed_at, problem) values ('backup', now(), 'no room')`);
  await moved(alerts(page));
  await expect(ended(page).getByText('No alert has ended')).toBeVisible();
  await backUpByHand(product);
  await moved(ended(page));
  await expect(alerts(page).getByText(backupFailed)).toHaveCount(0);
  await expect(ended(page).getByText(/^1 alert has ended\./)).toBeVisible();
  const [row] = await ask<{ since: Date; until: Date }>(
    product,
    `select opened_at as since, ended_at as until from security_alerts where rule = 'backup_failed'`,
  );
  expect(await cellsOf(ended(page))).toEqual({
    Alert: backupFailed,
    Type: 'Error',
    'What it said last': 'The last backup or the log was not written, or could not be restored on trial.',
    Since: moment(row!.since.toISOString()),
    Until: moment(row!.until.toISOString()),
    'How it ended': 'By itself',
  });
});

test('Ended Alerts are read page by page, apart from the events', async ({ page, product }) => {
  await signIn(page, product, admin);
  await quiet(page, product);
  await manyEnded(product);
  await openSection(page, '/security');
  await expect(ended(page).getByText(/^60 alerts have ended\./)).toBeVisible();
  const rows = ended(page).locator('tbody tr');
  const network = (number: number) => `11 sign-ins from 203.0.113.${number} failed within 15 minutes.`;
  await expect(rows).toHaveCount(50);
  await expect(rows.first()).toContainText(network(1));
  await expect(rows.first()).toContainText(`Dismissed by ${admin}`);
  await expect(rows.nth(1)).toContainText('Dismissed by an account that is gone');
  await expect(rows.nth(2)).toContainText('By itself');
  const pages = page.getByRole('navigation', { name: 'Pages of ended alerts' });
  await pages.getByRole('link', { name: 'Next page' }).click();
  await expect(rows).toHaveCount(10);
  await expect(rows.first()).toContainText(network(51));
  await expect(ended(page).getByRole('region', { name: /^Alerts that have ended/ })).toBeFocused();
  await expect(events(page).locator('tbody tr')).toHaveCount(50);
  const ofEvents = page.getByRole('navigation', { name: 'Pages of the list' });
  await ofEvents.getByRole('link', { name: 'Next page' }).click();
  await expect(events(page).locator('tbody tr')).toHaveCount(10);
  await expect(rows.first()).toContainText(network(51));
  await page.reload();
  await ready(page);
  await expect(rows.first()).toContainText(network(51));
  await pages.getByRole('link', { name: 'First page' }).click();
  await expect(rows.first()).toContainText(network(1));
  await expect(events(page).locator('tbody tr')).toHaveCount(10);
  await page.goto('/security?ended_after=nothing');
  await ready(page);
  await expect(rows.first()).toContainText(network(1));
  await expect(page).not.toHaveURL(/ended_after/);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await ended(page).screenshot({ path: `test-results/security-ended-${width}.png` });
  }
});

test('it is asked for again after 30 seconds', async ({ page, product, elsewhere }) => {
  const guest = await elsewhere();
  await signIn(page, product, admin);
  await quiet(page, product);
  await page.clock.install();
  await openSection(page, '/security');
  await expect(events(page).getByText('0 events.')).toBeVisible();
  await failSignIn(guest, product);
  await page.clock.runFor(29_000);
  await expect(events(page).getByText('0 events.')).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(events(page).getByText('1 event.')).toBeVisible();
});

test('what the server cannot tell is shown as a sample that says so, each part by itself', async ({
  page,
  product,
}) => {
  await signIn(page, product, admin);
  await openSection(page, '/security/quality');
  await failAt(page, product, 'internal', 'upkeep', '/api/security/system-health');
  await tab(page, 'Security Monitoring').click();
  await expect(page.getByText('Sample data', { exact: true })).toHaveCount(1);
  await expect(figure(page, 'SSL Certificate')).toHaveText('89 days');
  await expect(events(page).getByText(/^[\d,]+ events?\.$/)).toBeVisible();
  await tab(page, 'Quality Assurance').click();
  await expect(tab(page, 'Quality Assurance')).toHaveAttribute('aria-current', 'page');
  await failAt(page, product, 'internal', 'security_alerts', '/api/security/alerts');
  await failAt(page, product, 'internal', 'security_events', '/api/security/events');
  await tab(page, 'Security Monitoring').click();
  await expect(page.getByText('Sample data', { exact: true })).toHaveCount(3);
  await expect(alerts(page).getByText('Example: routine check')).toBeVisible();
  await expect(alerts(page).getByRole('button')).toHaveCount(0);
  await expect(ended(page)).toHaveCount(0);
  await expect(events(page).getByText('Example: signed in with an e-mail link.')).toBeVisible();
  await mendDatabase(product);
  await refresh(page);
  await expect(page.getByText('Sample data', { exact: true })).toHaveCount(0);
});

test('where nobody answers it is the degraded sample', async ({ page, product }) => {
  await signIn(page, product, admin);
  await openSection(page, '/security/quality');
  await cut(page, '**/api/security/system-health');
  await tab(page, 'Security Monitoring').click();
  await expect(page.getByText('Sample data', { exact: true })).toHaveCount(1);
  await expect(figure(page, 'Platform Status')).toHaveText('Degraded');
  await expect(figure(page, 'System Health')).toHaveText('50 %');
  await expect(check(page, 'Backups')).toHaveText('Fair');
});

test('what the server said a minute ago is shown before any sample', async ({ page, product }) => {
  await signIn(page, product, admin);
  await quiet(page, product);
  await openSection(page, '/security');
  await expect(figure(page, 'SSL Certificate')).toHaveText('Not applicable');
  await tab(page, 'Quality Assurance').click();
  await expect(tab(page, 'Quality Assurance')).toHaveAttribute('aria-current', 'page');
  await failAt(page, product, 'internal', 'upkeep', '/api/security/system-health');
  await cut(page, '**/api/security/events*');
  await cut(page, '**/api/security/alerts');
  await tab(page, 'Security Monitoring').click();
  await expect(page.getByText(/^This could not be had now: it is what was here on /)).toHaveCount(4);
  await expect(figure(page, 'SSL Certificate')).toHaveText('Not applicable');
  await expect(ended(page).getByText('No alert has ended')).toBeVisible();
  await expect(events(page).getByText('0 events.')).toBeVisible();
  await expect(page.getByText('Sample data', { exact: true })).toHaveCount(0);
  await page.screenshot({ path: 'test-results/security-earlier-390.png', fullPage: true });
});

test('a section whose call fails stays in its frame, with what it said before', async ({ page, product }) => {
  await signIn(page, product, admin);
  await openSection(page, '/security/quality');
  await failAt(page, product, 'internal', 'privacy_requests', '/api/security/privacy*');
  await tab(page, 'Privacy Management').click();
  await expect(page.getByText('This section could not be had.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Security');
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await page.screenshot({ path: `test-results/security-failed-${width}.png`, fullPage: true });
  }
  await mendDatabase(product);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(figure(page, 'Requests under way')).toBeVisible();
  await tab(page, 'Quality Assurance').click();
  await expect(page.getByRole('region', { name: 'Checks' })).toBeVisible();
  await failAt(page, product, 'internal', 'privacy_requests', '/api/security/privacy*');
  await tab(page, 'Privacy Management').click();
  await expect(page.getByText(/^What you see is what was here on /)).toBeVisible();
  await expect(figure(page, 'Requests under way')).toBeVisible();
  await expect(tab(page, 'Quality Assurance')).toBeVisible();
});

test('Quality Assurance has the checks that health is made of', async ({ page, product }) => {
  await signIn(page, product, admin);
  await ask(product, 'delete from upkeep');
  await openSection(page, '/security/quality');
  const checks = page.getByRole('region', { name: 'Checks' });
  await expect(checks.getByText('Database', { exact: true })).toBeVisible();
  await expect(check(page, 'Backups')).not.toHaveText('Good');
  await ask(product, `insert into upkeep (task, by_hand_at) values ('backup', now())`);
  await page.reload();
  await ready(page);
  await expect(check(page, 'Backups')).toHaveText('Good');
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await page.screenshot({ path: `test-results/security-quality-${width}.png`, fullPage: true });
  }
});

test('on a phone API Security is a few screens high', async ({ page, product }) => {
  await signIn(page, product, admin);
  await quiet(page, product);
  await openSection(page, '/security/api');
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThan(4_000);
  await page.screenshot({ path: 'test-results/api-security-390.png', fullPage: true });
});

test('the words of the desk are English in every language', async ({ page, product, elsewhere }) => {
  const guest = await elsewhere();
  await signIn(page, product, admin);
  await quiet(page, product);
  await failSignIn(guest, product);
  await ask(
    product,
    `insert into security_alerts (rule, subject, figure, opened_at, held_at) values ('audit_damaged', '', 1, now(), now())`,
  );
  await page.context().addCookies([{ name: 'lang', value: 'ja', url: product.url }]);
  await page.goto('/security');
  await ready(page);
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  await expect(alerts(page).getByText('The audit log is damaged')).toBeVisible();
  await expect(events(page).getByRole('link', { name: /^Sign-in failed: POST/ })).toBeVisible();
  await page.screenshot({ path: 'test-results/security-japanese-390.png', fullPage: true });
  await page.goto('/security/privacy');
  await ready(page);
  await expect(page.getByRole('region', { name: 'Third parties' })).toContainText(/map.*booking page.*sign-in/is);
});

test('API Security tells who may call what, and each denial', { tag: '@main' }, async ({
  page,
  product,
  elsewhere,
}) => {
  const traveler = await elsewhere();
  await signInTraveler(traveler, product, 'kai@api-security.example');
  await signIn(page, product, admin);
  await quiet(page, product);
  await openSection(page, '/security');
  await tab(page, 'API Security').click();
  await expect(page.getByText('Nobody was refused what they asked for.')).toBeVisible();
  expect((await traveler.request.get('/api/admin/users')).status()).toBe(403);
  await page.reload();
  await ready(page);
  await expect(page.getByText('Access denied: GET /api/admin/users was refused (forbidden).')).toHaveCount(1);
  await expect(page.getByText(/^kai@api-security\.example, /)).toHaveCount(1);
  await page.getByLabel('Search by path').fill('/api/admin/users/export');
  const matrix = page.getByRole('table', { name: 'Endpoints and who may call them' }).locator('tbody tr');
  await expect(matrix).toHaveCount(1);
  await expect(matrix.locator('td[data-label="Traveler"]')).toHaveText('No');
  await expect(matrix.locator('td[data-label="Admin"]')).toHaveText('Yes');
});

test('both are of use on every width, in both themes', async ({ page, product }) => {
  test.slow();
  await signIn(page, product, admin);
  await quiet(page, product);
  await manyEnded(product);
  await ask(
    product,
    `insert into security_alerts (rule, subject, figure, opened_at, held_at) values
       ('audit_damaged', '', 1, now(), now()), ('failed_sign_ins_network', '2001:db8:1:2', 14, now(), now())`,
  );
  await expectOnEveryWidth(page, '/security', 'security-monitoring', () => page.locator('a[data-row]').first());
  await expectOnEveryWidth(page, '/security/api?search=security', 'security-api', () =>
    page.getByRole('heading', { name: 'Access Matrix' }),
  );
});
