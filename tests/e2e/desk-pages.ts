import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, expectNoViolations } from './axe.ts';
import { ready } from './fixtures.ts';

/** Opens a section of a desk. */
export async function openSection(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await ready(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Security');
}

/** What a row of a table says under each of its columns. */
export const rowCells = (row: Locator): Promise<Record<string, string>> =>
  row.evaluate((one) =>
    Object.fromEntries(
      [...one.querySelectorAll('td')].map((cell) => [cell.dataset.label ?? '', cell.innerText.trim()]),
    ),
  );

/** The same of the only row there is, on the page or in a part of it. */
export const cellsOf = (within: Page | Locator): Promise<Record<string, string>> =>
  rowCells(within.locator('tbody tr'));

/** Gives a reason in the open sheet, and confirms. */
export async function confirm(page: Page, title: string, reason: string): Promise<void> {
  const sheet = page.getByRole('dialog', { name: title });
  await sheet.getByLabel('Reason').fill(reason);
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(sheet).toHaveCount(0);
}

const widths = [
  [390, 844],
  [768, 1024],
  [1280, 900],
] as const;

/** That the page as it stands is no wider than its screen. */
async function expectFits(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, `${page.url()} at ${page.viewportSize()!.width} px`).toBeLessThanOrEqual(0);
}

/** That a screen is nowhere wider than a phone, a tablet or a laptop. @param picture the name of a picture of each, for whoever looks */
export async function expectFitsEveryWidth(
  page: Page,
  address: string,
  shown: Locator,
  picture?: string,
): Promise<void> {
  for (const [width, height] of widths) {
    await page.setViewportSize({ width, height });
    await page.goto(address);
    await ready(page);
    await expect(shown).toBeVisible();
    await expectFits(page);
    if (picture) await page.screenshot({ path: `test-results/${picture}-${width}.png`, fullPage: true });
  }
}

/**
 * That a section is of use at each width, in both themes: nothing wider than the screen, nothing that axe finds; a picture of each, for
 * whoever looks.
 * @param shown what is on it, as soon as it is there.
 * @param open goes there, where that is no section of a desk.
 */
export async function expectOnEveryWidth(
  page: Page,
  address: string,
  name: string,
  shown: () => Locator,
  open: (page: Page, address: string) => Promise<void> = openSection,
) {
  for (const [width, height] of widths)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await open(page, address);
      await expect(shown()).toBeVisible();
      await expectFits(page);
      await expectNoViolations(page);
      await page.screenshot({ path: `test-results/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: null });
  await expectAccessible(page, { enlarged: true });
}

/** What is said where a list, or what was to be opened of it, cannot be had. */
export const stillShown = (page: Page) =>
  page.getByText('What you asked for could not be had. What you see is what was here before.');
