import type { StakeholderType } from '../../../contract/invitations.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Caller } from '../../platform/context.ts';
import { type Db, withTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rotateSession } from '../../platform/sessions/sessions.ts';
import { hashToken, isToken } from '../../platform/sessions/tokens.ts';
import { joinTeam } from '../organisations/organisations.ts';
import { giveRole } from '../profiles/profiles.ts';
import { findInvitation, findStanding, type InvitationRow, useInvitation } from './invitations.store.ts';
import { hasWeight, mayBecome, permissionsOf, statusOf, teamStandingOf } from './invitations.ts';

/**
 * The invitation a link stands for, still to be accepted.
 * @throws Refusal `invitation_expired`, `invitation_invalid` for one that is unknown, used, revoked or was sent anew
 */
export async function getOpenInvitation(db: Db, now: Date, token: string): Promise<InvitationRow> {
  const row = isToken(token) ? await findInvitation(db, { tokenHash: hashToken(token) }) : undefined;
  const status = row && statusOf(row, now);
  if (status === 'expired') throw new Refusal('invitation_expired');
  if (!row || status !== 'pending') throw new Refusal('invitation_invalid');
  return row;
}

/**
 * The invitation that the caller has accepted, while they are what it made them: an answer that was lost is asked for again.
 * @returns nothing for everybody else.
 */
export async function findAccepted(
  db: Db,
  caller: Caller | undefined,
  token: string,
): Promise<InvitationRow | undefined> {
  if (!caller || !isToken(token)) return undefined;
  const row = await findInvitation(db, { tokenHash: hashToken(token) });
  return row?.accepted_by === caller.userId && row.stakeholder_type === caller.role ? row : undefined;
}

export interface Acceptance {
  stakeholderType: StakeholderType;
  partnerType: string | null;
  /** The caller's new session; all older ones of the account have ended. */
  session: { token: string; maxAgeSeconds: number };
}

/**
 * Accepts an invitation for the account that is signed in, once for all: the organisation it then owns or is of, the role, its entries in the audit log and the new
 * session are one transaction. The account's address is a verified one, as there is no other way to sign in.
 * @throws Refusal `invitation_expired`, `invitation_invalid`, `invitation_not_yours`, `invitation_conflict`, and
 *   `unauthenticated` for a sign-in older than the new role allows; none of them uses the invitation up
 */
export async function acceptInvitation(
  db: Db,
  now: Date,
  caller: Caller,
  { token, requestId, userAgent }: { token: string; requestId: string; userAgent: string | undefined },
): Promise<Acceptance> {
  const open = await getOpenInvitation(db, now, token);
  if (open.invited_email !== caller.email) throw new Refusal('invitation_not_yours');
  return await withTransaction(db, async (tx) => {
    const { userId, email } = caller;
    const row = await useInvitation(tx, { tokenHash: hashToken(token), email, userId, now });
    if (!row) throw new Refusal('invitation_invalid');
    const account = await findStanding(tx, email, { lock: true });
    if (row.organisation_id ? hasWeight(account) : !mayBecome(account, row)) throw new Refusal('invitation_conflict');
    const role = row.stakeholder_type as StakeholderType;
    const actor = { userId, requestId };
    const subject = { kind: 'invitation', id: row.id };
    const change = { before: { status: 'pending' }, after: { status: 'accepted' } };
    await recordAudit(tx, now, { action: 'invitation_accepted', actorId: userId, subject, ...change, requestId });
    const { partner_type: partnerType, organization_name: organizationName, organisation_id } = row;
    const permissions = permissionsOf(row);
    const standing = teamStandingOf(row);
    if (organisation_id) await joinTeam(tx, now, actor, { organisationId: organisation_id, standing, permissions });
    else await giveRole(tx, now, actor, { role, partnerType, organizationName, permissions });
    const session = await rotateSession(tx, { caller, role, now, userAgent });
    return { stakeholderType: role, partnerType, session };
  });
}
