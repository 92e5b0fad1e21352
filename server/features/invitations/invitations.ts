import { defaultPartnerType, type Invitation, type StakeholderType } from '../../../contract/invitations.ts';
import type { MailWords } from '../../../contract/mails.ts';
import { defaultPermissions, type Permission } from '../../../contract/permissions.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { type Db, type Tx, withTransaction } from '../../platform/database/database.ts';
import { mailboxOf, normalizeEmail } from '../../platform/email-address.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isWhole, type ListQuery, nextOf, readPage } from '../../platform/lists.ts';
import { knownPermissions } from '../../platform/organisations/memberships.ts';
import { newToken } from '../../platform/sessions/tokens.ts';
import { missing } from '../organisations/organisations.ts';
import { findInvitationPage, type InvitationFilter } from './invitation-lists.store.ts';
import { invitationMail } from './invitation-mail.ts';
import {
  findInvitation,
  findStanding,
  type InvitationRow,
  type Inviter,
  insertInvitation,
  isInvited,
  type Link,
  replaceLink,
  revoke,
} from './invitations.store.ts';

export const invitationSeconds = 7 * 86_400;

/** What sending an invitation takes, beside the invitation. */
export type Sender = Pick<Context, 'db' | 'jobs' | 'settings' | 'mailsIn' | 'reader' | 'limits'>;

/** What an administrator writes into an invitation. */
export interface Offer {
  invited_email: string;
  stakeholder_type: StakeholderType;
  organization_name: string;
  notes?: string | null;
  permissions?: Permission[];
  partner_type?: string;
}

/** An address that no mail can be sent to, told at its field. */
export const noAddress = (): Refusal =>
  new Refusal('invalid_email').withFields([
    { path: 'body.invited_email', code: 'custom', message: 'must be an address that mail can be sent to' },
  ]);

/** What an invitation is at a moment. */
export function statusOf(row: InvitationRow, now: Date): Invitation['status'] {
  if (row.accepted_at) return 'accepted';
  if (row.revoked_at) return 'revoked';
  return row.expires_at <= now ? 'expired' : 'pending';
}

/** What an invitation makes somebody in the team that it leads into. */
export const teamStandingOf = ({ standing }: Pick<InvitationRow, 'standing'>): 'owner' | 'staff' =>
  standing === 'owner' ? 'owner' : 'staff';

/** What an invitation lets its taker do: of the staff of a partner nothing that its owners alone may, whatever it was sent with. */
export const permissionsOf = (row: InvitationRow): Permission[] =>
  row.organisation_id === null
    ? (row.permissions as Permission[])
    : knownPermissions(row.stakeholder_type as StakeholderType, row.permissions, teamStandingOf(row));

/** An invitation as administrators see it. */
export function show(row: InvitationRow, now: Date): Invitation {
  return {
    ...row,
    stakeholder_type: row.stakeholder_type as StakeholderType,
    partner_type: row.partner_type as Invitation['partner_type'],
    permissions: permissionsOf(row),
    status: statusOf(row, now),
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    accepted_at: row.accepted_at?.toISOString() ?? null,
  };
}

/** A page of the invitations, of one status or of all. @throws Refusal `invalid_request` for a cursor that is none */
export async function listInvitations(
  db: Db,
  now: Date,
  { sort, after, limit, ...filter }: ListQuery & InvitationFilter,
) {
  const page = readPage({ sort, after, limit }, (_by, value) => isWhole(value));
  const { rows, total } = await findInvitationPage(db, filter, now, page);
  return { rows: rows.map((row) => show(row, now)), total, next: nextOf(sort, page, rows) };
}

/** An invitation of an administrator's as it is now. @throws Refusal `not_found` */
export async function getInvitation(db: Db, now: Date, id: string): Promise<Invitation> {
  const row = await findInvitation(db, { id, from: null });
  if (!row) throw new Refusal('not_found');
  return show(row, now);
}

/** Whether an account has a role that nobody may lose by an invitation. */
export const hasWeight = (standing: { role: string } | undefined) =>
  standing !== undefined && ['partner', 'advertiser', 'admin'].includes(standing.role);

