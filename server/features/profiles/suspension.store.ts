import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/**
 * Holds the profiles of accounts until the transaction ends, in the order of their ids, so that of two administrators who act on
 * each other one comes after the other.
 */
export async function lockProfiles(tx: Tx, userIds: readonly string[]) {
  const { rows } = await sql<{ user_id: string; role: string; is_active: boolean }>`
    select user_id, role, is_active from profiles where user_id = any(${userIds}::uuid[])
    order by user_id for no key update`.execute(tx);
  return new Map(rows.map((row) => [row.user_id, row]));
}

/** Which of these accounts there are and are somebody's. */
export async function findKnownUsers(tx: Tx, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from users where id = any(${userIds}::uuid[]) and erased_at is null order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Says whether accounts are active, making a traveler's profile where there is none. */
export async function putActive(tx: Tx, userIds: readonly string[], isActive: boolean, now: Date): Promise<void> {
  await sql`
    insert into profiles (user_id, role, is_active, created_at, updated_at)
    select id, 'traveler', ${isActive}, ${now}, ${now} from unnest(${userIds}::uuid[]) id
    on conflict (user_id) do update set is_active = excluded.is_active, updated_at = excluded.updated_at`.execute(tx);
}
