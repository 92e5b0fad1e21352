import { type Selectable, sql } from 'kysely';
import type { Tables } from '../../../db/schema.ts';
import type { Db, Tx } from '../../platform/database/database.ts';

export type PasskeyRow = Selectable<Tables['passkeys']>;
/** Named one by one: a statement prepared with "all columns" fails from the moment a newer version adds one. */
const columns = [
  'id',
  'user_id',
  'credential_id',
  'public_key',
  'counter',
  'transports',
  'backed_up',
  'name',
  'created_at',
  'last_used_at',
] as const;
export type Purpose = 'registration' | 'confirmation';

/**
 * Keeps the challenge a session was given; the one before it ends. The session is held meanwhile, as it may be ended by another
 * request. @returns whether there still was such a session
 */
export async function putChallenge(
  db: Db,
  given: { sessionHash: Buffer; purpose: Purpose; challenge: string; expiresAt: Date },
): Promise<boolean> {
  const { sessionHash, purpose, challenge, expiresAt } = given;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('passkey_challenges')
    .columns(['session_hash', 'purpose', 'challenge', 'expires_at'])
    .expression(
      db
        .selectFrom('sessions')
        .select([
          'token_hash',
          sql<Purpose>`${purpose}::text`.as('purpose'),
          sql<string>`${challenge}::text`.as('challenge'),
          sql<Date>`${expiresAt}::timestamptz`.as('expires_at'),
        ])
        .where('token_hash', '=', sessionHash)
        .forKeyShare(),
    )
    .onConflict((conflict) =>
      conflict.columns(['session_hash', 'purpose']).doUpdateSet({ challenge, expires_at: expiresAt }),
    )
    .executeTakeFirst();
  return Boolean(numInsertedOrUpdatedRows);
}

/** Takes the challenge away, so that it serves once: of many at the same time one gets it. */
export async function takeChallenge(
  db: Db,
  sessionHash: Buffer,
  purpose: Purpose,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('passkey_challenges')
    .where('session_hash', '=', sessionHash)
    .where('purpose', '=', purpose)
    .returning(['challenge', 'expires_at'])
    .executeTakeFirst();
  return row && row.expires_at > now ? row.challenge : undefined;
}

/** The passkeys of a user, oldest first. */
export async function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return await db
    .selectFrom('passkeys')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Lets one writer of a user's passkeys in at a time, so that their limit holds, and counts them. */
export async function lockAndCountPasskeys(tx: Tx, userId: string): Promise<number> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const counted = tx.selectFrom('passkeys').select(({ fn }) => fn.countAll<number>().as('count'));
  return (await counted.where('user_id', '=', userId).executeTakeFirstOrThrow()).count;
}

/** Adds a passkey. @returns it, or nothing when its credential is registered already, by whomever. */
export async function insertPasskey(
  db: Db,
  passkey: Omit<PasskeyRow, 'id' | 'last_used_at'>,
): Promise<PasskeyRow | undefined> {
  return await db
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(columns)
    .executeTakeFirst();
}

/** Removes a passkey of a user. @returns whether it was one of theirs. */
export async function deletePasskey(db: Db, userId: string, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes all passkeys of a user. @returns how many. */
export async function deletePasskeysOf(db: Db, userId: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('passkeys').where('user_id', '=', userId).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Records a use. @returns false when the counter has not gone forward meanwhile, as when a copy of the key was used. */
export async function recordUse(db: Db, id: string, counter: number, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where((where) =>
      where.or([where('counter', '<', counter), where.and([where('counter', '=', 0), where.val(counter === 0)])]),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** When a session began, until when it counts as confirmed, and how many passkeys its user has. */
export async function findStanding(db: Db, sessionHash: Buffer) {
  return await db
    .selectFrom('sessions')
    .select((row) => [
      'created_at',
      'confirmed_until',
      row
        .selectFrom('passkeys')
        .whereRef('passkeys.user_id', '=', 'sessions.user_id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('passkeys'),
    ])
    .where('token_hash', '=', sessionHash)
    .executeTakeFirst();
}

/** Marks a session as confirmed until an instant. @returns whether it is still there; it then stays until the transaction ends. */
export async function confirmSession(db: Db, sessionHash: Buffer, until: Date): Promise<boolean> {
  const row = await db
    .updateTable('sessions')
    .set({ confirmed_until: until })
    .where('token_hash', '=', sessionHash)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The address of an account, if there is such a one that was not erased. */
export async function findAddress(db: Db, userId: string): Promise<string | undefined> {
  const account = db.selectFrom('users').select('email').where('id', '=', userId).where('erased_at', 'is', null);
  return (await account.executeTakeFirst())?.email;
}
