import { isLocation, isPhone } from '../../../contract/profile-form.ts';
import {
  defaultPermissions,
  interests as knownInterests,
  type OwnProfile,
  type Permission,
} from '../../../contract/profiles.ts';
import { type Role, roles } from '../../../contract/roles.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { type Db, type Tx, withTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import {
  findProfile,
  finishOnboarding,
  type ProfileFields,
  type ProfileRow,
  putRole,
  replaceLegacyRole,
  updateDisplayName,
  updateProfile,
} from './profiles.store.ts';

/** Whether a stored role is one of an earlier system, to be migrated. */
export const isLegacyRole = (role: string) => !(roles as readonly string[]).includes(role);

/** One's own profile, or null where there is none yet. */
export async function findOwnProfile(db: Db, userId: string): Promise<OwnProfile | null> {
  const row = await findProfile(db, userId);
  return row ? show(row) : null;
}

function show(row: ProfileRow): OwnProfile {
  return {
    ...row,
    preferences: row.preferences as OwnProfile['preferences'],
    permissions: permissionsOf(row.role, row.permissions),
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
  return await withTransaction(db, async (tx) => {
    if (!(await finishOnboarding(tx, actor.userId, fields, now))) throw new Refusal('profile_exists');
    await audit(tx, now, actor, 'profile_created', undefined, fields);
    return show((await findProfile(tx, actor.userId))!);
  });
}

/**
 * Changes one's own profile; never its role, its organization's kind or its permissions.
 * @throws Refusal `invalid_profile`, `invalid_phone`, `invalid_location`, `profile_missing`
 */
export async function changeProfile(
  db: Db,
  now: Date,
  actor: Actor,
  given: ProfileFields & { organizationName?: string; displayName?: string | null },
): Promise<OwnProfile> {
  const { organizationName, displayName, ...rest } = given;
  const fields = checked(rest);
  return await withTransaction(db, async (tx) => {
    const before = await findProfile(tx, actor.userId, { lock: true });
    if (!before) throw new Refusal('profile_missing');
    const hasOrganization = before.role === 'partner' || before.role === 'advertiser';
    if (hasOrganization && organizationName === '') throw new Refusal('invalid_profile');
    const changes = { ...fields, ...(hasOrganization && organizationName && { organization_name: organizationName }) };
    await updateProfile(tx, actor.userId, changes, now);
    if (displayName !== undefined) await updateDisplayName(tx, actor.userId, displayName || null);
    const after = (await findProfile(tx, actor.userId))!;
    await audit(tx, now, actor, 'profile_changed', readable(before), readable(after));
    return show(after);
  });
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
    return { profile: show(profile), wasLegacy: previous !== undefined };
  });
}

/** Gives an account the role of a partner or an advertiser, with an entry in the audit log. Whether it may, the caller has asked. */
export async function giveRole(
  tx: Tx,
  now: Date,
  actor: Actor,
  given: {
    role: 'partner' | 'advertiser';
    partnerType: string | null;
    organizationName: string;
    permissions: readonly string[];
  },
): Promise<void> {
  const before = await findProfile(tx, actor.userId, { lock: true });
  const role = {
    role: given.role,
    partner_type: given.partnerType,
    organization_name: given.organizationName,
    permissions: [...given.permissions],
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
 * Refuses a partner or an advertiser whose invitation did not allow this, and everybody without such a role; admins pass.
 * @throws Refusal `unauthenticated`, `permission_missing` (to be declared by the endpoint)
 */
export async function requirePermission(ctx: Pick<Context, 'db' | 'caller'>, permission: Permission): Promise<void> {
  if (!ctx.caller) throw new Refusal('unauthenticated');
  if (ctx.caller.role === 'admin') return;
  const profile = await findProfile(ctx.db, ctx.caller.userId);
  const granted = profile ? permissionsOf(profile.role, profile.permissions) : [];
  if (!granted.includes(permission)) throw new Refusal('permission_missing');
}

function permissionsOf(role: string, stored: string[] | null): Permission[] {
  const offered: readonly Permission[] = defaultPermissions[role as Role & keyof typeof defaultPermissions] ?? [];
  // What was given for another role says nothing about this one.
  return offered.filter((one) => stored === null || stored.includes(one));
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

async function audit(tx: Tx, now: Date, actor: Actor, action: string, before: unknown, after: unknown): Promise<void> {
  const subject = { kind: 'user', id: actor.userId };
  await recordAudit(tx, now, { action, actorId: actor.userId, subject, before, after, requestId: actor.requestId });
}
