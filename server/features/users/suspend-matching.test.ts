import { afterAll, beforeAll, expect, test } from 'vitest';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import { startWork } from '../../../tests/at-work.ts';
import { untilServed } from '../../../tests/until-served.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { type LongWorkKind, runLongWork } from '../../platform/long-work/long-work.ts';
import { accountsSuspension } from './suspend-matching.ts';

let world: World;
let admin: TestUser;
let stop: () => Promise<void>;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  // Accounts say by the database's clock when they joined.
  world.clock.advance((Date.now() - world.clock.now().getTime()) / 1000 + 60);
  admin = await world.aUser({ role: 'admin', email: 'admin@matching.example' });
  stop = await startWork(world);
});
afterAll(async () => {
  await stop();
  await world.close();
});

const call = (request: `${string} ${string}`, body?: object, key?: string) =>
  untilServed(() =>
    world.call(request, { cookie: admin.cookie, body, ...(key && { headers: { 'idempotency-key': key } }) }),
  );
const suspend = (body: object, key?: string) => call('POST /api/admin/users/suspend-matching', body, key);
const ended = async (id: string) => {
  await expect
    .poll(async () => (await call(`GET /api/long-work/${id}`)).body.state, { timeout: 30_000 })
    .toMatch(/done|failed|cancelled/);
  return (await call(`GET /api/long-work/${id}`)).body;
};
const suspended = async (search: string) =>
  (await call(`GET /api/admin/users?state=suspended&search=${search}`)).body.total;
const reason = 'A flood of invented accounts';

test('all that match are suspended, but the own account, with a file of what came of each', async () => {
  const emails = [...Array(450).keys()].map((n) => ({ email: `u${n}@matching.example` }));
  await world.db.insertInto('users').values(emails).execute();
  await world.aUser({ email: 'kept@elsewhere.example' });
  const key = 'suspend-0123456789abcdef';
  const asked = await suspend({ search: 'matching.example', reason }, key);
  expect(asked.status).toBe(201);
  expect((await suspend({ search: 'matching.example', reason }, key)).body.id).toBe(asked.body.id);
  const work = await ended(asked.body.id);
  expect(work).toMatchObject({ kind: 'accounts-suspension', state: 'done', progress: { done: 451, total: 451 } });
  expect(await suspended('matching.example')).toBe(450);
  expect(await suspended('elsewhere.example')).toBe(0);
  const result = await call(`GET /api/long-work/${work.id}/result`);
  // Of the day in Hawaiʻi, where it may still be the day before.
  const day = hawaiiDay(new Date(work.created_at));
  expect(result.headers['content-disposition']).toBe(`attachment; filename="suspended-accounts-${day}.csv"`);
  const lines = result.raw.trimEnd().split('\r\n');
  expect(lines).toHaveLength(452);
  expect(lines).toContain('admin@matching.example,left out');
  expect(lines).toContain('u7@matching.example,suspended');
  const { rows } = await world.database.pool.query(
    `select count(*)::int as entries from audit_entries where action = 'account_suspended' and actor_id = $1`,
    [admin.id],
  );
  expect(rows).toEqual([{ entries: 450 }]);
});

test('who joins after it was asked for is none of them', async () => {
  await world.aUser({ email: 'early@later.example' });
  const later = new Date(world.clock.now().getTime() + 60_000);
  await world.db.insertInto('users').values({ email: 'late@later.example', created_at: later }).execute();
  await ended((await suspend({ search: 'later.example', reason })).body.id);
  expect((await call('GET /api/admin/users?state=suspended&search=later.example')).body.rows).toEqual([
    expect.objectContaining({ email: 'early@later.example' }),
  ]);
});

test.each([undefined, 'active'])(
  'broken off and run again it tells of all that it suspended (state %s)',
  async (state) => {
    const search = `broken-${state}.example`;
    const emails = [...Array(150).keys()].map((n) => `b${n}@${search}`);
    await world.db
      .insertInto('users')
      .values(emails.map((email) => ({ email })))
      .execute();
    const before = await world.aUser({ email: `before@${search}` });
    await call(`PUT /api/admin/users/${before.id}/state`, { state: 'suspended', reason });
    await stop();
    const { id } = (await suspend({ search, ...(state && { state }), reason })).body;
    const stops = new AbortController();
    const breaksOff = {
      ...accountsSuspension,
      run: async function* (given: Parameters<typeof accountsSuspension.run>[0]) {
        for await (const piece of accountsSuspension.run(given)) {
          yield piece;
          if (String(piece).includes('@')) stops.abort();
        }
      },
    };
    const run = (kind: LongWorkKind, signal: AbortSignal) =>
      runLongWork(world, { 'accounts-suspension': kind }, id, signal, { error: () => {}, warn: () => {} } as never);
    await expect(run(breaksOff, stops.signal)).rejects.toThrow();
    const inBetween = await suspended(search);
    expect(inBetween).toBeGreaterThanOrEqual(100);
    expect(inBetween).toBeLessThan(151);
    await run(accountsSuspension, new AbortController().signal);
    stop = await startWork(world);
    const lines = (await call(`GET /api/long-work/${id}/result`)).raw.trimEnd().split('\r\n');
    const left = state ? [] : [`before@${search},left out`];
    expect(lines.sort()).toEqual(['email,outcome', ...left, ...emails.map((email) => `${email},suspended`)].sort());
    const total = lines.length - 1;
    expect((await call(`GET /api/long-work/${id}`)).body.progress).toEqual({ done: total, total });
    expect(await suspended(search)).toBe(151);
  },
);

test('whoever is no administrator any more suspends nobody', async () => {
  const user = await world.aUser({ email: 'safe@demoted.example' });
  const former = admin;
  await stop();
  const { id } = (await suspend({ search: 'demoted.example', reason })).body;
  admin = await world.aUser({ role: 'admin' });
  await world.db.updateTable('profiles').set({ role: 'traveler' }).where('user_id', '=', former.id).execute();
  stop = await startWork(world);
  expect((await ended(id)).state).toBe('failed');
  expect((await world.call('GET /api/users/me', user)).status).toBe(200);
});
