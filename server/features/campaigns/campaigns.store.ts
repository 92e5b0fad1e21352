import { type Insertable, sql } from 'kysely';
import { type CampaignPricing, type CampaignState, campaignChoices } from '../../../contract/campaign-form.ts';
import type { Tables } from '../../../db/schema.ts';
import { type HistoryRow, historyOf } from '../../platform/audit/audit.store.ts';
import { advisoryLocks } from '../../platform/database/advisory-locks.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { byInstant, contains, findPage, type Order } from '../../platform/lists.store.ts';
import type { Page } from '../../platform/lists.ts';
import { standsAs } from '../../platform/organisations/memberships.store.ts';
import { isOpenOn, isShown } from './delivered.store.ts';

/** What is edited of a campaign, as it is stored. */
export interface CampaignContent {
  name: string;
  pricing: CampaignPricing;
  budget_cents: number;
  click_cents: number | null;
  most_impressions: number | null;
  most_a_day: number | null;
  first_day: string;
  last_day: string;
  time_from: string | null;
  time_until: string | null;
  languages: string[];
  categories: string[];
}

export interface CampaignRow extends CampaignContent {
  id: string;
  organisation_id: string;
  /** The advertiser's name, and how it stands. */
  advertiser: string;
  standing: string;
  listing_id: number;
  listing: string;
  /** The listing's. */
  category: string;
  open_months: number[] | null;
  /** Whether guests find the listing. */
  is_shown: boolean;
  /** Whether it is open in this month. */
  is_open: boolean;
  /** Whether it names lists, and none of them shows it: places that were deleted since, and other categories than its listing's. */
  is_nowhere: boolean;
  state: CampaignState;
  /** Whether an administrator paused it. */
  held: boolean;
  impressions: number;
  clicks: number;
  charged_cents: number;
  credited_cents: number;
  /** Impressions of today, and what was charged today. */
  today: number;
  today_cents: number;
  updated_at: Date;
}

export type WholeCampaignRow = CampaignRow & { places: { id: number; name: string; is_deleted?: true }[] };

/** What of the campaigns is read: an organisation's own (within its walls, where it is no suspended one), or all. */
export interface Whose {
  organisation: string | null;
  /** Of Hawaiʻi. */
  today: string;
}

const from = sql`campaigns c join listings l on l.id = c.listing_id join organisations o on o.id = c.organisation_id`;

/** A campaign that runs, or pauses, has ended once its days are over. */
const stateOn = (today: string) => sql<CampaignState>`
  case when c.state in ('running', 'paused') and c.last_day < ${today}::date then 'ended' else c.state end`;

const isNowhere = sql`((cardinality(c.categories) > 0 or exists (select from campaign_places w where w.campaign_id = c.id))
  and l.category <> all(c.categories) and not exists (select from campaign_places w join locations p on p.id = w.location_id
    where w.campaign_id = c.id and p.deleted_at is null))`;

const columnsOf = ({ organisation, today }: Whose) => sql`
  c.id, c.organisation_id, o.name as advertiser, ${organisation ? sql`'active'` : standsAs} as standing, c.listing_id, l.name as listing, l.category, l.open_months,
  ${isShown} as is_shown, ${isOpenOn(today)} as is_open, ${isNowhere} as is_nowhere, ${stateOn(today)} as state, c.held, c.name, c.pricing, c.budget_cents, c.click_cents, c.most_impressions, c.most_a_day,
  c.first_day::text, c.last_day::text, c.time_from, c.time_until, c.languages, c.categories, c.impressions, c.clicks, c.charged_cents,
  c.credited_cents, c.updated_at, coalesce((select sum(d.impressions) from campaign_days d
    where d.campaign_id = c.id and d.day = ${today}::date), 0)::integer as today,
  coalesce((select sum(d.cents) from campaign_days d
    where d.campaign_id = c.id and d.day = ${today}::date), 0)::integer as today_cents`;

const orders: Record<string, Order> = {
  updated: byInstant(sql`c.updated_at`),
  name: {
    column: sql`left(lower(c.name), 32)`,
    value: sql`left(lower(c.name), 32)`,
    read: (value) => sql`${value}::text`,
  },
};

export interface CampaignFilter {
  search?: string | undefined;
  state?: CampaignState | undefined;
  listing?: number | undefined;
}

