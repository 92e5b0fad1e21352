import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EventCall, insertEventCalls } from '../../server/features/analytics/analytics.store.ts';
import { countLockWaits } from '../lock-waits.ts';
import { openSecondApp } from '../second-app.ts';
import { createWorld, type World } from '../world.ts';

let world: World;
let second: Awaited<ReturnType<typeof openSecondApp>>;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  second = await openSecondApp(world, { RATE_LIMITS: 'off' });
});
afterAll(async () => {
  await second.close();
  await world.close();
});

async function send(app: FastifyInstance, name: string, key: string | undefined, count = 3) {
  const event = { event_type: 'map_initialized', event_data: { transaction_id: name } };
  const reply = await app.inject({
    method: 'POST',
    url: '/api/analytics/events',
    headers: { origin: world.settings.publicUrl, ...(key && { 'idempotency-key': key }) },
    payload: { events: Array(count).fill(event) },
  });
  return { status: reply.statusCode, body: reply.json(), isReplay: reply.headers['idempotent-replay'] === 'true' };
}

async function storedOf(names: string[]): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; events: number }>`
    select data ->> 'transaction_id' as name, count(*)::int as events from events
    where data ->> 'transaction_id' = any(${names}) group by 1`.execute(world.db);
  return Object.fromEntries(rows.map(({ name, events }) => [name, events]));
}

test('calls that come together, each four times on two processes, are kept once each, beside those without a key', async () => {
  const keyed = Array.from({ length: 24 }, (_, at) => ({ name: `together-${at}`, key: randomUUID() }));
  const plain = Array.from({ length: 8 }, (_, at) => ({ name: `plain-${at}`, key: undefined }));
  const apps = [world.app, second.app];
  // Backwards on the other process, which must not end in two that wait for each other.
  const replies = await Promise.all([
    ...[...keyed, ...keyed, ...plain].map(({ name, key }) => send(apps[0]!, name, key)),
    ...[...keyed, ...keyed].reverse().map(({ name, key }) => send(apps[1]!, name, key)),
  ]);
  expect(new Set(replies.map(({ status, body }) => `${status} ${body.accepted}`))).toEqual(new Set(['202 3']));
  expect(replies.filter(({ isReplay }) => isReplay)).toHaveLength(3 * keyed.length);
  const names = [...keyed, ...plain].map(({ name }) => name);
  expect(await storedOf(names)).toEqual(Object.fromEntries(names.map((name) => [name, 3])));
});

test('the same key with other events is refused, also among calls that come together', async () => {
  const key = randomUUID();
  const replies = await Promise.all([
    send(world.app, 'mine', key),
    send(world.app, 'other', key, 2),
    send(world.app, 'third', undefined),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([202, 422, 202]);
  expect(replies[1]!.body.code).toBe('idempotency_mismatch');
  expect(await storedOf(['mine', 'other', 'third'])).toEqual({ mine: 3, third: 3 });
});

test('calls that are written in one statement are told each for itself whether they were kept', async () => {
  const [known, other, held, fresh, last] = Array.from({ length: 5 }, () => randomUUID());
  await send(world.app, 'known', known);
  await send(world.app, 'named', other);
  const holder = await world.database.pool.connect();
  const waiting = async () => {
    const { rows } = await holder.query(
      `select count(*)::int as calls from pg_locks where not granted and relation = 'idempotency_keys'::regclass
      and database = (select oid from pg_database where datname = current_database())`,
    );
    return rows[0].calls;
  };
  const sent: ReturnType<typeof send>[] = [];
  try {
    await holder.query('begin; lock table idempotency_keys in share mode');
    // While this one waits for the lock, the others gather for the next statement.
    sent.push(send(world.app, 'held', held));
    await expect.poll(waiting, { interval: 5 }).toBe(1);
    sent.push(
      send(world.app, 'fresh', fresh),
      send(world.app, 'known', known),
      send(world.app, 'not-named', other, 2),
      send(world.app, 'last', last),
    );
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
  } finally {
    await holder.query('commit');
    holder.release();
  }
  const replies = await Promise.all(sent);
  expect(replies.map(({ status, isReplay }) => [status, isReplay])).toEqual([
    [202, false],
    [202, false],
    [202, true],
    [422, false],
    [202, false],
  ]);
  const { rows } = await sql<{ of: string }>`
    select distinct xmin::text as of from events where data ->> 'transaction_id' in ('fresh', 'last')`.execute(
    world.db,
  );
  expect(rows).toHaveLength(1);
  expect(await storedOf(['known', 'named', 'not-named', 'held', 'fresh', 'last'])).toEqual({
    ...{ known: 3, named: 3, held: 3, fresh: 3, last: 3 },
  });
});

test('the keys of one statement are taken in their own order, so that two processes never wait for each other', async () => {
  const [early, late] = [`a-${randomUUID()}`, `z-${randomUUID()}`];
  const call = (key: string): EventCall => ({
    events: [],
    receivedAt: world.clock.now(),
    call: {
      scope: 'anyone',
      endpoint: 'POST /api/analytics/events',
      key,
      requestHash: Buffer.alloc(32),
    },
  });
  const other = await world.database.pool.connect();
  const take = (key: string) =>
    other.query(
      `insert into idempotency_keys (scope, endpoint, key, request_hash, created_at)
        values ('anyone', 'POST /api/analytics/events', $1, '\\x00', now())`,
      [key],
    );
  try {
    await other.query(`begin; set local lock_timeout = '5s'`);
    await take(early);
    const kept = insertEventCalls(world.db, [call(late), call(early)]);
    await expect.poll(() => countLockWaits(world), { timeout: 10_000 }).toBe(1);
    // Were `late` taken already, each would wait for the other.
    await take(late);
    await other.query('rollback');
    expect(await kept).toEqual([true, true]);
  } finally {
    await other.query('rollback');
    other.release();
  }
});
