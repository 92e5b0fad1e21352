import type { Page } from '@playwright/test';
import { expect, ready, test } from './fixtures.ts';
import { signInTraveler } from './session.ts';

const sheet = (page: Page) => page.getByRole('dialog', { name: 'A sheet' });

async function openSheet(page: Page): Promise<void> {
  await page.goto('/dev/design');
  await ready(page);
  await page.getByRole('button', { name: 'Open a sheet' }).click();
  await expect(sheet(page)).toBeVisible();
}

/** From the sheet's title to the page above it. */
async function dragOut(page: Page): Promise<void> {
  const title = (await sheet(page).getByRole('heading').first().boundingBox())!;
  await page.mouse.move(title.x + 40, title.y + title.height / 2);
  await page.mouse.down();
  await page.mouse.move(title.x + 10, 30, { steps: 5 });
  await page.mouse.up();
}

test('words of a sheet can be marked beyond its edge; a tap beside it closes it', async ({ page }) => {
  await openSheet(page);
  await dragOut(page);
  await expect(sheet(page)).toHaveJSProperty('open', true);
  await page.mouse.click(20, 30);
  await expect(sheet(page)).toBeHidden();
});

test('so can those of the menu', async ({ page, product }) => {
  await signInTraveler(page, product, 'dragging@example.com');
  await page.goto('/explore');
  await ready(page);
  await page.getByRole('button', { name: 'Menu' }).click();
  const panel = page.getByRole('dialog', { name: 'Menu' });
  await expect(panel).toBeVisible();
  const name = (await panel.getByText('Traveler', { exact: true }).boundingBox())!;
  await page.mouse.move(name.x + 40, name.y + name.height / 2);
  await page.mouse.down();
  await page.mouse.move(10, name.y, { steps: 5 });
  await page.mouse.up();
  await expect(panel).toHaveJSProperty('open', true);
  await page.mouse.click(10, name.y);
  await expect(panel).toBeHidden();
});
