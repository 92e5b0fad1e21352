import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../../../contract/index.ts';
import { startWork } from '../../../tests/at-work.ts';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { aDeadLetter, anAlert, anUnreadableNews } from '../../../tests/work-rows.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { anchorFileOf } from '../../platform/audit/audit-anchors.ts';
import { noteByHand } from '../../platform/backups/backup.store.ts';
import { noteFailure, noteSuccess } from '../../platform/upkeep.store.ts';
import { requireMetricsReader } from './metrics.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

type Samples = Map<string, number>;
/** Every line of an answer in Prometheus' text form, by its name with its labels. @throws Error for one that has not that form */
function samplesOf(text: string): Samples {
  const samples: Samples = new Map();
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [, name, value] = /^([a-z_][a-z0-9_]*(?:\{(?:[a-z_]+="[^"\\\n]*",?)*\})?) (\S+)$/.exec(line) ?? [];
    // Between two looks at the event loop there is nothing to tell of it.
    const number = value === 'Nan' ? 0 : Number(value?.replace('+Inf', 'Infinity'));
    if (name === undefined || Number.isNaN(number)) throw new Error(`no line of metrics: ${line}`);
    if (samples.has(name)) throw new Error(`twice: ${name}`);
    samples.set(name, number);
  }
  return samples;
}
async function scrape(headers: Record<string, string> = {}): Promise<Samples> {
  const { status, raw, headers: given } = await world.call('GET /metrics', { headers });
  expect([status, given['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  return samplesOf(raw);
}
const requests = (endpoint: string, status: string) =>
  `holoholo_http_requests_total{endpoint="${endpoint}",status="${status}"}`;

test('each request moves the counter of its endpoint and status class, and its duration', async () => {
  const before = await scrape();
  await world.call('GET /api/business-listings');
  await world.call('GET /api/business-listings');
  await world.call('GET /api/business-listings/999999');
  await world.call('GET /secret-of-somebody?token=abc');
  const after = await scrape();
  const moved = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  const [list, one] = ['GET /api/business-listings', 'GET /api/business-listings/{id}'];
  expect(moved(requests(list, '2xx'))).toBe(2);
  expect(moved(requests(one, '4xx'))).toBe(1);
  expect(moved(requests('unknown', '4xx'))).toBe(1);
  expect(moved(requests('GET /metrics', '2xx'))).toBe(1);
  expect(moved(`holoholo_http_request_duration_seconds_count{endpoint="${list}"}`)).toBe(2);
  expect(moved(`holoholo_http_request_duration_seconds_bucket{le="+Inf",endpoint="${list}"}`)).toBe(2);
  expect(moved(`holoholo_http_request_duration_seconds_sum{endpoint="${list}"}`)).toBeGreaterThan(0);
  // No address is ever a label: what is asked for could name somebody, and would be a series of its own for ever.
  expect([...after.keys()].filter((name) => /secret|abc|999999/.test(name))).toEqual([]);
});

test('labels have few values, whatever is asked for', async () => {
  for (let at = 0; at < 50; at++) await world.call(`GET /nowhere/${at}`);
  const endpoints = new Set([...(await scrape()).keys()].flatMap((name) => /endpoint="([^"]*)"/.exec(name)?.[1] ?? []));
  const known = new Set([...contract.map(({ method, path }) => `${method} ${path}`), 'unknown']);
  expect([...endpoints].filter((name) => !known.has(name))).toEqual([]);
});

test('the process tells its memory, its event loop and its version', async () => {
  const samples = await scrape();
  expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
  expect(samples.get('nodejs_heap_size_used_bytes')).toBeGreaterThan(1_000_000);
  const begun = performance.now();
  while (performance.now() - begun < 300);
  await expect.poll(async () => (await scrape()).get('nodejs_eventloop_lag_max_seconds')).toBeGreaterThan(0);
  const build = [...samples.keys()].find((name) => name.startsWith('holoholo_build_info'));
  expect(build).toContain(`version="0.1.0",node="${process.versions.node}",migration="0`);
});

test('a connection that is taken counts as used, and who waits for one as waiting', async () => {
  const used = 'holoholo_database_connections{pool="requests",state="used"}';
  const waiting = 'holoholo_database_waiting{pool="requests"}';
  const { pool } = world.database;
  const most = (await scrape()).get('holoholo_database_connections_max{pool="requests"}');
  expect(most).toBe(pool.options.max);
  const taken = await Promise.all(Array.from({ length: most! }, () => pool.connect()));
  const late = pool.connect();
  const full = await scrape();
  for (const client of taken) client.release();
  (await late).release();
  expect([full.get(used), full.get(waiting)]).toEqual([most, 1]);
  const after = await scrape();
  expect([after.get(used), after.get(waiting)]).toEqual([0, 0]);
});

test('jobs, the outbox, the inbox and dead letters move by what waits and what failed', async () => {
  const names = [
    'holoholo_jobs{queue="mail",state="due"}',
    'holoholo_jobs{queue="mail",state="later"}',
    'holoholo_jobs{queue="news",state="failed"}',
    'holoholo_dead_letters{queue="mail"}',
  ];
  const before = await scrape();
  const add = (name: string, state: string, start: string) =>
    world.database.pool.query(
      `insert into jobs.job (name, data, state, start_after) values ($1, '{"to":"a@example.com","subject":"s","text":"t"}', $2, ${start})`,
      [name, state],
    );
  await add('mail', 'created', "now() - interval '10 minutes'");
  await add('mail', 'retry', "now() + interval '10 minutes'");
  await add('news', 'failed', 'now()');
  await aDeadLetter(world, { to: 'a@example.com', subject: 'x', text: 'y' });
  const after = await scrape();
  expect(names.map((name) => after.get(name)! - before.get(name)!)).toEqual([1, 1, 1, 1]);
  expect(after.get('holoholo_jobs_oldest_seconds{queue="mail"}')).toBeCloseTo(600, -1);
  expect(before.get('holoholo_jobs_oldest_seconds{queue="mail"}')).toBeLessThan(600);
  // News that waits, as that which a process left without its job.
  expect(after.get('holoholo_inbox_oldest_seconds')).toBe(0);
  const id = await anUnreadableNews(world, 'hello');
  await world.db
    .updateTable('inbox')
    .set({ state: 'new', problem: null, settled_at: null })
    .where('id', '=', id)
    .execute();
  world.clock.advance(90);
  expect((await scrape()).get('holoholo_inbox_oldest_seconds')).toBe(90);
});

test("the audit chain's last check is told with its time, and damage as not in order", async () => {
  const [checked, well] = ['upkeep_success_timestamp_seconds', 'upkeep_ok'].map(
    (name) => `holoholo_${name}{task="audit-check"}`,
  ) as [string, string];
  expect((await scrape()).has(checked)).toBe(false);
  const admin = await world.aUser({ role: 'admin' });
  const offer = { invited_email: 'inn@hotel.example', stakeholder_type: 'partner', organization_name: 'Inn' };
  await world.call('POST /api/stakeholder/invite', { cookie: admin.cookie, body: offer });
  await (await startWork(world))();
  const intact = await scrape();
  expect([intact.get(checked), intact.get(well)]).toEqual([world.clock.now().getTime() / 1_000, 1]);
  const { path } = anchorFileOf(world.settings);
  const anchors = await readFile(path, 'utf8');
  await writeFile(path, anchors.replace(/ [0-9a-f]{64} /, ` ${'0'.repeat(64)} `));
  world.clock.advance(3_600);
  await (await startWork(world))();
  const damaged = await scrape();
  expect([damaged.get(checked), damaged.get(well)]).toEqual([intact.get(checked), 0]);
});

test('alerts of security are told by rule, as long as they go on and nobody has dismissed them', async () => {
  const told = async () => {
    const samples = await scrape();
    return ['denials_account', 'disk_low'].map((rule) => samples.get(`holoholo_security_alerts{rule="${rule}"}`));
  };
  expect(await told()).toEqual([0, 0]);
  const [one] = [await anAlert(world, 'denials_account'), await anAlert(world, 'denials_account')];
  const ended = await anAlert(world, 'disk_low');
  // One of a version that comes after this one.
  await anAlert(world, 'of_tomorrow');
  expect(await told()).toEqual([2, 1]);
  const { cookie } = await world.aUser({ role: 'admin' });
  expect((await world.call(`POST /api/security/alerts/${one}/dismiss`, { cookie })).status).toBe(200);
  const alerts = world.db.updateTable('security_alerts').set({ ended_at: world.clock.now() });
  await alerts.where('id', '=', ended).execute();
  expect(await told()).toEqual([1, 0]);
});

test('while the database is away it says so, and tells nothing old', async () => {
  const up = 'holoholo_database_up{kind="embedded"}';
  expect((await scrape()).get(up)).toBe(1);
  const owner = await ownerOf(world);
  await onServer(owner, 'alter table upkeep rename to away');
  const away = await scrape();
  await onServer(owner, 'alter table away rename to upkeep');
  expect(away.get(up)).toBe(0);
  expect(
    [...away.keys()].filter((name) => /holoholo_(jobs|dead|inbox|erasures|upkeep|backup|security)/.test(name)),
  ).toEqual([]);
  expect(away.has('process_resident_memory_bytes')).toBe(true);
  const back = await scrape();
  expect([back.get(up), back.has('holoholo_jobs{queue="mail",state="due"}')]).toEqual([1, true]);
});

test('a backup by hand counts as one, and how often they are taken is told with it', async () => {
  const [at, every] = ['holoholo_upkeep_success_timestamp_seconds{task="backup"}', 'holoholo_backup_interval_seconds'];
  const before = await scrape();
  expect([before.has(at), before.get(every)]).toEqual([false, 24 * 3_600]);
  await noteByHand(await ownerOf(world), 'backup', world.clock.now());
  expect((await scrape()).get(at)).toBe(world.clock.now().getTime() / 1_000);
  const earlier = new Date(world.clock.now().getTime() - 60_000);
  await noteSuccess(world.db, 'backup', earlier, { bytes: 5_000, every_hours: 168 });
  const after = await scrape();
  expect([after.get(at), after.get(every), after.get('holoholo_backup_size_bytes')]).toEqual([
    ...[world.clock.now().getTime() / 1_000, 168 * 3_600, 5_000],
  ]);
});

test('the log is told of where it is to be shipped alone, also where it never was', async () => {
  const [ok, base] = ['holoholo_upkeep_ok{task="log-shipping"}', 'holoholo_upkeep_ok{task="base-copy"}'];
  const told = async () => {
    const samples = await scrape();
    return [samples.get(ok), samples.get(base)];
  };
  await noteFailure(world.db, 'base-copy', world.clock.now(), 'no room');
  expect(await told()).toEqual([undefined, undefined]);
  const shipping = await createWorld({ environment: { RATE_LIMITS: 'off', LOG_ARCHIVE_DIR: '/archive' } });
  const { raw } = await shipping.call('GET /metrics');
  expect(raw).toContain(`${ok} 0`);
  await noteSuccess(shipping.db, 'log-shipping', shipping.clock.now());
  await noteFailure(shipping.db, 'base-copy', shipping.clock.now(), 'no room');
  const after = samplesOf((await shipping.call('GET /metrics')).raw);
  expect([after.get(ok), after.get(base)]).toEqual([1, 0]);
  await shipping.close();
});

describe('who may read them', () => {
  const status = async (headers: Record<string, string>, remoteAddress = '127.0.0.1', of = world) =>
    (await of.app.inject({ method: 'GET', url: '/metrics', headers, remoteAddress })).statusCode;

  test('without a token, this machine alone, by its own name and through no proxy', async () => {
    const host = 'localhost:3000';
    for (const address of ['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1'])
      expect(await status({ host }, address), address).toBe(200);
    for (const address of ['192.0.2.1', '10.0.0.1', '2001:db8::1', '::ffff:192.0.2.1'])
      expect(await status({ host }, address), address).toBe(404);
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via', 'x-forwarded-proto'])
      expect(await status({ host, [name]: '127.0.0.1' }), name).toBe(404);
    expect(await status({ host: 'guide.example' })).toBe(404);
  });

  test('in production, where there is always a proxy that may not name itself, nobody without one', async () => {
    const live = { ...world.settings, production: true };
    const ask = (settings: typeof live) =>
      requireMetricsReader({ headers: { host: 'localhost:3000' }, address: '127.0.0.1', settings });
    expect(() => ask(live)).toThrow(expect.objectContaining({ code: 'not_found' }));
    expect(() => ask(world.settings)).not.toThrow();
  });

  test('nor does a proxy that is believed make somebody else this machine', async () => {
    const behind = await createWorld({ environment: { TRUST_PROXY: '1' } });
    expect(await status({ host: 'localhost:3000', 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1', behind)).toBe(404);
    await behind.close();
  });

  test('with one, whoever has it, from anywhere, and nobody else', async () => {
    const token = 't'.repeat(40);
    const guarded = await createWorld({ environment: { METRICS_TOKEN: token } });
    const as = (authorization: string | undefined, address = '192.0.2.1') =>
      status(
        { host: 'guide.example', 'x-forwarded-for': '1.2.3.4', ...(authorization && { authorization }) },
        address,
        guarded,
      );
    expect(await as(`Bearer ${token}`)).toBe(200);
    for (const wrong of [undefined, 'Bearer', `Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Basic ${token}`, token])
      expect(await as(wrong), wrong).toBe(401);
    expect(await as(undefined, '127.0.0.1')).toBe(401);
    await guarded.close();
  });
});
