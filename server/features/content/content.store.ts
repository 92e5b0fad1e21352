import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { ListedListing } from '../../../contract/content.ts';
import { listingFields, type listingStates } from '../../../contract/listing-form.ts';
import type { Category } from '../../../contract/values.ts';
import type { Tables } from '../../../db/schema.ts';
import { type HistoryRow, historyOf } from '../../platform/audit/audit.store.ts';
import { advisoryLocks } from '../../platform/database/advisory-locks.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { byInstant, findPage, findSeen, type Order, partOf } from '../../platform/lists.store.ts';
import type { Page } from '../../platform/lists.ts';
import { hasBrokenLink } from './listing-links.store.ts';

type State = (typeof listingStates)[number];

/** Which listings are asked for. */
export interface ListingFilter {
  search?: string | undefined;
  status?: State | undefined;
  category?: Category | undefined;
  /** Only those of which a link leads nowhere. */
  links?: 'broken' | undefined;
}

export type ListedRow = Omit<ListedListing, 'updated_at' | 'deleted_at' | 'undo_until'> & {
  updated_at: Date;
  deleted_at: Date | null;
};

/** All that is edited of a listing. */
export type Content = Pick<Selectable<Tables['listings']>, (typeof listingFields)[number]>;

/** One as its editor sees it, with who changed what. */
export type ContentRow = ListedRow &
  Content & {
    image_url: string | null;
    image_widths: number[] | null;
    review_count: number;
    created_at: Date;
    history: HistoryRow[];
  };

const states: Record<State, ReturnType<typeof sql>> = {
  active: sql`l.deleted_at is null and l.is_active`,
  inactive: sql`l.deleted_at is null and not l.is_active`,
  deleted: sql`l.deleted_at is not null`,
};

const from = sql`listings l left join organisations o on o.id = l.organisation_id`;

const listed = sql`l.id, l.name, l.category, l.price_range, l.commission_rate, l.rating, l.is_featured, o.name as advertiser,
  l.updated_at, l.deleted_at,
  case when l.deleted_at is not null then 'deleted' when l.is_active then 'active' else 'inactive' end as status`;

const sortName = sql`(left(searchable(l.name), 32) collate "C")`;
const orders: Record<string, Order> = {
  name: { column: sortName, value: sortName, read: (value) => sql`${value}::text collate "C"` },
  updated: byInstant(sql`l.updated_at`),
};

/** What an advertiser has not published yet is no matter of the manager's (server/features/own-listings/). */
const published = sql`held is distinct from 'unpublished'`;

/** Those that match, as a list has them. */
function matchingOf({ search, status, category, links }: ListingFilter) {
  const matching = [status ? states[status] : sql`l.deleted_at is null`, published];
  if (search) matching.push(sql`searchable(l.name) like ${partOf(search)}`);
  if (category) matching.push(sql`l.category = ${category}`);
  if (links) matching.push(hasBrokenLink);
  return matching;
}

/** A page of the listings, and how many there are in all, in one statement. */
export async function findListingPage(db: Db, filter: ListingFilter, page: Page) {
  return await findPage<ListedRow>(
    db,
    {
      ...{ from, id: sql`l.id`, idType: 'bigint', matching: matchingOf(filter), columns: listed, isDigested: true },
      order: orders[page.by]!,
    },
    page,
  );
}

/** The ids of all that match and were seen. @throws Refusal `list_changed` */
export async function findSeenListings(db: Db, filter: ListingFilter, seen: string): Promise<string[]> {
  return await findSeen(db, { from, id: sql`l.id::text`, matching: matchingOf(filter) }, seen);
}

/** How many there are of each kind. */
export async function countListings(db: Db): Promise<Record<State, number>> {
  const { rows } = await sql<Record<State, number>>`
    select (count(*) filter (where ${states.active}))::integer as active,
      (count(*) filter (where ${states.inactive}))::integer as inactive,
      (count(*) filter (where ${states.deleted}))::integer as deleted from listings l where ${published}`.execute(db);
  return rows[0]!;
}

/** One of them, deleted or not. */
export async function findContent(db: Db, id: number): Promise<ContentRow | undefined> {
  const { rows } = await sql<ContentRow>`
    select ${listed}, l.description, l.name_ja, l.description_ja, l.subcategory, l.address, l.phone, l.website_url, l.booking_url, l.image_url, l.image_widths, l.review_count,
      l.is_active, l.latitude, l.longitude, l.advertiser_id, l.created_at, ${historyOf('listing', sql`l.id`)} as history
    from ${from} where l.id = ${id} and ${published}`.execute(db);
  return rows[0];
}

/** Keeps others from changing it until the transaction ends. @returns whether there is one */
export async function lockListing(tx: Tx, id: number): Promise<boolean> {
  const row = tx.selectFrom('listings').select('id').where('id', '=', id).forNoKeyUpdate();
  return (await row.executeTakeFirst()) !== undefined;
}

