import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { countLimit, type Page } from '../../platform/lists.ts';

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

/** An order: what it compares, what a cursor has of it, and that made comparable again. */
interface Order {
  column: RawBuilder<unknown>;
  value: RawBuilder<unknown>;
  read: (value: string | null) => RawBuilder<unknown>;
}

/** Microseconds, which are whole; null before all time. */
const instant = (column: RawBuilder<unknown>): Order => ({
  column,
  value: sql`case when isfinite(${column}) then (extract(epoch from ${column}) * 1000000)::bigint::text end`,
  read: (value) =>
    value === null
      ? sql`'-infinity'::timestamptz`
      : sql`('epoch'::timestamptz + ${value}::float8 * interval '1 microsecond')`,
});

const orders: Record<string, Order> = {
  name: { column: sql`u.sort_name`, value: sql`u.sort_name`, read: (value) => sql`${value}::text collate "C"` },
  joined: instant(sql`u.created_at`),
  last_seen: instant(sql`u.last_seen_at`),
};

/**
 * In a pattern of `like`, letters that mean something there stand for themselves. In a select of its own it is made once, and not for
 * each row; of fewer than three letters the index knows nothing, so that the rows are read.
 */
const containing = (words: string) => {
  const pattern = sql`(select '%' || replace(replace(replace(searchable(${words}), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%')`;
  return words.length < 3 ? sql`u.search_text || '' like ${pattern}` : sql`u.search_text like ${pattern}`;
};

function matching({ search, role, state }: UserFilter): RawBuilder<unknown> {
  const conditions = [sql`true`];
  if (search) conditions.push(containing(search));
  // Who has no profile yet counts as a traveler, and is active.
  if (role === 'traveler') conditions.push(sql`coalesce(p.role, 'traveler') = 'traveler'`);
  else if (role) conditions.push(sql`p.role = ${role} and p.role <> 'traveler'`);
  if (state === 'suspended') conditions.push(sql`not p.is_active`);
  if (state === 'active') conditions.push(sql`p.is_active is not false`);
  return sql.join(conditions, sql` and `);
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
  { by, isDescending, after, limit }: Page,
): Promise<{ rows: (UserRecord & { place: string | null })[]; total: number }> {
  const { column, value, read } = orders[by]!;
  const direction = isDescending ? sql`desc` : sql`asc`;
  const further = isDescending ? sql`<` : sql`>`;
  const beyond = after ? sql`and (${column}, u.id) ${further} (${read(after.value)}, ${after.id}::uuid)` : sql``;
  const { rows } = await sql<(UserRecord & { place: string | null; total: number }) | { id: null; total: number }>`
    with page as materialized (
      select u.id, row_number() over (order by ${column} ${direction}, u.id ${direction}) as position
      from ${fromUsers} where ${matching(filter)} ${beyond}
      order by ${column} ${direction}, u.id ${direction} limit ${limit}
    ), counted as (
      select count(*) as total from (select from ${fromUsers} where ${matching(filter)} limit ${countLimit}) found
    )
    select counted.total, shown.* from counted left join (
      select page.position, ${value} as place, ${said(now)}
      from page join users u on u.id = page.id left join profiles p on p.user_id = u.id
    ) shown on true order by shown.position`.execute(db);
  return { rows: rows.filter((row) => row.id !== null), total: rows[0]!.total };
}

/** All that is asked for of one account; the lists as JSON, their times as text. */
export interface UserRecordWithAll extends UserRecord {
  live_sessions: { id: string; created_at: string; last_seen_at: string; user_agent: string | null }[];
  own_passkeys: { id: string; name: string; created_at: string; last_used_at: string | null }[];
  organisations: { id: string; name: string; standing: string; state: string }[];
  history: { at: string; action: string; by: string | null; content: string | null }[];
}

/** One account, or nothing. Of its history the looks of administrators are left out. */
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
      array(select jsonb_build_object('at', e.recorded_at, 'action', e.action, 'by', a.email, 'content', d.content)
        from audit_entries e left join users a on a.id = e.actor_id left join audit_details d on d.sequence = e.sequence
        where e.subject_kind = 'user' and e.subject_id = u.id::text and e.action <> 'admin_user_view'
        order by e.sequence desc limit 20) as history
    from ${fromUsers} where u.id = ${id}::uuid`.execute(db);
  return rows[0];
}

/** Accounts that match and had joined by an instant, in the order of their ids, after one of them. */
export async function findMatchingUsers(
  db: Db,
  filter: UserFilter,
  { until, after, limit }: { until: Date; after: string; limit: number },
): Promise<{ id: string; email: string }[]> {
  const { rows } = await sql<{ id: string; email: string }>`
    select u.id, u.email from ${fromUsers}
    where ${matching(filter)} and u.created_at <= ${until} and u.id > ${after}::uuid
    order by u.id limit ${limit}`.execute(db);
  return rows;
}

/** How many accounts match and had joined by an instant. */
export async function countMatchingUsers(db: Db, filter: UserFilter, until: Date): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${fromUsers} where ${matching(filter)} and u.created_at <= ${until}`.execute(db);
  return rows[0]!.total;
}
