import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

/** A profile with the name of its account, or nothing. `lock` holds it until the transaction ends. */
export async function findProfile(db: Db, userId: string, { lock = false } = {}) {
  const profiles = db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['profiles.id', 'profiles.user_id', 'profiles.role', 'profiles.partner_type', 'profiles.organization_name'])
    .select([
      'profiles.phone',
      'profiles.location',
      'profiles.interests',
      'profiles.preferences',
      'profiles.permissions',
    ])
    .select(['profiles.onboarded_at', 'profiles.is_active', 'profiles.created_at', 'profiles.updated_at'])
    .select('users.name as display_name')
    .where('profiles.user_id', '=', userId);
  return await (lock ? profiles.forUpdate('profiles') : profiles).executeTakeFirst();
}

/**
 * Holds an account until the transaction ends. Whoever changes an account and its profile holds the account first, as an erasure does: in
 * another order each would wait for the other.
 * @returns whether it is there and not erased.
 */
export async function holdOwnAccount(tx: Tx, userId: string): Promise<boolean> {
  const held = tx.selectFrom('users').select('erased_at').where('id', '=', userId).forNoKeyUpdate();
  return (await held.executeTakeFirst())?.erased_at === null;
}

export type ProfileRow = NonNullable<Awaited<ReturnType<typeof findProfile>>>;

export interface ProfileFields {
  phone?: string | null;
  location?: string | null;
  interests?: string[];
  preferences?: object;
}

const columnsOf = ({ preferences, ...fields }: ProfileFields) => ({
  ...fields,
  ...(preferences && { preferences: JSON.stringify(preferences) }),
});

/**
 * Makes a traveler's profile, or fills in one that signing in had made. Of many at the same time one succeeds.
 * @returns whether it did: not where there is a profile that was filled in before, or that is no traveler's.
 */
export async function finishOnboarding(tx: Tx, userId: string, fields: ProfileFields, now: Date): Promise<boolean> {
  const columns = { ...columnsOf(fields), onboarded_at: now, updated_at: now };
  const row = await tx
    .insertInto('profiles')
    .values({ user_id: userId, role: 'traveler', created_at: now, ...columns })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet(columns)
        .where('profiles.role', '=', 'traveler')
        .where('profiles.onboarded_at', 'is', null),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Changes the fields that are given. */
export async function updateProfile(
  tx: Tx,
  userId: string,
  fields: ProfileFields & { organization_name?: string },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('profiles')
    .set({ ...columnsOf(fields), updated_at: now })
    .where('user_id', '=', userId)
    .execute();
}

/** The name an account goes by; its first word is the given name. */
export async function updateDisplayName(tx: Tx, userId: string, name: string | null): Promise<void> {
  await tx
    .updateTable('users')
    .set({ name, given_name: name?.split(/\s/)[0] ?? null })
    .where('id', '=', userId)
    .execute();
}

/** Replaces a role that is not one of the current ones. @returns the role it was, if it was such a one. */
export async function replaceLegacyRole(tx: Tx, userId: string, current: readonly string[], now: Date) {
  const row = await tx
    .with('legacy', (db) => db.selectFrom('profiles').select(['id', 'role']).where('user_id', '=', userId).forUpdate())
    .updateTable('profiles')
    .from('legacy')
    .set({ role: 'traveler', updated_at: now })
    .whereRef('profiles.id', '=', 'legacy.id')
    .where('profiles.role', 'not in', current)
    .returning('legacy.role as previous')
    .executeTakeFirst();
  return row?.previous;
}

/** The account of an address, if there is one. */
export async function findUserByEmail(db: Db, email: string): Promise<{ id: string } | undefined> {
  return await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
}

/** Gives an account a role with what belongs to it, making the profile where there is none. */
export async function putRole(
  tx: Tx,
  userId: string,
  given: { role: string; partner_type: string | null; organization_name: string | null; permissions: string[] | null },
  now: Date,
): Promise<void> {
  const columns = { ...given, updated_at: now, onboarded_at: now };
  await tx
    .insertInto('profiles')
    .values({ user_id: userId, created_at: now, ...columns })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ ...columns, onboarded_at: sql`coalesce(profiles.onboarded_at, excluded.onboarded_at)` }),
    )
    .execute();
}
