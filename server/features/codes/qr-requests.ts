import type { Input } from '../../../contract/endpoint.ts';
import {
  type AdminQrRequest,
  promisedHours,
  type QrRequest,
  type submitQrRequest as submitEndpoint,
} from '../../../contract/qr-requests.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Services } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isWhole, type ListQuery, nextOf, readPage } from '../../platform/lists.ts';
import type { Membership } from '../../platform/organisations/memberships.ts';
import { missing } from '../organisations/organisations.ts';
import { storedCode } from '../scanning/scanning.ts';
import { islandOf, requireIsland } from './islands.ts';
import { countCodes, lockCode } from './qr-codes.store.ts';
import { requireOwn, requireOwnPartner } from './qr-codes.ts';
import {
  type AdminRequestRow,
  countWaiting,
  findCodesOfPlace,
  findOwnRequests,
  findRequestPage,
  insertRequest,
  lockRequests,
  measureDecided,
  type RequestFilter,
  type RequestRow,
} from './qr-requests.store.ts';

type Own = Pick<Membership, 'organisationId' | 'ownerId'>;

/** Of so many days it is measured how long decisions took. */
const measuredDays = 30;

const dueAt = (created: Date) => new Date(created.getTime() + promisedHours.until * 3_600_000).toISOString();

const show = (row: RequestRow): QrRequest => ({
  id: row.id,
  partner_id: row.partner_id,
  request_type: row.request_type,
  location_name: row.location_name,
  location_description: row.location_description,
  location_address: row.location_address,
  label: row.label,
  replaces: row.replaces,
  status: row.status,
  created_at: row.created_at.toISOString(),
  due_at: dueAt(row.created_at),
  decided_at: row.decided_at?.toISOString() ?? null,
  decision_reason: row.decision_reason,
  qr_code_id: row.qr_code_id,
});

/** How long a request waits beside what is promised, as `countWaiting` counts it. */
function waitsOf({ status, created_at }: RequestRow, now: Date): AdminQrRequest['waits'] {
  if (status !== 'pending') return null;
  const hours = (now.getTime() - created_at.getTime()) / 3_600_000;
  if (hours >= promisedHours.until) return 'late';
  return hours >= promisedHours.from ? 'due' : 'in_time';
}

/** Where it is, as far as that can be: what lies far from all islands was told by mistake. */
function positionOf({ latitude, longitude }: AdminRequestRow): AdminQrRequest['position'] | undefined {
  if (latitude === null || longitude === null) return null;
  return islandOf({ latitude, longitude }) ? { latitude, longitude } : undefined;
}

function showToAdmin(row: AdminRequestRow, now: Date): AdminQrRequest {
  const position = positionOf(row);
  return {
    ...show(row),
    request_id: row.id,
    organisation: { id: row.organisation_id, name: row.organisation },
    requested_by: row.requested_by,
    decided_by: row.decided_by,
    has_position: row.has_position && position !== undefined,
    location_id: row.location_id,
    position: position ?? null,
    waits: waitsOf(row, now),
  };
}

/** An organisation's requests, newest first, at most 200. */
export async function listQrRequests(db: Db, own: Own): Promise<QrRequest[]> {
  return await withTenant(db, { organisation: own.organisationId }, async (tx) =>
    (await findOwnRequests(tx, own.organisationId)).map(show),
  );
}

/** One of an organisation's requests. @throws Refusal `not_found` */
export async function getQrRequest(db: Db, own: Own, id: string): Promise<QrRequest> {
  const [row] = await withTenant(db, { organisation: own.organisationId }, (tx) =>
    findOwnRequests(tx, own.organisationId, id),
  );
  if (!row) throw missing(false);
  return show(row);
}

/**
 * Asks for a code.
 * @throws Refusal `not_found` for a partner, a place or a code that is another's or nobody's, `replacement_unclear` where nobody can tell
 *   which code is meant, `replacement_pending`, `qr_code_limit`, `invalid_request` for a position far from all islands
 */
