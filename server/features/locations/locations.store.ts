import { sql } from 'kysely';
import { type HistoryRow, historyOf } from '../../platform/audit/audit.store.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { byInstant, findPage, findSeen, type Order } from '../../platform/lists.store.ts';
import type { Page } from '../../platform/lists.ts';
import type { PlaceValues } from '../codes/codes.ts';

/** Which places are asked for. */
export interface LocationFilter {
  search?: string | undefined;
  partner?: 'with' | 'without' | undefined;
  coordinates?: 'with' | 'without' | undefined;
  deleted?: 'true' | undefined;
}

export interface ListedRow {
  id: number;
  name: string;
  address: string;
  island: string;
  latitude: number | null;
  longitude: number | null;
  partner: { id: string; name: string } | null;
  codes: number;
  listings: number;
  created_at: Date;
  deleted_at: Date | null;
}

export interface LocationRow extends ListedRow {
  description: string;
  image_url: string | null;
  history: HistoryRow[];
}

// Whose a deleted one was is told as well.
const from = sql`locations p left join organisations o on o.id = coalesce(p.organisation_id, p.organisation_before)`;

const listed = sql`p.id, p.name, p.address, p.island, p.latitude, p.longitude, p.created_at, p.deleted_at,
  case when o.id is not null then json_build_object('id', o.id, 'name', o.name) end as partner,
  (select count(*)::integer from qr_codes c where c.location_id = p.id and c.status <> 'replaced') as codes,
  (select count(*)::integer from curated_listings c join listings l on l.id = c.listing_id
    where c.location_id = p.id and not c.is_hidden and not c.hidden_by_partner and l.is_active) as listings`;

const sortName = sql`(left(searchable(p.name), 32) collate "C")`;
const orders: Record<string, Order> = {
  name: { column: sortName, value: sortName, read: (value) => sql`${value}::text collate "C"` },
  created: byInstant(sql`p.created_at`),
};

/** Those that match, as a list has them. */
function matchingOf({ search, partner, coordinates, deleted }: LocationFilter) {
  const matching = [deleted ? sql`p.deleted_at is not null` : sql`p.deleted_at is null`];
  if (search)
    matching.push(sql`(strpos(searchable(p.name), searchable(${search})) > 0
      or strpos(searchable(p.address), searchable(${search})) > 0 or strpos(searchable(o.name), searchable(${search})) > 0)`);
  if (partner) matching.push(partner === 'with' ? sql`o.id is not null` : sql`o.id is null`);
  if (coordinates) matching.push(coordinates === 'with' ? sql`p.latitude is not null` : sql`p.latitude is null`);
  return matching;
}

/** A page of the places, and how many there are in all, in one statement. */
export async function findLocationPage(db: Db, filter: LocationFilter, page: Page) {
  return await findPage<ListedRow>(
    db,
    {
      ...{ from, id: sql`p.id`, idType: 'bigint', matching: matchingOf(filter), columns: listed, isDigested: true },
      order: orders[page.by]!,
    },
    page,
  );
}

/** The ids of all that match and were seen. @throws Refusal `list_changed` */
export const findSeenLocations = (db: Db, filter: LocationFilter, seen: string): Promise<string[]> =>
  findSeen(db, { from, id: sql`p.id::text`, matching: matchingOf(filter) }, seen);

export interface LocationCounts {
  places: number;
  without_partner: number;
  without_coordinates: number;
  deleted: number;
}

/** How many there are of each kind. */
export async function countLocations(db: Db): Promise<LocationCounts> {
  const { rows } = await sql<LocationCounts>`
    select (count(*) filter (where deleted_at is null))::integer as places,
      (count(*) filter (where deleted_at is null and organisation_id is null))::integer as without_partner,
      (count(*) filter (where deleted_at is null and latitude is null))::integer as without_coordinates,
      (count(*) filter (where deleted_at is not null))::integer as deleted from locations`.execute(db);
  return rows[0]!;
}

/** One of them, deleted or not. */
export async function findLocation(db: Db, id: number): Promise<LocationRow | undefined> {
  const { rows } = await sql<LocationRow>`
    select ${listed}, p.description, p.image_url, ${historyOf('place', sql`p.id`)} as history
    from ${from} where p.id = ${id}`.execute(db);
  return rows[0];
}

/** Keeps others from changing it, and from leading anything to it, until the transaction ends. @returns whether there is one */
export async function lockLocation(tx: Tx, id: number): Promise<boolean> {
  const row = tx.selectFrom('locations').select('id').where('id', '=', id).forUpdate();
  return (await row.executeTakeFirst()) !== undefined;
}

/** A place that is not deleted, which stays so until the transaction ends. */
export async function findPlaceToUse(tx: Tx, id: number) {
  const place = tx.selectFrom('locations').select(['id', 'name', 'organisation_id', 'deleted_at']).where('id', '=', id);
  return await place.forShare().executeTakeFirst();
}

export async function updateLocationRow(tx: Tx, id: number, place: PlaceValues): Promise<void> {
  await tx.updateTable('locations').set(place).where('id', '=', id).execute();
}

/** What stands in the way of another partner of a place: codes that lead to it, or ever did, and whether anything of it was counted. */
export async function findUses(tx: Tx, id: number, now: Date) {
  // Hours that are closed stand in the rollups; the open ones are few.
  const since = new Date(now.getTime() - 2 * 86_400_000);
  const { rows } = await sql<{ codes: number; is_counted: boolean }>`
    with open as (select coalesce((select closed_until from rollup_state), ${since}) as since)
    select (select count(*)::integer from qr_codes where location_id = ${id}) as codes,
      (exists (select from rollups where grain in ('hour', 'day') and dimension = 'place' and key = ${String(id)})
        or exists (select from scans where scanned_at >= ${since} and location_id = ${id})
        or exists (select from clicks where clicked_at >= ${since} and location_id = ${id})
        or exists (select from events where received_at >= (select since from open) and location_id = ${id})) as is_counted`.execute(
    tx,
  );
  return rows[0]!;
}

/** Lets nothing stand of a place's list that its partner has chosen: the order, and what is hidden. */
export async function forgetArranged(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('locations').set({ arranged_at: null }).where('id', '=', id).execute();
  const hidden = tx.updateTable('curated_listings').set({ hidden_by_partner: false }).where('location_id', '=', id);
  await hidden.where('hidden_by_partner', '=', true).execute();
}

const mostPartners = 2_000;

/** The partners by name, with an owner's address to tell those of one name apart. */
export async function findPartnerChoices(db: Db) {
  const { rows } = await sql<{ id: string; name: string; email: string | null }>`
    select o.id, o.name, u.email from organisations o left join users u on u.id = o.owner_id where o.kind = 'partner'
    order by searchable(o.name), o.id limit ${mostPartners}`.execute(db);
  return rows;
}

/** An organisation of partners by its id. */
export async function findPartner(db: Db, id: string): Promise<{ id: string; name: string } | undefined> {
  const found = db.selectFrom('organisations').select(['id', 'name']).where('id', '=', id);
  return await found.where('kind', '=', 'partner').executeTakeFirst();
}

/** What listings are called, deleted ones too, by their number. */
export async function findListingNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('listings').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
