import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** What the driver makes of a column of each type. */
const driverTypes: Record<string, string> = {
  bigint: 'number',
  bit: 'string',
  boolean: 'boolean',
  bytea: 'Buffer',
  'bytea[]': 'Buffer[]',
  date: 'string',
  'double precision': 'number',
  integer: 'number',
  'integer[]': 'number[]',
  jsonb: 'unknown',
  numeric: 'number',
  smallint: 'number',
  'smallint[]': 'number[]',
  text: 'string',
  'text[]': 'string[]',
  'timestamp with time zone': 'Date',
  tsvector: 'string',
  uuid: 'string',
  'uuid[]': 'string[]',
};

/** The columns that schema.ts and what it is made of declare, as `table.column`: type. */
function declaredColumns(): Map<string, string> {
  const sources = ['schema.ts', 'schema-advertising.ts'].map((name) =>
    readFileSync(join(import.meta.dirname, name), 'utf8'),
  );
  const source = sources.join('\n').replace(/\/\*\*[\s\S]*?\*\//g, '');
  const columns = new Map<string, string>();
  for (const [, table, body = ''] of source.matchAll(/^ {2}(\w+): \{([^}]*)\}/gm))
    for (const [, column, type = ''] of body.matchAll(/(\w+): ([^;]+);?/g))
      columns.set(`${table}.${column}`, type.trim());
  return columns;
}

/** What a declared type says of its column: may it be null, may an insert leave it out, may it be written at all. */
function claimsOf(declared: string): { type: string; isNullable: boolean; isLeftOut: boolean; isComputed: boolean } {
  const [, wrapper, inner = ''] = declared.match(/^(Generated|ColumnType)<(.*)>$/) ?? [];
  const [read = '', write = ''] = wrapper === 'ColumnType' ? inner.split(', ') : [wrapper ? inner : declared];
  return {
    type: read.replace(' | null', ''),
    isNullable: read.includes('| null'),
    isLeftOut: wrapper === 'Generated' || write.includes('undefined'),
    isComputed: write === 'never',
  };
}

test('every table and column is declared as it is', async () => {
  const { rows } = await world.database.pool.query(
    `select c.relname || '.' || a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as "isNullable",
       a.atthasdef or a.attidentity <> '' as "hasDefault", a.attgenerated <> '' as "isComputed"
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0
       and not a.attisdropped`,
  );
  const declared = declaredColumns();
  expect([...declared.keys()].sort()).toEqual(rows.map(({ name }) => name).sort());
  for (const { name, type, isNullable, hasDefault, isComputed } of rows) {
    const claims = claimsOf(declared.get(name)!);
    expect([name, claims.type, claims.isComputed]).toEqual([name, driverTypes[type], isComputed]);
    // What is unknown may be null as well.
    if (claims.type !== 'unknown') expect([name, claims.isNullable]).toEqual([name, isNullable]);
    // The other way round is allowed: times come from the clock, whatever the table would say.
    if (claims.isLeftOut) expect([name, hasDefault]).toEqual([name, true]);
  }
});