export async function insertListing(tx: Tx, listing: Insertable<Tables['listings']>): Promise<number> {
  const { id } = await tx.insertInto('listings').values(listing).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateContent(tx: Tx, id: number, content: Content, now: Date): Promise<void> {
  await tx
    .updateTable('listings')
    .set({ ...content, ...(content.is_active && { held: null }), updated_at: now })
    .where('id', '=', id)
    .execute();
  await withdrawOfFormer(tx, [id], now);
}

/** Withdraws what an advertiser has asked for listings that are another's by now. */
async function withdrawOfFormer(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  const isAnothers = sql`exists (select from listings l where l.id = r.listing_id and l.organisation_id is distinct from r.organisation_id)`;
  await withdraw(tx, sql`r.listing_id = any(${ids}::integer[]) and ${isAnothers}`, now);
}

/** Withdraws those of what advertisers have asked, `r`, that wait. */
async function withdraw(tx: Tx, which: RawBuilder<unknown>, now: Date): Promise<void> {
  await sql`update listing_proposals r set state = 'withdrawn', decided_at = ${now} where r.state = 'submitted' and ${which}`.execute(
    tx,
  );
}

/** What a change of many has done to one. */
export interface Changed {
  id: number;
  is_active: boolean;
}

const ofIds = (ids: readonly number[]) => sql`id = any(${ids}::integer[])`;

/** Hides those of them that are not hidden so already, keeps whether guests saw each, and withdraws what waits for them. @returns them, as they were before */
export async function setAside(
  tx: Tx,
  ids: readonly number[],
  { now, at = now }: { now: Date; at?: Date | undefined },
): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    update listings set deleted_at = ${at}, active_before = is_active, is_active = false, updated_at = ${now}
    where ${ofIds(ids)} and ${published} and deleted_at is null returning id, active_before as is_active`.execute(tx);
  const aside = rows.map(({ id }) => id);
  await withdraw(tx, sql`r.listing_id = any(${aside}::integer[])`, now);
  return rows;
}

/**
 * Makes those that were deleted after a moment again what they were.
 * @param at when they were deleted, where it is about one deletion alone
 */
export async function bringBack(
  tx: Tx,
  ids: readonly number[],
  { now, after, at }: { now: Date; after: Date; at?: Date | undefined },
): Promise<Changed[]> {
  const alone = at ? sql`and deleted_at = ${at}` : sql``;
  const { rows } = await sql<Changed>`
    update listings set deleted_at = null, active_before = null, is_active = active_before, updated_at = ${now}
    where ${ofIds(ids)} and ${published} and deleted_at > ${after} ${alone} returning id, is_active`.execute(tx);
  return rows;
}

/** Says of listings that are not deleted whether guests see them, or see them first. @returns those that were else before */
export async function mark(
  tx: Tx,
  ids: readonly number[],
  { field, value, now }: { field: 'is_active' | 'is_featured'; value: boolean; now: Date },
): Promise<Changed[]> {
  // Whoever shows or hides one decides over its advertiser's pause.
  const [free, isOther] = [sql`held = null,`, sql`(is_active <> ${value} or held is not null)`];
  const isShowing = field === 'is_active';
  const { rows } = await sql<Changed>`
    update listings set ${isShowing ? free : sql``} ${sql.ref(field)} = ${value}, updated_at = ${now}
    where ${ofIds(ids)} and ${published} and deleted_at is null and ${isShowing ? isOther : sql`${sql.ref(field)} <> ${value}`}
    returning id, is_active`.execute(tx);
  return rows;
}

/** Those of these that there are, by id, deleted or not. */
export async function findContents(db: Db, ids: readonly number[]) {
  const asked = db.selectFrom('listings').select(['id', 'deleted_at', ...listingFields]);
  const rows = ids.length === 0 ? [] : await asked.where('id', 'in', ids).where(sql<boolean>`${published}`).execute();
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

/** The next listings that are not deleted, by id. */
export async function findContentsAfter(db: Db, after: number, limit: number): Promise<Map<number, Content>> {
  const asked = db.selectFrom('listings').select(['id', ...listingFields]);
  const those = asked.where('id', '>', after).where('deleted_at', 'is', null).where(sql<boolean>`${published}`);
  const rows = await those.orderBy('id').limit(limit).execute();
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

/** Keeps others from changing these until the transaction ends, and from making listings from a file. */
export async function lockListings(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.listingImports})`.execute(tx);
  await sql`select id from listings where id = any(${ids}::integer[]) order by id for no key update`.execute(tx);
}

const types: Record<(typeof listingFields)[number], string> = {
  ...{
    name: 'text',
    name_ja: 'text',
    description: 'text',
    description_ja: 'text',
    category: 'text',
    subcategory: 'text',
  },
  ...{
    address: 'text',
    latitude: 'double precision',
    longitude: 'double precision',
    phone: 'text',
    website_url: 'text',
  },
  ...{
    booking_url: 'text',
    price_range: 'text',
    commission_rate: 'numeric',
    is_active: 'boolean',
    is_featured: 'boolean',
    advertiser_id: 'uuid',
  },
};
const typed = sql.join(listingFields.map((field) => sql`${sql.ref(field)} ${sql.raw(types[field])}`));
const names = sql.join(listingFields.map((field) => sql.ref(field)));

/** Makes listings. @returns their ids, in their order */
export async function insertListings(tx: Tx, contents: readonly Content[], now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into listings (${names}, created_at, updated_at) select ${names}, ${now}, ${now}
    from rows from (jsonb_to_recordset(${JSON.stringify(contents)}::jsonb) as (${typed})) with ordinality order by ordinality
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Gives listings their content anew. */
export async function updateContents(
  tx: Tx,
  changes: readonly { id: number; content: Content }[],
  now: Date,
): Promise<void> {
  const rows = JSON.stringify(changes.map(({ id, content }) => ({ id, ...content })));
  const set = sql.join(listingFields.map((field) => sql`${sql.ref(field)} = c.${sql.ref(field)}`));
  await sql`update listings l set ${set}, held = case when not c.is_active then l.held end, updated_at = ${now}
    from jsonb_to_recordset(${rows}::jsonb) as c(id integer, ${typed}) where l.id = c.id`.execute(tx);
  await withdrawOfFormer(
    tx,
    changes.map(({ id }) => id),
    now,
  );
}
