import { defaultPartnerType } from '../../../contract/invitations.ts';
import type { Role } from '../../../contract/roles.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import { type Db, withTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { endSessionsOf } from '../../platform/sessions/sessions.ts';
import { findProfile, findUserByEmail, putRole } from './profiles.store.ts';

/**
 * Gives the account of an address a role, as the operator at the machine decides. All its sessions end; with its former role
 * go the permissions that an invitation had chosen, the organization stays.
 * @param email in the form that accounts keep.
 * @returns whose account it is and the role it had, which may be the same: then nothing was changed.
 * @throws Refusal `not_found` where nobody has signed in with the address
 */
export async function grantRole(
  db: Db,
  now: Date,
  email: string,
  role: Role,
): Promise<{ userId: string; previous: string | null }> {
  return await withTransaction(db, async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (!user) throw new Refusal('not_found');
    const before = await findProfile(tx, user.id, { lock: true });
    const granted = { userId: user.id, previous: before?.role ?? null };
    if (before?.role === role) return granted;
    const partner_type = role === 'partner' ? (before?.partner_type ?? defaultPartnerType) : null;
    const organization_name = before?.organization_name ?? null;
    await putRole(tx, user.id, { role, partner_type, organization_name, permissions: null }, now);
    await endSessionsOf(tx, user.id);
    await recordAudit(tx, now, {
      action: 'role_changed',
      actorId: null,
      subject: { kind: 'user', id: user.id },
      before: { role: granted.previous, permissions: before?.permissions ?? null },
      after: { role, reason: 'npm run admin' },
    });
    return granted;
  });
}