/**
 * Whether an account may become what an invitation offers: one without a role of weight, and a partner or an advertiser
 * who is the same already, for the same organization, as its owner. Nobody loses a role, and no partner is moved to another organization.
 */
export function mayBecome(
  standing: { role: string; organization_name: string | null; standing: string | null } | undefined,
  offer: { stakeholder_type: string; organization_name: string },
): boolean {
  if (!standing || !hasWeight(standing)) return true;
  if (standing.role !== offer.stakeholder_type || standing.standing === 'staff') return false;
  const plain = (name: string) => name.trim().toLowerCase();
  return !standing.organization_name || plain(standing.organization_name) === plain(offer.organization_name);
}

/**
 * Invites an address, in the transaction that asks for its mail.
 * @throws Refusal as `prepareInvitation`
 */
export async function invite(sender: Sender, now: Date, actor: Actor, offer: Offer): Promise<Invitation> {
  return await withTransaction(sender.db, await prepareInvitation(sender, now, actor, offer));
}

/**
 * Spends what an invitation takes, where nothing stands against it by now.
 * @returns what makes it in a transaction, and refuses what has come between
 * @throws Refusal `invalid_email`, `invitation_pending`, `invitation_conflict`, `rate_limited`, `invalid_request` for a permission that
 *   the stakeholder type does not have
 */
export async function prepareInvitation(
  sender: Sender,
  now: Date,
  actor: Actor,
  offer: Offer,
): Promise<(tx: Tx) => Promise<Invitation>> {
  const given = read(offer);
  const email = given.invited_email;
  const requireFree = async (db: Db) => {
    if (!mayBecome(await findStanding(db, email), offer)) throw new Refusal('invitation_conflict');
  };
  await spendOffer(sender, now, actor);
  await requireFree(sender.db);
  if (await isInvited(sender.db, null, email, now)) throw new Refusal('invitation_pending');
  const words = await spendMail(sender, now, email);
  return async (tx) => {
    await requireFree(tx);
    const { token, link } = newLink(now);
    const row = await insertInvitation(tx, { ...given, invited_by: actor.userId }, link);
    if (!row) throw new Refusal('invitation_pending');
    await mailLink(tx, sender, words, row, token);
    await auditSent(tx, now, actor, row);
    return show(row, now);
  };
}

/** @throws Refusal `invalid_email`, `invalid_request` */
function read(offer: Offer) {
  // What passes here can also ask for a sign-in link, without which the invitation could never be accepted.
  const email = normalizeEmail(offer.invited_email);
  if (!email) throw noAddress();
  const { stakeholder_type, organization_name } = offer;
  const offered: readonly Permission[] = defaultPermissions[stakeholder_type];
  const stray = offer.permissions?.find((one) => !offered.includes(one));
  if (stray) throw new Refusal('invalid_request', { detail: `body.permissions: ${stray} is not for this type` });
  return {
    invited_email: email,
    stakeholder_type,
    organization_name,
    partner_type: stakeholder_type === 'partner' ? (offer.partner_type ?? defaultPartnerType) : null,
    notes: offer.notes || null,
    permissions: offered.filter((one) => offer.permissions?.includes(one) ?? true),
  };
}

/**
 * Sends an invitation again, with a new link for another 7 days; the links sent before end.
 * @throws Refusal `not_found`, `invitation_closed`, `invitation_conflict`, `rate_limited`
 */
export async function resendInvitation(sender: Sender, now: Date, actor: Actor, id: string) {
  const requireFree = async (db: Db, row: InvitationRow) => {
    if (!mayBecome(await findStanding(db, row.invited_email), row)) throw new Refusal('invitation_conflict');
  };
  if (await findInvitation(sender.db, { id, from: null })) await spendOffer(sender, now, actor);
  const known = await findInvitation(sender.db, { id, from: null }, { open: true });
  if (!known) throw await whyClosed(sender.db, null, id);
  await requireFree(sender.db, known);
  const words = await spendMail(sender, now, known.invited_email);
  return await withTransaction(sender.db, async (tx) => {
    const { token, link } = newLink(now);
    const before = await findInvitation(tx, { id, from: null }, { lock: true });
    const row = await replaceLink(tx, null, id, link);
    if (!row) throw await whyClosed(tx, null, id);
    await requireFree(tx, row);
    await mailLink(tx, sender, words, row, token);
    await auditResent(tx, now, actor, before!, row);
    return show(row, now);
  });
}

