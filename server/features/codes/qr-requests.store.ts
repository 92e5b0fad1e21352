import { type Insertable, sql } from 'kysely';
import type { QrRequestStatus } from '../../../contract/portal-states.ts';
import { promisedHours } from '../../../contract/qr-requests.ts';
import type { Tables } from '../../../db/schema.ts';
import { advisoryLocks } from '../../platform/database/advisory-locks.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { hasDeadMail } from '../../platform/jobs/jobs.store.ts';
import { byInstant, contains, findPage } from '../../platform/lists.store.ts';
import type { Page } from '../../platform/lists.ts';

const mostOwn = 200;

export interface RequestRow {
  id: string;
  organisation_id: string;
  partner_id: string;
  request_type: 'new_location' | 'replacement';
  location_name: string;
  location_description: string;
  location_address: string;
  label: string | null;
  /** Codes in words. */
  replaces: string | null;
  qr_code_id: string | null;
  status: QrRequestStatus;
  created_at: Date;
  decided_at: Date | null;
  decision_reason: string | null;
}

/** What an administrator is told besides. */
export interface AdminRequestRow extends RequestRow {
  organisation: string;
  requested_by: string | null;
  decided_by: string | null;
  has_position: boolean;
  location_id: number | null;
  latitude: number | null;
  longitude: number | null;
}

const told = sql`r.id, r.organisation_id, o.owner_id as partner_id, r.request_type, r.location_name, r.location_description,
  r.location_address, r.label, old.code as replaces, made.code as qr_code_id, r.status, r.created_at, r.decided_at, r.decision_reason`;
const requests = sql`qr_requests r join organisations o on o.id = r.organisation_id
  left join qr_codes old on old.id = r.replaces left join qr_codes made on made.id = r.qr_code_id`;

/** An organisation's requests, newest first; or one of them. */
export async function findOwnRequests(db: Db, organisationId: string, id: string | null = null): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    select ${told} from ${requests}
    where r.organisation_id = ${organisationId} and (${id}::uuid is null or r.id = ${id}::uuid)
    order by r.created_at desc, r.id limit ${mostOwn}`.execute(db);
  return rows;
}

export interface RequestFilter {
  search?: string | undefined;
  status?: QrRequestStatus | undefined;
  id?: string | undefined;
}

const allRequests = sql`${requests} left join users asked on asked.id = r.requested_by left join users d on d.id = r.decided_by
  left join locations p on p.id = coalesce(r.location_id, old.location_id, made.location_id)`;

/** A page of the requests of all partners. */
export async function findRequestPage(db: Db, { search, status, id }: RequestFilter, page: Page) {
  const matching = [];
  if (search) matching.push(sql`(${contains(sql`o.name`, search)} or ${contains(sql`r.location_name`, search)})`);
  if (status) matching.push(sql`r.status = ${status}`);
  if (id) matching.push(sql`r.id = ${id}::uuid`);
  return await findPage<AdminRequestRow>(
    db,
    {
      ...{ from: allRequests, id: sql`r.id`, matching, order: byInstant(sql`r.created_at`) },
      columns: sql`${told}, o.name as organisation, asked.email as requested_by, d.email as decided_by,
        (r.location_id is not null or r.replaces is not null or r.latitude is not null) as has_position, p.id as location_id,
        coalesce(r.latitude, p.latitude) as latitude, coalesce(r.longitude, p.longitude) as longitude`,
    },
    page,
  );
}

/** How many requests wait, how many of them are about to be late, and how many are. */
export async function countWaiting(db: Db, now: Date): Promise<{ pending: number; due: number; late: number }> {
  const before = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const [due, late] = [before(promisedHours.from), before(promisedHours.until)];
  const { rows } = await sql<{ pending: number; due: number; late: number }>`
    select count(*)::integer as pending, (count(*) filter (where created_at <= ${due} and created_at > ${late}))::integer as due,
      (count(*) filter (where created_at <= ${late}))::integer as late
    from qr_requests where status = 'pending'`.execute(db);
  return rows[0]!;
}

/** Of the requests decided since a moment: how many, and the middle one's hours until then. */
export async function measureDecided(db: Db, since: Date): Promise<{ count: number; median_hours: number | null }> {
  const { rows } = await sql<{ count: number; median_hours: number | null }>`
    select count(*)::integer as count,
      percentile_cont(0.5) within group (order by extract(epoch from decided_at - created_at)::float8 / 3600) as median_hours
    from qr_requests where decided_at > ${since}`.execute(db);
  return rows[0]!;
}

/** Until the transaction ends nobody else of an organisation asks for a further code. */
export async function lockRequests(tx: Tx, organisationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.codeRequests}, hashtext(${organisationId}::text))`.execute(tx);
}

