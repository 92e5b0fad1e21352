import { isDeepStrictEqual } from 'node:util';
import { isLocation, isPhone } from '../../../contract/profile-form.ts';
import { interests as knownInterests, type OwnProfile } from '../../../contract/profiles.ts';
import { roles } from '../../../contract/roles.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import { type Db, type Tx, withTransaction } from '../../platform/database/database.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { findMembership, isOrganisationKind } from '../../platform/organisations/memberships.ts';
import {
  findProfile,
  finishOnboarding,
  holdOwnAccount,
  type ProfileFields,
  type ProfileRow,
  putRole,
  replaceLegacyRole,
  updateDisplayName,
  updateProfile,
} from './profiles.store.ts';

export { replaceRole } from './grant-role.ts';
export {
  type Decision,
  endOthersSessions,
  holdAccount,
  reactivateAccount,
  suspendAccounts,
} from './suspension.ts';

/** Whether a stored role is one of an earlier system, to be migrated. */
export const isLegacyRole = (role: string) => !(roles as readonly string[]).includes(role);

/** One's own profile, or null where there is none yet. */
export async function findOwnProfile(db: Db, userId: string): Promise<OwnProfile | null> {
  const row = await withTenant(db, { person: userId }, (tx) => findProfile(tx, userId));
  return row ? await show(db, row) : null;
}

const findMembershipOf = async (db: Db, { user_id: userId, role }: ProfileRow) =>
  isOrganisationKind(role) ? await findMembership(db, { userId, role }) : undefined;

