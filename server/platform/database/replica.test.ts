import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AtTheDesk } from '../../../tests/at-the-desk.ts';
import { until as holds } from '../../../tests/chaos/product-process.ts';
import { aPartner, type PartnerScene, scanBy } from '../../../tests/partner-scene.ts';
import { type Replicated, startReplicated } from '../../../tests/replicated.ts';
import { again, choose, report, reportsTo, until } from '../../../tests/reports-scene.ts';
import { aRulesLog } from '../../../tests/rules-log.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { runSecurityRules } from '../../features/security-desk/security-desk.ts';
import { asApplication, openDatabase, withTransaction } from './database.ts';
import { withClient } from './database-client.ts';

let servers: Replicated;
let world: World;
let admin: TestUser;
let scene: PartnerScene;
beforeAll(async () => {
  servers = await startReplicated();
  const { primary, replica } = servers;
  world = await createWorld({ on: primary, replica, environment: { RATE_LIMITS: 'off' } });
  scene = await aPartner(world, { name: 'Lobby' });
}, 300_000);
afterAll(async () => {
  await world?.close();
  await servers?.stop();
});

const status = () => world.replica!.status;
const inUse = () =>
  holds('the replica in use', 20_000, async () => {
    await world.replica!.look();
    return status().state === 'in_use';
  });
beforeEach(async () => {
  admin = await world.aUser({ role: 'admin' });
  await inUse();
});

/** How often each table was looked into, as a server counts it itself. */
async function looksAt(server: 'primary' | 'replica'): Promise<Map<string, number>> {
  const pool = server === 'primary' ? world.database.pool : status().pool;
  // Each of its connections tells what it counted.
  const tell = () => pool.query('select pg_stat_force_next_flush(), pg_sleep(0.05)');
  await Promise.all(Array.from({ length: pool.options.max! }, tell));
  const rows = await withClient({ ...servers[server], user: 'postgres' }, {}, async (client) => {
    const counted = 'select relname, coalesce(seq_scan, 0) + coalesce(idx_scan, 0) as looks from pg_stat_user_tables';
    return (await client.query<{ relname: string; looks: number }>(counted)).rows;
  });
  return new Map(rows.map(({ relname, looks }) => [relname, looks]));
}

/** Which tables each server looked into for some work. */
async function tablesRead(work: () => Promise<void>) {
  const servers = ['primary', 'replica'] as const;
  const before = [await looksAt('primary'), await looksAt('replica')];
  await work();
  const [primary, replica] = await Promise.all(
    servers.map(async (server, at) => {
      const after = await looksAt(server);
      return [...after].flatMap(([name, looks]) => (looks > (before[at]!.get(name) ?? 0) ? [name] : []));
    }),
  );
  return { primary: primary!, replica: replica! };
}

/** What the primary is asked for beside the work: who calls, which version of the guide there is, and to keep what this process measured. */
const onTheWay = [
  ...['sessions', 'users', 'profiles', 'visits', 'listing_version', 'listing_changes'],
  ...['request_metrics', 'up_hours'],
];
const ofWork = (tables: string[]) => tables.filter((name) => !onTheWay.includes(name)).sort();

const get = async (path: string, cookie = admin.cookie) => {
  const reply = await world.call(`GET ${path}`, { cookie });
  expect({ path, status: reply.status }).toEqual({ path, status: 200 });
  return reply.body;
};

test.each([
  '/api/analytics/overview',
  '/api/analytics/revenue',
  '/api/analytics/business-intelligence',
  '/api/analytics/rows?of=scans',
  '/api/analytics/behavior',
  '/api/analytics/performance',
  '/api/admin/platform-metrics',
  '/api/admin/platform-summary',
  '/api/admin/platform-performance',
  '/api/admin/top-advertisers',
  '/api/campaign-results',
  '/api/campaign-results/choices',
  '/api/partner-portal/performance',
  '/api/partner-portal/export-report',
])('%s is read from the replica, by its own counters, and not from the primary', async (path) => {
  const cookie = path.startsWith('/api/partner') ? await again(world, scene.owner) : admin.cookie;
  const { replica, primary } = await tablesRead(async () => void (await get(path, cookie)));
  expect(replica.length).toBeGreaterThan(0);
  expect(ofWork(primary).filter((name) => ofWork(replica).includes(name))).toEqual([]);
});

test('so are the raw rows of an export, and the figures of a report by mail', async () => {
  await choose(world, scene.owner, 'weekly');
  await report(world);
  await scanBy(world, scene.code, 6);
  await inUse();
  const desk = new AtTheDesk(world, admin);
  const days = { from: '2026-11-20', to: '2026-11-21' };
  const { body } = await desk.call('POST /api/admin/exports/events', { of: 'scans', format: 'csv', ...days });
  const exported = await tablesRead(() => desk.work(body.id));
  expect(exported.replica).toContain('scans');
  expect(exported.primary).not.toContain('scans');
  const { raw } = await desk.call(`GET /api/long-work/${body.id}/result`);
  expect(raw.trim().split('\n')).toHaveLength(1 + 6);

  until(world, '2026-11-23T16:00:00Z');
  const mailed = await tablesRead(() => report(world));
  expect(mailed.replica).toContain('scans');
  expect(mailed.primary).not.toContain('scans');
  expect((await reportsTo(world, scene.owner)).at(-1)?.text).toMatch(/\b6\b/);
});

