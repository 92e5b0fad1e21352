import { sql } from 'kysely';
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
const listed = async (filter: Record<string, string>) =>
  (await call(`GET /api/admin/users?${new URLSearchParams({ ...filter, limit: '1' })}`)).body;
/** Those that the list shows at this moment. */
const suspend = async ({ reason, ...filter }: { reason: string } & Record<string, string>, key?: string) =>
  await call('POST /api/admin/users/suspend-matching', { ...filter, reason, seen: (await listed(filter)).digest }, key);
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

test.each([60, 210])('%i that were counted are suspended only while they are the same', async (count) => {
  const search = `counted-${count}.example`;
  const join = (names: readonly string[]) =>
    world.db
      .insertInto('users')
      .values(names.map((name) => ({ email: `${name}@${search}` })))
      .execute();
  await join([...Array(count).keys()].map((n) => `c${n}`));
  const seen = await listed({ search });
  expect(seen.total).toBe(count);
  const suspendSeen = () => call('POST /api/admin/users/suspend-matching', { search, reason, seen: seen.digest });
  await join(['more', 'and-more']);
  const grown = await suspendSeen();
  expect([grown.status, grown.body.code]).toEqual([409, 'list_changed']);
  expect(grown.body.error).toContain(`${count + 2} match now`);
  // One came and one is gone: as many as were counted, and not the same.
  await world.db
    .updateTable('users')
    .set({ email: sql`md5(email) || '@gone.example'` })
    .where('email', 'in', [`more@${search}`, `and-more@${search}`, `c1@${search}`])
    .execute();
  await join(['another']);
  expect((await listed({ search })).total).toBe(count);
  const exchanged = await suspendSeen();
  expect([exchanged.status, exchanged.body.code]).toEqual([409, 'list_changed']);
  expect(await suspended(search)).toBe(0);
});

test('whoever comes to match before a worker begins is none of them', async () => {
  await world.aUser({ email: 'one@joining.example' });
  const renamed = await world.aUser({ email: 'other@elsewhere-at-first.example' });
  await stop();
  const { id } = (await suspend({ search: 'joining.example', reason })).body;
  await world.db.updateTable('users').set({ email: 'other@joining.example' }).where('id', '=', renamed.id).execute();
  stop = await startWork(world);
  expect((await ended(id)).progress).toEqual({ done: 1, total: 1 });
  expect((await call('GET /api/admin/users?state=suspended&search=joining.example')).body.rows).toEqual([
    expect.objectContaining({ email: 'one@joining.example' }),
  ]);
  expect((await call(`GET /api/long-work/${id}`)).body.parameters).not.toHaveProperty('ids');
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
  expect((await ended(id)).state).toBe('cancelled');
  expect((await world.call('GET /api/users/me', user)).status).toBe(200);
});
