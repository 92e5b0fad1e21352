import type { Page } from '@playwright/test';
import { cut } from './answers.ts';
import { expectAccessible } from './axe.ts';
import { countScans } from './database.ts';
import { failAt, mendDatabase } from './failing-database.ts';
import { expect, ready, test } from './fixtures.ts';
import { enterCode, waiting } from './offline.ts';
import { countAsks, turn } from './put-aside.ts';

const scans = '**/api/qr/scan';
const health = '**/healthz';
const kept = (page: Page) => page.getByText('Your scan is kept on this phone');
type Probed = typeof globalThis & { probed?: number };
/** How often the page has asked whether the server is there, and knows what came of it. */
const probes = (page: Page) => page.evaluate(() => (globalThis as Probed).probed ?? 0);
const countProbes = (page: Page) =>
  page.addInitScript(() => {
    const own = globalThis.fetch;
    globalThis.fetch = async (...asked) => {
      try {
        return await own(...asked);
      } finally {
        const here = globalThis as Probed;
        if (asked[0] === '/healthz') here.probed = (here.probed ?? 0) + 1;
      }
    };
  });

/** Scans where the browser believes in a network and no answer comes. */
async function scanInVain(page: Page, code: string): Promise<void> {
  await page.clock.install();
  await page.goto('/scan');
  await ready(page);
  await cut(page, scans);
  await enterCode(page, code);
  await expect(kept(page)).toBeVisible();
}

test('a scan that had no answer is asked again by itself, and counts once', async ({ page, product }) => {
  const code = product.codes.filter((one) => one.status === 'active')[10]!;
  const before = await countScans(product, code.qr_code_id);
  await scanInVain(page, code.qr_code_id);
  await page.unroute(scans);
  await page.clock.runFor(4_900);
  await expect(kept(page)).toBeVisible();
  expect(await countScans(product, code.qr_code_id)).toBe(before);
  await page.clock.runFor(200);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(code.location_name);
  await expect(kept(page)).toHaveCount(0);
  await expect.poll(() => waiting(page)).toBe(0);
  expect(await countScans(product, code.qr_code_id)).toBe(before + 1);
  await expectAccessible(page);
});

test('the longer nobody answers, the more seldom it is asked, and only while it is looked at', async ({
  page,
  product,
}) => {
  const code = product.codes.filter((one) => one.status === 'active')[11]!;
  await countProbes(page);
  await cut(page, health);
  await scanInVain(page, code.qr_code_id);
  const sent = countAsks(page, '/api/qr/scan');
  let count = 0;
  const expectNextAfter = async (seconds: number) => {
    await page.clock.runFor((seconds - 1) * 1_000);
    expect(await probes(page)).toBe(count);
    await page.clock.runFor(1_000);
    count += 1;
    await expect.poll(() => probes(page)).toBe(count);
  };
  for (const seconds of [5, 10, 20, 40, 80, 160]) await expectNextAfter(seconds);
  await turn(page, 'hidden');
  await page.clock.runFor(20 * 60_000);
  expect(await probes(page)).toBe(count);
  // It was due meanwhile.
  await turn(page, 'visible');
  count += 1;
  await expect.poll(() => probes(page)).toBe(count);
  for (const seconds of [300, 300]) await expectNextAfter(seconds);
  // The server is not there: of what it counts nothing was asked for.
  expect(sent()).toBe(0);
});

test('a server that is there and cannot take it is asked as seldom', async ({ page, product }) => {
  const code = product.codes.filter((one) => one.status === 'active')[10]!;
  const before = await countScans(product, code.qr_code_id);
  await page.clock.install();
  await page.goto('/scan');
  await ready(page);
  await failAt(page, product, 'unavailable', 'scans', '/api/qr/scan', ['insert']);
  await enterCode(page, code.qr_code_id);
  await expect(kept(page)).toBeVisible();
  const sent = countAsks(page, '/api/qr/scan');
  const refused = page.waitForResponse((answer) => answer.status() === 503);
  await page.clock.runFor(5_000);
  await refused;
  // It is sent from the device, asked for by the screen, and, noted again, sent once more.
  await expect.poll(sent).toBe(3);
  await expect(kept(page)).toBeVisible();
  await mendDatabase(product);
  await expect
    .poll(async () => {
      await page.clock.runFor(1_000);
      return await kept(page).count();
    })
    .toBe(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(code.location_name);
  expect(await countScans(product, code.qr_code_id)).toBe(before + 1);
});
