import { sql } from 'kysely';
import type { Role } from '../../contract/roles.ts';
import type { Db } from './database.ts';

/** Whose session this is, or nothing when it is unknown, ended or expired. The role is read afresh each time. */
export async function findSession(db: Db, tokenHash: Buffer, visitHash: Buffer | undefined, now: Date) {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .leftJoin('visits', (join) => join.on('visits.token_hash', '=', visitHash ?? Buffer.alloc(0)))
    .select([
      'visits.id as visitId',
      'visits.user_id as visitUserId',
      'users.id as userId',
      'users.email',
      'profiles.role',
      'profiles.is_active',
      'sessions.last_seen_at as lastSeenAt',
      'sessions.created_at as createdAt',
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.idle_expires_at', '>', now)
    .where('sessions.expires_at', '>', now)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    userId: row.userId,
    email: row.email,
    role: (row.role ?? 'traveler') as Role,
    isActive: row.is_active !== false,
    lastSeenAt: row.lastSeenAt,
    createdAt: row.createdAt,
    // A visit of somebody else who signed in on this device before is not theirs.
    visitId: row.visitUserId === row.userId ? row.visitId : null,
  };
}

export async function insertSession(
  db: Db,
  session: {
    tokenHash: Buffer;
    userId: string;
    now: Date;
    createdAt: Date;
    idleExpiresAt: Date;
    expiresAt: Date;
    userAgent: string | null;
  },
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      user_id: session.userId,
      created_at: session.createdAt,
      last_seen_at: session.now,
      idle_expires_at: session.idleExpiresAt,
      expires_at: session.expiresAt,
      user_agent: session.userAgent,
    })
    .execute();
}

/** Moves the idle limit forward. */
export async function touchSession(db: Db, tokenHash: Buffer, now: Date, idleExpiresAt: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: now, idle_expires_at: sql`least(${idleExpiresAt}, expires_at)` })
    .where('token_hash', '=', tokenHash)
    .execute();
}

/** Ends one session. @returns when it was begun, if it was there. */
export async function deleteSession(db: Db, tokenHash: Buffer): Promise<{ created_at: Date } | undefined> {
  return await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).returning('created_at').executeTakeFirst();
}

/** Ends one session of a user by its public id. @returns its hash, or undefined where the user has no such session. */
export async function deleteSessionById(db: Db, userId: string, id: string): Promise<Buffer | undefined> {
  const row = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('token_hash')
    .executeTakeFirst();
  return row?.token_hash;
}

/** Ends the sessions of a user, but for one where it is given. @returns how many. */
export async function deleteSessionsOf(db: Db, userId: string, except?: Buffer): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(except !== undefined, (query) => query.where('token_hash', '!=', except!))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Takes away what is left of a user's expired sessions. */
export async function deleteExpiredSessions(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where(({ eb, or }) => or([eb('expires_at', '<=', now), eb('idle_expires_at', '<=', now)]))
    .execute();
}

/** The live sessions of a user, newest first. */
export async function findSessionsOf(db: Db, userId: string, now: Date) {
  return await db
    .selectFrom('sessions')
    .select(['id', 'token_hash', 'created_at', 'last_seen_at', 'user_agent'])
    .where('user_id', '=', userId)
    .where('idle_expires_at', '>', now)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(200)
    .execute();
}
