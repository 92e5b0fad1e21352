import { sql } from 'kysely';
import { deleteInBatches } from '../../platform/database/batches.store.ts';
import type { Db, Tx } from '../../platform/database/database.ts';

/** A person at an identity provider; the address is what the provider says of them. */
export interface Identity {
  issuer: string;
  subject: string;
  email: string;
}

/** Whose account an identity is tied to, if any. */
export async function findIdentityOwner(db: Db, issuer: string, subject: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('user_identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.user_id;
}

/** Notes that an identity was used. @returns whether it is tied to this account. */
export async function touchIdentity(
  tx: Tx,
  { issuer, subject, userId, now }: { issuer: string; subject: string; userId: string; now: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable('user_identities')
    .set({ last_used_at: now })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes whoever else changes an account's identities wait for the end of this transaction. */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
}

/** Ends the ties of an account to other subjects of an issuer. @returns whether there was one. */
export async function deleteOtherSubjects(tx: Tx, userId: string, issuer: string, subject: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('user_identities')
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .where('subject', '!=', subject)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ties an identity unless it is tied already, to whomever. */
export async function insertIdentity(tx: Tx, identity: Identity & { userId: string; now: Date }): Promise<void> {
  await tx
    .insertInto('user_identities')
    .values({
      issuer: identity.issuer,
      subject: identity.subject,
      user_id: identity.userId,
      email: identity.email,
      created_at: identity.now,
      last_used_at: identity.now,
    })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .execute();
}

/** Keeps an identity whose address is yet to be proven by an e-mail link. */
export async function insertPendingIdentity(
  db: Db,
  pending: Identity & { tokenHash: Buffer; now: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('pending_identities')
    .values({
      token_hash: pending.tokenHash,
      issuer: pending.issuer,
      subject: pending.subject,
      email: pending.email,
      created_at: pending.now,
      expires_at: pending.expiresAt,
    })
    .execute();
}

/** Takes the pending identity of a browser, if it is of this address. */
export async function takePendingIdentity(
  tx: Tx,
  tokenHash: Buffer,
  email: string,
  now: Date,
): Promise<Identity | undefined> {
  return await tx
    .deleteFrom('pending_identities')
    .where('token_hash', '=', tokenHash)
    .where('email', '=', email)
    .where('expires_at', '>', now)
    .returning(['issuer', 'subject', 'email'])
    .executeTakeFirst();
}

/** Deletes what was never proven until an instant. */
export async function deletePendingIdentitiesBefore(db: Db, instant: Date): Promise<void> {
  await deleteInBatches(db, 'pending_identities', { where: sql`expires_at <= ${instant}`, orderBy: sql`expires_at` });
}
