import type { BrowserContext, Page } from '@playwright/test';
import { type ReachedDatabase, reachDatabase } from '../../scripts/reach-database.ts';
import type { Settings } from '../../server/platform/settings.ts';
import type { Product } from './product.ts';

/** An event as the database keeps it. */
export interface StoredEvent {
  event_type: string;
  listing_id: number | null;
  data: Record<string, unknown>;
}

/**
 * The events of a product, straight from its database. What a page sends as it goes away carries the name of the headless browser,
 * whatever the test calls it, and counts as a program's.
 */
export async function openEvents(product: Product) {
  const database: ReachedDatabase = await reachDatabase({
    databaseUrl: undefined,
    dataDir: product.dataDir,
  } as Settings);
  return {
    /** What a user did; staff left out. */
    async ofUser(userId: string): Promise<StoredEvent[]> {
      const { rows } = await database.pool.query(
        `select event_type, listing_id, data from events
          where user_id = $1 and audience <> 'staff' and event_type <> 'listing_impression' order by occurred_at, received_at`,
        [userId],
      );
      return rows;
    },
    /** What a user had in sight, as `list id`. */
    async impressionsOf(userId: string): Promise<string[]> {
      const { rows } = await database.pool.query(
        `select data ->> 'list' || ' ' || listing_id as seen from events where user_id = $1 and event_type = 'listing_impression'
          order by 1`,
        [userId],
      );
      return rows.map(({ seen }) => seen);
    },
    /** What guests did, since an instant of the server's clock. */
    async ofGuests(since: Date): Promise<StoredEvent[]> {
      const { rows } = await database.pool.query(
        `select event_type, listing_id, data from events where user_id is null and audience <> 'staff' and received_at >= $1
          and event_type <> 'listing_impression' order by occurred_at, received_at`,
        [since],
      );
      return rows;
    },
    close: () => database.leave(),
  };
}

/** Their types by name: what happens in one millisecond has no order. */
export const typesOf = (events: readonly StoredEvent[]): string[] => events.map((event) => event.event_type).sort();

/** Who is signed in on a page. */
export const userIdOf = async (page: Page): Promise<string> =>
  (await (await page.request.get('/api/users/me')).json()).id;

/** Has no listing in sight of any page: for tests of what people do, whose events then stand alone. */
export const withoutImpressions = (context: BrowserContext) =>
  context.addInitScript(() => {
    const { observe } = IntersectionObserver.prototype;
    IntersectionObserver.prototype.observe = function (target) {
      if (!target.matches('[data-listing]')) observe.call(this, target);
    };
  });
