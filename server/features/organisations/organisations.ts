import { isDeepStrictEqual } from 'node:util';
import type { Member } from '../../../contract/organisations.ts';
import { ownersAlone, type Permission } from '../../../contract/permissions.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import { type Db, type Tx, withTransaction } from '../../platform/database/database.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { knownPermissions, type Membership, type OrganisationKind } from '../../platform/organisations/memberships.ts';
import { giveRole } from '../profiles/profiles.ts';
import {
  findActiveOwners,
  findCodeLimit,
  findMembers,
  findOrganisation,
  insertMember,
  isMemberAnywhere,
  lockMember,
  type MemberRow,
  type OrganisationRow,
  updateCodeLimit,
  updatePermissions,
  updateState,
} from './organisations.store.ts';
import { auditMember as audit, missing, setStanding } from './team-changes.ts';

export { changeStanding, handOver, leave, missing, removeMember } from './team-changes.ts';

type State = Membership['state'];

function show(row: MemberRow): Member {
  const standing = row.standing as Member['standing'];
  const permissions = knownPermissions(row.kind as OrganisationKind, row.permissions, standing);
  return { ...row, standing, permissions, joined_at: row.joined_at.toISOString() };
}

/**
 * Who is of an organisation.
 * @param own the caller's; null for an admin, who may look at any.
 * @throws Refusal `not_found`
 */
export async function listMembers(db: Db, own: string | null, id: string): Promise<Member[]> {
  if (own !== null && own !== id) throw missing((await findOrganisation(db, id)) !== undefined);
  const rows = await withTenant(db, { organisation: id }, (tx) => findMembers(tx, id));
  if (rows.length === 0) throw missing(false);
  return rows.map(show);
}

/**
 * Changes what one of the staff may do.
 * @throws Refusal `not_found`, `invalid_request` for what the organisation itself may not, or its owners alone may
 */
export async function changeMember(
  db: Db,
  now: Date,
  actor: Actor,
  own: Membership,
  userId: string,
  permissions: readonly Permission[],
): Promise<Member> {
  const given = grantable(own, permissions);
  const changed = await withTenant(db, { organisation: own.organisationId }, async (tx) => {
    const before = await lockMember(tx, own.organisationId, userId);
    if (before?.standing !== 'staff') return undefined;
    await updatePermissions(tx, own.organisationId, userId, given);
    const [was, is] = [{ permissions: before.permissions }, { permissions: given }];
    if (!isDeepStrictEqual(was, is)) await audit(tx, now, actor, 'member_changed', userId, was, is);
    return (await findMembers(tx, own.organisationId)).find((one) => one.user_id === userId);
  });
  if (!changed) throw missing(userId !== actor.userId && (await isMemberAnywhere(db, userId)));
  return show(changed);
}

/**
 * The permissions that staff are given, as they are kept.
 * @throws Refusal `invalid_request` for one that the owner has not, who can give no more than they have, or that owners alone have
 */
export function grantable({ kind, permissions }: Membership, wanted: readonly Permission[]): Permission[] {
  const stray = wanted.find((one) => !permissions.includes(one));
  if (stray) throw new Refusal('invalid_request', { detail: `body.permissions: ${stray} is not your organization's` });
  const ownersOwn = wanted.find((one) => ownersAlone[kind].includes(one));
  if (ownersOwn) throw new Refusal('invalid_request', { detail: `body.permissions: ${ownersOwn} is for owners alone` });
  return knownPermissions(kind, wanted, 'staff');
}

/**
 * Makes somebody one of an organisation's staff, or a further owner, who is then a partner or an advertiser as it is. Whether they may, the caller has asked.
 * @throws Refusal `invitation_invalid` where the organisation is suspended, `invitation_conflict` for who is of one of its kind
 */
export async function joinTeam(
  tx: Tx,
  now: Date,
  actor: Actor,
  given: { organisationId: string; standing: Membership['standing']; permissions: string[] },
): Promise<OrganisationRow> {
  // Held, so that who joins beside a change of its name has the new one.
  const organisation = await findOrganisation(tx, given.organisationId, { lock: true });
  const [owner] = organisation ? await findActiveOwners(tx, organisation.id) : [];
  if (organisation?.state !== 'active' || !owner) throw new Refusal('invitation_invalid');
  const { id, kind, name: organizationName, partner_type: partnerType } = organisation;
  const standing = { standing: 'staff', permissions: given.permissions };
  const member = { organisation_id: id, kind, user_id: actor.userId, ...standing, joined_at: now };
  if (!(await insertMember(tx, member))) throw new Refusal('invitation_conflict');
  await giveRole(tx, now, actor, { role: kind as OrganisationKind, partnerType, organizationName, permissions: null });
  if (given.standing === 'owner') await setStanding(tx, now, actor.userId, { ...given, of: owner });
  const after = {
    organisation: id,
    permissions: given.permissions,
    ...(given.standing === 'owner' && { standing: 'owner' }),
  };
  await audit(tx, now, actor, 'member_joined', actor.userId, undefined, after);
  return organisation;
}

/**
 * Suspends an organisation, or lets it go on.
 * @throws Refusal `not_found`, `changed_meanwhile` where it is not what was to be replaced
 */
export async function setState(
  db: Db,
  now: Date,
  actor: Actor,
  id: string,
  { state, replaces, reason }: { state: State; replaces?: State | undefined; reason: string },
) {
  return await withTransaction(db, async (tx) => {
    const before = await findOrganisation(tx, id, { lock: true });
    if (!before) throw missing(false);
    if (replaces && replaces !== before.state) throw new Refusal('changed_meanwhile');
    if (before.state !== state) {
      await updateState(tx, id, state);
      await recordAudit(tx, now, {
        action: state === 'suspended' ? 'organisation_suspended' : 'organisation_resumed',
        actorId: actor.userId,
        subject: { kind: 'organisation', id },
        before: { state: before.state },
        after: { state, reason },
        requestId: actor.requestId,
      });
    }
    return { ...before, state };
  });
}

/**
 * Says how many codes an organisation may have; fewer than it has take none of them away.
 * @throws Refusal `not_found`, `changed_meanwhile` where it is not what was to be replaced
 */
export async function setCodeLimit(
  tx: Tx,
  now: Date,
  actor: Actor,
  id: string,
  { limit, replaces, reason }: { limit: number; replaces?: number | undefined; reason: string },
): Promise<OrganisationRow> {
  const organisation = await findOrganisation(tx, id, { lock: true });
  if (!organisation) throw missing(false);
  const before = await findCodeLimit(tx, id);
  if (replaces !== undefined && replaces !== before) throw new Refusal('changed_meanwhile');
  if (limit === before) return organisation;
  await updateCodeLimit(tx, id, limit);
  await recordAudit(tx, now, {
    action: 'code_limit_changed',
    actorId: actor.userId,
    subject: { kind: 'organisation', id },
    before: { qr_codes_limit: before },
    after: { qr_codes_limit: limit, reason },
    requestId: actor.requestId,
  });
  return organisation;
}
