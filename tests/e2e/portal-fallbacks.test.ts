import type { Page } from '@playwright/test';
import { hold, refuse } from './answers.ts';
import { expectAccessible } from './axe.ts';
import { expectErrors } from './console-errors.ts';
import { expect, ready, test } from './fixtures.ts';
import { signIn } from './session.ts';

const partner = 'partner@example.com';

/** What this device keeps of a section. */
const kept = (page: Page, name: string) => page.evaluate((key) => localStorage.getItem(key), `holoholo.desk.${name}`);
const section = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name, exact: true });
const notice = (page: Page) => page.getByText('Sample data', { exact: true });
const lead = (page: Page) => page.locator('h1 + p');

const screens = [
  {
    tab: 'QR Manager',
    name: 'qr-codes',
    asked: '/api/partner-portal/qr-codes/*',
    own: /^\d+ of \d+ QR codes?/,
    async example(page: Page) {
      const rows = page.getByRole('table', { name: 'QR codes by place' }).locator('tbody tr');
      await expect(rows).toHaveCount(2);
      await expect(rows.first()).toContainText('Example: a house by the sea');
      // Nothing of it opens, and nothing can be asked for with it.
      await expect(rows.getByRole('link')).toHaveCount(0);
      await expect(page.getByRole('link', { name: 'Request New' })).toHaveCount(0);
      await expect(page.getByText('No request yet')).toBeVisible();
    },
  },
  {
    tab: 'Performance',
    name: 'performance',
    asked: '/api/partner-portal/performance*',
    own: /^This month: /,
    async example(page: Page) {
      await expect(page.getByRole('table', { name: 'Places by scans' })).toContainText('Example: a house by the sea');
      await expect(page.getByRole('main')).not.toContainText('$');
    },
  },
] as const;

for (const { tab, name, asked, own, example } of screens)
  test(`${tab}: where it cannot be loaded there are examples that say so, then what this device kept, with its age`, async ({
    page,
    product,
  }) => {
    test.slow();
    expectErrors(page, `503 ${asked}`);
    const fail = () => refuse(page, `**${asked}`, 503, 'unavailable');
    await signIn(page, product, partner, { fresh: true });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/partner-portal/team');
    await ready(page);
    // Nor does the page ask again by itself meanwhile.
    await hold(page, '**/healthz');
    await fail();
    await section(page, tab).click();
    await expect(notice(page)).toBeVisible();
    await expect(lead(page)).toHaveText('These figures are examples.');
    await example(page);
    expect(await kept(page, name)).toBeNull();
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/portal-sample-${name}-${width}.png`, fullPage: true });
    }
    await page.unroute(`**${asked}`);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(lead(page)).toHaveText(own);
    await expect(notice(page)).toHaveCount(0);
    const figures = await lead(page).textContent();
    await expect.poll(() => kept(page, name)).not.toBeNull();

    await section(page, 'Team').click();
    await expect(section(page, 'Team')).toHaveAttribute('aria-current', 'page');
    await fail();
    await section(page, tab).click();
    await expect(page.getByText(/^What you see is what this device kept on .*\d{4}/)).toBeVisible();
    await expect(lead(page)).toHaveText(figures!);
    await expectAccessible(page);
    await page.screenshot({ path: `test-results/portal-kept-${name}-390.png`, fullPage: true });
    await page.unroute(`**${asked}`);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText(/^What you see is what this device kept/)).toHaveCount(0);

    // It is gone with its reader.
    await page.goto('/partner-portal/team');
    await ready(page);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(/\/$/);
    await ready(page);
    expect(await kept(page, name)).toBeNull();
  });

test('requests that cannot be loaded hide no code', async ({ page, product }) => {
  await signIn(page, product, partner);
  await page.goto('/partner-portal/team');
  await ready(page);
  expectErrors(page, '503 /api/partner-portal/qr-requests/*');
  await refuse(page, '**/api/partner-portal/qr-requests/*', 503, 'unavailable');
  await section(page, 'QR Manager').click();
  await expect(lead(page)).toHaveText(/^\d+ of \d+ QR codes?\.$/);
  await expect(page.getByText('Your requests cannot be loaded just now')).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
  expect(await page.getByRole('table', { name: 'QR codes by place' }).locator('tbody tr').count()).toBeGreaterThan(0);
});