test('so is what guests see of a place and of listings', async () => {
  const place = await world.aPlace();
  const listing = await world.aListing();
  // What was changed is read from the primary, once.
  await get('/api/business-listings?limit=1', '');
  await inUse();
  for (const path of [
    `/api/locations/${place}`,
    `/api/business-listings/${listing}`,
    '/api/business-listings',
    '/api/business-listings/map',
    '/api/business-listings/summary',
    `/api/locations/${place}/pack`,
  ]) {
    const { replica, primary } = await tablesRead(async () => void (await get(path, '')));
    expect([path, replica]).toEqual([path, expect.arrayContaining(['listings'])]);
    expect([path, ofWork(primary)]).toEqual([path, expect.not.arrayContaining(['listings'])]);
  }
});

test('whatever was written is there at once, whoever wrote it, and nothing older is kept', async () => {
  const listing = await world.aListing({ name: 'Before all' });
  const names = async () =>
    ((await get('/api/business-listings?limit=50', '')) as { id: number; name: string }[]).find(
      ({ id }) => id === listing,
    )?.name;
  for (let change = 0; change < 25; change++) {
    await world.db
      .updateTable('listings')
      .set({ name: `Change ${change}` })
      .where('id', '=', listing)
      .execute();
    expect((await get(`/api/business-listings/${listing}`, '')).name).toBe(`Change ${change}`);
    expect(await names()).toBe(`Change ${change}`);
  }
  expect(status().readings.replica).toBeGreaterThan(25);
});

describe('while the replica replays nothing', () => {
  test('everything is read from the primary, told in metrics and health, until it has caught up', async () => {
    const listing = await world.aListing({ name: 'As it was' });
    const list = () => get('/api/business-listings?limit=50', '') as Promise<{ id: number; name: string }[]>;
    await list();
    await inUse();
    await servers.ask('replica', 'select pg_wal_replay_pause()');
    await world.db.updateTable('listings').set({ name: 'As it is' }).where('id', '=', listing).execute();
    const before = status().readings.behind;
    const { replica } = await tablesRead(async () => {
      expect((await list()).find(({ id }) => id === listing)?.name).toBe('As it is');
      await get('/api/analytics/overview');
    });
    expect(ofWork(replica)).toEqual([]);
    expect({ ...status(), readings: status().readings.behind - before }).toMatchObject({
      state: 'behind',
      readings: 2,
    });
    expect((await get('/api/security/system-health')).health.checks).toContainEqual({
      check: 'replica',
      state: 'fair',
    });
    await world.replica!.look();
    const scrape = () => world.call('GET /metrics', { headers: { host: 'localhost:3000' } });
    const { raw } = await scrape();
    expect(raw).toMatch(/^holoholo_replica_in_use 0$/m);
    expect(raw).toMatch(/^holoholo_replica_lag_seconds \d+\.\d+$/m);
    expect(raw).toMatch(/^holoholo_readings_total\{by="primary",reason="behind"\} \d+$/m);
    expect(raw).toMatch(/^holoholo_readings_total\{by="replica",reason=""\} \d+$/m);
    // Each is counted once, however often that is asked for.
    const told = [...(await scrape()).raw.matchAll(/^holoholo_readings_total\{by="(\w+)",reason="(\w*)"\} (\d+)$/gm)];
    const counts = told.map(([, by, reason, count]) => [reason || by, Number(count)]);
    expect(Object.fromEntries(counts)).toEqual(status().readings);

    await servers.ask('replica', 'select pg_wal_replay_resume()');
    await inUse();
    // What was kept while it was behind is what is.
    expect((await list()).find(({ id }) => id === listing)?.name).toBe('As it is');
    expect((await get('/api/security/system-health')).health.checks).toContainEqual({
      check: 'replica',
      state: 'good',
    });
  });
});

test('what its replay breaks off is read from the primary at once', async () => {
  await world.db
    .insertInto('embed_hosts')
    .values({ host: 'read.example', added_at: world.clock.now(), added_by: null })
    .execute();
  const before = status().readings.broken_off;
  let tries = 0;
  const reading = world.replica!.read(world.db, async (db) => {
    tries++;
    const pause = tries === 1 ? 1.5 : 0;
    return (await sql<{ host: string }>`select host from embed_hosts, pg_sleep(${pause})`.execute(db)).rows;
  });
  await holds('a reading', 5_000, async () => {
    const [row] = await servers.ask(
      'replica',
      `select count(*)::int as under_way from pg_stat_activity where query like '%pg_sleep%' and state = 'active' and pid <> pg_backend_pid()`,
    );
    return row!.under_way === 1;
  });
  await withClient(servers.primary, {}, (owner) => owner.query('alter table embed_hosts add column words text'));
  expect(await reading).toEqual([{ host: 'read.example' }]);
  expect([tries, status().readings.broken_off - before]).toEqual([2, 1]);
});

