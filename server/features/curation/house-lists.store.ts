import { sql } from 'kysely';
import { type ListRules, mostListingsOfPlace } from '../../../contract/list-rules.ts';
import type { ChosenListing, ListedPlace } from '../../../contract/place-lists.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { findPage } from '../../platform/lists.store.ts';
import type { Page } from '../../platform/lists.ts';
import { isLedTo, showsNothing } from '../places/places.ts';

const sortName = sql`(left(searchable(p.name), 32) collate "C")`;
const byName = { column: sortName, value: sortName, read: (value: string | null) => sql`${value}::text collate "C"` };

export interface PlaceFilter {
  search?: string | undefined;
  /** Those that show nothing: all of them, or where a code in use leads to. */
  empty?: 'any' | 'coded' | undefined;
}

/** A page of all places, and how many there are, by a part of the name. */
export async function findPlacePage(db: Db, now: Date, { search, empty }: PlaceFilter, page: Page) {
  const matching = [sql`p.deleted_at is null`];
  if (search) matching.push(sql`strpos(searchable(p.name), searchable(${search})) > 0`);
  if (empty) matching.push(showsNothing);
  if (empty === 'coded') matching.push(isLedTo(now));
  const chosen = (condition: ReturnType<typeof sql>) =>
    sql`(select count(*)::integer from curated_listings c join listings l on l.id = c.listing_id
      where c.location_id = p.id and l.deleted_at is null and ${condition})`;
  const columns = sql`p.id, p.name, p.address, p.island, o.name as organisation, ${chosen(sql`true`)} as chosen,
    ${chosen(sql`c.rules is not null`)} as ruled`;
  const from = sql`locations p left join organisations o on o.id = p.organisation_id`;
  const listed = { from, id: sql`p.id`, idType: 'bigint' as const, matching, order: byName, columns };
  return await findPage<Omit<ListedPlace, 'shown'>>(db, listed, page);
}

/** A place with whose it is, and when that one put its list in order. `lock` keeps others from changing the list until the transaction ends. */
export async function findHousePlace(db: Db, id: number, { lock = false } = {}) {
  const place = db
    .selectFrom('locations as p')
    .leftJoin('organisations as o', 'o.id', 'p.organisation_id')
    .select(['p.id', 'p.name', 'p.address', 'p.island', 'p.arranged_at'])
    .select(['o.id as organisation_id', 'o.name as organisation'])
    .where('p.id', '=', id)
    .where('p.deleted_at', 'is', null);
  return await (lock ? place.forNoKeyUpdate('p') : place).executeTakeFirst();
}

/** What is chosen for a place, in order; what is out of the guide too, but for what was deleted. */
export async function findChosen(db: Db, locationId: number): Promise<ChosenListing[]> {
  const { rows } = await sql<ChosenListing>`
    select l.id, l.name, l.category, l.subcategory, l.is_active, c.is_hidden as hidden_by_house, c.hidden_by_partner, c.rules
    from curated_listings c join listings l on l.id = c.listing_id
    where c.location_id = ${locationId} and l.deleted_at is null
    order by c.position, l.id limit ${mostListingsOfPlace}`.execute(db);
  return rows;
}

/** Which of these listings a place can be given: those that are in the guide. */
export async function findChoosable(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from listings where id = any(${ids}::integer[]) and is_active`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Gives a place a list anew: what it had and is not in it is taken away; what stays keeps the marks it has. */
export async function replaceChosen(
  tx: Tx,
  locationId: number,
  had: readonly number[],
  rows: readonly { id: number; rules: ListRules | null }[],
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const gone = had.filter((id) => !ids.includes(id));
  if (gone.length > 0)
    await tx
      .deleteFrom('curated_listings')
      .where('location_id', '=', locationId)
      .where('listing_id', 'in', gone)
      .execute();
  await sql`
    insert into curated_listings (location_id, listing_id, position, rules)
    select ${locationId}, n.id, n.at - 1, nullif(n.listing -> 'rules', 'null')
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as given (listing, at),
      lateral (select (given.listing ->> 'id')::integer as id, given.at, given.listing) n
    on conflict (location_id, listing_id) do update set position = excluded.position, rules = excluded.rules
    where (curated_listings.position, curated_listings.rules) is distinct from (excluded.position, excluded.rules)`.execute(
    tx,
  );
}

/** Puts what a place has beside these, as what was deleted and may come back, behind them in the order it had. */
export async function putBehind(tx: Tx, locationId: number, ids: readonly number[]): Promise<void> {
  await sql`
    update curated_listings c set position = n.position from (
      select listing_id, ${ids.length} + row_number() over (order by position, listing_id) - 1 as position
      from curated_listings where location_id = ${locationId} and not listing_id = any(${ids}::integer[])) n
    where c.location_id = ${locationId} and c.listing_id = n.listing_id`.execute(tx);
}