export async function submitQrRequest(
  db: Db,
  now: Date,
  actor: Actor,
  own: Own,
  body: Input<typeof submitEndpoint>['body'],
): Promise<QrRequest> {
  if (body.partner_id !== undefined) await requireOwnPartner(db, own, body.partner_id);
  const { latitude, longitude } = body;
  if (latitude !== undefined && longitude !== undefined) requireIsland({ latitude, longitude });
  const { organisationId } = own;
  const code = body.qr_code_id === undefined ? undefined : storedCode(body.qr_code_id);
  await requireOwn(db, own, { place: body.location_id, code });
  return await withTenant(db, { organisation: organisationId }, async (tx) => {
    const replaces = body.request_type === 'replacement' ? await findReplaced(tx, own, code, body.location_name) : null;
    if (replaces === null) await requireRoomToAsk(tx, organisationId);
    const request = {
      organisation_id: organisationId,
      requested_by: actor.userId,
      request_type: body.request_type,
      location_name: body.location_name,
      location_description: body.location_description,
      location_address: body.location_address,
      latitude: body.latitude ?? null,
      longitude: body.longitude ?? null,
      label: body.label || null,
      location_id: replaces === null ? (body.location_id ?? null) : null,
      replaces,
      created_at: now,
    };
    const id = await insertRequest(tx, request);
    if (!id) throw new Refusal('replacement_pending');
    await recordAudit(tx, now, {
      action: 'qr_code_requested',
      actorId: actor.userId,
      subject: { kind: 'qr_request', id },
      after: request,
      requestId: actor.requestId,
    });
    return show((await findOwnRequests(tx, organisationId, id))[0]!);
  });
}

/** The code that is to be replaced: the one that is named, or the only one of the place. */
async function findReplaced(tx: Tx, own: Own, code: string | undefined, place: string): Promise<number> {
  if (code === undefined) {
    const [only, ...others] = await findCodesOfPlace(tx, own.organisationId, place);
    if (!only || others.length > 0) throw new Refusal('replacement_unclear');
    return await findReplaced(tx, own, only.code, place);
  }
  // Held, as its replacement may be approved just now: another one could never be approved.
  const found = await lockCode(tx, own.organisationId, code);
  if (!found) throw missing(false);
  if (found.status === 'replaced') throw new Refusal('replacement_unclear');
  return found.id;
}

/** A further code that is asked for needs room beside those that there are and those that are asked for already. @throws Refusal `qr_code_limit` */
async function requireRoomToAsk(tx: Tx, organisationId: string): Promise<void> {
  await lockRequests(tx, organisationId);
  const { codes, asked, most } = await countCodes(tx, organisationId);
  if (codes + asked >= most) throw new Refusal('qr_code_limit', { limit: String(most) });
}

/** A page of the requests of all partners, how many wait, and how long decisions took. @throws Refusal `invalid_request` for a cursor that is none */
export async function listAllQrRequests(
  db: Db,
  now: Date,
  { sort, after, limit, ...filter }: ListQuery & RequestFilter,
) {
  const page = readPage({ sort, after, limit }, (_by, value) => isWhole(value));
  const { rows, total } = await findRequestPage(db, filter, page);
  return {
    ...{ rows: rows.map((row) => showToAdmin(row, now)), total, next: nextOf(sort, page, rows) },
    waiting: await countWaiting(db, now),
    decided: await measureDecided(db, new Date(now.getTime() - measuredDays * 86_400_000)),
  };
}

/** One of them. @throws Refusal `not_found` */
export async function getAnyQrRequest(db: Db, now: Date, id: string): Promise<AdminQrRequest> {
  const page = readPage({ sort: 'created' }, () => true);
  const [row] = (await findRequestPage(db, { id }, page)).rows;
  if (!row) throw new Refusal('not_found');
  return showToAdmin(row, now);
}

export type Decider = Pick<Services, 'db' | 'jobs' | 'settings' | 'languages' | 'mailsIn'>;