async function show(db: Db, row: ProfileRow): Promise<OwnProfile> {
  const membership = await findMembershipOf(db, row);
  return {
    ...row,
    preferences: row.preferences as OwnProfile['preferences'],
    permissions: membership?.permissions ?? [],
    onboarded: row.onboarded_at !== null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/**
 * Finishes the onboarding of a traveler. No other role can be asked for.
 * @throws Refusal `invalid_profile`, `invalid_phone`, `invalid_location`, `profile_exists`
 */
export async function createTravelerProfile(
  db: Db,
  now: Date,
  actor: Actor,
  { role = 'traveler', ...given }: ProfileFields & { role?: string },
): Promise<OwnProfile> {
  if (role !== 'traveler') throw new Refusal('invalid_profile');
  const fields = checked(given);
  const row = await withTenant(db, { person: actor.userId }, async (tx) => {
    if (!(await finishOnboarding(tx, actor.userId, fields, now))) throw new Refusal('profile_exists');
    await audit(tx, now, actor, 'profile_created', undefined, fields);
    return (await findProfile(tx, actor.userId))!;
  });
  return await show(db, row);
}

/**
 * Changes one's own profile; never its role, its organization's kind or its permissions.
 * @throws Refusal `invalid_profile`, `invalid_phone`, `invalid_location`, `profile_missing`, `unauthenticated` where it was erased meanwhile
 */
export async function changeProfile(
  db: Db,
  now: Date,
  actor: Actor,
  given: ProfileFields & { organizationName?: string; displayName?: string | null },
): Promise<OwnProfile> {
  const { organizationName, displayName, ...rest } = given;
  const fields = checked(rest);
  const own = await findProfile(db, actor.userId);
  if (!own) throw new Refusal('profile_missing');
  // The name is the organization's, of which its owner alone decides.
  const membership = await findMembershipOf(db, own);
  const isOwner = membership?.standing === 'owner' && membership.state === 'active';
  if (isOwner && organizationName === '') throw new Refusal('invalid_profile');
  const changes = { ...fields, ...(isOwner && organizationName && { organization_name: organizationName }) };
  const row = await withTenant(db, { person: actor.userId }, async (tx) => {
    if (!(await holdOwnAccount(tx, actor.userId))) throw new Refusal('unauthenticated');
    const before = (await findProfile(tx, actor.userId, { lock: true }))!;
    await updateProfile(tx, actor.userId, changes, now);
    if (displayName !== undefined) await updateDisplayName(tx, actor.userId, displayName || null);
    const after = (await findProfile(tx, actor.userId))!;
    const [was, is] = [readable(before), readable(after)];
    if (!isDeepStrictEqual(was, is)) await audit(tx, now, actor, 'profile_changed', was, is);
    return after;
  });
  return await show(db, row);
}

const readable = ({ phone, location, organization_name, interests, preferences, display_name }: ProfileRow) => ({
  phone,
  location,
  organization_name,
  interests,
  preferences,
  display_name,
});

/**
 * Turns a role of an earlier system into traveler. A current role stays: nobody is raised or lowered.
 * @throws Refusal `profile_missing`
 */
export async function migrateLegacyRole(
  db: Db,
  now: Date,
  actor: Actor,
): Promise<{ profile: OwnProfile; wasLegacy: boolean }> {
  return await withTransaction(db, async (tx) => {
    const previous = await replaceLegacyRole(tx, actor.userId, roles, now);
    if (previous !== undefined) {
      await audit(tx, now, actor, 'role_changed', { role: previous }, { role: 'traveler' });
    }
    const profile = await findProfile(tx, actor.userId);
    if (!profile) throw new Refusal('profile_missing');
    return { profile: await show(tx, profile), wasLegacy: previous !== undefined };
  });
}

/**
 * Gives an account the role of a partner or an advertiser, with an entry in the audit log. Whether it may, the caller has asked. Where
 * it is of no organisation of that kind, one is made that it owns (db/migrations/0040_organisations.sql).
 * @param given.permissions the organisation's; null for its staff, whose membership says theirs.
 */
export async function giveRole(
  tx: Tx,
  now: Date,
  actor: Actor,
  given: {
    role: 'partner' | 'advertiser';
    partnerType: string | null;
    organizationName: string;
    permissions: readonly string[] | null;
  },
): Promise<void> {
  const before = await findProfile(tx, actor.userId, { lock: true });
  const role = {
    role: given.role,
    partner_type: given.partnerType,
    organization_name: given.organizationName,
    permissions: given.permissions && [...given.permissions],
  };
  await putRole(tx, actor.userId, role, now);
  const previous = before && {
    role: before.role,
    partner_type: before.partner_type,
    organization_name: before.organization_name,
    permissions: before.permissions,
  };
  await audit(tx, now, actor, 'role_changed', previous, role);
}

/**
 * Brings what a member's profile says of their organisation in line with what they are in it: an owner's says what another owner's says,
 * of which the database makes what the organisation is called and may do; staff's says its name alone.
 * @param of an owner of it.
 */
export async function followStanding(
  tx: Tx,
  now: Date,
  userId: string,
  { of, isOwner }: { of: string; isOwner: boolean },
): Promise<void> {
  const owner = await findProfile(tx, of, { lock: true });
  const { role, partner_type, organization_name, permissions } = owner!;
  const given = { role, partner_type, organization_name, permissions: isOwner ? permissions : null };
  await putRole(tx, userId, given, now);
}

/** Makes a traveler of somebody who was staff of an organisation, with an entry in the audit log. */
export async function takeRole(tx: Tx, now: Date, actor: Actor, userId: string): Promise<void> {
  const before = await findProfile(tx, userId, { lock: true });
  if (!before) return;
  const after = { role: 'traveler', partner_type: null, organization_name: null, permissions: null };
  await putRole(tx, userId, after, now);
  const { role, partner_type, organization_name } = before;
  await audit(tx, now, { ...actor, subject: userId }, 'role_changed', { role, partner_type, organization_name }, after);
}

/** The fields as they are kept. Empty text clears. @throws Refusal with the words of the field that is wrong */
function checked(given: ProfileFields): ProfileFields {
  const phone = given.phone || null;
  const location = given.location || null;
  if (phone && !isPhone(phone)) throw new Refusal('invalid_phone');
  if (location && !isLocation(location)) throw new Refusal('invalid_location');
  const isKnown = (one: string) => (knownInterests as readonly string[]).includes(one);
  if (given.interests && !given.interests.every(isKnown)) throw new Refusal('invalid_profile');
  return {
    ...(given.phone !== undefined && { phone }),
    ...(given.location !== undefined && { location }),
    ...(given.interests && { interests: [...new Set(given.interests)] }),
    ...(given.preferences && { preferences: given.preferences }),
  };
}

async function audit(
  tx: Tx,
  now: Date,
  actor: Actor & { subject?: string },
  action: string,
  before: unknown,
  after: unknown,
): Promise<void> {
  const subject = { kind: 'user', id: actor.subject ?? actor.userId };
  await recordAudit(tx, now, { action, actorId: actor.userId, subject, before, after, requestId: actor.requestId });
}
