import type { Page } from '@playwright/test';
import { openSection, stillShown } from './desk-pages.ts';
import { accounts } from './desk-rows.ts';
import { expect, test } from './fixtures.ts';
import { signIn } from './session.ts';

/** What has the focus, where something lies over it or it is drawn nowhere. */
const hiddenFocus = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const focused = document.activeElement!;
    const target = focused.closest('label') ?? focused;
    const { left, width, top, bottom } = target.getBoundingClientRect();
    // A table that scrolls is larger than the screen, and needs not be seen in whole.
    if (bottom - top > innerHeight / 2) return null;
    const points = [top + 2, (top + bottom) / 2, bottom - 2].map((y) => document.elementFromPoint(left + width / 2, y));
    const isSeen = points.every((one) => one !== null && (target.contains(one) || one.contains(target)));
    const isClipped = width < 2 || focused.closest('thead')?.getBoundingClientRect().height === 1;
    return isSeen && !isClipped ? null : `${target.textContent || target.tagName} at ${Math.round(top)}`;
  });

/** Presses a key so often. @returns what had the focus without being seen */
async function walk(page: Page, key: string, times: number): Promise<string[]> {
  const hidden: string[] = [];
  for (let n = 0; n < times; n++) {
    await page.keyboard.press(key);
    const found = await hiddenFocus(page);
    if (found) hidden.push(found);
  }
  return hidden;
}

test('by keyboard, whatever has the focus is seen on a phone, also while a row is ticked', async ({
  page,
  product,
}) => {
  test.slow();
  await accounts(product, 'stops.example', 60);
  await signIn(page, product, 'admin@example.com');
  await page.setViewportSize({ width: 390, height: 844 });
  await openSection(page, '/security/access?search=stops.example');
  await page.getByRole('link', { name: 'Export what I see (CSV)' }).focus();
  expect(await walk(page, 'Tab', 12)).toEqual([]);
  await page.getByRole('checkbox', { name: 'Select Guest 001' }).check();
  expect(await walk(page, 'Tab', 40)).toEqual([]);
  expect(await walk(page, 'Shift+Tab', 30)).toEqual([]);
});

test('on a phone all that are shown are ticked by a tap', async ({ page, product }) => {
  await accounts(product, 'tapped.example', 60);
  await signIn(page, product, 'admin@example.com');
  await page.setViewportSize({ width: 390, height: 844 });
  await openSection(page, '/security/access?search=tapped.example');
  const all = page.getByText('Select all shown');
  const box = (await all.boundingBox())!;
  expect(box.width).toBeGreaterThan(40);
  await all.click();
  await expect(page.getByText('50 selected')).toBeVisible();
  await all.click();
  await expect(page.getByText('50 selected')).toHaveCount(0);
});

test('on a laptop, neither way leads under the head of the table', async ({ page, product }) => {
  test.slow();
  await accounts(product, 'heads.example', 60);
  await signIn(page, product, 'admin@example.com');
  await page.setViewportSize({ width: 1280, height: 900 });
  await openSection(page, '/security/access?search=heads.example');
  await page.getByRole('checkbox', { name: 'Select Guest 001' }).check();
  expect(await walk(page, 'Tab', 50)).toEqual([]);
  expect(await walk(page, 'Shift+Tab', 40)).toEqual([]);
  await page.getByRole('link', { name: 'Guest 030' }).focus();
  expect(await walk(page, 'ArrowUp', 25)).toEqual([]);
});

test('with text twice the size, what is ticked leaves most of a phone to the list', async ({ page, product }) => {
  await accounts(product, 'twice.example', 60);
  await signIn(page, product, 'admin@example.com');
  await page.setViewportSize({ width: 390, height: 844 });
  await openSection(page, '/security/access?search=twice.example');
  await page.getByRole('checkbox', { name: 'Select Guest 001' }).check();
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const bar = page.locator('[data-ticked]').filter({ has: page.getByText('1 selected') });
  expect((await bar.boundingBox())!.height).toBeLessThan(844 / 5);
  for (const name of ['Select all 60 that match', 'Suspend', 'Clear selection'])
    await page.getByRole('button', { name, exact: true }).focus();
  await expect(page.getByRole('button', { name: 'Clear selection' })).toBeInViewport({ ratio: 0.9 });
});

test('what cannot be had is said where it is seen, however far below it was asked for', async ({ page, product }) => {
  await accounts(product, 'below.example', 60);
  await signIn(page, product, 'admin@example.com');
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await openSection(page, '/security/access?search=below.example');
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Next page' }).click();
    await expect(stillShown(page)).toBeInViewport({ ratio: 1 });
    if (width === 1280) {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await page.getByRole('columnheader', { name: 'Name' }).getByRole('link').click();
      await expect(stillShown(page)).toBeInViewport({ ratio: 1 });
    }
    await page.context().setOffline(false);
  }
});