/** @returns its id; nothing where the code's replacement is asked for already */
export async function insertRequest(tx: Tx, request: Insertable<Tables['qr_requests']>): Promise<string | undefined> {
  const made = tx.insertInto('qr_requests').values(request).returning('id');
  const row = await made.onConflict((conflict) => conflict.doNothing()).executeTakeFirst();
  return row?.id;
}

/** The codes in use or paused of an organisation's places of a name. */
export async function findCodesOfPlace(db: Db, organisationId: string, name: string): Promise<{ code: string }[]> {
  const { rows } = await sql<{ code: string }>`
    select c.code from qr_codes c join locations p on p.id = c.location_id
    where p.organisation_id = ${organisationId} and lower(p.name) = lower(${name}) and c.status <> 'replaced' limit 2`.execute(
    db,
  );
  return rows;
}

export interface LockedRequest {
  id: string;
  organisation_id: string;
  /** Its name. */
  organisation: string;
  status: QrRequestStatus;
  location_name: string;
  location_description: string;
  location_address: string;
  latitude: number | null;
  longitude: number | null;
  label: string | null;
  location_id: number | null;
  replaces: number | null;
  requested_by: string | null;
}

/** A request with its organisation, held until the transaction ends: nobody else makes a code for either meanwhile. */
export async function lockRequest(tx: Tx, id: string): Promise<LockedRequest | undefined> {
  const { rows } = await sql<LockedRequest>`
    select r.id, r.organisation_id, o.name as organisation, r.status, r.location_name, r.location_description, r.location_address,
      r.latitude, r.longitude, r.label, r.location_id, r.replaces, r.requested_by
    from qr_requests r join organisations o on o.id = r.organisation_id where r.id = ${id} for update of r, o`.execute(
    tx,
  );
  return rows[0];
}

export interface Decision {
  status: QrRequestStatus;
  decided_at: Date;
  decided_by: string;
  decision_reason: string | null;
  qr_code_id: number | null;
}

export async function updateRequest(tx: Tx, id: string, decision: Decision): Promise<void> {
  await tx.updateTable('qr_requests').set(decision).where('id', '=', id).execute();
}

/** Where an organisation's place of the same address is; of several the newest. */
export async function findPositionOfAddress(db: Db, organisationId: string, address: string) {
  if (address === '') return undefined;
  const { rows } = await sql<{ latitude: number; longitude: number }>`
    select latitude, longitude from locations where organisation_id = ${organisationId} and lower(address) = lower(${address})
      and latitude is not null
    order by id desc limit 1`.execute(db);
  return rows[0];
}

/** Where an organisation's code is, as long as it is in use or paused; it stays there until the transaction ends. */
export async function lockOpenCode(tx: Tx, organisationId: string, id: number) {
  // Before it is read where it is: whoever points it elsewhere at this moment is waited for.
  await tx.selectFrom('qr_codes').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  const codes = tx.selectFrom('qr_codes as c').innerJoin('locations as p', 'p.id', 'c.location_id');
  const own = codes.where('c.id', '=', id).where('p.organisation_id', '=', organisationId);
  return await own
    .select(['c.location_id', 'c.label', 'c.code', 'c.status'])
    .where('c.status', '<>', 'replaced')
    .executeTakeFirst();
}

/**
 * Whom a decision is told, in their languages: the owners, and who asked, as long as they are of the organisation, are not suspended, and
 * mail reaches them.
 */
export async function findTold(
  db: Db,
  { organisation_id, requested_by }: Pick<LockedRequest, 'organisation_id' | 'requested_by'>,
) {
  const { rows } = await sql<{ email: string; language: string | null }>`
    select u.email, u.language from members m join users u on u.id = m.user_id
      join profiles p on p.user_id = m.user_id and p.is_active and not ${hasDeadMail(sql`u.email`)}
    where m.organisation_id = ${organisation_id} and (m.standing = 'owner' or m.user_id = ${requested_by}::uuid)
    order by u.email`.execute(db);
  return rows;
}
