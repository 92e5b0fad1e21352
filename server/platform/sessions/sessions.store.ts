import { sql } from 'kysely';
import type { Role } from '../../../contract/roles.ts';
import { deleteInBatches } from '../database/batches.store.ts';
import type { Db } from '../database/database.ts';

interface SessionRow {
  visit_id: number | null;
  visit_user_id: string | null;
  /** Null where there is no such session; all but the visit is then null. */
  user_id: string | null;
  email: string;
  role: Role | null;
  is_active: boolean | null;
  last_seen_at: Date;
  created_at: Date;
}

/** What a request shows of its session and its visit. */
export interface ShownTokens {
  tokenHash: Buffer;
  visitHash: Buffer | undefined;
}

/** Whose sessions these are, in their order; nothing for one that is unknown, ended or expired. Roles are read afresh each time. */
export async function findSessions(db: Db, shown: readonly ShownTokens[], now: Date) {
  const tokens = shown.map(({ tokenHash }) => tokenHash);
  const visits = shown.map(({ visitHash }) => visitHash ?? null);
  const { rows } = await sql<SessionRow>`
    select v.id as visit_id, v.user_id as visit_user_id, u.id as user_id, u.email, p.role, p.is_active,
      s.last_seen_at, s.created_at
    from unnest(${tokens}::bytea[], ${visits}::bytea[]) with ordinality asked (token, visit, place)
      left join sessions s on s.token_hash = asked.token and s.idle_expires_at > ${now} and s.expires_at > ${now}
      left join users u on u.id = s.user_id left join profiles p on p.user_id = u.id
      left join visits v on v.token_hash = asked.visit
    order by asked.place`.execute(db);
  return rows.map((row) =>
    row.user_id === null
      ? undefined
      : {
          userId: row.user_id,
          email: row.email,
          role: row.role ?? 'traveler',
          isActive: row.is_active !== false,
          lastSeenAt: row.last_seen_at,
          createdAt: row.created_at,
          // A visit of somebody else who signed in on this device before is not theirs.
          visitId: row.visit_user_id === row.user_id ? row.visit_id : null,
        },
  );
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

/** Moves the idle limit of a session forward that was last seen before an instant: of several requests at once one does. */
export async function touchSession(
  db: Db,
  tokenHash: Buffer,
  now: Date,
  given: { seenBefore: Date; idleExpiresAt: Date },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: now, idle_expires_at: sql`least(${given.idleExpiresAt}, expires_at)` })
    .where('token_hash', '=', tokenHash)
    .where('last_seen_at', '<', given.seenBefore)
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

/** Ends everybody's sessions, and the links by which somebody would begin one. @returns how many sessions. */
export async function deleteAllSessions(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .with('links', (query) => query.deleteFrom('magic_links'))
    .deleteFrom('sessions')
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Ends the sessions of a user that began at an instant. @returns how many. */
export async function deleteSessionsBegunAt(db: Db, userId: string, instant: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('created_at', '=', instant)
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

/** Deletes the sessions that ended before an instant, by their own limit or because nobody came back. */
export async function deleteSessionsBefore(db: Db, instant: Date): Promise<void> {
  const end = sql`least(idle_expires_at, expires_at)`;
  await deleteInBatches(db, 'sessions', { where: sql`${end} <= ${instant}`, orderBy: end });
}
