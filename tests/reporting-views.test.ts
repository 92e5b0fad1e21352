import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { loadGeneratedYear } from '../db/seed/generated-year.ts';
import { loadSeed } from '../db/seed/load.ts';
import { seed } from '../db/seed/world.ts';
import { makeReader, readerRole } from '../scripts/reader.ts';
import { rollUpClosedHours } from '../server/features/analytics/analytics.ts';
import { followMarked } from '../server/features/commission/commission.ts';
import { codeKeys } from '../server/features/scanning/scanning.ts';
import { type Connection, clientConfig } from '../server/platform/database/database.ts';
import { ownerOf } from './attack/owner.ts';
import { onServer } from './database-setup.ts';
import { createWorld, type World } from './world.ts';

const login = `bi_${randomBytes(6).toString('hex')}`;
let world: World;
let owner: Connection;
let reader: pg.Client;
let password: string;
beforeAll(async () => {
  world = await createWorld();
  const until = world.clock.now();
  await loadSeed(world.db, seed, codeKeys(world.settings)[0]!, until);
  await loadGeneratedYear(world.db, { scans: 3_000, seed: 5, until });
  await followMarked(world, until);
  await rollUpClosedHours(world.db, until);
  owner = await ownerOf(world);
  password = await makeReader(owner, login);
  reader = new pg.Client(clientConfig(asReader(owner)));
  await reader.connect();
}, 300_000);
afterAll(async () => {
  await reader.end();
  await onServer(inject('databaseServer'), `drop role ${login}`);
  await world.close();
});

function asReader(connection: Connection): Connection {
  if (!('url' in connection)) return { ...connection, user: login };
  const url = new URL(connection.url);
  [url.username, url.password] = [login, password];
  return { url: url.href };
}

const asOwner = async <Row extends pg.QueryResultRow>(statement: string) => {
  const client = new pg.Client(clientConfig(owner));
  await client.connect();
  const { rows } = await client.query<Row>(statement).finally(() => client.end());
  return rows;
};
const read = async (statement: string) => (await reader.query(statement)).rows;
const recount = async (statement: string) => (await sql.raw(statement).execute(world.db)).rows;
const codeOf = (statement: string) =>
  reader.query(statement).then(
    () => 'done',
    (error) => error.code as string,
  );
const viewNames = async () =>
  (
    await asOwner<{ name: string }>(`select viewname as name from pg_views where schemaname = 'reporting' order by 1`)
  ).map(({ name }) => name);