/**
 * Ends an invitation that was not accepted; its link is invalid from then on.
 * @throws Refusal `not_found`, `invitation_closed`
 */
export async function revokeInvitation(db: Db, now: Date, actor: Actor, id: string): Promise<Invitation> {
  return await withTransaction(db, async (tx) => {
    const row = await revoke(tx, null, id, now);
    if (!row) throw await whyClosed(tx, null, id);
    await auditRevoked(tx, now, actor, row);
    return show(row, now);
  });
}

/** Why an inviter's invitation can no longer be changed. */
export async function whyClosed(db: Db, from: Inviter, id: string): Promise<Refusal> {
  const row = await findInvitation(db, { id });
  if (row?.organisation_id === from) return new Refusal('invitation_closed');
  return missing(row !== undefined);
}

/** A link for so long as an invitation holds, and its token. */
export function newLink(now: Date): { token: string; link: Link } {
  const { token, hash } = newToken();
  return { token, link: { tokenHash: hash, now, expiresAt: new Date(now.getTime() + invitationSeconds * 1000) } };
}

/** Spends an invitation of whoever sends it. @throws Refusal `rate_limited` */
export async function spendOffer({ limits }: Pick<Sender, 'limits'>, now: Date, { userId }: Actor): Promise<void> {
  await limits.spend({ limit: 'invitation-sender', key: userId }, now);
}

/**
 * Spends a mail of the address that an invitation goes to: before a transaction holds what others wait for, and after what is refused
 * without a mail.
 * @returns the words of the mail
 * @throws Refusal `rate_limited`
 */
export async function spendMail(
  { limits, mailsIn, reader }: Pick<Sender, 'limits' | 'mailsIn' | 'reader'>,
  now: Date,
  email: string,
): Promise<MailWords> {
  await limits.spend({ limit: 'invitation-address', key: mailboxOf(email) }, now);
  return await mailsIn(reader.language);
}

/** Asks, as part of a transaction, for the mail that brings an invitation's link. */
export async function mailLink(
  tx: Tx,
  { jobs, settings }: Pick<Sender, 'jobs' | 'settings'>,
  words: MailWords,
  row: InvitationRow,
  token: string,
): Promise<void> {
  const given = { ...row, permissions: permissionsOf(row) };
  await jobs.send(tx, 'mail', { to: row.invited_email, ...invitationMail(settings, words, given, token) });
}

/** Records what was done with an invitation. */
export async function audit(
  tx: Tx,
  now: Date,
  actor: Actor,
  action: string,
  { id }: InvitationRow,
  values: { before?: object; after: object },
): Promise<void> {
  const subject = { kind: 'invitation', id };
  await recordAudit(tx, now, { action, actorId: actor.userId, subject, ...values, requestId: actor.requestId });
}

/** Records that an invitation was sent, and what it offers: not to whom, nor what was written of them. */
export async function auditSent(tx: Tx, now: Date, actor: Actor, row: InvitationRow): Promise<void> {
  const { stakeholder_type, partner_type, standing, permissions } = row;
  const offered = { stakeholder_type, partner_type, permissions, ...(standing && { standing }) };
  await audit(tx, now, actor, 'invitation_sent', row, { after: { status: 'pending', ...offered } });
}

/** Records that an invitation was sent again, and until when it holds. */
export async function auditResent(tx: Tx, now: Date, actor: Actor, before: InvitationRow, row: InvitationRow) {
  const of = (one: InvitationRow) => ({ status: statusOf(one, now), sent_at: one.sent_at, expires_at: one.expires_at });
  await audit(tx, now, actor, 'invitation_resent', row, { before: of(before), after: of(row) });
}

/** Records that an invitation was revoked. */
export async function auditRevoked(tx: Tx, now: Date, actor: Actor, row: InvitationRow) {
  const before = { status: statusOf({ ...row, revoked_at: null }, now) };
  await audit(tx, now, actor, 'invitation_revoked', row, { before, after: { status: 'revoked' } });
}
