import { type RawBuilder, sql } from 'kysely';
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

/** Campaigns as far as it matters where they are shown. */
const stored = (ids: readonly string[]) => sql`
  select id, listing_id, cardinality(categories) > 0 as names_categories,
    array(select w.location_id from campaign_places w where w.campaign_id = campaigns.id) as places
  from campaigns where id = any(${ids}::uuid[])`;

const roomOf = async (db: Db, campaigns: RawBuilder<unknown>): Promise<PlacesRoom[]> => {
  const { rows } = await sql<PlacesRoom>`
    select a.id, cardinality(a.places) > 0 as names_places,
      exists (select from locations p where p.id = any(a.places) and ${mayShow})
        or cardinality(a.places) = 0 and not a.names_categories and exists (select from locations p where ${mayShow}) as has_room
    from (${campaigns}) a`.execute(db);
  return rows;
};

/**
 * Of campaigns whether one of the places that they are for may show them, at some time to somebody: its list has cards enough and does not
 * have the listing itself.
 */
export const findPlacesRoom = (db: Db, ids: readonly string[]): Promise<PlacesRoom[]> => roomOf(db, stored(ids));

/** The same of one that there is not yet. */
export async function findPlacesRoomOf(
  db: Db,
  { listing_id, places, categories }: { listing_id: number; places: readonly number[]; categories: readonly string[] },
): Promise<PlacesRoom> {
  const named = sql`select '' as id, ${listing_id}::integer as listing_id, ${categories.length > 0}::boolean as names_categories,
    ${places}::integer[] as places`;
  return (await roomOf(db, named))[0]!;
}

/** Of which category a listing is. */
export async function findCategory(db: Db, listing: number): Promise<string | undefined> {
  const found = db.selectFrom('listings').select('category').where('id', '=', listing).where('deleted_at', 'is', null);
  return (await found.executeTakeFirst())?.category;
}
