import type { Page } from '@playwright/test';
import { ask } from './database.ts';
import { expect, ready } from './fixtures.ts';
import type { Product } from './product.ts';
import { signInTraveler } from './session.ts';

/** A partner of an organization of their own, signed in. */
export async function aHost(page: Page, product: Product, email: string): Promise<void> {
  await signInTraveler(page, product, email, { fresh: true });
  await ask(
    product,
    `update profiles set role = 'partner', partner_type = 'hotel', organization_name = 'Hale Nani',
      permissions = '{partner_portal_access,qr_code_management,commission_tracking,performance_analytics,partner_content_management}'
      where user_id = (select id from users where email = $1)`,
    [email],
  );
}

/** A place of a partner's with so many listings of the guide. @returns its id and their names in order */
export async function aPlaceOf(
  product: Product,
  email: string,
  { name = 'Hale Nani, lobby', listings = 3 }: { name?: string; listings?: number } = {},
): Promise<{ id: number; names: string[] }> {
  const [place] = await ask<{ id: number }>(
    product,
    `insert into locations (name, description, address, island, latitude, longitude, partner_id)
      select $2, 'What the people at the desk recommend.', '12 Ala Moana Boulevard, Honolulu', 'Oʻahu', 21.29, -157.84, id
      from users where email = $1 returning id`,
    [email, name],
  );
  const rows = await ask<{ name: string }>(
    product,
    `with given as (
      insert into curated_listings (location_id, listing_id, position)
      select $1, id, row_number() over (order by id) from (select id from listings where is_active order by id limit $2) chosen
      returning listing_id
    ) select name from given join listings on id = listing_id order by id`,
    [place!.id, listings],
  );
  return { id: place!.id, names: rows.map((one) => one.name) };
}

export async function openPlaces(page: Page, query = ''): Promise<void> {
  await page.goto(`/partner-portal/places${query}`);
  await ready(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Partner Portal');
}

export const place = (page: Page) => page.getByRole('region', { name: 'About this place' });

/** The names in the list of the place that is open, in order. */
export const namesOf = (page: Page): Promise<string[]> => place(page).locator('li p:first-of-type').allTextContents();

/** What guests see of a place, by the page that a code leads to. */
export async function seenByGuests(product: Product, id: number): Promise<string[]> {
  const reply = await fetch(`${product.url}/location/${id}`, { headers: { 'accept-language': 'en' } });
  const page = await reply.text();
  expect(reply.status).toBe(200);
  return [...page.matchAll(/<article[^>]*data-listing[\s\S]*?<h3[^>]*>([^<]*)/g)].map(([, name]) =>
    name!.replaceAll('&#x27;', "'").replaceAll('&amp;', '&'),
  );
}
