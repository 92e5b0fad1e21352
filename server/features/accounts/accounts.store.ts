import { sql } from 'kysely';
import type { CurrentUser } from '../../../contract/accounts.ts';
import type { Role } from '../../../contract/roles.ts';
import type { Db, Tx } from '../../platform/database.ts';

/** The user as the contract shows them. */
export async function findCurrentUser(db: Db, userId: string): Promise<CurrentUser | undefined> {
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
  if (!user) return undefined;
  const profile = await db.selectFrom('profiles').selectAll().where('user_id', '=', userId).executeTakeFirst();
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

/** How many links were asked for since an instant, for an address and from a network. */
export async function countRecentLinks(db: Db, email: string, network: string, emailSince: Date, networkSince: Date) {
  const { rows } = await sql<{ by_email: number; by_network: number }>`
    select (select count(*) from magic_links where email = ${email} and created_at > ${emailSince}) as by_email,
      (select count(*) from magic_links where network = ${network} and created_at > ${networkSince}) as by_network`.execute(
    db,
  );
  return rows[0]!;
}

/** Keeps a new link; older unused ones of the address end. */
export async function replaceMagicLink(
  tx: Tx,
  link: {
    email: string;
    tokenHash: Buffer;
    browserHash: Buffer;
    visitHash: Buffer | null;
    network: string;
    redirect: string | null;
    now: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await tx
    .updateTable('magic_links')
    .set({ voided_at: link.now })
    .where('email', '=', link.email)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .execute();
  await tx
    .insertInto('magic_links')
    .values({
      email: link.email,
      token_hash: link.tokenHash,
      browser_hash: link.browserHash,
      visit_hash: link.visitHash,
      network: link.network,
      redirect: link.redirect,
      created_at: link.now,
      expires_at: link.expiresAt,
    })
    .execute();
}

/** A link that can still be used. */
export async function findLiveLink(db: Db, tokenHash: Buffer, now: Date) {
  return await db
    .selectFrom('magic_links')
    .select(['id', 'browser_hash'])
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Uses a link up, once for all: of many at the same time one gets the row. */
export async function useLink(tx: Tx, linkId: string, now: Date) {
  return await tx
    .updateTable('magic_links')
    .set({ used_at: now })
    .where('id', '=', linkId)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['email', 'redirect', 'visit_hash'])
    .executeTakeFirst();
}

/** The account of a verified address, made with a traveler's profile where there is none. */
export async function ensureTraveler(tx: Tx, email: string): Promise<string> {
  const made = await tx
    .insertInto('users')
    .values({ email })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  const user = made ?? (await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow());
  if (made) {
    await tx
      .insertInto('profiles')
      .values({ user_id: user.id, role: 'traveler' })
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
    .where('token_hash', 'in', visitHashes)
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

/** What an identity provider says of a person is shown as theirs; what it does not say stays as it was. */
export async function updateNames(
  tx: Tx,
  userId: string,
  given: { name: string | null; givenName: string | null; picture: string | null },
): Promise<void> {
  if (!given.name) return;
  await tx
    .updateTable('users')
    .set({ name: given.name, given_name: given.givenName, picture: given.picture })
    .where('id', '=', userId)
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
