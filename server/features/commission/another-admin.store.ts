import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

/** Whoever was an administrator so lately could have released or confirmed what another one does. */
const recentDays = 30;

/** Whether somebody else is an administrator who can sign in, or was one in the 30 days before a moment: SQL. */
export const anotherAdmin = (
  userId: string,
  now: Date,
) => sql<boolean>`exists (select from profiles where user_id <> ${userId}
  and ((role = 'admin' and is_active) or admin_until > ${new Date(now.getTime() - recentDays * 86_400_000)}))`;

/** Whether somebody else is an administrator who can sign in, or was one in the 30 days before a moment. */
export async function hasAnotherAdmin(db: Db, userId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select ${anotherAdmin(userId, now)} as found`.execute(db);
  return rows[0]!.found;
}
