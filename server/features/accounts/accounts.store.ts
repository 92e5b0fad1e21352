import { sql } from 'kysely';
import type { CurrentUser } from '../../../contract/accounts.ts';
import type { Role } from '../../../contract/roles.ts';
import type { Db, Tx } from '../../platform/database/database.ts';

/** The user as the contract shows them. */
export async function findCurrentUser(db: Db, userId: string): Promise<CurrentUser | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'given_name', 'picture'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user) return undefined;
  const profile = await db
    .selectFrom('profiles')
    .select(['id', 'user_id', 'role', 'partner_type', 'organization_name', 'phone', 'location', 'is_active'])
    .select(['interests', 'preferences', 'permissions', 'onboarded_at', 'created_at', 'updated_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return {
    id: user.id,
    email: user.email,
    google_user_data: user.name
      ? { name: user.name, given_name: user.given_name ?? user.name, picture: user.picture }
      : null,
    profile: profile
      ? {
          ...profile,
          role: profile.role as Role,
          created_at: profile.created_at.toISOString(),
          updated_at: profile.updated_at.toISOString(),
        }
      : null,
  };
}

/** Whether an address is of an account that is suspended. */
export async function isSuspended(db: Db, email: string): Promise<boolean> {
  const found = await db
    .selectFrom('users as u')
    .innerJoin('profiles as p', 'p.user_id', 'u.id')
    .select('u.id')
    .where('u.email', '=', email)
    .where('p.is_active', '=', false)
    .executeTakeFirst();
  return found !== undefined;
}

/** Holds an account and its profile until the transaction ends, in the order of an erasure: nobody erases or suspends it beside a sign-in. */
export async function lockAccount(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  await tx.selectFrom('profiles').select('id').where('user_id', '=', userId).forNoKeyUpdate().execute();
}

/** The account of a verified address, made with a traveler's profile where there is none. */
export async function ensureTraveler(tx: Tx, email: string, now: Date): Promise<string> {
  const made = await tx
    .insertInto('users')
    .values({ email, created_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  const user = made ?? (await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow());
  if (made) {
    await tx
      .insertInto('profiles')
      .values({ user_id: user.id, role: 'traveler', created_at: now, updated_at: now })
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .execute();
  }
  return user.id;
}

/** Joins visits to whoever signed in; a visit that is somebody's already stays theirs. */
export async function joinVisits(tx: Tx, userId: string, visitHashes: readonly Buffer[]): Promise<void> {
  if (visitHashes.length === 0) return;
  await tx
    .updateTable('visits')
    .set({ user_id: userId })
    .where(sql<boolean>`token_hash = any(${visitHashes}::bytea[])`)
    .where('user_id', 'is', null)
    .execute();
}

/** Whose a visit is, or undefined when it is not known. */
export async function findVisitOwner(tx: Tx, visitHash: Buffer): Promise<{ user_id: string | null } | undefined> {
  return await tx.selectFrom('visits').select('user_id').where('token_hash', '=', visitHash).executeTakeFirst();
}

export async function insertVisit(tx: Tx, visitHash: Buffer, userId: string, now: Date): Promise<void> {
  await tx
    .insertInto('visits')
    .values({ token_hash: visitHash, user_id: userId, created_at: now, last_seen_at: now })
    .execute();
}

/**
 * Notes what an identity provider says of a person. Its name fills in where there is none: one that the user chose stays.
 * The picture is always the provider's own, and stays where it says nothing.
 */
export async function fillNames(
  tx: Tx,
  userId: string,
  { name, givenName, picture }: { name: string | null; givenName: string | null; picture: string | null },
): Promise<void> {
  if (name) {
    const names = { name, given_name: givenName };
    await tx.updateTable('users').set(names).where('id', '=', userId).where('name', 'is', null).execute();
  }
  if (picture) await tx.updateTable('users').set({ picture }).where('id', '=', userId).execute();
}

/** Keeps the language that somebody reads in; nothing is written where it is known. */
export async function setLanguage(tx: Tx, userId: string, language: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ language })
    .where('id', '=', userId)
    .where('language', 'is distinct from', language)
    .execute();
}

/** Makes a user an admin unless the setting has done so before. @returns whether it did now. */
export async function makeAdminOnce(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const made = await tx
    .updateTable('users')
    .set({ admin_by_setting_at: now })
    .where('id', '=', userId)
    .where('admin_by_setting_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!made) return false;
  await tx
    .insertInto('profiles')
    .values({ user_id: userId, role: 'admin' })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ role: 'admin', updated_at: now }))
    .execute();
  return true;
}
