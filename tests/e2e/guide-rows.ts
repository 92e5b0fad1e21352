import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { clientConfig } from '../../server/platform/database.ts';
import { ownerRole } from '../../server/platform/postgres.ts';
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

/** Runs statements as the owner of a running product's database. */
async function asOwner<T>({ dataDir }: Product, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const lines = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  const reach = { port: Number(lines[3]), socketDir: lines[4]!, database: 'holoholo', user: ownerRole };
  const client = new pg.Client(clientConfig(reach));
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** Puts listings into the guide of a running product; gives their ids in the same order. */
export const addListings = (product: Product, rows: readonly Row[]): Promise<number[]> =>
  asOwner(product, async (client) => {
    const columns = Object.keys({ name: '', ...plain, review_count: 0 }).join(', ');
    const { rows: made } = await client.query<{ id: number }>(
      `insert into listings (${columns}) select ${columns} from jsonb_populate_recordset(null::listings, $1::jsonb) returning id`,
      [
        JSON.stringify(
          rows
            .map((row) => ({ ...plain, ...row }))
            .map((row) => ({ ...row, review_count: row.rating === null ? 0 : 1 })),
        ),
      ],
    );
    return made.map(({ id }) => id);
  });

/** Takes them out of the guide again; what was clicked stays on record. */
export const removeListings = (product: Product, ids: readonly number[]): Promise<unknown> =>
  asOwner(product, (client) => client.query('update listings set is_active = false where id = any($1)', [ids]));
