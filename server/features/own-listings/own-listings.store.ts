import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { ListingFacts } from '../../../contract/listing-facts-form.ts';
import type { OwnListingField, OwnListingState } from '../../../contract/own-listing-form.ts';
import type { Category, PriceRange } from '../../../contract/values.ts';
import type { Tables } from '../../../db/schema.ts';
import { advisoryLocks } from '../../platform/database/advisory-locks.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { byInstant, findPage, type Order, partOf } from '../../platform/lists.store.ts';
import type { Page } from '../../platform/lists.ts';

/** What was asked of the administrators, as the database tells it within a row. */
export interface AskedRow {
  id: string;
  is_new: boolean;
  state: 'submitted' | 'approved' | 'declined' | 'withdrawn';
  content: Readonly<Record<string, unknown>>;
  was: Readonly<Record<string, unknown>> | null;
  submitted_at: string;
  decided_at: string | null;
  decision_reason: string | null;
}

export interface ListedOwnRow {
  id: number;
  name: string;
  state: OwnListingState;
  category: Category;
  price_range: PriceRange;
  image_url: string | null;
  updated_at: Date;
  /** The last. */
  asked: AskedRow | null;
}

export type OwnContent = Pick<Selectable<Tables['listings']>, OwnListingField>;

export type OwnRow = ListedOwnRow &
  Omit<OwnContent, 'category' | 'price_range'> & {
    rating: number | null;
    review_count: number;
    is_featured: boolean;
    commission_rate: number;
    deleted_at: Date | null;
    held: 'unpublished' | 'paused' | null;
    is_active: boolean;
    /** All that was asked, newest first, at most 20. */
    history: AskedRow[];
  };

/** Of the listing `l`, newest first. */
const askedOf = sql`from listing_proposals p where p.listing_id = l.id order by p.number desc`;
const told = sql`json_build_object('id', p.id, 'is_new', p.is_new, 'state', p.state, 'content', p.content,
  'was', p.was, 'submitted_at', p.submitted_at, 'decided_at', p.decided_at, 'decision_reason', p.decision_reason)`;

const last = sql`(select p.state ${askedOf} limit 1)`;
const state = sql`case when l.is_active then 'live' when l.held = 'paused' then 'paused' when l.held is null then 'hidden'
  when ${last} in ('submitted', 'declined') then ${last} else 'draft' end`;

const listed = sql`l.id, l.name, l.category, l.price_range, l.image_url, l.updated_at, ${state} as state,
  (select ${told} ${askedOf} limit 1) as asked`;

const sortName = sql`(left(searchable(l.name), 32) collate "C")`;
const orders: Record<string, Order> = {
  name: { column: sortName, value: sortName, read: (value) => sql`${value}::text collate "C"` },
  updated: byInstant(sql`l.updated_at`),
};

export interface OwnFilter {
  search?: string | undefined;
  state?: OwnListingState | undefined;
}

const ofOrganisation = (organisationId: string) => sql`l.organisation_id = ${organisationId} and l.deleted_at is null`;

/** A page of an organisation's listings. */
export async function findOwnPage(db: Db, organisationId: string, { search, state: wanted }: OwnFilter, page: Page) {
  const matching = [ofOrganisation(organisationId)];
  if (search) matching.push(sql`searchable(l.name) like ${partOf(search)}`);
  if (wanted) matching.push(sql`${state} = ${wanted}`);
  return await findPage<ListedOwnRow>(
    db,
    {
      ...{ from: sql`listings l`, id: sql`l.id`, idType: 'bigint', matching, columns: listed },
      order: orders[page.by]!,
    },
    page,
  );
}

/** How many it has in each state, of those that there are. */
export async function countOwn(db: Db, organisationId: string): Promise<{ state: OwnListingState; count: number }[]> {
  const { rows } = await sql<{ state: OwnListingState; count: number }>`
    select state, count(*)::integer as count from (select ${state} as state from listings l where ${ofOrganisation(organisationId)}) s
    group by state`.execute(db);
  return rows;
}

/** One of an organisation's, deleted or not. `lock` holds it until the transaction ends. */
export async function findOwn(
  db: Db,
  organisationId: string,
  id: number,
  { lock = false } = {},
): Promise<OwnRow | undefined> {
  // The table itself: a row that is seen through the view is not held by it.
  if (lock)
    await sql`select id from public.listings where id = ${id} and organisation_id = ${organisationId} for no key update`.execute(
      db,
    );
  const { rows } = await sql<OwnRow>`
    select ${listed}, l.description, l.name_ja, l.description_ja, l.subcategory, l.booking_url, l.website_url, l.address, l.latitude,
      l.longitude, l.phone, l.open_months, l.steps, l.transfer, l.hearing, l.sensory, l.meeting_point, l.meeting_latitude,
      l.meeting_longitude, l.rating, l.review_count, l.is_featured, l.commission_rate, l.deleted_at, l.held, l.is_active,
      coalesce((select json_agg(${told} order by p.number desc)
        from (select id, number, is_new, state, content, was, submitted_at, decided_at, decision_reason ${askedOf} limit 20) p), '[]') as history
    from listings l where l.id = ${id} and l.organisation_id = ${organisationId}`.execute(db);
  return rows[0];
}

/** Whether there is such a listing, whosever it is. */
export async function isListing(db: Db, id: number): Promise<boolean> {
  return (await db.selectFrom('listings').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** How many of an organisation's no administrator has approved yet. Until the transaction ends nobody else of it counts them. */
export async function countUnpublished(tx: Tx, organisationId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.ownListings}, hashtext(${organisationId}::text))`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from listings l
    where ${ofOrganisation(organisationId)} and l.held = 'unpublished'`.execute(tx);
  return rows[0]!.count;
}

/** Makes one, by the table's own name, which takes whose it is (db/migrations/0072_own_and_shown.sql). */
export async function insertOwn(tx: Tx, listing: Insertable<Tables['listings']>): Promise<number> {
  const made = tx.withSchema('public').insertInto('listings').values(listing).returning('id');
  return (await made.executeTakeFirstOrThrow()).id;
}

export async function updateOwn(tx: Tx, id: number, changes: Updateable<Tables['listings']>): Promise<void> {
  await tx.updateTable('listings').set(changes).where('id', '=', id).execute();
}

export async function insertAsked(tx: Tx, asked: Insertable<Tables['listing_proposals']>): Promise<void> {
  await tx.insertInto('listing_proposals').values(asked).execute();
}

/** Gives what waits another content, or takes it back. */
export async function updateAsked(
  tx: Tx,
  id: string,
  changes: { content: string; was?: string } | { state: 'withdrawn'; decided_at: Date },
): Promise<void> {
  await tx.updateTable('listing_proposals').set(changes).where('id', '=', id).execute();
}

/** What a listing that guests find tells of itself beside its words. */
export async function findDetails(db: Db, id: number): Promise<ListingFacts | undefined> {
  const { rows } = await sql<ListingFacts>`
    select open_months, steps, transfer, hearing, sensory, meeting_point, meeting_latitude, meeting_longitude from listings
    where id = ${id} and is_active`.execute(db);
  return rows[0];
}
