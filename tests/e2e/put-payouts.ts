import { ask } from './database.ts';
import { admin, placeOf } from './payouts-world.ts';
import type { Product } from './product.ts';

/** Puts payouts of $70 there by hand. @returns their partners' names */
export async function put(product: Product, owners: readonly string[]): Promise<string[]> {
  const places = await Promise.all(owners.map((owner) => placeOf(product, owner)));
  for (const { id } of places)
    await ask(
      product,
      `insert into payouts (organisation_id, run_id, cents, prepared_by, prepared_at)
        select $1, gen_random_uuid(), 7000, id, now() from users where email = $2`,
      [id, admin],
    );
  return places.map(({ partner }) => partner);
}

/** Takes them away again. */
export const takeAway = (product: Product) => ask(product, 'delete from payouts where cents = 7000');