test('a transaction that it breaks off is not tried again there, whatever language it says that in', async () => {
  let tries = 0;
  const reading = () =>
    world.replica!.read(world.db, (db) =>
      withTransaction(db, async (tx) => {
        tries++;
        const words = `begin if pg_is_in_recovery() then raise 'Konflikt mit der Wiederherstellung' using errcode = '40001'; end if; end`;
        await sql.raw(`do $$ ${words} $$`).execute(tx);
      }),
    );
  await reading();
  expect(tries).toBe(2);
});

/** What is told of a replica that is not read. */
async function told(): Promise<string[]> {
  await world.replica!.look();
  await runSecurityRules(world, world.clock.now(), aRulesLog());
  const reply = await world.call('GET /api/security/alerts', await world.aUser({ role: 'admin' }));
  const alerts: { title: string; description: string }[] = reply.body.alerts;
  return alerts.filter(({ title }) => title === 'The replica is not read').map(({ description }) => description);
}

test('one that is away for ten minutes is told of, until it is read again', async () => {
  await servers.kill();
  expect(await told()).toEqual([]);
  world.clock.advance(599);
  expect(await told()).toEqual([]);
  world.clock.advance(1);
  const words = 'For 10 minutes the replica has not been read: the database itself answers in its stead.';
  expect(await told()).toEqual([words]);
  expect((await world.call('GET /metrics')).raw).toMatch(/^holoholo_replica_in_use 0$/m);
  await servers.start();
  await inUse();
  world.clock.advance(599);
  expect(await told()).toHaveLength(1);
  world.clock.advance(1);
  expect(await told()).toEqual([]);
  // It begins anew.
  await servers.kill();
  await world.replica!.look();
  world.clock.advance(599);
  expect(await told()).toEqual([]);
  await servers.start();
}, 60_000);

test('so is one that is behind for ten minutes, and what keeps it from being read meanwhile begins nothing anew', async () => {
  const fallBehind = async () => {
    await servers.ask('replica', 'select pg_wal_replay_pause()');
    await world.aUser();
    await get('/api/analytics/overview');
    expect(status().state).toBe('behind');
  };
  await fallBehind();
  world.clock.advance(599);
  expect(await told()).toEqual([]);
  world.clock.advance(1);
  expect(await told()).toHaveLength(1);
  expect(status().state).toBe('behind');
  await servers.ask('replica', 'select pg_wal_replay_resume()');
  await inUse();
  world.clock.advance(600);
  expect(await told()).toEqual([]);

  await fallBehind();
  world.clock.advance(300);
  await servers.kill();
  await world.replica!.look();
  expect(status().state).toBe('away');
  world.clock.advance(299);
  expect(await told()).toEqual([]);
  world.clock.advance(1);
  expect(await told()).toHaveLength(1);
  await servers.start();
}, 60_000);

test('one that is lost is done without, and read again once it is back', async () => {
  await servers.kill();
  const before = status().readings;
  const told = before.broken_off + before.away;
  for (let at = 0; at < 3; at++) await get('/api/analytics/overview');
  expect(status().readings.broken_off + status().readings.away - told).toBe(3);
  await world.replica!.look();
  expect(status().state).toBe('away');
  await servers.start();
  await inUse();
  await holds('a reading there', 20_000, async () => {
    await inUse();
    const { replica } = await tablesRead(async () => void (await get('/api/analytics/overview')));
    return replica.length > 0;
  });
});

test('a primary that has become a standby is away until there is a primary again, and a promoted copy is no replica', async () => {
  const told: boolean[] = [];
  const moved = openDatabase(asApplication(servers.replica), {
    max: 2,
    onError: () => {},
    onAvailability: (isAway) => told.push(isAway),
  });
  const write = () =>
    moved.db
      .insertInto('embed_hosts')
      .values({ host: 'moved.example', added_at: new Date(), added_by: null })
      .execute();
  await moved.pool.query('select 1');
  await expect(write()).rejects.toMatchObject({ code: '25006' });
  await holds('away', 5_000, () => told.length > 0);
  await expect(moved.pool.query('select 1')).rejects.toMatchObject({ code: '57P03' });
  await servers.ask('replica', 'select pg_promote()');
  await holds('back', 10_000, () => told.length > 1);
  expect(told).toEqual([true, false]);
  await write();
  await moved.close();

  // It is looked at every second.
  await world.replica!.look();
  expect(status().state).toBe('not_a_replica');
  const { replica } = await tablesRead(async () => void (await get('/api/analytics/overview')));
  expect(ofWork(replica)).toEqual([]);
});
