import { defaultPartnerType, type Invitation, type StakeholderType } from '../../../contract/invitations.ts';
import { defaultPermissions, type Permission } from '../../../contract/profiles.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { type Db, type Tx, withTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { newToken } from '../../platform/sessions/tokens.ts';
import { normalizeEmail } from '../accounts/accounts.ts';
import { invitationMail } from './invitation-mail.ts';
import {
  findInvitation,
  findStanding,
  type InvitationRow,
  insertInvitation,
  type Link,
  listInvitations as listRows,
  replaceLink,
  revoke,
} from './invitations.store.ts';

export const invitationSeconds = 7 * 86_400;
const mostListed = 200;

/** What sending an invitation takes, beside the invitation. */
type Sender = Pick<Context, 'db' | 'jobs' | 'settings' | 'mailsIn' | 'reader'>;

/** What an administrator writes into an invitation. */
export interface Offer {
  invited_email: string;
  stakeholder_type: StakeholderType;
  organization_name: string;
  notes?: string | null;
  permissions?: Permission[];
  partner_type?: string;
}

/** What an invitation is at a moment. */
export function statusOf(row: InvitationRow, now: Date): Invitation['status'] {
  if (row.accepted_at) return 'accepted';
  if (row.revoked_at) return 'revoked';
  return row.expires_at <= now ? 'expired' : 'pending';
}

function show(row: InvitationRow, now: Date): Invitation {
  return {
    ...row,
    stakeholder_type: row.stakeholder_type as StakeholderType,
    partner_type: row.partner_type as Invitation['partner_type'],
    permissions: row.permissions as Permission[],
    status: statusOf(row, now),
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    accepted_at: row.accepted_at?.toISOString() ?? null,
  };
}

/** The invitations, newest first, of one status or of all. */
export async function listInvitations(
  db: Db,
  now: Date,
  status: Invitation['status'] | undefined,
): Promise<Invitation[]> {
  return (await listRows(db, { most: mostListed, status, now })).map((row) => show(row, now));
}

/** An invitation as it is now. @throws Refusal `not_found` */
export async function getInvitation(db: Db, now: Date, id: string): Promise<Invitation> {
  const row = await findInvitation(db, { id });
  if (!row) throw new Refusal('not_found');
  return show(row, now);
}

/**
 * Whether an account may become what an invitation offers: one without a role of weight, and a partner or an advertiser
 * who is the same already, for the same organization. Nobody loses a role, and no partner is moved to another organization.
 */
export function mayBecome(
  standing: { role: string; organization_name: string | null } | undefined,
  offer: { stakeholder_type: string; organization_name: string },
): boolean {
  if (!standing || !['partner', 'advertiser', 'admin'].includes(standing.role)) return true;
  if (standing.role !== offer.stakeholder_type) return false;
  const plain = (name: string) => name.trim().toLowerCase();
  return !standing.organization_name || plain(standing.organization_name) === plain(offer.organization_name);
}

/**
 * Invites an address, in the transaction that asks for its mail.
 * @throws Refusal `invalid_email`, `invitation_pending`, `invitation_conflict`, `invalid_request` for a permission that
 *   the stakeholder type does not have
 */
export async function invite(
  { db, jobs, settings, mailsIn, reader }: Sender,
  now: Date,
  actor: Actor,
  offer: Offer,
): Promise<Invitation> {
  // What passes here can also ask for a sign-in link, without which the invitation could never be accepted.
  const email = normalizeEmail(offer.invited_email);
  if (!email) throw new Refusal('invalid_email');
  const { stakeholder_type, organization_name } = offer;
  const offered: readonly Permission[] = defaultPermissions[stakeholder_type];
  const stray = offer.permissions?.find((one) => !offered.includes(one));
  if (stray) throw new Refusal('invalid_request', { detail: `body.permissions: ${stray} is not for this type` });
  const isPartner = stakeholder_type === 'partner';
  const given = {
    invited_email: email,
    stakeholder_type,
    organization_name,
    partner_type: isPartner ? (offer.partner_type ?? defaultPartnerType) : null,
    notes: offer.notes || null,
    permissions: offered.filter((one) => offer.permissions?.includes(one) ?? true),
  };
  const words = await mailsIn(reader.language);
  return await withTransaction(db, async (tx) => {
    if (!mayBecome(await findStanding(tx, email), offer)) throw new Refusal('invitation_conflict');
    const { token, link } = newLink(now);
    const row = await insertInvitation(tx, { ...given, invited_by: actor.userId }, link);
    if (!row) throw new Refusal('invitation_pending');
    await jobs.send(tx, 'mail', { to: email, ...invitationMail(settings, words, row, token) });
    await audit(tx, now, actor, 'invitation_sent', row, given);
    return show(row, now);
  });
}

/**
 * Sends an invitation again, with a new link for another 7 days; the links sent before end.
 * @throws Refusal `not_found`, `invitation_closed`, `invitation_conflict`
 */
export async function resendInvitation(sender: Sender, now: Date, actor: Actor, id: string) {
  const { db, jobs, settings, mailsIn, reader } = sender;
  const words = await mailsIn(reader.language);
  return await withTransaction(db, async (tx) => {
    const { token, link } = newLink(now);
    const row = await replaceLink(tx, id, link);
    if (!row) throw await whyClosed(tx, id);
    if (!mayBecome(await findStanding(tx, row.invited_email), row)) throw new Refusal('invitation_conflict');
    await jobs.send(tx, 'mail', { to: row.invited_email, ...invitationMail(settings, words, row, token) });
    await audit(tx, now, actor, 'invitation_resent', row, { expires_at: row.expires_at });
    return show(row, now);
  });
}

/**
 * Ends an invitation that was not accepted; its link is invalid from then on.
 * @throws Refusal `not_found`, `invitation_closed`
 */
export async function revokeInvitation(db: Db, now: Date, actor: Actor, id: string): Promise<Invitation> {
  return await withTransaction(db, async (tx) => {
    const row = await revoke(tx, id, now);
    if (!row) throw await whyClosed(tx, id);
    await audit(tx, now, actor, 'invitation_revoked', row);
    return show(row, now);
  });
}

const whyClosed = async (tx: Tx, id: string) =>
  new Refusal((await findInvitation(tx, { id })) ? 'invitation_closed' : 'not_found');

function newLink(now: Date): { token: string; link: Link } {
  const { token, hash } = newToken();
  return { token, link: { tokenHash: hash, now, expiresAt: new Date(now.getTime() + invitationSeconds * 1000) } };
}

async function audit(tx: Tx, now: Date, actor: Actor, action: string, row: InvitationRow, after?: unknown) {
  const subject = { kind: 'invitation', id: row.id };
  await recordAudit(tx, now, { action, actorId: actor.userId, subject, after, requestId: actor.requestId });
}
