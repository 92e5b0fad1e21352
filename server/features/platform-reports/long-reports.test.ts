import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWork } from '../../../tests/at-work.ts';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { again } from '../../../tests/reports-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

/** Codes that were scanned on every day of a year. */
const many = 1_000;
let world: World;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
  const { id } = await world.aCode();
  await onServer(
    await ownerOf(world),
    `insert into qr_codes (code, location_id) select '0000-0000-0000-' || lpad(n::text, 4, '0'), location_id
       from qr_codes, generate_series(1, ${many - 1}) n where id = ${id};
     insert into rollups (grain, dimension, key, starts_at, scans, scans_raw, visits, clicks, bookings_pending, bookings_confirmed,
         bookings_completed, bookings_cancelled, estimated_cents, confirmed_cents, events)
       select 'day', 'code', id, timestamptz '2026-11-21 10:00Z' - d * interval '1 day', 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0
       from qr_codes, generate_series(1, 364) d;
     update rollup_state set closed_until = '2026-11-21 20:00Z';
     analyze rollups, qr_codes`,
  );
}, 120_000);
afterAll(() => world.close());

const ask = async (type: string, time_range: string) =>
  await world.call('POST /api/reports/generate', {
    body: { type, filters: { time_range }, instant: true },
    cookie: await again(world, admin),
  });
const codesIn = (csv: string) => csv.split('\r\n').filter((line) => line.startsWith('code,'));

test('a report that is too long to be waited for is made by long work, though it was asked for at once', async () => {
  const begun = await ask('performance', '1y');
  expect([begun.status, begun.body.kind, begun.body.state]).toEqual([201, 'report', 'waiting']);
  const { id } = begun.body;
  const get = async (path: string) => await world.call(`GET /api/${path}`, { cookie: await again(world, admin) });
  const stop = await startWork(world);
  await expect.poll(async () => (await get(`long-work/${id}`)).body.state, { timeout: 30_000 }).toBe('done');
  await stop();
  const codes = codesIn((await get(`long-work/${id}/result`)).raw);
  expect(codes).toHaveLength(many);
  expect(codes[0]).toMatch(/,364,0,0,0,0$/);
});

test('of fewer days, or of what has fewer parts, it is the answer', async () => {
  const short = await ask('performance', '30d');
  expect([short.status, codesIn(short.raw).length]).toEqual([200, many]);
  for (const type of ['revenue', 'stakeholder', 'platform']) expect((await ask(type, '1y')).status, type).toBe(200);
});
