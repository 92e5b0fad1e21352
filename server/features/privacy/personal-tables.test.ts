import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { clientConfig } from '../../platform/database/database.ts';
import { personalTables } from './personal-tables.store.ts';

let world: World;
let owner: pg.Client;
beforeAll(async () => {
  world = await createWorld();
  owner = new pg.Client(clientConfig(await ownerOf(world)));
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await world.close();
});

const deeds = 'what an administrator did about what is others’; that they did it is told from the audit log';
const ofPartners = 'an organisation, known by the account that it began with, and what is its';
/** Tables that name an account or an address and are no part of what a person is told of themselves, each with the reason. */
const excused: Record<string, string> = {
  audit_inbox: 'empty: what is recorded joins the audit log with the same commit',
  commission_holds: deeds,
  embed_hosts: deeds,
  ledger_entries: deeds,
  listing_imports: deeds,
  listings: ofPartners,
  location_batches: deeds,
  locations: ofPartners,
  organisations: ofPartners,
  payouts: deeds,
  rate_cards: deeds,
  rate_changes: deeds,
  statement_imports: deeds,
  statement_maps: deeds,
};

/** Tables with a column that refers to accounts, is called as whoever did something, or holds an address, a visit or another name of somebody. */
async function tablesThatName(): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(`
    select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_constraint f on f.conrelid = c.oid and f.contype = 'f' and f.confrelid = 'users'::regclass and a.attnum = any(f.conkey)
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and (f.oid is not null or a.attname ~ '^(scope|subject|reporter)$|(^|_)(user|actor|person|owner|partner|advertiser|visit)_id$'
        or (a.attname ~ 'email|mailbox' and a.atttypid <> 'boolean'::regtype)
        or (a.attname ~ '_by$|^admins$' and a.atttypid in ('uuid'::regtype, 'uuid[]'::regtype))) order by 1`);
  return rows.map(({ name }) => name);
}

test('every table that names a person is in what they download, or says why it is not', async () => {
  const known = [...Object.keys(personalTables), ...Object.keys(excused)];
  const naming = await tablesThatName();
  expect(naming.filter((name) => !known.includes(name))).toEqual([]);
  expect(Object.keys(excused).filter((name) => !naming.includes(name))).toEqual([]);
  expect(Object.keys(excused).filter((name) => name in personalTables)).toEqual([]);
});

test('a table that comes later and names a person is found', async () => {
  await owner.query('create table postcards (id integer, written_by uuid, words text)');
  try {
    expect(await tablesThatName()).toContain('postcards');
  } finally {
    await owner.query('drop table postcards');
  }
});

test('what is left out of a table are secrets, hashes, files and copies for searching alone', async () => {
  const { rows } = await owner.query<{ name: string; column: string; isBinary: boolean }>(`
    select c.relname as name, a.attname as column, a.atttypid = 'bytea'::regtype as "isBinary" from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`);
  for (const [table, { hides = [] }] of Object.entries(personalTables)) {
    const columns = rows.filter(({ name }) => name === table);
    const unknown = hides.filter((hidden) => !columns.some(({ column }) => column === hidden));
    expect(unknown, table).toEqual([]);
    const told = columns.filter(({ column, isBinary }) => isBinary && !hides.includes(column));
    expect(
      told.map(({ column }) => column),
      table,
    ).toEqual([]);
  }
});