describe('a reader', () => {
  test('reads each view, and no table', async () => {
    const views = await viewNames();
    expect(views.length).toBe(11);
    for (const view of views) expect((await read(`select * from ${view} limit 1`)).length, view).toBe(1);
    const tables = await asOwner<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = relnamespace
        where relkind in ('r', 'p', 'v', 'm', 'S') and nspname !~ '^pg_|information_schema|reporting'`,
    );
    expect(tables.length).toBeGreaterThan(100);
    for (const { name } of tables) {
      const qualified = name.includes('.') ? name : `public.${name}`;
      expect([qualified, await codeOf(`select from ${qualified}`)]).toEqual([qualified, '42501']);
    }
  });

  test('writes nothing, also where it lets itself write', async () => {
    expect(await codeOf('delete from listings')).toBe('42501');
    await reader.query('set default_transaction_read_only = off');
    for (const statement of [
      'delete from listings',
      `update listings set name = 'x'`,
      `insert into reporting.organisations (kind) values ('partner')`,
      'create table reporting.mine ()',
      'create table public.mine ()',
      'create temporary table mine ()',
      'create schema mine',
      'create role mine',
      `create function reporting.mine() returns integer language sql as 'select 1'`,
      'set role holoholo_app',
      'set role holoholo_tenant',
      `select * from public.users`,
      `copy bookings to program 'true'`,
    ])
      expect([statement, await codeOf(statement)]).toEqual([statement, '42501']);
  });

  test('calls no function of ours', async () => {
    const functions = await asOwner<{ name: string }>(
      `select p.oid::regprocedure::text as name, has_schema_privilege('${login}', n.oid, 'usage') as usable
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where nspname !~ '^pg_|information_schema' and has_schema_privilege('${login}', n.oid, 'usage')`,
    );
    expect(functions).toEqual([]);
    expect(await codeOf('select public.tenant_person()')).toBe('42501');
    expect(await codeOf(`select public.make_event_months(now(), 1)`)).toBe('42501');
  });

  test('is bounded: five connections, and a minute for a statement', async () => {
    const [row] = await asOwner(
      `select rolconnlimit, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls from pg_roles where rolname = '${login}'`,
    );
    expect(row).toEqual({
      ...{ rolconnlimit: 5, rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false },
    });
    const fresh = new pg.Client(clientConfig(asReader(owner)));
    await fresh.connect();
    const setting = async (name: string) => (await fresh.query(`show ${name}`)).rows[0][name];
    expect(await setting('statement_timeout')).toBe('1min');
    expect(await setting('default_transaction_read_only')).toBe('on');
    expect(await setting('search_path')).toBe('reporting');
    await fresh.end();
  });

  test('made again has a new password; what is no reader is refused', async () => {
    const again = await makeReader(owner, login);
    expect(again).not.toBe(password);
    password = again;
    for (const name of ['holoholo_app', 'pg_monitor', 'Bi', 'x; drop', ''])
      await expect(makeReader(owner, name)).rejects.toThrow('name the login');
    await asOwner(`create role ${login}_not nologin`);
    await expect(makeReader(owner, `${login}_not`)).rejects.toThrow('which is no reader');
    await asOwner(`drop role ${login}_not`);
  });
});

describe('the views', () => {
  const local = (column: string) => `to_char(${column} at time zone 'Pacific/Honolulu', 'YYYY-MM-DD')`;
  const today = `date '2026-11-21'`;

  test('hold no person', async () => {
    const columns = await asOwner<{ name: string }>(
      `select distinct column_name as name from information_schema.columns where table_schema = 'reporting'`,
    );
    const names = columns.map(({ name }) => name).join(' ');
    expect(names).not.toMatch(/user|visit|email|contact|owner|actor|reason|reference|transaction|token|phone|address/);
    const users = await recount('select email, id::text as id from users');
    let all = '';
    for (const view of await viewNames()) all += JSON.stringify(await read(`select * from ${view}`));
    const told = (users as { email: string; id: string }[]).filter(
      ({ email, id }) => all.includes(email) || all.includes(id),
    );
    expect(told).toEqual([]);
  });

  test('name no organisation by the address of its owner', async () => {
    const [admin, { id, email }] = [await world.aUser({ role: 'admin' }), await world.aUser()];
    await world.db.updateTable('users').set({ name: null }).where('id', '=', id).execute();
    const made = await world.call(`PUT /api/admin/users/${id}/role`, {
      ...admin,
      body: { role: 'partner', replaces: 'traveler', reason: 'Opens a cafe' },
    });
    expect(made.status, made.raw).toBe(200);
    const { name } = await world.db
      .selectFrom('organisations')
      .select('name')
      .where('owner_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(name).toBe(email);
    const told = await read(
      `select name from organisations where created_at = (select max(created_at) from organisations)`,
    );
    expect(told).toEqual([{ name: null }]);
  });

  test('have figures by day that equal a recount of the rows', async () => {
    const [total] = await read(
      `select sum(scans_raw) as scans, sum(clicks) as clicks, sum(bookings_confirmed + bookings_completed) as bookings,
        sum(confirmed_cents) as cents from days where day < ${today}`,
    );
    const earlier = (column: string) => `${local(column)} < '2026-11-21'`;
    expect([total]).toEqual(
      await recount(
        `select (select count(*) from scans where ${earlier('scanned_at')}) as scans, (select count(*) from clicks where ${earlier('clicked_at')}) as clicks,
          count(*) filter (where status in ('confirmed', 'completed')) as bookings,
          coalesce(sum(amount_cents) filter (where status in ('confirmed', 'completed') and not estimated), 0) as cents
          from bookings where ${earlier('booked_at')}`,
      ),
    );
    const scans = await recount(
      `select ${local('scanned_at')} as day, location_id as place_id, count(*) filter (where counted) as scans, count(*) as scans_raw
        from scans where ${local('scanned_at')} < '2026-11-21' group by 1, 2 order by 1, 2`,
    );
    expect(scans.length).toBeGreaterThan(100);
    expect(
      await read(
        `select day::text, place_id, scans, scans_raw from places_by_day where scans_raw > 0 and day < ${today} order by 1, 2`,
      ),
    ).toEqual(scans);
    expect(
      await read(
        `select day::text, sum(clicks) as clicks from listings_by_day where clicks > 0 and day < ${today} group by 1 order by 1`,
      ),
    ).toEqual(
      await recount(
        `select ${local('clicked_at')} as day, count(*) as clicks from clicks where ${local('clicked_at')} < '2026-11-21' group by 1 order by 1`,
      ),
    );
    expect(
      await read(
        `select event_type, sum(events) as events from events_by_day where day < ${today} group by 1 order by 1`,
      ),
    ).toEqual(
      await recount(
        `select event_type, count(*) as events from events where audience = 'visitor'
          and ${local('received_at')} < '2026-11-21' group by 1 order by 1`,
      ),
    );
  });

  test('have each row, with its organisation in place of its owner', async () => {
    const counted = (table: string, id: string, also: string) =>
      `select ${id}::text as partner_id, platform, count(*) as rows ${also} from ${table} group by 1, 2 order by 1, 2`;
    const organisation = (table: string) =>
      `(select t.*, (select id from organisations where owner_id = t.partner_id and kind = 'partner') as organisation from ${table} t) t`;
    const cents = ', sum(amount_cents) as cents, count(*) filter (where estimated) as estimated';
    expect(await read(counted('bookings', 'partner_id', cents))).toEqual(
      await recount(counted(organisation('bookings'), 'organisation', cents)),
    );
    expect(await read(counted('clicks', 'partner_id', ''))).toEqual(
      await recount(counted(organisation('clicks'), 'organisation', '')),
    );
    for (const [view, table] of [
      ['listings', 'listings'],
      ['places', 'locations'],
      ['organisations', 'organisations'],
    ])
      expect([view, ...(await read(`select count(*) as rows from ${view}`))]).toEqual([
        view,
        ...(await recount(`select count(*) as rows from ${table}`)),
      ]);
  });

  test('say when by the hour alone: an instant would name a row in every other file', async () => {
    const columns = await asOwner<{ view: string; name: string }>(
      `select table_name as view, column_name as name from information_schema.columns
        where table_schema = 'reporting' and data_type like 'timestamp%' and column_name not in ('created_at', 'deleted_at') order by 1, 2`,
    );
    expect(columns.map(({ view, name }) => `${view}.${name}`)).toEqual([
      ...['bookings.booked_at', 'clicks.clicked_at', 'ledger_entries.posted_at'],
    ]);
    for (const { view, name } of columns)
      expect(await read(`select count(*) as odd from ${view} where extract(epoch from ${name}) % 3600 <> 0`)).toEqual([
        { odd: 0 },
      ]);
  });

  test('have commissions that are what the ledger says', async () => {
    const [sums] = await read(
      `select count(*) as bookings, sum(partner_cents) as partners, sum(paid_out_cents) as paid from commissions`,
    );
    expect(sums.bookings).toBeGreaterThan(20);
    const wrong = await read(
      `with standing as (
        select booking_id, sum(case when to_kind = 'partner' then cents else 0 end - case when from_kind = 'partner' then cents else 0 end) as cents
        from ledger_entries group by 1)
      select booking_id, partner_cents, s.cents from commissions c left join standing s using (booking_id)
      where partner_cents <> coalesce(s.cents, 0)`,
    );
    expect(wrong).toEqual([]);
    expect(await read('select count(*) as entries, sum(cents) as cents from ledger_entries')).toEqual(
      await recount('select count(*) as entries, sum(cents) as cents from ledger_entries'),
    );
  });

  test('are told of in docs/operating.md, column by column', async () => {
    const columns = await asOwner<{ view: string; columns: string }>(
      `select table_name as view, string_agg(column_name, ', ' order by ordinal_position) as columns
        from information_schema.columns where table_schema = 'reporting' group by 1 order by 1`,
    );
    const told = readFileSync('docs/operating.md', 'utf8').matchAll(/^\| `reporting\.(\w+)` \|.*\| ([^|]*) \|$/gm);
    expect(
      [...told]
        .map(([, view, names]) => ({ view, columns: names!.replaceAll('`', '') }))
        .sort((a, b) => (a.view! < b.view! ? -1 : 1)),
    ).toEqual(columns);
  });
});

test('the group itself logs in nowhere', async () => {
  const [row] = await asOwner(`select rolcanlogin from pg_roles where rolname = '${readerRole}'`);
  expect(row).toEqual({ rolcanlogin: false });
});
