import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off', TRUST_PROXY: '1' } });
});
afterAll(() => world.close());

/** From many networks, of which none alone may have so many requests under way. */
const send = (body: unknown, network: number) =>
  world.call('POST /api/analytics/events', { body, headers: { 'x-forwarded-for': `203.0.113.${network}` } });

test('what comes while the queue is full is refused with 503 and Retry-After, and nothing acknowledged is lost', async () => {
  const blocker = await world.database.pool.connect();
  // Every event also marks its hour.
  await blocker.query('begin; lock table rollup_marks in exclusive mode');
  const requests = Array.from({ length: 110 }, (_, request) => {
    const event = { event_type: 'map_initialized', event_data: { transaction_id: `request-${request}` } };
    return send({ events: Array(100).fill(event) }, request % 60);
  });
  const refused = await Promise.race(
    requests.map(async (request) => ((await request).status === 503 ? request : new Promise<never>(() => {}))),
  );
  expect([refused.body.code, refused.headers['retry-after']]).toEqual(['unavailable', '1']);
  await blocker.query('commit');
  blocker.release();

  const replies = await Promise.all(requests);
  const acknowledged = replies.flatMap(({ status }, request) => (status === 202 ? [`request-${request}`] : []));
  expect(acknowledged).toHaveLength(100);
  expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([202, 503]));
  const { rows } = await sql<{ id: string; events: number }>`
    select data ->> 'transaction_id' as id, count(*) as events from events group by 1`.execute(world.db);
  expect(rows.map((row) => row.id).sort()).toEqual(acknowledged.sort());
  expect(rows.every((row) => row.events === 100)).toBe(true);
});
