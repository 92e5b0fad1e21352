import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWork } from '../tests/at-work.ts';
import { ownerOf } from '../tests/attack/owner.ts';
import { aFareharborBooking, bring, webhookSecret } from '../tests/platform-news.ts';
import { createWorld, type World } from '../tests/world.ts';
import { withClient } from './platform/database/database-client.ts';

let world: World;
let lines: Record<string, unknown>[];
let stop: () => Promise<void>;
beforeAll(async () => {
  world = await createWorld({
    environment: { FAREHARBOR_WEBHOOK_SECRETS: webhookSecret, NEWS_SECRETS: `demo:${webhookSecret}` },
  });
  lines = [];
  stop = await startWork(world, { write: (line) => lines.push(JSON.parse(line)) });
});
afterAll(async () => {
  await stop();
  await world.close();
});

const told = (words: string) => lines.filter(({ msg }) => msg === words);

/** Does something while a table is held, until the log has these words. */
const whileHeld = async <T>(table: string, words: string, work: () => Promise<T>): Promise<T> =>
  await withClient(await ownerOf(world), {}, async (client) => {
    await client.query(`begin; lock table ${table}`);
    const result = await work();
    await expect.poll(() => told(words), { timeout: 20_000 }).not.toEqual([]);
    await client.query('rollback');
    return result;
  });

test('each try at news that fails is told of in the log: whose it is, which, and why', async () => {
  const words = 'news could not be taken up, and will be tried again';
  await whileHeld('platform_bookings', words, async () => {
    expect((await bring(world, { booking: aFareharborBooking() })).status).toBe(200);
  });
  const { id } = await world.db.selectFrom('inbox').select('id').executeTakeFirstOrThrow();
  expect(told(words)[0]).toMatchObject({ level: 40, source: 'fareharbor', id, reason: '55P03' });
  const state = () => world.db.selectFrom('inbox').select('state').where('id', '=', id).executeTakeFirst();
  await expect.poll(state, { timeout: 20_000 }).toEqual({ state: 'done' });
}, 60_000);

test('news that cannot be read is told of once, without a word of what it says', async () => {
  const url = `/api/news/demo/${webhookSecret}`;
  expect((await world.app.inject({ method: 'POST', url, payload: 'maya@example.com' })).statusCode).toBe(202);
  const words = 'news cannot be read';
  await expect.poll(() => told(words), { timeout: 20_000 }).toMatchObject([{ level: 40, source: 'demo' }]);
  expect(JSON.stringify(lines)).not.toContain('maya@');
});

test('each try at long work that fails is told of in the log: its kind, which, and why', async () => {
  const admin = await world.aUser({ role: 'admin' });
  const words = 'long work broke off, and will be tried again';
  const body = { from: '2026-11-02', to: '2026-11-02' };
  const { id } = await whileHeld('scans', words, async () => {
    const asked = await world.call('POST /api/admin/exports/scans', { cookie: admin.cookie, body });
    expect(asked.status).toBe(201);
    return asked.body as { id: string };
  });
  expect(told(words)[0]).toMatchObject({ level: 40, kind: 'scans-export', id, reason: '55P03' });
  const state = async () => (await world.call(`GET /api/long-work/${id}`, admin)).body.state;
  await expect.poll(state, { timeout: 20_000 }).toBe('done');
}, 60_000);
