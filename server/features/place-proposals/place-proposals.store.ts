import { type Insertable, sql } from 'kysely';
import type { ProposalStatus } from '../../../contract/portal-states.ts';
import type { Tables } from '../../../db/schema.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { byInstant, contains, findPage } from '../../platform/lists.store.ts';
import type { Page } from '../../platform/lists.ts';

const mostOwn = 20;

export interface ProposalRow {
  id: string;
  location_id: number;
  name: string | null;
  description: string | null;
  has_picture: boolean;
  status: ProposalStatus;
  created_at: Date;
  decided_at: Date | null;
  decision_reason: string | null;
}

/** What an administrator is told besides. */
export interface AdminProposalRow extends ProposalRow {
  organisation_id: string;
  organisation: string;
  place_name: string;
  place_description: string;
  place_image_url: string | null;
  proposed_by: string | null;
  decided_by: string | null;
}

const told = sql`r.id, r.location_id, r.name, r.description, r.has_picture, r.status, r.created_at, r.decided_at, r.decision_reason`;

/** What an organisation has proposed for a place, newest first. */
export async function findOwnProposals(db: Db, organisationId: string, locationId: number): Promise<ProposalRow[]> {
  const { rows } = await sql<ProposalRow>`
    select ${told} from place_proposals r
    where r.organisation_id = ${organisationId} and r.location_id = ${locationId}
    order by r.created_at desc, r.id limit ${mostOwn}`.execute(db);
  return rows;
}

/** One of an organisation's. `lock` holds it until the transaction ends. */
export async function findOwnProposal(
  db: Db,
  organisationId: string,
  id: string,
  { lock = false } = {},
): Promise<ProposalRow | undefined> {
  const { rows } = await sql<ProposalRow>`
    select ${told} from place_proposals r where r.organisation_id = ${organisationId} and r.id = ${id}
    ${lock ? sql`for update` : sql``}`.execute(db);
  return rows[0];
}

/** Whether there is a proposal, whosever it is. */
export async function isProposal(db: Db, id: string): Promise<boolean> {
  const found = db.selectFrom('place_proposals').select('id').where('id', '=', id);
  return (await found.executeTakeFirst()) !== undefined;
}

/** @returns its id; nothing where something waits for the place already */
export async function insertProposal(
  tx: Tx,
  proposal: Insertable<Tables['place_proposals']>,
): Promise<string | undefined> {
  const made = tx.insertInto('place_proposals').values(proposal).returning('id');
  return (await made.onConflict((conflict) => conflict.doNothing()).executeTakeFirst())?.id;
}

/** Takes back what waits; its picture goes. */
export async function withdrawRow(tx: Tx, id: string, now: Date): Promise<void> {
  const withdrawn = { status: 'withdrawn', picture: null, decided_at: now };
  await tx.updateTable('place_proposals').set(withdrawn).where('id', '=', id).execute();
}

/** The picture of a proposal that waits; of an organisation's, where it is named. */
export async function findProposedPicture(db: Db, id: string, organisationId?: string): Promise<Buffer | undefined> {
  const found = db.selectFrom('place_proposals').select('picture').where('id', '=', id);
  const own = organisationId === undefined ? found : found.where('organisation_id', '=', organisationId);
  return (await own.executeTakeFirst())?.picture ?? undefined;
}

const all = sql`place_proposals r join organisations o on o.id = r.organisation_id join locations p on p.id = r.location_id
  left join users asked on asked.id = r.proposed_by left join users d on d.id = r.decided_by`;

export interface ProposalFilter {
  search?: string | undefined;
  status?: ProposalStatus | undefined;
  id?: string | undefined;
}

/** A page of the proposals of all partners. */
export async function findProposalPage(db: Db, { search, status, id }: ProposalFilter, page: Page) {
  const matching = [];
  if (search) matching.push(sql`(${contains(sql`o.name`, search)} or ${contains(sql`p.name`, search)})`);
  if (status) matching.push(sql`r.status = ${status}`);
  if (id) matching.push(sql`r.id = ${id}::uuid`);
  return await findPage<AdminProposalRow>(
    db,
    {
      ...{ from: all, id: sql`r.id`, matching, order: byInstant(sql`r.created_at`) },
      columns: sql`${told}, r.organisation_id, o.name as organisation, p.name as place_name, p.description as place_description,
        p.image_url as place_image_url, asked.email as proposed_by, d.email as decided_by`,
    },
    page,
  );
}

export async function countPending(db: Db): Promise<number> {
  const { rows } = await sql<{ pending: number }>`
    select count(*)::integer as pending from place_proposals where status = 'pending'`.execute(db);
  return rows[0]!.pending;
}

export interface LockedProposal extends ProposalRow {
  organisation_id: string;
  proposed_by: string | null;
  picture: Buffer | null;
  /** The place as it is, and whose it is by now. */
  place: { name: string; description: string; image_url: string | null; organisation_id: string | null };
}

/** A proposal with its place, held until the transaction ends. */
export async function lockProposal(tx: Tx, id: string): Promise<LockedProposal | undefined> {
  const { rows } = await sql<LockedProposal>`
    select ${told}, r.organisation_id, r.proposed_by, r.picture, json_build_object('name', p.name, 'description', p.description,
      'image_url', p.image_url, 'organisation_id', p.organisation_id) as place
    from place_proposals r join locations p on p.id = r.location_id where r.id = ${id} for update of r for no key update of p`.execute(
    tx,
  );
  return rows[0];
}

/** Decides about a proposal; its picture is the place's by then, or goes. */
export async function decideRow(
  tx: Tx,
  id: string,
  decision: { status: ProposalStatus; decided_at: Date; decided_by: string; decision_reason: string | null },
): Promise<void> {
  const decided = { ...decision, picture: null };
  await tx.updateTable('place_proposals').set(decided).where('id', '=', id).execute();
}

/** The mean colour of a picture that came from a partner is not known. */
export async function updatePlace(
  tx: Tx,
  id: number,
  changes: { name?: string; description?: string; image_url?: string; image_color?: null },
): Promise<void> {
  await tx.updateTable('locations').set(changes).where('id', '=', id).execute();
}

/** Gives a place its picture, in the stead of the one that it had. */
export async function putPicture(tx: Tx, locationId: number, id: string, picture: Buffer): Promise<void> {
  const row = tx.insertInto('place_pictures').values({ location_id: locationId, id, picture });
  await row.onConflict((conflict) => conflict.column('location_id').doUpdateSet({ id, picture })).execute();
}

export async function findPicture(db: Db, id: string): Promise<Buffer | undefined> {
  return (await db.selectFrom('place_pictures').select('picture').where('id', '=', id).executeTakeFirst())?.picture;
}
