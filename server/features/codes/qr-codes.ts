import type { Input } from '../../../contract/endpoint.ts';
import { hawaiiDay, nextHawaiiDay } from '../../../contract/hawaii-time.ts';
import type { changeQrCode as changeEndpoint, QrCode } from '../../../contract/qr-codes.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/database/database.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Membership } from '../../platform/organisations/memberships.ts';
import { sumCodeScans } from '../analytics/analytics.ts';
import { missing } from '../organisations/organisations.ts';
import { countShown, type Look } from '../places/places.ts';
import { storedCode } from '../scanning/scanning.ts';
import {
  type CodeRow,
  countCodes,
  findCodeOwner,
  findCodes,
  findNamedPlaces,
  findPlaceOwner,
  holdOwnPlace,
  isPartner,
  lockCode,
  updateCode,
} from './qr-codes.store.ts';

type Own = Pick<Membership, 'organisationId' | 'ownerId'>;

/** Of whose codes an address or a body tells, which is the session's organisation. @throws Refusal `not_found` */
export async function requireOwnPartner(db: Db, { ownerId }: Own, partnerId: string): Promise<void> {
  if (partnerId.toLowerCase() !== ownerId) throw missing(await isPartner(db, partnerId));
}

/** A place and a code that a call names are the session's organisation's. @throws Refusal `not_found` */
export async function requireOwn(
  db: Db,
  { organisationId }: Pick<Own, 'organisationId'>,
  { place, code }: { place?: number | undefined; code?: string | undefined },
): Promise<void> {
  const require = (owner: { organisation_id: string | null } | undefined) => {
    if (owner?.organisation_id !== organisationId) throw missing(owner !== undefined);
  };
  if (place !== undefined) require(await findPlaceOwner(db, place));
  if (code !== undefined) require(await findCodeOwner(db, code));
}

const imageOf = (code: string) => `/api/qr/codes/${code}/image`;

const show = (row: CodeRow, scans: ReadonlyMap<number, number>): QrCode => ({
  qr_code_id: row.code,
  location_id: row.location_id,
  location_name: row.location_name,
  location_description: row.location_description,
  label: row.label,
  scan_count: scans.get(row.id) ?? 0,
  last_scanned_at: row.last_scanned_at && hawaiiDay(row.last_scanned_at),
  qr_image_url: imageOf(row.code),
  status: row.status,
  replaced_by: row.replaced_by,
  created_at: row.created_at.toISOString(),
  alerts: row.alerts.map(({ kind, since }) => ({ kind, since: hawaiiDay(new Date(since)) })),
});

async function present(db: Db, now: Date, { ownerId }: Own, rows: readonly CodeRow[]): Promise<QrCode[]> {
  if (rows.length === 0) return [];
  const scans = await sumCodeScans(db, { ownerId, codes: rows.map(({ id }) => id), to: nextHawaiiDay(now) });
  return rows.map((row) => show(row, scans));
}

/** An organisation's codes and places, with how many codes it has and may have. */
export async function listQrCodes(db: Db, look: Look, own: Own) {
  const { now } = look;
  const named = await findNamedPlaces(db, own.organisationId);
  const shown = await countShown(
    db,
    named.map(({ id }) => id),
    look,
  );
  const places = named.map((place) => ({ ...place, shown: shown.get(place.id) ?? 0 }));
  return await withTenant(db, { organisation: own.organisationId }, async (tx) => {
    const codes = await present(tx, now, own, await findCodes(tx, own.organisationId, now));
    const { codes: made, asked, most } = await countCodes(tx, own.organisationId);
    return { codes, places, used: made + asked, limit: most };
  });
}

/**
 * One code of an organisation, which is neither replaced nor expired: what is printed of it leads somewhere.
 * @throws Refusal `invalid_code`, `not_found`, `code_closed`, `code_expired`
 */
export async function getOwnCode(db: Db, now: Date, own: Own, given: string): Promise<CodeRow> {
  const code = storedCode(given);
  await requireOwn(db, own, { code });
  const [found] = await withTenant(db, { organisation: own.organisationId }, (tx) =>
    findCodes(tx, own.organisationId, now, code),
  );
  if (!found) throw missing(false);
  if (found.status === 'replaced') throw new Refusal('code_closed');
  if (found.status === 'expired') throw new Refusal('code_expired');
  return found;
}

/**
 * Pauses a code, lets it go on, names it, or points it to another place of its organisation. What was scanned before stays with the place
 * that it led to then.
 * @throws Refusal `invalid_code`, `not_found` also for a place that is another's, `code_closed` for one that was replaced
 */
export async function changeQrCode(
  db: Db,
  now: Date,
  actor: Actor,
  own: Own,
  given: string,
  changes: Input<typeof changeEndpoint>['body'],
): Promise<QrCode> {
  const code = storedCode(given);
  const { organisationId } = own;
  await requireOwn(db, own, { place: changes.location_id, code });
  return await withTenant(db, { organisation: organisationId }, async (tx) => {
    const before = await lockCode(tx, organisationId, code);
    if (!before) throw missing(false);
    if (before.status === 'replaced') throw new Refusal('code_closed');
    const { status = before.status, location_id = before.location_id, label = before.label } = changes;
    const after = { status, location_id, label: label || null };
    const was = { status: before.status, location_id: before.location_id, label: before.label };
    if (JSON.stringify(was) !== JSON.stringify(after)) {
      // Until the end: one that is deleted or given away at this moment has no code led to it.
      if (location_id !== was.location_id && !(await holdOwnPlace(tx, organisationId, location_id)))
        throw missing(true);
      const leads = status === was.status && location_id === was.location_id ? {} : { led_since: now };
      await updateCode(tx, before.id, { ...after, ...leads });
      await recordAudit(tx, now, {
        action: 'qr_code_changed',
        actorId: actor.userId,
        subject: { kind: 'qr_code', id: before.id },
        before: was,
        after,
        requestId: actor.requestId,
      });
    }
    return (await present(tx, now, own, await findCodes(tx, organisationId, now, code)))[0]!;
  });
}
