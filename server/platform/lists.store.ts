import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database/database.ts';
import { countLimit, type Page, requireSeen } from './lists.ts';

/** An order: what it compares, what a cursor has of it, and that made comparable again. */
export interface Order {
  column: RawBuilder<unknown>;
  value: RawBuilder<unknown>;
  read: (value: string | null) => RawBuilder<unknown>;
}

/** By a moment. A cursor has its microseconds, which are whole; null before all time. */
export const byInstant = (column: RawBuilder<unknown>): Order => ({
  column,
  value: sql`case when isfinite(${column}) then (extract(epoch from ${column}) * 1000000)::bigint::text end`,
  read: (value) =>
    value === null
      ? sql`'-infinity'::timestamptz`
      : sql`('epoch'::timestamptz + ${value}::float8 * interval '1 microsecond')`,
});

/** By a whole number. */
export const byCount = (column: RawBuilder<unknown>): Order => ({
  column,
  value: sql`${column}::text`,
  read: (value) => sql`${value}::bigint`,
});

/** A list as the database knows it. */
export interface Listed {
  /** The tables that its rows are in, under the names that all else has for them. */
  from: RawBuilder<unknown>;
  /** What names a row; a cursor's id is of its type. */
  id: RawBuilder<unknown>;
  idType?: 'uuid' | 'bigint' | 'text';
  /** All of these are true of a row that matches. */
  matching: readonly RawBuilder<unknown>[];
  order: Order;
  /** What is told of a row, `id` among it. Asked of those that are shown alone. */
  columns: RawBuilder<unknown>;
  /** Whether all that match can be acted on at once: their digest is told then. */
  isDigested?: true;
}

/** What a page has of a row: what is told of it, and its value in the list's order. */
export type Placed<Row> = Row & { order_value: string | null };

/** Any of these ids, of which there may be none. */
export const anyOf = (ids: readonly string[]): RawBuilder<string> => sql`any(${ids}::uuid[])`;

/** All that a row has to match. */
export const allOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql.join([sql`true`, ...conditions], sql` and `);

/** Whether a text stands somewhere in another, large letters or small. */
export const contains = (text: RawBuilder<unknown>, words: string): RawBuilder<unknown> =>
  sql`strpos(lower(${text}), lower(${words})) > 0`;

/** A pattern of `like` for these words in any place, as the indexes of parts of names are asked; each letter stands for itself. */
export const partOf = (words: string): RawBuilder<unknown> =>
  sql`'%' || regexp_replace(searchable(${words}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;

/** Of rows in any order: another where one is gone and another come. */
const digestOf = (ids: RawBuilder<unknown>) =>
  sql`count(*) || '.' || coalesce(bit_xor(hashtextextended(${ids}::text, 0)), 0)`;

/**
 * The ids of all rows that match, in their order, which are those that somebody has seen and agreed to.
 * @throws Refusal `list_changed` where they are others, or more than are counted
 */
export async function findSeen(
  db: Db,
  { from, id, matching }: Pick<Listed, 'from' | 'id' | 'matching'>,
  seen: string,
): Promise<string[]> {
  const { rows } = await sql<{ ids: string[]; digest: string }>`
    select coalesce(array_agg(id order by id), '{}') as ids, ${digestOf(sql`id`)} as digest
    from (select ${id} as id from ${from} where ${allOf(matching)} limit ${countLimit}) found`.execute(db);
  return requireSeen(rows[0]!, seen);
}

/** A page of a list, and how many rows there are in all, up to one more than is counted. */
export async function findPage<Row extends { id: string | number }>(
  db: Db,
  { from, id, idType = 'uuid', matching, order, columns, isDigested }: Listed,
  { isDescending, after, limit }: Page,
): Promise<{ rows: Placed<Row>[]; total: number; digest: string | null }> {
  const { column, value, read } = order;
  const direction = isDescending ? sql`desc` : sql`asc`;
  const further = isDescending ? sql`<` : sql`>`;
  const beyond = after
    ? [sql`(${column}, ${id}) ${further} (${read(after.value)}, ${after.id}::${sql.raw(idType)})`]
    : [];
  const digest = isDigested ? sql`case when count(*) < ${countLimit} then ${digestOf(sql`found_id`)} end` : sql`null`;
  const found = isDigested ? sql`${id} as found_id` : sql``;
  type Counted = { total: number; digest: string | null };
  const { rows } = await sql<(Placed<Row> & Counted) | (Counted & { id: null })>`
    with page as materialized (
      select ${id} as page_id, row_number() over (order by ${column} ${direction}, ${id} ${direction}) as position
      from ${from} where ${allOf([...matching, ...beyond])}
      order by ${column} ${direction}, ${id} ${direction} limit ${limit}
    ), counted as (
      select count(*) as total, ${digest} as digest from (select ${found} from ${from} where ${allOf(matching)} limit ${countLimit}) found
    )
    select counted.total, counted.digest, shown.* from counted left join (
      select page.position, ${value} as order_value, ${columns} from page, ${from} where ${id} = page.page_id
    ) shown on true order by shown.position`.execute(db);
  const [{ total, digest: shownDigest }] = rows as unknown as [Counted];
  return { rows: rows.filter((row) => row.id !== null), total, digest: shownDigest };
}
