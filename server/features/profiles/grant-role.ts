import { defaultPartnerType } from '../../../contract/invitations.ts';
import type { Role } from '../../../contract/roles.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import { type Db, type Tx, withTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { findMembership } from '../../platform/organisations/memberships.ts';
import { endSessionsOf } from '../../platform/sessions/sessions.ts';
import { findProfile, findUserByEmail, putRole } from './profiles.store.ts';

/**
 * Gives the account of an address a role, as the operator at the machine decides.
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
    const by = { actorId: null, reason: 'npm run admin' };
    return { userId: user.id, previous: await replaceRole(tx, now, by, user.id, role) };
  });
}

/**
 * Gives an account a role. All its sessions end; with its former role go the permissions that an invitation had chosen. An owner keeps
 * their organization's name; staff leave it, and with the role they would own one of their own. Whether it may, the caller has asked.
 * @param by.replaces the role it had when this was decided, where that counts.
 * @returns the role it had, which may be the same: then nothing was changed.
 * @throws Refusal `changed_meanwhile`
 */
export async function replaceRole(
  tx: Tx,
  now: Date,
  {
    reason,
    replaces,
    ...by
  }: { actorId: string | null; requestId?: string; reason: string; replaces?: string | undefined },
  userId: string,
  role: Role,
): Promise<string | null> {
  const before = await findProfile(tx, userId, { lock: true });
  if (replaces !== undefined && replaces !== (before?.role ?? 'traveler')) throw new Refusal('changed_meanwhile');
  if (before?.role === role) return before.role;
  const partner_type = role === 'partner' ? (before?.partner_type ?? defaultPartnerType) : null;
  const membership = before && (await findMembership(tx, { userId, role: before.role as Role }));
  const organization_name = membership?.standing === 'staff' ? null : (before?.organization_name ?? null);
  await putRole(tx, userId, { role, partner_type, organization_name, permissions: null }, now);
  await endSessionsOf(tx, userId);
  await recordAudit(tx, now, {
    action: 'role_changed',
    subject: { kind: 'user', id: userId },
    before: { role: before?.role ?? null, permissions: before?.permissions ?? null },
    after: { role, reason },
    ...by,
  });
  return before?.role ?? null;
}
