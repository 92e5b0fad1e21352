import { createSecretKey } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { followMarked } from '../../server/features/commission/commission.ts';
import { advisoryLocks } from '../../server/platform/database/advisory-locks.ts';
import { openDatabase } from '../../server/platform/database/database.ts';
import { ownerOf } from '../../tests/attack/owner.ts';
import { createWorld, type World } from '../../tests/world.ts';
import { loadSeed } from './load.ts';
import { people } from './people.ts';
import { seed } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  await loadSeed(world.db, seed, createSecretKey(Buffer.alloc(32)), world.clock.now());
});
afterAll(() => world.close());

test.each(people.map((person) => person.email))('%s has answered the first questions', async (email) => {
  const asked = await world.call('POST /api/auth/magic-link', { body: { email } });
  const token = (await world.mail()).findLast((one) => one.to === email)?.text.match(/token=([\w-]+)/)?.[1];
  const cookie = `magic_link=${asked.cookies.magic_link}`;
  const signedIn = await world.call('POST /api/auth/magic-link/verify', { body: { token }, cookie });
  const { body } = await world.call('GET /api/profiles', { cookie: `session=${signedIn.cookies.session}` });
  expect(body.profile).toMatchObject({ onboarded: true, role: people.find((one) => one.email === email)?.role });
});

test('a process that loads the world beside another waits for it, longer than for other locks', async () => {
  const other = await world.database.pool.connect();
  await other.query('begin');
  await other.query('select pg_advisory_xact_lock($1)', [advisoryLocks.seed]);
  const impatient = openDatabase(await ownerOf(world), { max: 1, lockSeconds: 1, onError: () => {} });
  let isOver = false;
  const loading = loadSeed(impatient.db, seed, createSecretKey(Buffer.alloc(32)), world.clock.now()).finally(() => {
    isOver = true;
  });
  loading.catch(() => {});
  await other.query('select pg_sleep(1.3)');
  expect(isOver).toBe(false);
  await other.query('rollback');
  other.release();
  expect(await loading).toBe(false);
  await impatient.close();
});

test('what its reviews rest on was scanned and clicked for before, so that no more was booked than was scanned', async () => {
  const { rows } = await world.database.pool.query(
    `select count(*)::int as reviews, (select count(*)::int from bookings) as bookings, (select count(*)::int from scans) as scans,
      (select count(*)::int from clicks) as clicks, (select min(created_at) from qr_codes) < (select min(scanned_at) from scans) as after_code,
      (select max(scanned_at) from scans) < (select created_at from locations order by id limit 1) as before_places
    from reviews`,
  );
  const [{ reviews, bookings, scans, clicks, ...order }] = rows;
  expect([order, bookings]).toEqual([{ after_code: true, before_places: true }, reviews]);
  expect(scans).toBeGreaterThan(clicks);
  expect(clicks).toBeGreaterThan(bookings);
  const { cookie } = await world.aUser({ role: 'admin' });
  const metrics = (await world.call('GET /api/admin/platform-metrics', { cookie })).body;
  expect(metrics.conversion_rate).toBeGreaterThan(0);
  expect(metrics.conversion_rate).toBeLessThan(0.3);
});

test('nobody owes anything for what its reviews rest on, not after a night either', async () => {
  await followMarked(world, world.clock.now());
  const { rows } = await world.database.pool.query(
    `select (select count(*)::int from reviews) > 100 as reviewed, (select count(*)::int from ledger_entries) as entries`,
  );
  expect(rows).toEqual([{ reviewed: true, entries: 0 }]);
  const { cookie } = await world.aUser({ role: 'admin' });
  expect((await world.call('GET /api/admin/reconciliation', { cookie })).body).toEqual({
    rows: [],
    next: null,
  });
});
