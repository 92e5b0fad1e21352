import { ask } from './database.ts';
import type { Product } from './product.ts';

export interface Row {
  name: string;
  category?: string;
  rating?: number | null;
  is_featured?: boolean;
  latitude?: number | null;
  longitude?: number | null;
  image_url?: string | null;
  booking_url?: string | null;
  website_url?: string | null;
  phone?: string | null;
  address?: string | null;
}

const plain = {
  description:
    'A morning by the water with people who know the reef by name, and breakfast on the beach when you come back in.',
  category: 'Activities & Tours',
  price_range: '$$',
  booking_url: 'https://fareharbor.com/embeds/book/reefwalk/items/4711/?full-items=yes',
  website_url: 'https://reefwalk.example/',
  rating: 4.5,
  is_featured: false,
  latitude: 21.28,
  longitude: -157.83,
  image_url: null,
  phone: null,
  address: null,
};

/** Puts listings into the guide of a running product; gives their ids in the same order. */
export async function addListings(product: Product, rows: readonly Row[]): Promise<number[]> {
  const whole = rows.map((row) => ({ ...plain, ...row }));
  const rated = whole.map((row) => ({ ...row, review_count: row.rating === null ? 0 : 1 }));
  const columns = Object.keys({ name: '', ...plain, review_count: 0 }).join(', ');
  const made = await ask<{ id: number }>(
    product,
    `insert into listings (${columns}) select ${columns} from jsonb_populate_recordset(null::listings, $1::jsonb) returning id`,
    [JSON.stringify(rated)],
  );
  return made.map(({ id }) => id);
}

/** Takes them out of the guide again; what was clicked stays on record. */
export const removeListings = (product: Product, ids: readonly number[]): Promise<unknown> =>
  ask(product, 'update listings set is_active = false where id = any($1)', [ids]);
