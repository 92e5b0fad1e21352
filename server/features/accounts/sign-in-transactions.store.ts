import { sql } from 'kysely';
import { deleteInBatches } from '../../platform/database/batches.store.ts';
import type { Db } from '../../platform/database/database.ts';

/** Keeps a sign-in that leaves for the identity provider. */
export async function insertTransaction(
  db: Db,
  transaction: {
    tokenHash: Buffer;
    sealedInvitation: Buffer | null;
    sealedRedirect: Buffer | null;
    now: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await db
    .insertInto('sign_in_transactions')
    .values({
      token_hash: transaction.tokenHash,
      sealed_invitation: transaction.sealedInvitation,
      sealed_redirect: transaction.sealedRedirect,
      created_at: transaction.now,
      expires_at: transaction.expiresAt,
    })
    .execute();
}

/** Takes a sign-in out, once for all: of many at the same time one gets it. */
export async function takeTransaction(db: Db, tokenHash: Buffer, now: Date) {
  return await db
    .deleteFrom('sign_in_transactions')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning(['sealed_invitation', 'sealed_redirect'])
    .executeTakeFirst();
}

/** Deletes the sign-ins that ended before an instant. */
export async function deleteTransactionsBefore(db: Db, instant: Date): Promise<void> {
  await deleteInBatches(db, 'sign_in_transactions', { where: sql`expires_at <= ${instant}`, orderBy: sql`expires_at` });
}
