import { sql } from 'kysely';
import { deleteInBatches } from '../../platform/database/batches.store.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { beganWithCode } from '../../platform/sessions/visits.store.ts';
import { type DeliveredCampaign, delivered, deliveredColumns, isOpenOn } from './delivered.store.ts';

/** `beyond`: an impression that its site's share had no room for. */
export type TouchKind = 'impression' | 'open' | 'click' | 'beyond';

/** A campaign that is counted for. */
export interface CountedCampaign extends DeliveredCampaign {
  organisation_id: string;
  listing_id: number;
  /** Impressions of the day, what was charged on it, and what was shown beyond the share of a site. */
  today: number;
  today_cents: number;
  today_beyond: number;
}

/** Keeps others from counting for these campaigns, and from changing them, until the transaction ends; in the order of their ids. */
export async function holdCampaigns(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select id from campaigns where id = any(${ids}::uuid[]) order by id for no key update`.execute(tx);
}

/** Of these campaigns those that run, whose listing is its own and guests find it, and whose advertiser may advertise. */
export async function findCounting(db: Db, ids: readonly string[], day: string): Promise<CountedCampaign[]> {
  const { rows } = await sql<CountedCampaign>`
    select ${deliveredColumns}, c.organisation_id, c.listing_id,
      coalesce((select sum(d.impressions) from campaign_days d where d.campaign_id = c.id and d.day = ${day}::date), 0)::integer as today,
      coalesce((select sum(d.cents) from campaign_days d where d.campaign_id = c.id and d.day = ${day}::date), 0)::integer as today_cents,
      coalesce((select sum(d.beyond) from campaign_days d where d.campaign_id = c.id and d.day = ${day}::date), 0)::integer as today_beyond
    from ${delivered(sql`c.id = any(${ids}::uuid[]) and ${isOpenOn(day)}`)}
    order by c.id`.execute(db);
  return rows;
}

/** Visits that began with a code by the hashes of their cookies, with whose they are: those of somebody may have begun with a sign-in. */
export async function findVisits(db: Db, hashes: readonly string[]) {
  const { rows } = await sql<{ id: number; hash: string; user_id: string | null }>`
    select v.id, encode(v.token_hash, 'hex') as hash, v.user_id from visits v
    where v.token_hash in (select decode(hash, 'hex') from unnest(${hashes}::text[]) as given (hash))
      and ${beganWithCode}`.execute(db);
  return new Map(rows.map((row) => [row.hash, row]));
}

/** Those of some places that there are. */
export async function findPlaces(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select id from locations where id = any(${ids}::integer[]) and deleted_at is null`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Which organisation each of some people is of. */
export async function findOrganisationsOf(db: Db, people: readonly string[]): Promise<Map<string, Set<string>>> {
  const { rows } = await sql<{ user_id: string; organisations: string[] }>`
    select user_id, array_agg(organisation_id) as organisations from members where user_id = any(${people}::uuid[])
    group by user_id`.execute(db);
  return new Map(rows.map(({ user_id, organisations }) => [user_id, new Set(organisations)]));
}

/** What counts once: a campaign, a kind and a visit, of a day. */
export interface Touch {
  campaign_id: string;
  kind: TouchKind;
  visit_id: number;
  location_id: number | null;
  touched_at: Date;
  /** Where it was told from. */
  network: string;
  cents: number;
}

export const nameOf = ({ campaign_id, kind, visit_id }: Pick<Touch, 'campaign_id' | 'kind' | 'visit_id'>) =>
  `${campaign_id} ${kind} ${visit_id}`;

/** Of these the names of those that were counted on the day before. */
export async function findCounted(tx: Tx, day: string, touches: readonly Touch[]): Promise<Set<string>> {
  const { rows } = await sql<Touch>`
    select t.campaign_id, t.kind, t.visit_id from campaign_touches t join unnest(${touches.map((one) => one.campaign_id)}::uuid[],
      ${touches.map((one) => one.kind)}::text[], ${touches.map((one) => one.visit_id)}::bigint[])
      as given (campaign_id, kind, visit_id) using (campaign_id, kind, visit_id)
    where t.day = ${day}::date`.execute(tx);
  return new Set(rows.map(nameOf));
}

export async function insertTouches(tx: Tx, day: string, touches: readonly Touch[]): Promise<void> {
  const column = (value: (one: Touch) => string | number | null) => touches.map(value);
  await sql`
    insert into campaign_touches (campaign_id, day, kind, visit_id, location_id, touched_at, cents)
    select campaign_id, ${day}::date, kind, visit_id, location_id, touched_at, cents from unnest(
      ${column((one) => one.campaign_id)}::uuid[], ${column((one) => one.kind)}::text[], ${column((one) => one.visit_id)}::bigint[],
      ${column((one) => one.location_id)}::integer[], ${column((one) => one.touched_at.toISOString())}::timestamptz[],
      ${column((one) => one.cents)}::integer[]) as given (campaign_id, kind, visit_id, location_id, touched_at, cents)`.execute(
    tx,
  );
}

/** A click of a sponsored card that a visit told of, by the hash of its cookie. */
export interface Follow {
  visitHash: Buffer;
  campaign: string;
  at: Date;
}

/** Keeps which visits followed a card of which listings, and when first. No figure is made of it. */
export async function insertFollows(tx: Tx, follows: readonly Follow[]): Promise<void> {
  await sql`
    insert into sponsored_follows (visit_id, listing_id, followed_at)
    select v.id, c.listing_id, min(f.at) from unnest(${follows.map((one) => one.visitHash.toString('hex'))}::text[],
        ${follows.map((one) => one.campaign)}::uuid[], ${follows.map((one) => one.at.toISOString())}::timestamptz[]) as f (hash, campaign, at)
      join visits v on v.token_hash = decode(f.hash, 'hex') join campaigns c on c.id = f.campaign
    group by v.id, c.listing_id order by v.id, c.listing_id
    on conflict do nothing`.execute(tx);
}

/** Forgets who followed one before an instant. */
export async function deleteFollowsBefore(db: Db, instant: Date): Promise<void> {
  await deleteInBatches(db, 'sponsored_follows', { where: sql`followed_at < ${instant}`, orderBy: sql`followed_at` });
}

/** What is added to a campaign's day, of one place; 0 for the guide's lists. */
export interface DayCounts {
  campaign_id: string;
  location_id: number;
  impressions: number;
  opens: number;
  clicks: number;
  cents: number;
  own: number;
  programs: number;
  beyond: number;
}

export async function addToDays(tx: Tx, day: string, rows: readonly DayCounts[]): Promise<void> {
  const column = (name: keyof DayCounts) => rows.map((row) => row[name]);
  await sql`
    insert into campaign_days as d (campaign_id, day, location_id, impressions, opens, clicks, cents, own, programs, beyond)
    select campaign_id, ${day}::date, location_id, impressions, opens, clicks, cents, own, programs, beyond from unnest(
      ${column('campaign_id')}::uuid[], ${column('location_id')}::integer[], ${column('impressions')}::integer[],
      ${column('opens')}::integer[], ${column('clicks')}::integer[], ${column('cents')}::bigint[], ${column('own')}::integer[],
      ${column('programs')}::integer[], ${column('beyond')}::integer[])
      as given (campaign_id, location_id, impressions, opens, clicks, cents, own, programs, beyond)
    order by campaign_id, location_id
    on conflict (campaign_id, day, location_id) do update set impressions = d.impressions + excluded.impressions,
      opens = d.opens + excluded.opens, clicks = d.clicks + excluded.clicks, cents = d.cents + excluded.cents,
      own = d.own + excluded.own, programs = d.programs + excluded.programs, beyond = d.beyond + excluded.beyond`.execute(
    tx,
  );
}

/** Adds to what was counted of a campaign in all. */
export async function addToCampaign(
  tx: Tx,
  id: string,
  added: { impressions: number; clicks: number; cents: number },
): Promise<void> {
  await sql`
    update campaigns set impressions = impressions + ${added.impressions}, clicks = clicks + ${added.clicks},
      charged_cents = charged_cents + ${added.cents} where id = ${id}`.execute(tx);
}

const forgotten = { views: sql`kind <> 'click'`, clicks: sql`kind = 'click'` };

/** Forgets which visits saw sponsored cards before a day of Hawaiʻi, or clicked them; what was counted of them is kept. */
export async function deleteTouchesBefore(db: Db, kind: keyof typeof forgotten, day: string): Promise<void> {
  const where = sql`${forgotten[kind]} and day < ${day}::date`;
  await deleteInBatches(db, 'campaign_touches', { where, orderBy: sql`day` });
}
