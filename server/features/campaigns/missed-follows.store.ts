import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

/** Longer than a process of a version before counts beside this one, or after going back. */
const lookBackDays = 35;

/**
 * Keeps of the clicks of some weeks up to a day which visits followed a card of which listings, where that is missing:
 * a process of a version that keeps no such thing counted them. Does nothing where it is done already.
 */
export async function keepMissedFollows(db: Db, day: string): Promise<void> {
  await sql`
    insert into sponsored_follows (visit_id, listing_id, followed_at)
    select t.visit_id, c.listing_id, min(t.touched_at) from campaign_touches t join campaigns c on c.id = t.campaign_id
    where t.kind = 'click' and t.day >= ${day}::date - ${lookBackDays}::integer and not exists (
      select from sponsored_follows f where f.visit_id = t.visit_id and f.listing_id = c.listing_id)
    group by t.visit_id, c.listing_id order by t.visit_id, c.listing_id
    on conflict do nothing`.execute(db);
}
