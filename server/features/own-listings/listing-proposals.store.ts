import { sql, type Updateable } from 'kysely';
import type { ApprovedField, ListingProposalState } from '../../../contract/own-listing-form.ts';
import type { Tables } from '../../../db/schema.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { byInstant, contains, findPage } from '../../platform/lists.store.ts';
import type { Page } from '../../platform/lists.ts';
import type { PlacedPicture } from '../content/content.ts';

type Values = Readonly<Record<string, string | number | number[] | null>>;

export interface ProposalRow {
  id: string;
  listing_id: number;
  is_new: boolean;
  content: Values;
  was: Values | null;
  state: ListingProposalState;
  submitted_at: Date;
  decided_at: Date | null;
  decision_reason: string | null;
  name: string;
  image_url: string | null;
  /** What a new one showed when it was decided, as far as that is kept; null of what waits. */
  pictures: PlacedPicture[] | null;
  commission_rate: number;
  now: Record<ApprovedField, string | null>;
  links: { field: 'booking_url' | 'website_url'; answer: string; fails: boolean; checked_at: string }[];
  organisation_id: string;
  organisation: string;
  proposed_by: string | null;
  decided_by: string | null;
}

export interface ProposalFilter {
  search?: string | undefined;
  state?: ListingProposalState | undefined;
  id?: string | undefined;
}

const from = sql`listing_proposals r join organisations o on o.id = r.organisation_id join listings l on l.id = r.listing_id
  left join users asked on asked.id = r.proposed_by left join users d on d.id = r.decided_by`;

const columns = sql`r.id, r.listing_id, r.is_new, r.content, r.was, r.state, r.submitted_at, r.decided_at, r.decision_reason, l.name,
  l.image_url, l.commission_rate, case when r.pictures is not null then (
    select coalesce(json_agg(g.picture order by g.at), '[]') from jsonb_array_elements(r.pictures) with ordinality as g (picture, at)
    where g.picture ->> 'url' not like '/listing-pictures/%'
      or exists (select from listing_pictures k where k.id = (g.picture ->> 'id')::uuid)) end as pictures, json_build_object('booking_url', l.booking_url, 'website_url', l.website_url, 'price_range', l.price_range) as now,
  coalesce((select json_agg(json_build_object('field', k.field, 'answer', k.answer, 'fails', k.failing_since is not null,
      'checked_at', k.checked_at) order by k.field) from (
      select field, url, answer, failing_since, checked_at from listing_links where r.is_new and listing_id = l.id
      union all select field, url, answer, failing_since, checked_at from listing_proposal_links where proposal_id = r.id) k
    where k.url = r.content ->> k.field), '[]') as links,
  r.organisation_id, o.name as organisation, asked.email as proposed_by, d.email as decided_by`;

/** A page of what advertisers ask for their listings. */
export async function findProposalPage(db: Db, { search, state, id }: ProposalFilter, page: Page) {
  const matching = [];
  if (search) matching.push(sql`(${contains(sql`o.name`, search)} or ${contains(sql`l.name`, search)})`);
  if (state) matching.push(sql`r.state = ${state}`);
  if (id) matching.push(sql`r.id = ${id}::uuid`);
  const list = { from, id: sql`r.id`, matching, order: byInstant(sql`r.submitted_at`), columns };
  return await findPage<ProposalRow>(db, list, page);
}

/** How many wait for a decision. */
export async function countWaitingProposals(db: Db): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from listing_proposals where state = 'submitted'`.execute(db);
  return rows[0]!.waiting;
}

export interface LockedProposal {
  id: string;
  listing_id: number;
  is_new: boolean;
  content: Values;
  was: Values | null;
  state: ListingProposalState;
  organisation_id: string;
  proposed_by: string | null;
  /** The listing as it is, and whose it is by now. */
  listing: {
    name: string;
    organisation_id: string | null;
    is_deleted: boolean;
    commission_rate: number;
    now: Record<ApprovedField, string | null>;
  };
}

/** A proposal with its listing, held until the transaction ends; the listing first, as whoever edits it does. */
export async function lockProposal(tx: Tx, id: string): Promise<LockedProposal | undefined> {
  await sql`select l.id from listings l where l.id = (select listing_id from listing_proposals where id = ${id})
    for no key update`.execute(tx);
  const { rows } = await sql<LockedProposal>`
    select r.id, r.listing_id, r.is_new, r.content, r.was, r.state, r.organisation_id, r.proposed_by, json_build_object('name', l.name,
      'organisation_id', l.organisation_id, 'is_deleted', l.deleted_at is not null, 'commission_rate', l.commission_rate, 'now', json_build_object('booking_url',
      l.booking_url, 'website_url', l.website_url, 'price_range', l.price_range)) as listing
    from listing_proposals r join listings l on l.id = r.listing_id where r.id = ${id} for update of r`.execute(tx);
  return rows[0];
}

/** Decides about a proposal. */
export async function decideRow(
  tx: Tx,
  id: string,
  decision: { state: ListingProposalState; decided_at: Date; decided_by: string; decision_reason: string | null },
): Promise<void> {
  await tx.updateTable('listing_proposals').set(decision).where('id', '=', id).execute();
}

/** Shows a listing to guests for the first time, with another commission rate where one is given. @returns whether it was to be shown: one that was shown before is as administrators have it. */
export async function publish(tx: Tx, id: number, now: Date, commission_rate: number | undefined): Promise<boolean> {
  const published = { is_active: true, held: null, updated_at: now, ...(commission_rate && { commission_rate }) };
  const held = tx.updateTable('listings').set(published).where('id', '=', id).where('held', '=', 'unpublished');
  return (await held.executeTakeFirstOrThrow()).numUpdatedRows > 0n;
}

/** Gives a listing those of the links and the price that were approved. */
export async function updateApproved(
  tx: Tx,
  id: number,
  approved: { readonly [field in ApprovedField]?: string | null },
  now: Date,
): Promise<void> {
  const changes = { ...approved, updated_at: now } as Updateable<Tables['listings']>;
  await tx.updateTable('listings').set(changes).where('id', '=', id).execute();
}
