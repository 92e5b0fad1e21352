import { defaultPermissions, moneyPermissions, ownersAlone, type Permission } from '../../../contract/permissions.ts';
import type { Role } from '../../../contract/roles.ts';
import type { Db } from '../database/database.ts';
import { findMembershipRow } from './memberships.store.ts';

export { grantedTo } from './memberships.store.ts';

/** The kinds of organisations are the roles of their members. */
export type OrganisationKind = keyof typeof defaultPermissions;

export const isOrganisationKind = (role: string | undefined): role is OrganisationKind =>
  role !== undefined && Object.hasOwn(defaultPermissions, role);

/** What somebody is in the organisation they work for. */
export interface Membership {
  organisationId: string;
  kind: OrganisationKind;
  name: string;
  partnerType: string | null;
  /** The `partnerId` of addresses and payloads: what the organisation is known by, whoever owns it now. */
  ownerId: string;
  state: 'active' | 'suspended';
  standing: 'owner' | 'staff';
  /** What they may do: the owner all that the organisation has, staff what of it they were given. */
  permissions: Permission[];
}

/** Whom a partner or an advertiser works for; read afresh for each call, so that a change holds from the next one on. */
export async function findMembership(db: Db, caller: { userId: string; role: Role }): Promise<Membership | undefined> {
  if (!isOrganisationKind(caller.role)) return undefined;
  const row = await findMembershipRow(db, caller.userId, caller.role);
  if (!row) return undefined;
  const { granted, ...membership } = row;
  const standing = row.standing as Membership['standing'];
  const permissions = knownPermissions(caller.role, row.permissions, standing).filter((one) => granted.includes(one));
  return { ...membership, kind: caller.role, state: row.state as Membership['state'], standing, permissions };
}

/**
 * Of stored permissions those that a member of an organisation of a kind can have, in their order. What was stored for staff before it
 * was for owners alone is not theirs.
 */
export const knownPermissions = (
  kind: OrganisationKind,
  stored: readonly string[],
  standing: Membership['standing'],
): Permission[] =>
  defaultPermissions[kind].filter(
    (one) => stored.includes(one) && (standing === 'owner' || !ownersAlone[kind].includes(one)),
  );

/** Of what an organisation may do, what its staff have unless their owner says otherwise: nothing that shows money. */
export const staffPermissions = (granted: readonly Permission[]): Permission[] =>
  granted.filter((one) => !moneyPermissions.includes(one));
