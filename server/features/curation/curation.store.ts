import { sql } from 'kysely';
import { type ListRules, mostListingsOfPlace } from '../../../contract/list-rules.ts';
import type { OwnPlace } from '../../../contract/own-places.ts';
import type { Place } from '../../../contract/places.ts';
import type { Category } from '../../../contract/values.ts';
import type { Db, Tx } from '../../platform/database/database.ts';

const mostPlaces = 500;

/** What the house has given to a place and has not hidden itself: of that alone a partner knows. */
const given = sql`not c.is_hidden and l.is_active`;

/** An organisation's places by name, with how much of each it hides. */
export async function findOwnPlaces(db: Db, organisationId: string): Promise<Omit<OwnPlace, 'shown'>[]> {
  const { rows } = await sql<Omit<OwnPlace, 'shown'>>`
    select p.id, p.name, p.address, p.island, count(l.id) filter (where c.hidden_by_partner)::integer as hidden
    from locations p left join curated_listings c on c.location_id = p.id left join listings l on l.id = c.listing_id and ${given}
    where p.organisation_id = ${organisationId} group by p.id order by p.name, p.id limit ${mostPlaces}`.execute(db);
  return rows;
}

/** One of an organisation's places. `lock` keeps others from arranging it until the transaction ends. */
export async function findOwnPlace(
  db: Db,
  organisationId: string,
  id: number,
  { lock = false } = {},
): Promise<Place | undefined> {
  const place = db
    .selectFrom('locations')
    .select(['id', 'name', 'description', 'address', 'island', 'latitude', 'longitude', 'image_url', 'image_color'])
    .where('id', '=', id)
    .where('organisation_id', '=', organisationId);
  return await (lock ? place.forNoKeyUpdate() : place).executeTakeFirst();
}

/** What a place has at one position; `listing` is null where no partner knows of it. */
export interface PlacedRow {
  listing_id: number;
  position: number;
  hidden_by_partner: boolean;
  listing: {
    name: string;
    category: Category;
    subcategory: string | null;
    image_url: string | null;
    image_color: string | null;
    rules: ListRules | null;
  } | null;
}

/** All that a place has, in order. */
export async function findPlaced(db: Db, locationId: number): Promise<PlacedRow[]> {
  const { rows } = await sql<PlacedRow>`
    select c.listing_id, c.position, c.hidden_by_partner,
      case when ${given} and row_number() over (order by not coalesce(${given}, false), c.position, c.listing_id) <= ${mostListingsOfPlace}
        then json_build_object('name', l.name, 'category', l.category, 'subcategory', l.subcategory, 'image_url', l.image_url,
          'image_color', l.image_color, 'rules', c.rules) end as listing
    from curated_listings c left join listings l on l.id = c.listing_id
    where c.location_id = ${locationId} order by c.position, c.listing_id`.execute(db);
  return rows;
}

/** Holds all that a place has until the transaction ends: the house changes none of it meanwhile. @returns how many that are */
export async function lockPlaced(tx: Tx, locationId: number): Promise<number> {
  const rows = tx.selectFrom('curated_listings').select('listing_id').where('location_id', '=', locationId);
  return (await rows.orderBy('listing_id').forUpdate().execute()).length;
}

/** Puts listings of a place where they are to be, with the partner's marks. */
export async function updatePlaced(
  tx: Tx,
  locationId: number,
  rows: readonly Pick<PlacedRow, 'listing_id' | 'position' | 'hidden_by_partner'>[],
): Promise<void> {
  await sql`
    update curated_listings c set position = n.position, hidden_by_partner = n.hidden_by_partner
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (listing_id integer, position integer, hidden_by_partner boolean)
    where c.location_id = ${locationId} and c.listing_id = n.listing_id`.execute(tx);
}

/** Notes when a partner put a place's list in order, or that its order no longer stands. */
export async function setArranged(tx: Tx, locationId: number, at: Date | null): Promise<void> {
  await tx.updateTable('locations').set({ arranged_at: at }).where('id', '=', locationId).execute();
}

/** A place with its organisation, for administrators. */
export async function findPlaceOfHouse(db: Db, id: number) {
  const place = db.selectFrom('locations as p').leftJoin('organisations as o', 'o.id', 'p.organisation_id');
  return await place
    .select(['p.id', 'p.name', 'o.id as organisation_id', 'o.name as organisation'])
    .where('p.id', '=', id)
    .executeTakeFirst();
}

/** All that a place has, in order, with every mark; for administrators. */
export async function findAllPlaced(db: Db, locationId: number) {
  const { rows } = await sql<{
    id: number;
    name: string;
    category: Category;
    is_active: boolean;
    hidden_by_house: boolean;
    hidden_by_partner: boolean;
  }>`
    select l.id, l.name, l.category, l.is_active, c.is_hidden as hidden_by_house, c.hidden_by_partner
    from curated_listings c join listings l on l.id = c.listing_id
    where c.location_id = ${locationId} order by c.position, l.id`.execute(db);
  return rows;
}
