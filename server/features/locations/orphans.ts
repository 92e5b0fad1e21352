import { z } from 'zod';
import { type OrphanState, orphanDays } from '../../../contract/location-form.ts';
import type { OrphanScan } from '../../../contract/orphan-scans.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Services } from '../../platform/context.ts';
import { withTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isWhole, type ListQuery, nextOf, readPage } from '../../platform/lists.ts';
import type { Settings } from '../../platform/settings.ts';
import { requireRoomForOne } from '../codes/codes.ts';
import { codeKeys, isOurs, storedCode } from '../scanning/scanning.ts';
import { findPlaceToUse } from './locations.store.ts';
import { activateCode, findOrphanPage, insertOrphanCode, lockAnyCode, type OrphanRow } from './orphans.store.ts';

type Reader = Pick<Services, 'db'> & { settings: Pick<Settings, 'secretKeys'> };

const codeText = z.string().max(19);
const sinceOf = (now: Date) => new Date(now.getTime() - orphanDays * 86_400_000);

/** A page of the codes whose scans credited nobody. @throws Refusal `invalid_request` for a cursor that is none */
export async function listOrphanScans(
  { db, settings }: Reader,
  now: Date,
  { sort, after, limit, ...filter }: ListQuery & { state?: OrphanState | undefined },
) {
  const page = readPage({ sort, after, limit }, (_by, value) => isWhole(value), codeText);
  const { rows, total } = await findOrphanPage(db, { ...filter, since: sinceOf(now), now }, page);
  return { rows: rows.map((row) => show(row, settings)), total, next: nextOf(sort, page, rows) };
}

/** One of them. @throws Refusal `invalid_code`, `not_found` */
export async function getOrphanScan({ db, settings }: Reader, now: Date, given: string): Promise<OrphanScan> {
  const page = readPage({ sort: '-last' }, () => true);
  const { rows } = await findOrphanPage(db, { code: storedCode(given), since: sinceOf(now), now }, page);
  if (!rows[0]) throw new Refusal('not_found');
  return show(rows[0], settings);
}

/**
 * Makes a code of one that was scanned, which leads to a place from then on. Sent again, as after an answer that was lost, it changes nothing.
 * @throws Refusal `invalid_code`, `not_found` also for a place that there is not, `code_not_ours`, `code_taken`, `location_deleted`, `qr_code_limit`
 */
export async function makeOrphanCode(
  { db, settings }: Reader,
  now: Date,
  actor: Actor,
  given: string,
  locationId: number,
): Promise<OrphanScan> {
  const orphan = await getOrphanScan({ db, settings }, now, given);
  if (!orphan.is_ours) throw new Refusal('code_not_ours');
  return await withTransaction(db, async (tx) => {
    const place = await findPlaceToUse(tx, locationId);
    if (!place) throw new Refusal('not_found');
    if (place.deleted_at) throw new Refusal('location_deleted');
    const { organisation_id: partner } = place;
    const known = await lockAnyCode(tx, orphan.id);
    if (!known && partner !== null) await requireRoomForOne(tx, partner);
    const id = known ? undefined : await insertOrphanCode(tx, orphan.id, locationId, now);
    if (id === undefined) {
      const taken = known ?? (await lockAnyCode(tx, orphan.id))!;
      if (taken.location_id !== locationId || taken.status !== 'active')
        throw new Refusal('code_taken', { place: taken.place });
    } else {
      await recordAudit(tx, now, {
        action: 'qr_code_made_of_orphan',
        actorId: actor.userId,
        subject: { kind: 'qr_code', id },
        after: { code: orphan.id, location_id: locationId, place: place.name },
        requestId: actor.requestId,
      });
    }
    return await getOrphanScan({ db: tx, settings }, now, orphan.id);
  });
}

/** Lets a paused code that was scanned go on; one that goes on already does. @throws Refusal `invalid_code`, `not_found`, `code_not_paused` */
export async function resumeOrphanCode(
  { db, settings }: Reader,
  now: Date,
  actor: Actor,
  given: string,
): Promise<OrphanScan> {
  const orphan = await getOrphanScan({ db, settings }, now, given);
  return await withTransaction(db, async (tx) => {
    const code = await lockAnyCode(tx, orphan.id);
    if (!code) throw new Refusal('code_not_paused', { status: orphan.state });
    const { id, status, label, location_id } = code;
    if (status === 'replaced') throw new Refusal('code_not_paused', { status });
    if (code.expires_at && code.expires_at <= now) throw new Refusal('code_not_paused', { status: 'expired' });
    if (status === 'paused') {
      await activateCode(tx, id, now);
      await recordAudit(tx, now, {
        action: 'qr_code_changed',
        actorId: actor.userId,
        subject: { kind: 'qr_code', id },
        before: { status, location_id, label },
        after: { status: 'active', location_id, label },
        requestId: actor.requestId,
      });
    }
    return await getOrphanScan({ db: tx, settings }, now, orphan.id);
  });
}

function show(row: OrphanRow, settings: Pick<Settings, 'secretKeys'>): OrphanScan {
  const { id, state, scans, camera, device, place, replaced_by } = row;
  return {
    ...{ id, state, scans, place, replaced_by },
    is_ours: isOurs(id, codeKeys(settings)),
    first_at: row.first_at.toISOString(),
    last_at: row.last_at.toISOString(),
    sources: { scanner: scans - camera, camera },
    device: device && {
      type: device.type ?? null,
      user_agent: device.userAgent ?? null,
      location: device.location ?? null,
    },
  };
}
