import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ask } from './database.ts';
import { expectFitsEveryWidth, openSection } from './desk-pages.ts';
import { expect } from './fixtures.ts';
import { withOwnProduct } from './own-product.ts';
import type { Product } from './product.ts';
import { alerts, figure, refresh } from './security-screens.ts';
import { signIn } from './session.ts';

// Where the log is to be shipped, and no backup can be written: its place is no folder.
const archive = join(tmpdir(), `holoholo-e2e-log-${process.pid}`);
const upkeep = { LOG_ARCHIVE_DIR: archive, BACKUP_DIR: '/dev/null/backups' };
const test = withOwnProduct(upkeep);
test.afterAll(() => rm(archive, { recursive: true, force: true }));

const admin = 'admin@example.com';
const root = join(import.meta.dirname, '../..');
/** The operator's command with the settings of the server. */
const command = (product: Product, ...words: string[]) =>
  [
    process.execPath,
    ['scripts/run.mjs', 'scripts/db.ts', ...words],
    { cwd: root, env: { ...process.env, ...upkeep, DATA_DIR: product.dataDir } },
  ] as const;
/** The rules look each minute, and so does whoever takes backups. */
const minutes = { timeout: 150_000 };

test('the log is told of as it is shipped, and once nobody ships it', async ({ page, product }) => {
  test.setTimeout(400_000);
  await signIn(page, product, admin);
  await openSection(page, '/security');
  await expect(page.getByText('The log was never shipped.')).toBeVisible();
  const shipper = spawn(...command(product, 'ship-log'));
  let said = '';
  for (const stream of [shipper.stdout, shipper.stderr])
    stream.on('data', (text) => {
      said += text;
    });
  await expect.poll(() => said, { timeout: 60_000 }).toContain('The log is shipped to');
  shipper.kill('SIGTERM');
  expect(await once(shipper, 'close')).toEqual([0, null]);
  await refresh(page);
  await expect(page.getByText('The log was shipped less than a minute ago.')).toBeVisible();
  await expect(alerts(page).getByText('The log is not shipped')).toHaveCount(0);
  await ask(product, `update upkeep set succeeded_at = now() - interval '3 hours' where task = 'log-shipping'`);
  await expect(async () => {
    await refresh(page);
    await expect(alerts(page).getByText(/^For 18\d minutes the log has not been shipped\.$/)).toBeVisible({
      timeout: 2_000,
    });
  }).toPass(minutes);
  await expect(page.getByText('The log was shipped 3 hours ago.')).toBeVisible();
});

test('a backup that could not be written is told of, until one is written by hand', async ({ page, product }) => {
  test.setTimeout(400_000);
  await signIn(page, product, admin);
  await openSection(page, '/security');
  await expect(async () => {
    await refresh(page);
    await expect(alerts(page).getByText('A backup failed')).toBeVisible({ timeout: 2_000 });
  }).toPass(minutes);
  await expect(figure(page, 'Backups').first()).toHaveText('Failed');
  await expect(figure(page, 'Platform Status')).toHaveText('Degraded');
  const check = page.locator('dl > div', { has: page.locator('dd[data-state]') }).filter({ hasText: /^Backups/ });
  await expect(check.locator('dd')).toHaveText('Bad');
  await expectFitsEveryWidth(page, '/security', figure(page, 'Backups').first(), 'security-backup-failed');
  await page.setViewportSize({ width: 1280, height: 900 });

  const file = join(product.dataDir, 'by-hand.backup');
  await promisify(execFile)(...command(product, 'backup', file));
  await ask(product, `update upkeep set succeeded_at = now() where task = 'log-shipping'`);
  await refresh(page);
  await expect(figure(page, 'Backups').first()).toHaveText('Healthy');
  await expect(check.locator('dd')).toHaveText('Good');
  await expect(async () => {
    await refresh(page);
    await expect(alerts(page).getByText('A backup failed')).toHaveCount(0, { timeout: 2_000 });
  }).toPass(minutes);
});
