import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '../../contract/index.ts';
import { clientConfig } from '../../server/platform/database/database.ts';
import { fillIn, requests } from '../access-requests.ts';
import { accessTable, type CallerKind, type Row } from '../access-table.ts';
import { type AccessWorld, aCaller, createAccessWorld } from '../access-world.ts';
import { ownerOf } from './owner.ts';

// A newer version adds columns while this one still answers. A statement that PostgreSQL has prepared and that asks for "all
// columns" then fails for as long as its connection lives: "cached plan must not change result type".

let world: AccessWorld;
beforeAll(async () => {
  world = await createAccessWorld();
});
afterAll(() => world.close());

const asking: CallerKind[] = ['nobody', 'partner', 'admin'];

/** Every endpoint, asked by several people for every kind of row; the answers of 500 and above. */
async function failures(): Promise<string[]> {
  const failed: string[] = [];
  for (const { method, path } of contract) {
    const name = `${method} ${path}`;
    if (name === 'GET /readyz') continue;
    for (const row of Object.keys(accessTable[name] ?? {}) as Row[]) {
      for (const caller of asking) {
        const person = await aCaller(world, caller);
        const { at, body, headers, cookie = '' } = (await requests[name]?.(world, person, row)) ?? {};
        const cookies = [person.cookie, cookie].filter(Boolean).join('; ');
        const reply = await world.call(fillIn(name, at), { body, headers, cookie: cookies });
        if (reply.status >= 500) failed.push(`${name} of ${row} by ${caller}: ${reply.status}`);
      }
    }
  }
  return failed;
}

/** The statements that the connections of the server have prepared. */
async function preparedStatements(): Promise<string[]> {
  const { pool } = world.database;
  const clients = await Promise.all(Array.from({ length: pool.options.max ?? 1 }, () => pool.connect()));
  const texts = new Set<string>();
  for (const client of clients) {
    const { rows } = await client.query<{ statement: string }>('select statement from pg_prepared_statements');
    for (const { statement } of rows)
      if (/^\s*(select|insert|update|delete|with)/i.test(statement)) texts.add(statement);
    client.release();
  }
  return [...texts];
}

test('a column added to every table breaks no call of a running server', async () => {
  expect(await failures()).toEqual([]);
  const statements = await preparedStatements();
  expect(statements.length).toBeGreaterThan(100);
  const owner = new pg.Client(clientConfig(await ownerOf(world)));
  await owner.connect();
  for (const [at, text] of statements.entries()) await owner.query(`prepare asked_${at} as ${text}`);
  const { rows: tables } = await owner.query<{ name: string }>(
    `select format('%I', c.relname) as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  expect(tables.length).toBeGreaterThan(25);
  for (const { name } of tables) await owner.query(`alter table ${name} add column added_later integer`);

  // Which connection answers a call is chance; what each of them has prepared is asked here once more.
  const broken: string[] = [];
  for (const [at, text] of statements.entries()) {
    const parameters = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
    const given = parameters ? `(${Array(parameters).fill('null').join(', ')})` : '';
    await owner.query('begin');
    await owner.query(`execute asked_${at}${given}`).catch((error: { code?: string }) => {
      if (error.code === '0A000') broken.push(text);
    });
    await owner.query('rollback');
  }
  await owner.end();
  expect(broken).toEqual([]);
  expect(await failures()).toEqual([]);
}, 120_000);
