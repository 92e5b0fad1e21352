import { openSection, stillShown } from './desk-pages.ts';
import { accounts } from './desk-rows.ts';
import { expect, test } from './fixtures.ts';
import { signIn } from './session.ts';

test.describe('on a phone', () => {
  test('what can be done with ticked rows is in sight wherever they are, is said, and keeps the focus', async ({
    page,
    product,
  }) => {
    await accounts(product, 'in-sight.example', 60);
    await signIn(page, product, 'admin@example.com');
    await openSection(page, '/security/access?search=in-sight.example&sort=name');
    // The region is there before its words.
    await expect(page.locator('[role=status]', { hasText: 'selected' })).toHaveCount(0);
    await page.getByRole('checkbox', { name: 'Select Guest 030' }).check();
    const suspend = page.getByRole('button', { name: 'Suspend' });
    await expect(suspend).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('status').filter({ hasText: '1 selected' })).toBeInViewport();
    await page.getByRole('button', { name: 'Select all 60 that match' }).press('Enter');
    await expect(page.getByRole('status').filter({ hasText: '60 selected' })).toBeVisible();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('60 selected');
    await page.getByRole('button', { name: 'Clear selection' }).press('Enter');
    await expect(suspend).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Accounts' })).toBeFocused();
  });

  test('a press below the last row counts, though more of the page could be shown', async ({ page, product }) => {
    await accounts(product, 'pressed-below.example', 2);
    await signIn(page, product, 'admin@example.com');
    await openSection(page, '/security/access?search=pressed-below.example&sort=name');
    await page.getByRole('checkbox', { name: 'Select Guest 002' }).check();
    const suspend = page.getByRole('button', { name: 'Suspend' });
    await expect(suspend).toBeVisible();
    // Where the list has just ended above it.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight - innerHeight - 30));
    const { x, y, width, height } = (await suspend.boundingBox())!;
    await page.mouse.click(x + width / 2, y + height / 2, { delay: 50 });
    await expect(page.getByRole('dialog', { name: 'Suspend' })).toBeVisible();
  });

  test('a row that cannot be had is said where it was pressed', async ({ page, product }) => {
    await accounts(product, 'unreached.example', 20);
    await signIn(page, product, 'admin@example.com');
    await openSection(page, '/security/access?search=unreached.example&sort=name');
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Guest 015' }).click();
    await expect(stillShown(page)).toBeInViewport();
    await page.context().setOffline(false);
    await expect(page.getByRole('heading', { name: 'Guest 015' })).toBeVisible();
  });
});

test.describe('at a desk', () => {
  test.use({ viewport: { width: 1280, height: 720 } });

  test('what is opened has the focus and is in sight; the way back from any row leads to the list', async ({
    page,
    product,
  }) => {
    await accounts(product, 'opened.example', 40);
    await signIn(page, product, 'admin@example.com');
    const list = '/security/access?search=opened.example&sort=name';
    await openSection(page, list);
    for (const name of ['Guest 001', 'Guest 002', 'Guest 003']) {
      await page.getByRole('link', { name }).press('Enter');
      const heading = page.getByRole('heading', { name });
      await expect(heading).toBeFocused();
      await expect(heading).toBeInViewport();
    }
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await expect(page).toHaveURL(new RegExp(`${list.replace('?', '\\?')}$`));
    await expect(page.getByRole('link', { name: 'Guest 003' })).toBeFocused();
  });

  test('another page begins at its first row, and another order is said', async ({ page, product }) => {
    await accounts(product, 'pages.example', 60);
    await signIn(page, product, 'admin@example.com');
    await openSection(page, '/security/access?search=pages.example&sort=name');
    await page.getByRole('link', { name: 'Next page' }).press('Enter');
    await expect(page.getByRole('link', { name: 'Guest 060' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Accounts' })).toBeFocused();
    await expect(page.getByRole('region', { name: 'Accounts' })).toBeInViewport();
    await page.getByLabel('Sort by').selectOption('Joined, last first');
    await expect(page.locator('#announcer')).toHaveText('Sorted by Joined, last first');
  });
});

for (const width of [768, 820, 1024, 1280])
  for (const path of ['/security', '/security/quality', '/security/work'])
    test(`the choice of columns of ${path} stands on the screen and on no section at ${width} px`, async ({
      page,
      product,
    }) => {
      await page.setViewportSize({ width, height: 900 });
      await signIn(page, product, 'admin@example.com');
      await openSection(page, path);
      await page.getByText('Columns', { exact: true }).first().click();
      const choice = (await page.getByRole('group', { name: 'Columns' }).first().boundingBox())!;
      expect(choice.x).toBeGreaterThanOrEqual(0);
      expect(choice.x + choice.width).toBeLessThanOrEqual(width);
      const sections = (await page.getByRole('link', { name: 'Access Control' }).first().boundingBox())!;
      const isBeside = choice.x >= sections.x + sections.width || choice.y >= sections.y + sections.height;
      expect(isBeside).toBe(true);
    });
