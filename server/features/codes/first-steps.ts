import type { Reply } from '../../../contract/endpoint.ts';
import type { getFirstSteps } from '../../../contract/first-steps.ts';
import { addDays, hawaiiDay } from '../../../contract/hawaii-time.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/database/database.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import type { Membership } from '../../platform/organisations/memberships.ts';
import { countShown, type Look } from '../places/places.ts';
import { storedCode } from '../scanning/scanning.ts';
import { findFirstSteps, markPrinted } from './first-steps.store.ts';
import { lockCode } from './qr-codes.store.ts';

type Own = Pick<Membership, 'organisationId'>;

/** How far an organisation has come to its first scan. */
export async function readFirstSteps(db: Db, look: Look, own: Own): Promise<Reply<typeof getFirstSteps>> {
  const { organisationId } = own;
  const { now } = look;
  const steps = await withTenant(db, { organisation: organisationId }, (tx) => findFirstSteps(tx, organisationId, now));
  const { code } = steps;
  const scannedOn = steps.scanned_at && hawaiiDay(steps.scanned_at);
  return {
    requested_at: steps.requested_at?.toISOString() ?? null,
    code: code && {
      qr_code_id: code.qr_code_id,
      location_name: code.location_name,
      shown: (await countShown(db, [code.location_id], look)).get(code.location_id) ?? 0,
    },
    printed_at: steps.printed_at?.toISOString() ?? null,
    scanned_at: scannedOn,
    over: scannedOn !== null && hawaiiDay(now) > addDays(scannedOn, 7),
  };
}

/** Notes that a file for printing was taken of a code of the organisation's; the first one counts. */
export async function recordPrinted(db: Db, now: Date, actor: Actor, own: Own, given: string): Promise<void> {
  const { organisationId } = own;
  await withTenant(db, { organisation: organisationId }, async (tx) => {
    const code = await lockCode(tx, organisationId, storedCode(given));
    if (!code || !(await markPrinted(tx, now, code.id))) return;
    await recordAudit(tx, now, {
      action: 'qr_code_printed',
      actorId: actor.userId,
      subject: { kind: 'qr_code', id: code.id },
      requestId: actor.requestId,
    });
  });
}
