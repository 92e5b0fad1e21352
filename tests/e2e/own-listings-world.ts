import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { ask } from './database.ts';
import { ready } from './fixtures.ts';
import type { Product } from './product.ts';
import { signInTraveler } from './session.ts';

/** Opens an address. */
export const at = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await ready(page);
};
/** What a listing says of itself, long enough. */
export const words =
  'Paddle out with the sunrise, past the reef and the turtles, and be back for breakfast on the beach at eight.';

/** An advertiser with an organization of their own, signed in. */
export async function anAdvertiser(page: Page, product: Product, email: string): Promise<void> {
  await signInTraveler(page, product, email, { fresh: true });
  await ask(
    product,
    `update profiles set role = 'advertiser', organization_name = 'Makai Tours',
      permissions = '{content_management,campaign_management,advertiser_analytics,revenue_analytics}'
      where user_id = (select id from users where email = $1)`,
    [email],
  );
}

/** The listing that is open in the list. */
export const about = (page: Page) => page.getByRole('region', { name: 'About this listing' });
/** Fills in what every listing needs. */
export async function fill(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('textbox', { name: 'Description', exact: true }).fill(words);
  await page.getByRole('combobox', { name: 'Category', exact: true }).selectOption('Activities & Tours');
  await page.getByLabel('Booking URL').fill('https://fareharbor.com/makai/items/7');
}

/** A photo of three stripes: what of it is shown is told by where they are. */
export const striped = (): Promise<Buffer> =>
  sharp({ create: { width: 1_500, height: 800, channels: 3, background: '#0000ff' } })
    .composite(
      [
        { background: '#00ff00', width: 250 },
        { background: '#ff0000', width: 100 },
      ].map(({ background, width }) => ({
        ...{ input: { create: { width, height: 800, channels: 3, background } }, left: 0, top: 0 },
      })),
    )
    .jpeg()
    .toBuffer();

/** How wide a picture is for its height, and which stripe of it is at either edge. */
export async function cornersOf(page: Page, picture: Locator) {
  const bytes = await (await page.request.get((await picture.getAttribute('src'))!)).body();
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const stripe = (x: number) => {
    const at = (Math.floor(info.height / 2) * info.width + x) * info.channels;
    const [red, green, blue] = data.subarray(at, at + 3) as unknown as [number, number, number];
    return { [red]: 'red', [green]: 'green', [blue]: 'blue' }[Math.max(red, green, blue)];
  };
  const shape = Math.round((info.width / info.height) * 100) / 100;
  return { shape, left: stripe(10), right: stripe(info.width - 10) };
}
