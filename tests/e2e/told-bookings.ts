import { ask } from './database.ts';
import type { Product } from './product.ts';

/** What a platform told of a booking, as it is kept. */
export async function told(product: Product, reference: string, given: Record<string, unknown> = {}): Promise<void> {
  const at = new Date();
  const row = {
    ...{ platform: 'fareharbor', supplier: 'reefwalk', reference, reference_keys: [reference], status: 'confirmed' },
    ...{ version: at, version_digest: Buffer.from('x'), first_news_at: at, last_news_at: at, state: 'unmatched' },
    ...given,
  };
  const names = Object.keys(row);
  const places = names.map((_, n) => `$${n + 1}`);
  await ask(product, `insert into platform_bookings (${names}) values (${places})`, Object.values(row));
}
