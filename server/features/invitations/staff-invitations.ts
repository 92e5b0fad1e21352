import type { StaffInvitation } from '../../../contract/organisations.ts';
import type { Permission } from '../../../contract/permissions.ts';
import type { Actor } from '../../platform/audit/audit.ts';
import { type Db, withTransaction } from '../../platform/database/database.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import { normalizeEmail } from '../../platform/email-address.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type Membership, staffPermissions } from '../../platform/organisations/memberships.ts';
import { grantable } from '../organisations/organisations.ts';
import {
  findInvitation,
  type InvitationRow,
  insertStaffInvitation,
  isInvited,
  listInvitations,
  replaceLink,
  revoke,
} from './invitations.store.ts';
import {
  auditResent,
  auditRevoked,
  auditSent,
  mailLink,
  newLink,
  noAddress,
  type Sender,
  show as showAny,
  spendMail,
  spendOffer,
  teamStandingOf,
  whyClosed,
} from './invitations.ts';

const mostListed = 200;

const show = (row: InvitationRow, now: Date): StaffInvitation => ({
  ...showAny(row, now),
  standing: teamStandingOf(row),
});

const ofTenant = ({ organisationId }: Membership) => ({ organisation: organisationId });

/** The organisation's invitations of staff, newest first. */
export async function listStaffInvitations(db: Db, now: Date, own: Membership): Promise<StaffInvitation[]> {
  const rows = await withTenant(db, ofTenant(own), (tx) => listInvitations(tx, own.organisationId, mostListed));
  return rows.map((row) => show(row, now));
}

/** One of the organisation's invitations as it is now. @throws Refusal `not_found` */
export async function getStaffInvitation(db: Db, now: Date, own: Membership, id: string): Promise<StaffInvitation> {
  const row = await withTenant(db, ofTenant(own), (tx) => findInvitation(tx, { id }));
  if (!row) throw await whyClosed(db, own.organisationId, id);
  return show(row, now);
}

/**
 * Invites somebody into the team. What they are elsewhere is not told: they learn themselves that they cannot accept.
 * @throws Refusal `invalid_email`, `invitation_pending`, `rate_limited`, `invalid_request` for a permission that the organisation has not
 */
export async function inviteStaff(
  sender: Sender,
  now: Date,
  actor: Actor,
  own: Membership,
  offer: {
    invited_email: string;
    standing?: Membership['standing'] | undefined;
    permissions?: Permission[] | undefined;
  },
): Promise<StaffInvitation> {
  const email = normalizeEmail(offer.invited_email);
  if (!email) throw noAddress();
  const { standing = 'staff' } = offer;
  const isOwner = standing === 'owner';
  if (isOwner && offer.permissions)
    throw new Refusal('invalid_request', { detail: 'body.permissions: an owner has all that the organization has' });
  const given = {
    organisation_id: own.organisationId,
    invited_email: email,
    stakeholder_type: own.kind,
    organization_name: own.name,
    partner_type: own.partnerType,
    standing,
    permissions: isOwner ? own.permissions : grantable(own, offer.permissions ?? staffPermissions(own.permissions)),
  };
  await spendOffer(sender, now, actor);
  if (await withTenant(sender.db, ofTenant(own), (tx) => isInvited(tx, own.organisationId, email, now)))
    throw new Refusal('invitation_pending');
  const words = await spendMail(sender, now, email);
  return await withTransaction(sender.db, async (tx) => {
    const { token, link } = newLink(now);
    const row = await withTenant(tx, ofTenant(own), (walled) =>
      insertStaffInvitation(walled, { ...given, invited_by: actor.userId }, link),
    );
    if (!row) throw new Refusal('invitation_pending');
    await mailLink(tx, sender, words, row, token);
    await auditSent(tx, now, actor, row);
    return show(row, now);
  });
}

/** Sends an invitation again, with a new link for another 7 days. @throws Refusal `not_found`, `invitation_closed`, `rate_limited` */
export async function resendStaffInvitation(
  sender: Sender,
  now: Date,
  actor: Actor,
  own: Membership,
  id: string,
): Promise<StaffInvitation> {
  await getStaffInvitation(sender.db, now, own, id);
  await spendOffer(sender, now, actor);
  const known = await withTenant(sender.db, ofTenant(own), (tx) => findInvitation(tx, { id }, { open: true }));
  if (!known) throw await whyClosed(sender.db, own.organisationId, id);
  const words = await spendMail(sender, now, known.invited_email);
  return await withTransaction(sender.db, async (tx) => {
    const { token, link } = newLink(now);
    const { before, row } = await withTenant(tx, ofTenant(own), async (walled) => ({
      before: await findInvitation(walled, { id, from: own.organisationId }, { lock: true }),
      row: await replaceLink(walled, own.organisationId, id, link),
    }));
    if (!row) throw await whyClosed(tx, own.organisationId, id);
    await mailLink(tx, sender, words, row, token);
    await auditResent(tx, now, actor, before!, row);
    return show(row, now);
  });
}

/** Ends an invitation that was not accepted. @throws Refusal `not_found`, `invitation_closed` */
export async function revokeStaffInvitation(
  db: Db,
  now: Date,
  actor: Actor,
  own: Membership,
  id: string,
): Promise<StaffInvitation> {
  return await withTransaction(db, async (tx) => {
    const row = await withTenant(tx, ofTenant(own), (walled) => revoke(walled, own.organisationId, id, now));
    if (!row) throw await whyClosed(tx, own.organisationId, id);
    await auditRevoked(tx, now, actor, row);
    return show(row, now);
  });
}
