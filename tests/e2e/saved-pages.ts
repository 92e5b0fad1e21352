import { expect, type Page } from '@playwright/test';
import { ready } from './fixtures.ts';
import type { Product } from './product.ts';

/** The hearts of a page, whichever cards they are on. */
export const hearts = (page: Page) => page.getByRole('button', { name: /^Save: / });

/** The heart of one experience. */
export const heartOf = (page: Page, name: string) => page.getByRole('button', { name: `Save: ${name}`, exact: true });

/** Taps the heart at a position, and gives the name of its experience once it is filled. */
export async function tapHeart(page: Page, position: number): Promise<string> {
  const heart = hearts(page).nth(position);
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  return (await heart.textContent())!.replace('Save: ', '');
}

/** A place with its cards, as an address would open it. */
export async function openPlace(page: Page, product: Product): Promise<void> {
  await page.goto(`/location/${product.codes[0]!.location_id}`);
  await ready(page);
}

/** Goes to the list through the menu, without loading a page. */
export async function openListByMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Saved Places' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Saved Places');
}

/** What the device keeps under a name of ours; null where it keeps nothing. */
export const keptOnDevice = (page: Page, name: string) =>
  page.evaluate((key) => localStorage.getItem(`holoholo.saved.${key}`), name);

/** What the server keeps for whoever is signed in. */
export const savedOnServer = async (page: Page): Promise<{ listing_id: number; note: string | null }[]> =>
  await (await page.request.get('/api/saved')).json();
