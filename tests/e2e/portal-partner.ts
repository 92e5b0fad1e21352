import type { Page } from '@playwright/test';
import { ask } from './database.ts';
import type { Product } from './product.ts';
import { signInTraveler } from './session.ts';

/**
 * Signs in as a new partner with places of these names, each with a code; a name that comes again is a further code of its place.
 * @returns the numbers of the places and the codes in words, one for each name
 */
export async function ownPlaces(
  page: Page,
  product: Product,
  email: string,
  names: readonly string[],
): Promise<{ places: number[]; codes: string[] }> {
  await signInTraveler(page, product, email);
  await ask(
    product,
    `update profiles set role = 'partner', partner_type = 'hotel', organization_name = 'Hale Nani',
      permissions = '{partner_portal_access,qr_code_management,commission_tracking,performance_analytics}'
      where user_id = (select id from users where email = $1)`,
    [email],
  );
  const made = new Map<string, number>();
  const codes: string[] = [];
  for (const name of names) {
    if (!made.has(name)) {
      const [place] = await ask<{ id: number }>(
        product,
        `insert into locations (name, description, address, island, latitude, longitude, organisation_id)
          select $1, '', '', 'Oʻahu', 21.3, -157.8, o.id from organisations o join users u on u.id = o.owner_id
          where u.email = $2 returning id`,
        [name, email],
      );
      made.set(name, place!.id);
    }
    const [code] = await ask<{ code: string }>(
      product,
      `insert into qr_codes (code, location_id, label)
        select upper(regexp_replace(left(md5(random()::text), 16), '(.{4})(?=.)', '\\1-', 'g')), $1, $2 returning code`,
      [made.get(name)!, `Code ${codes.length + 1}`],
    );
    codes.push(code!.code);
  }
  return { places: names.map((name) => made.get(name)!), codes };
}
