import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { anyOf, byInstant, findPage, type Placed } from '../../platform/lists.store.ts';
import type { Page } from '../../platform/lists.ts';
import { isUserLike } from '../users/users.ts';

/** Which entries are asked for: those of [from, until). */
export interface AuditFilter {
  /** Who did it, as `actorsLike` has it. */
  actors?: RawBuilder<unknown> | undefined;
  action?: string | undefined;
  subject_kind?: string | undefined;
  subject_id?: string | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
}

export interface AuditRow {
  id: number;
  recorded_at: Date;
  action: string;
  actor_id: string | null;
  email: string | null;
  subject_kind: string;
  subject_id: string;
  /** Null where it was erased. */
  content: string | null;
}

const order = byInstant(sql`e.recorded_at`);

/** Of so many people their ids are handed over, by which it is known how much there is of them. */
const mostPeople = 1_000;

/** The condition that whoever did it is one of those in whose name or address words stand. */
export async function actorsLike(db: Db, search: string): Promise<RawBuilder<unknown>> {
  const like = sql`select u.id from users u where ${isUserLike(search)}`;
  const { rows } = await sql<{ id: string }>`${like} limit ${mostPeople + 1}`.execute(db);
  return rows.length > mostPeople ? sql`e.actor_id in (${like})` : sql`e.actor_id = ${anyOf(rows.map(({ id }) => id))}`;
}

function matching({ actors, action, subject_kind, subject_id, from, until }: AuditFilter): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = actors ? [actors] : [];
  if (action) conditions.push(sql`e.action = ${action}`);
  if (subject_kind) conditions.push(sql`e.subject_kind = ${subject_kind}`);
  if (subject_id) conditions.push(sql`e.subject_id = ${subject_id}`);
  if (from) conditions.push(sql`e.recorded_at >= ${from}`);
  if (until) conditions.push(sql`e.recorded_at < ${until}`);
  return conditions;
}

const said = sql`e.sequence as id, e.recorded_at, e.action, e.actor_id, e.subject_kind, e.subject_id,
  (select u.email from users u where u.id = e.actor_id) as email`;
const content = sql`(select d.content from audit_details d where d.sequence = e.sequence) as content`;

/** A page of the audit log, and how many entries match. @param withContent what was before and after, too */
export async function findEntries(
  db: Db,
  filter: AuditFilter,
  page: Page,
  withContent = false,
): Promise<{ rows: Placed<AuditRow>[]; total: number }> {
  return await findPage<AuditRow>(
    db,
    {
      ...{ from: sql`audit_entries e`, id: sql`e.sequence`, idType: 'bigint', order },
      matching: matching(filter),
      columns: withContent ? sql`${said}, ${content}` : sql`${said}, null as content`,
    },
    page,
  );
}

/** All names that a column has, each found by the index that begins with it. */
const namesOf = (column: RawBuilder<unknown>) => sql<string[]>`array(with recursive found as (
    (select ${column} as name from audit_entries order by ${column} limit 1)
    union all
    select (select ${column} from audit_entries where ${column} > found.name order by ${column} limit 1)
    from found where found.name is not null)
  select name from found where name is not null order by name)`;

/** The names of actions and of kinds of subjects that there are. */
export async function findNames(db: Db): Promise<{ actions: string[]; subject_kinds: string[] }> {
  const { rows } = await sql<{ actions: string[]; subject_kinds: string[] }>`
    select ${namesOf(sql`action`)} as actions, ${namesOf(sql`subject_kind`)} as subject_kinds`.execute(db);
  return rows[0]!;
}

export interface AuditRowDetail extends AuditRow {
  details_hash: string;
  previous_hash: string;
  hash: string;
  of: number;
}

/** One entry, with how many there are. */
export async function findEntry(db: Db, id: number): Promise<AuditRowDetail | undefined> {
  const { rows } = await sql<AuditRowDetail>`
    select ${said}, ${content}, encode(e.details_hash, 'hex') as details_hash, encode(e.previous_hash, 'hex') as previous_hash,
      encode(e.hash, 'hex') as hash, (select max(sequence) from audit_entries) as of
    from audit_entries e where e.sequence = ${id}`.execute(db);
  return rows[0];
}
