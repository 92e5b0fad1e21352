import type { Page } from '@playwright/test';
import { type ReachedDatabase, reachDatabase } from '../../scripts/reach-database.ts';
import type { Settings } from '../../server/platform/settings.ts';
import type { Product } from './product.ts';

/** An event as the database keeps it. */
export interface StoredEvent {
  event_type: string;
  listing_id: number | null;
  data: Record<string, unknown>;
}

/** The events of a product, straight from its database. */
export async function openEvents(product: Product) {
  const database: ReachedDatabase = await reachDatabase({
    databaseUrl: undefined,
    dataDir: product.dataDir,
  } as Settings);
  return {
    /** Of a user, in the order they happened; programs and staff left out. */
    async ofUser(userId: string): Promise<StoredEvent[]> {
      const { rows } = await database.pool.query(
        `select event_type, listing_id, data from events where user_id = $1 and audience = 'visitor'
          order by occurred_at, received_at`,
        [userId],
      );
      return rows;
    },
    /** Of guests, since an instant of the server's clock. */
    async ofGuests(since: Date): Promise<StoredEvent[]> {
      const { rows } = await database.pool.query(
        `select event_type, listing_id, data from events where user_id is null and audience = 'visitor' and received_at >= $1
          order by occurred_at, received_at`,
        [since],
      );
      return rows;
    },
    close: () => database.leave(),
  };
}

export const typesOf = (events: readonly StoredEvent[]): string[] => events.map((event) => event.event_type);

/** Who is signed in on a page. */
export const userIdOf = async (page: Page): Promise<string> =>
  (await (await page.request.get('/api/users/me')).json()).id;
