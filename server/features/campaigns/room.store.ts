import { sql } from 'kysely';
import { cardsPerSponsored } from '../../../contract/campaign-form.ts';
import type { Db } from '../../platform/database/database.ts';
import { isOnList } from '../places/places.ts';

/** Whether a list of some place has room for a campaign, and whether it names places at all. */
export interface PlacesRoom {
  id: string;
  names_places: boolean;
  has_room: boolean;
}

/** Whether the list of a place `p` has cards enough for a campaign `a`, and not its listing. */
const mayShow = sql`p.deleted_at is null
  and (select count(*) from (select from curated_listings c join listings l on l.id = c.listing_id
    where c.location_id = p.id and ${isOnList} limit ${cardsPerSponsored - 1}) shown) = ${cardsPerSponsored - 1}
  and not exists (select from curated_listings c where c.location_id = p.id and c.listing_id = a.listing_id)`;

/**
 * Of campaigns whether one of the places that they are for may show them, at some time to somebody: its list has cards enough and does not
 * have the listing itself.
 */
export async function findPlacesRoom(db: Db, ids: readonly string[]): Promise<PlacesRoom[]> {
  const { rows } = await sql<PlacesRoom>`
    select a.id, a.names_places, exists (select from campaign_places w join locations p on p.id = w.location_id
          where w.campaign_id = a.id and ${mayShow})
        or not a.names_places and not a.names_categories and exists (select from locations p where ${mayShow}) as has_room
    from (select id, listing_id, cardinality(categories) > 0 as names_categories,
        exists (select from campaign_places w where w.campaign_id = campaigns.id) as names_places
      from campaigns where id = any(${ids}::uuid[])) a`.execute(db);
  return rows;
}
