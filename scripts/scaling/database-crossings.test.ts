import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../tests/world.ts';
import { databaseCrossings } from './database-crossings.ts';
import { distribution, type Place } from './distribution.ts';

// What the database itself holds together across distribution keys, by its catalogue: docs/scaling.md says what becomes of it.

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const places: Readonly<Record<string, Place>> = distribution;
const keyOf = (table: string) => {
  const place = places[table];
  return typeof place === 'object' ? place : undefined;
};
const distributed = Object.keys(places).filter(keyOf);
const rows = async <T>(text: string) => (await sql.raw<T>(text).execute(world.db)).rows;
const columns = (keys: string, table: string) =>
  `(select array_agg(attname::text) from unnest(${keys}) k join pg_attribute on attrelid = ${table} and attnum = k)`;

test('every table of the database has its place, and no other', async () => {
  const found = await rows<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  );
  expect(found.map(({ name }) => name).sort()).toEqual(Object.keys(places).sort());
});

test('no key of a table is missing from it or may be null, but those that are named', async () => {
  const found = await rows<{ name: string; nullable: boolean }>(
    `select table_name || '.' || column_name as name, is_nullable = 'YES' as nullable from information_schema.columns where table_schema = 'public'`,
  );
  const nullable = new Map(found.map((one) => [one.name, one.nullable]));
  const keys = distributed.map((table) => `${table}.${keyOf(table)!.key}`);
  expect(keys.filter((key) => !nullable.has(key))).toEqual([]);
  expect(keys.filter((key) => nullable.get(key)).sort()).toEqual(databaseCrossings.emptyKeys);
});

test('foreign keys that lead from one shard to another are those that are named', async () => {
  const found = await rows<{ source: string; target: string; from: string[]; to: string[] }>(
    `select conrelid::regclass::text as source, confrelid::regclass::text as target,
      ${columns('conkey', 'conrelid')} as from, ${columns('confkey', 'confrelid')} as to
      from pg_constraint where contype = 'f' and conparentid = 0`,
  );
  const isHeld = ({ source, target, from, to }: (typeof found)[number]) => {
    const [own, other] = [keyOf(source), keyOf(target)];
    if (!own) return !other;
    if (places[target] === 'reference') return true;
    return own.group === other?.group && from.includes(own.key) && to[from.indexOf(own.key)] === other.key;
  };
  const crossing = found
    .filter((one) => !isHeld(one))
    .map(({ source, from, target }) => `${source}.${from} to ${target}`);
  expect(crossing.sort()).toEqual(databaseCrossings.foreignKeys);
});

test('unique keys that no shard can hold alone are those that are named', async () => {
  const found = await rows<{ name: string; source: string; columns: string[] }>(
    `select i.indexrelid::regclass::text as name, indrelid::regclass::text as source, ${columns('indkey::int2[]', 'indrelid')} as columns
      from pg_index i join pg_class c on c.oid = i.indrelid where indisunique and not relispartition and relnamespace = 'public'::regnamespace`,
  );
  const open = found.filter(({ source, columns: own }) => keyOf(source) && !own?.includes(keyOf(source)!.key));
  expect(open.map(({ source, columns: own }) => `${source} (${own})`).sort()).toEqual(databaseCrossings.uniqueKeys);
});

test('triggers of distributed tables that write elsewhere are those that are named', async () => {
  const found = await rows<{ source: string; name: string; body: string }>(
    `select distinct tgrelid::regclass::text as source, proname as name, prosrc as body from pg_trigger t
      join pg_proc p on p.oid = tgfoid join pg_class c on c.oid = tgrelid where not tgisinternal and not relispartition`,
  );
  const written = (body: string) =>
    [...body.matchAll(/\b(?:insert\s+into|update|delete\s+from)\s+(?:public\.)?(\w+)/gi)].map(
      ([, table = '']) => table,
    );
  const elsewhere = found
    .filter(({ source }) => keyOf(source))
    .map(({ source, name, body }) => ({
      source,
      name,
      to: written(body).filter((table) => table in places && places[table] !== places[source]),
    }))
    .filter(({ source, to }) => to.some((table) => keyOf(table)?.group !== keyOf(source)!.group));
  expect(elsewhere.map(({ source, name, to }) => `${source} ${name}: ${[...new Set(to)]}`).sort()).toEqual(
    databaseCrossings.triggers,
  );
});
