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

/**
 * Of campaigns whether one of the places that they are for may show them, at some time to somebody: its list has cards enough and does not
 * have the listing itself.
 */
export async function findPlacesRoom(db: Db, ids: readonly string[]): Promise<PlacesRoom[]> {
  const { rows } = await sql<PlacesRoom>`
    select a.id, a.names_places, exists (
        select from locations p where p.deleted_at is null
          and case when a.names_places then p.id in (select w.location_id from campaign_places w where w.campaign_id = a.id)
            else not a.names_categories end
          and (select count(*) from (select from curated_listings c join listings l on l.id = c.listing_id
            where c.location_id = p.id and ${isOnList} limit ${cardsPerSponsored - 1}) shown) = ${cardsPerSponsored - 1}
          and not exists (select from curated_listings c where c.location_id = p.id and c.listing_id = a.listing_id)) as has_room
    from (select id, listing_id, cardinality(categories) > 0 as names_categories,
        exists (select from campaign_places w where w.campaign_id = campaigns.id) as names_places
      from campaigns where id = any(${ids}::uuid[])) a`.execute(db);
  return rows;
}