/** A page of campaigns. */
export async function findCampaignPage(db: Db, whose: Whose, { search, state, listing }: CampaignFilter, page: Page) {
  const matching = [];
  if (whose.organisation) matching.push(sql`c.organisation_id = ${whose.organisation}::uuid`);
  if (search) {
    const named = contains(sql`c.name`, search);
    matching.push(whose.organisation ? named : sql`(${named} or ${contains(sql`o.name`, search)})`);
  }
  if (state) matching.push(sql`${stateOn(whose.today)} = ${state}`);
  if (listing) matching.push(sql`c.listing_id = ${listing}`);
  return await findPage<CampaignRow>(
    db,
    { from, id: sql`c.id`, matching, order: orders[page.by]!, columns: columnsOf(whose) },
    page,
  );
}

/** Until the transaction ends nobody else makes campaigns of an organisation, nor starts, holds or releases them. */
export async function lockCampaignsOf(tx: Tx, organisation: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.campaigns}, hashtext(${organisation}::text))`.execute(tx);
}

/** How many campaigns there are in each state. */
export async function countCampaigns(db: Db, { organisation, today }: Whose): Promise<Record<CampaignState, number>> {
  const { rows } = await sql<{ state: CampaignState; count: number }>`
    select ${stateOn(today)} as state, count(*)::integer as count from campaigns c
    ${organisation ? sql`where c.organisation_id = ${organisation}::uuid` : sql``} group by 1`.execute(db);
  const counts = { draft: 0, running: 0, paused: 0, ended: 0 };
  for (const { state, count } of rows) counts[state] = count;
  return counts;
}

const placesOf = sql`coalesce((select json_agg(json_strip_nulls(json_build_object('id', p.id, 'name', p.name,
    'is_deleted', case when p.deleted_at is not null then true end)) order by p.name, p.id)
  from campaign_places w join locations p on p.id = w.location_id where w.campaign_id = c.id), '[]')`;

/** One campaign with its places. `lock` holds it until the transaction ends. */
export async function findCampaign(
  db: Db,
  whose: Whose,
  id: string,
  { lock = false } = {},
): Promise<WholeCampaignRow | undefined> {
  const { organisation } = whose;
  const { rows } = await sql<WholeCampaignRow>`
    select ${columnsOf(whose)}, ${placesOf} as places
    from ${from} where c.id = ${id} ${organisation ? sql`and c.organisation_id = ${organisation}::uuid` : sql``}
    ${lock ? sql`for update of c` : sql``}`.execute(db);
  return rows[0];
}

/** The other campaigns of its listing and its organisation that run, by name. */
export async function findRunningBeside(
  db: Db,
  { id, organisation_id, listing_id }: Pick<CampaignRow, 'id' | 'organisation_id' | 'listing_id'>,
  today: string,
): Promise<WholeCampaignRow[]> {
  const { rows } = await sql<WholeCampaignRow>`
    select ${columnsOf({ organisation: organisation_id, today })}, ${placesOf} as places
    from ${from} where c.listing_id = ${listing_id} and c.organisation_id = ${organisation_id}::uuid and c.id <> ${id}
      and c.state = 'running' and c.last_day >= ${today}::date order by c.name, c.id`.execute(db);
  return rows;
}

/** Whether there is a campaign, whosever it is. */
export async function isCampaign(db: Db, id: string): Promise<boolean> {
  const found = db.selectFrom('campaigns').select('id').where('id', '=', id);
  return (await found.executeTakeFirst()) !== undefined;
}

/** Whose campaign it is. */
export async function findOrganisationOf(db: Db, id: string): Promise<string | undefined> {
  const found = db.selectFrom('campaigns').select('organisation_id').where('id', '=', id);
  return (await found.executeTakeFirst())?.organisation_id;
}

/** The campaign of a listing and an organisation that an administrator holds, the latest, whether it has ended or not. `except`: another than this. */
export async function findHeld(
  db: Db,
  { organisation_id, listing_id }: Pick<CampaignRow, 'organisation_id' | 'listing_id'>,
  except?: string,
): Promise<{ id: string; name: string } | undefined> {
  const held = db.selectFrom('campaigns').select(['id', 'name']).where('held', '=', true);
  const own = held.where('organisation_id', '=', organisation_id).where('listing_id', '=', listing_id);
  const others = except ? own.where('id', '<>', except) : own;
  return await others.orderBy('updated_at', 'desc').orderBy('id').limit(1).executeTakeFirst();
}

/** What was done to it, newest first. */
export async function findCampaignHistory(db: Db, id: string): Promise<HistoryRow[]> {
  const { rows } = await sql<{ history: HistoryRow[] }>`
    select to_json(${historyOf('campaign', sql`${id}`)}) as history`.execute(db);
  return rows[0]!.history;
}

/** The addresses of those who work for an organisation now. */
export async function findMemberEmails(db: Db, organisation: string): Promise<string[]> {
  const people = db.selectFrom('members as m').innerJoin('users as u', 'u.id', 'm.user_id').select('u.email');
  return (await people.where('m.organisation_id', '=', organisation).execute()).map(({ email }) => email);
}

/** What places are called, those that are deleted by now as well. */
export async function findPlaceNames(db: Db, ids: readonly number[]): Promise<{ id: number; name: string }[]> {
  if (ids.length === 0) return [];
  return await db.selectFrom('locations').select(['id', 'name']).where('id', 'in', ids).execute();
}

/** Whether a listing is of an organisation and not set aside. */
export async function isOwnListing(tx: Tx, organisation: string, listing: number): Promise<boolean> {
  const own = tx.selectFrom('listings').select('id').where('id', '=', listing);
  const found = own.where('organisation_id', '=', organisation).where('deleted_at', 'is', null);
  return (await found.executeTakeFirst()) !== undefined;
}

/** The listings of an organisation that guests find, by name, each with the name of a campaign of it that an administrator holds. */
export async function findOwnListings(db: Db, organisation: string) {
  const own = db
    .selectFrom('listings as l')
    .select((on) => [
      ...(['l.id', 'l.name'] as const),
      on
        .selectFrom('campaigns as c')
        .select('c.name')
        .whereRef('c.listing_id', '=', 'l.id')
        .where('c.organisation_id', '=', organisation)
        .where('c.held', '=', true)
        .orderBy('c.updated_at', 'desc')
        .limit(1)
        .as('held_by'),
    ]);
  const found = own
    .where('l.organisation_id', '=', organisation)
    .where('l.is_active', '=', true)
    .where('l.deleted_at', 'is', null);
  return await found.orderBy('l.name').orderBy('l.id').limit(campaignChoices.listings).execute();
}

/** The first places by name, of those with a part of it where that is told, and how many there are. */
export async function findPlaces(db: Db, part: string | undefined) {
  const { rows } = await sql<{ id: number; name: string; island: string; found: number }>`
    select id, name, island, count(*) over ()::integer as found from locations
    where deleted_at is null ${part ? sql`and ${contains(sql`name`, part)}` : sql``}
    order by name, id limit ${campaignChoices.places}`.execute(db);
  return { places: rows.map(({ found: _, ...place }) => place), places_found: rows[0]?.found ?? 0 };
}

/** How many of these places there are. */
export async function countPlaces(db: Db, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from locations where id = any(${ids}::integer[]) and deleted_at is null`.execute(
    db,
  );
  return rows[0]!.count;
}

export async function insertCampaign(tx: Tx, campaign: Insertable<Tables['campaigns']>): Promise<string> {
  const { id } = await tx.insertInto('campaigns').values(campaign).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateCampaignRow(
  tx: Tx,
  id: string,
  changes: Partial<CampaignContent> & { state?: string; held?: boolean; updated_at: Date },
): Promise<void> {
  await tx.updateTable('campaigns').set(changes).where('id', '=', id).execute();
}

/** Gives a campaign its places anew. */
export async function putPlaces(tx: Tx, id: string, places: readonly number[]): Promise<void> {
  await tx.deleteFrom('campaign_places').where('campaign_id', '=', id).execute();
  if (places.length === 0) return;
  const rows = places.map((location_id) => ({ campaign_id: id, location_id }));
  await tx.insertInto('campaign_places').values(rows).execute();
}

export async function deleteCampaignRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('campaigns').where('id', '=', id).execute();
}

/** Adds to what was credited. */
export async function addCredit(tx: Tx, id: string, cents: number): Promise<void> {
  const credited = sql<number>`credited_cents + ${cents}`;
  await tx.updateTable('campaigns').set({ credited_cents: credited }).where('id', '=', id).execute();
}
