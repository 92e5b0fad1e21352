import type { AdminQrRequest } from '../../../contract/qr-requests.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import { type Tx, withTransaction } from '../../platform/database/database.ts';
import type { Position } from '../../platform/distance.ts';
import { defaultLanguage } from '../../platform/http/language.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { codeKeys, newCode } from '../scanning/scanning.ts';
import { islandOf, requireIsland } from './islands.ts';
import { makeCode, makePlace } from './made.ts';
import { holdOwnPlace } from './qr-codes.store.ts';
import {
  findPositionOfAddress,
  findTold,
  type LockedRequest,
  lockOpenCode,
  lockRequest,
  updateRequest,
} from './qr-requests.store.ts';
import { type Decider, getAnyQrRequest } from './qr-requests.ts';
import { decisionMail } from './request-mail.ts';
import { requireRoomForOne } from './room.ts';

/**
 * Approves a request: its code is made, in the stead of the one that it replaces, or for its place, which is made where it is not there
 * yet. The owner and who asked are told by mail.
 * @param given where the place is, where that is to be told now
 * @throws Refusal `not_found`, `qr_request_decided`, `qr_code_limit`, `invalid_request` for one far from all islands,
 * `changed_meanwhile` where its place is no longer the partner's
 */
export async function approveQrRequest(
  services: Decider,
  now: Date,
  actor: Actor,
  id: string,
  given?: Position,
): Promise<AdminQrRequest> {
  const key = codeKeys(services.settings)[0]!;
  return await withTransaction(services.db, async (tx) => {
    const request = await lockPending(tx, id);
    const place =
      request.replaces === null
        ? await placeOf(tx, now, actor, request, given)
        : await replacedPlace(tx, request.organisation_id, request.replaces);
    if (request.replaces === null) await requireRoomForOne(tx, request.organisation_id);
    const code = newCode(key);
    const named = { ...place, code, label: request.label ?? place.label };
    const qr_code_id = await makeCode(tx, now, actor, named, { request: id });
    await decide(services, tx, now, actor, request, { status: 'approved', reason: null, qr_code_id, code });
    return await getAnyQrRequest(tx, now, id);
  });
}

/** Rejects a request; the owner and who asked are told by mail. @throws Refusal `not_found`, `qr_request_decided` */
export async function rejectQrRequest(
  services: Decider,
  now: Date,
  actor: Actor,
  id: string,
  reason: string | null,
): Promise<AdminQrRequest> {
  return await withTransaction(services.db, async (tx) => {
    const request = await lockPending(tx, id);
    await decide(services, tx, now, actor, request, { status: 'rejected', reason, qr_code_id: null, code: null });
    return await getAnyQrRequest(tx, now, id);
  });
}

async function lockPending(tx: Tx, id: string): Promise<LockedRequest> {
  const request = await lockRequest(tx, id);
  if (!request) throw new Refusal('not_found');
  if (request.status !== 'pending') throw new Refusal('qr_request_decided', { status: request.status });
  return request;
}

async function replacedPlace(tx: Tx, organisationId: string, replaced: number) {
  const found = await lockOpenCode(tx, organisationId, replaced);
  if (!found) throw new Refusal('qr_request_decided', { status: 'replaced' });
  const { location_id, label, code, status } = found;
  return { location_id, label, replaces: { id: replaced, code, status } };
}

/** The place that gets the code, made where the request names none. */
async function placeOf(tx: Tx, now: Date, actor: Actor, request: LockedRequest, given: Position | undefined) {
  if (request.location_id !== null) {
    // An administrator may have given it to another partner since, or deleted it.
    if (!(await holdOwnPlace(tx, request.organisation_id, request.location_id))) throw new Refusal('changed_meanwhile');
    return { location_id: request.location_id, label: null };
  }
  const { latitude, longitude } = request;
  const told = latitude !== null && longitude !== null ? { latitude, longitude } : undefined;
  const { organisation_id, location_address: address } = request;
  if (given) requireIsland(given);
  const position = given ?? told ?? (await findPositionOfAddress(tx, organisation_id, address));
  const island = position && islandOf(position);
  const { location_name: name, location_description: description } = request;
  // What lies far from all islands was told by mistake: like a place that nobody has told of, this one is in lists and on no map.
  const where = position && island ? { ...position, island } : { latitude: null, longitude: null, island: '' };
  const place = { name, description, address, organisation_id, ...where };
  return { location_id: await makePlace(tx, now, actor, place, request.organisation), label: null };
}

interface Decision {
  status: 'approved' | 'rejected';
  reason: string | null;
  /** The code that was made, as it is kept and as it is printed. */
  qr_code_id: number | null;
  code: string | null;
}

async function decide(
  { jobs, settings, languages, mailsIn }: Decider,
  tx: Tx,
  now: Date,
  actor: Actor,
  request: LockedRequest,
  { status, reason, qr_code_id, code }: Decision,
): Promise<void> {
  const decision = { status, decided_at: now, decided_by: actor.userId, decision_reason: reason, qr_code_id };
  await updateRequest(tx, request.id, decision);
  await recordAudit(tx, now, {
    action: `qr_request_${status}`,
    actorId: actor.userId,
    subject: { kind: 'qr_request', id: request.id },
    before: { status: request.status },
    after: { status, code, reason },
    requestId: actor.requestId,
  });
  for (const { email, language } of await findTold(tx, request)) {
    const words = await mailsIn(languages.find((one) => one === language) ?? defaultLanguage);
    const mail = decisionMail(settings, words, request.location_name, status, reason, code);
    await jobs.send(tx, 'mail', { to: email, ...mail });
  }
}
