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
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.idle_expires_at', '>', now)
    .where('sessions.expires_at', '>', now)
    .executeTakeFirst();
  if (!row || row.is_active === false) return undefined;
  return {
    userId: row.userId,
    email: row.email,
    role: (row.role ?? 'traveler') as Role,
    lastSeenAt: row.lastSeenAt,
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
      created_at: session.now,
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

export async function deleteSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}
