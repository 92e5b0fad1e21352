import { type RawBuilder, sql } from 'kysely';
import { type HistoryRow, historyOf } from '../../platform/audit/audit.store.ts';
import type { Db } from '../../platform/database/database.ts';
import { byInstant, findPage, findSeen, type Order, type Placed } from '../../platform/lists.store.ts';
import type { Page } from '../../platform/lists.ts';

/** Which accounts are asked for. */
export interface UserFilter {
  search?: string | undefined;
  role?: string | undefined;
  state?: 'active' | 'suspended' | undefined;
}

export interface UserRecord {
  id: string;
  name: string | null;
  email: string;
  role: string;
  is_active: boolean;
  organisation: string | null;
  sessions: number;
  passkeys: number;
  created_at: Date;
  last_seen_at: Date | null;
}

const orders: Record<string, Order> = {
  name: { column: sql`u.sort_name`, value: sql`u.sort_name`, read: (value) => sql`${value}::text collate "C"` },
  joined: byInstant(sql`u.created_at`),
  last_seen: byInstant(sql`u.last_seen_at`),
};

/**
 * Whether words stand in the name or the address of an account `u`. In a pattern of `like`, letters that mean something there stand for themselves. In a select of its own it is made once, and not for
 * each row; of fewer than three letters the index knows nothing, so that the rows are read.
 */
export const isUserLike = (words: string): RawBuilder<unknown> => {
  const pattern = sql`(select '%' || replace(replace(replace(searchable(${words}), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%')`;
  return words.length < 3 ? sql`u.search_text || '' like ${pattern}` : sql`u.search_text like ${pattern}`;
};

/** Whether an account `u` is not erased: of one that is there is an id that money stands under, and nothing to do. */
const isAnybodys = sql`u.erased_at is null`;

function matching({ search, role, state }: UserFilter): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [isAnybodys];
  if (search) conditions.push(isUserLike(search));
  // Who has no profile yet counts as a traveler, and is active.
  if (role === 'traveler') conditions.push(sql`coalesce(p.role, 'traveler') = 'traveler'`);
  else if (role) conditions.push(sql`p.role = ${role} and p.role <> 'traveler'`);
  if (state === 'suspended') conditions.push(sql`not p.is_active`);
  if (state === 'active') conditions.push(sql`p.is_active is not false`);
  return conditions;
}

const fromUsers = sql`users u left join profiles p on p.user_id = u.id`;

/** What a row of the list says, of one account or of a page of them; `u` and `p` are known. */
const said = (now: Date) => sql`
  u.id, u.name, u.email, coalesce(p.role, 'traveler') as role, p.is_active is not false as is_active,
  (select o.name from members m join organisations o on o.id = m.organisation_id
    where m.user_id = u.id and m.kind = p.role) as organisation,
  (select count(*) from sessions s where s.user_id = u.id and s.idle_expires_at > ${now} and s.expires_at > ${now}) as sessions,
  (select count(*) from passkeys k where k.user_id = u.id) as passkeys,
  u.created_at, case when isfinite(u.last_seen_at) then u.last_seen_at end as last_seen_at`;

/** A page of accounts, and how many there are in all, up to one more than is counted. */
export async function findUsers(
  db: Db,
  now: Date,
  filter: UserFilter,
  page: Page,
): Promise<{ rows: Placed<UserRecord>[]; total: number; digest: string | null }> {
  const order = orders[page.by]!;
  const list = {
    from: fromUsers,
    id: sql`u.id`,
    matching: matching(filter),
    order,
    columns: said(now),
    isDigested: true as const,
  };
  return await findPage<UserRecord>(db, list, page);
}

/** All that is asked for of one account; the lists as JSON, their times as text. */
export interface UserRecordWithAll extends UserRecord {
  live_sessions: { id: string; created_at: string; last_seen_at: string; user_agent: string | null }[];
  own_passkeys: { id: string; name: string; created_at: string; last_used_at: string | null }[];
  organisations: { id: string; name: string; standing: string; state: string }[];
  history: HistoryRow[];
}

/** One account, or nothing. */
export async function findUser(db: Db, now: Date, id: string): Promise<UserRecordWithAll | undefined> {
  const { rows } = await sql<UserRecordWithAll>`
    select ${said(now)},
      array(select jsonb_build_object('id', s.id, 'created_at', s.created_at, 'last_seen_at', s.last_seen_at,
          'user_agent', s.user_agent)
        from sessions s where s.user_id = u.id and s.idle_expires_at > ${now} and s.expires_at > ${now}
        order by s.created_at desc, s.id limit 200) as live_sessions,
      array(select jsonb_build_object('id', k.id, 'name', k.name, 'created_at', k.created_at, 'last_used_at', k.last_used_at)
        from passkeys k where k.user_id = u.id order by k.created_at desc, k.id) as own_passkeys,
      array(select jsonb_build_object('id', o.id, 'name', o.name, 'standing', m.standing, 'state', o.state)
        from members m join organisations o on o.id = m.organisation_id where m.user_id = u.id order by o.kind) as organisations,
      ${historyOf('user', sql`u.id`)} as history
    from ${fromUsers} where u.id = ${id}::uuid and ${isAnybodys}`.execute(db);
  return rows[0];
}

/** The accounts that match, which are those that somebody has seen. @throws Refusal `list_changed` */
export const findSeenUsers = (db: Db, filter: UserFilter, seen: string): Promise<string[]> =>
  findSeen(db, { from: fromUsers, id: sql`u.id`, matching: matching(filter) }, seen);

/** The addresses of accounts, of those there are. */
export async function findAddresses(db: Db, ids: readonly string[]): Promise<{ id: string; email: string }[]> {
  const { rows } = await sql<{ id: string; email: string }>`
    select id, email from users where id = any(${ids}::uuid[]) order by id`.execute(db);
  return rows;
}

/** The accounts that one request of an administrator's has suspended since it came, as the audit log has them. */
export async function findSuspendedBy(
  db: Db,
  { userId, requestId }: { userId: string; requestId: string },
  since: Date,
): Promise<{ id: string; email: string }[]> {
  const { rows } = await sql<{ id: string; email: string }>`
    select u.id, u.email from audit_entries e join audit_details d on d.sequence = e.sequence
      join users u on u.id = case when e.subject_kind = 'user' then e.subject_id::uuid end
    where e.subject_kind = 'user' and e.actor_id = ${userId} and e.action = 'account_suspended' and e.recorded_at >= ${since}
      and d.content::json ->> 'request_id' = ${requestId}
    order by u.id`.execute(db);
  return rows;
}
