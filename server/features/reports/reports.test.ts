import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import { limits } from '../../platform/limits/limits.ts';
import { forgetOldReports } from './reports.ts';

let world: World;
let count = 0;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const track = (given: object = {}, cookie?: string) => {
  const body = { error_id: `err-${count++}`, message: 'Cannot read properties of undefined', ...given };
  return world.call('POST /api/errors/track', { body, cookie });
};
const stored = (errorId: string) =>
  world.db.selectFrom('error_reports').selectAll().where('error_id', '=', errorId).orderBy('id').execute();

test('a page error and what a person says about it are kept, with who was signed in', async () => {
  const user = await world.aUser();
  const payload = {
    error_id: 'err-abc_123',
    message: 'boom',
    stack: 'Error: boom\n at x',
    component_stack: 'at Card',
    url: 'http://localhost:3000/explore?category=Restaurants',
    user_agent: 'Phone',
    timestamp: '2026-11-21T19:59:59Z',
    error_type: 'react_error_boundary',
    severity: 'high',
    user_id: '00000000-0000-4000-8000-000000000000',
  };
  expect((await track(payload, user.cookie)).status).toBe(202);
  expect((await track(payload, user.cookie)).status).toBe(202);
  const report = { error_id: 'err-abc_123', user_report: true, additional_context: 'I tapped Book' };
  expect((await world.call('POST /api/errors/report', { body: report })).status).toBe(202);
  const rows = await stored('err-abc_123');
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({ kind: 'page', user_id: user.id, severity: 'high', url: payload.url });
  expect(rows[1]).toMatchObject({ kind: 'person', user_id: null, message: 'I tapped Book' });
});

test.each([
  ['http://localhost:3000/auth/magic-link?token=SECRETSECRET&x=1', 'x=1'],
  ['http://localhost:3000/auth/callback?code=SECRETSECRET&state=SECRETSECRET#a', '#a'],
  ['http://localhost:3000/invite/SECRETSECRET', '/invite/'],
  ['http://localhost:3000/invite/SECRETSECRET?next=1', 'next=1'],
  ['/auth?redirect=%2Finvite%2FSECRETSECRET', 'redirect='],
  ['/auth?redirect=%2Fauth%2Fmagic-link%3Ftoken%3DSECRETSECRET%26y', '%26y'],
  ['/auth?redirect=%252Fauth%253Ftoken%253DSECRETSECRET%2526y', '%2526y'],
  ['GET /api/stakeholder/validate/SECRETSECRET failed', 'failed'],
  ['fetch failed (token=SECRETSECRET)', 'fetch failed'],
  [`session ${'SECRETSECRET'.padEnd(43, 'x')} gone`, 'gone'],
  ['/x?email=SECRETSECRET@example.com', '/x?email='],
])('no secret of %j is kept, in any field', async (text, rest) => {
  const error_id = `secret-${count++}`;
  await track({ error_id, message: text, stack: text, component_stack: text, url: text });
  await world.call('POST /api/errors/report', { body: { error_id, additional_context: text } });
  const rows = JSON.stringify(await stored(error_id));
  expect(rows).not.toContain('SECRET');
  expect(rows.split(rest)).toHaveLength(6);
  await world.database.pool.query('delete from error_reports');
});

test('what is too long is cut, and what is no report is refused', async () => {
  const long = 'ʻ'.repeat(10_000);
  const sizes = { error_id: 'long', message: long, stack: long, url: long.slice(0, 9_000) };
  expect((await track(sizes)).status).toBe(202);
  const [row] = await stored('long');
  expect([row?.message?.length, row?.stack?.length, row?.url?.length]).toEqual([1_000, 8_000, 2_048]);
  expect((await track({ stack: 'x'.repeat(70_000) })).status).toBe(413);
  for (const error_id of ['', 'a b', '<x>', 'x'.repeat(65), null, 'a\r\nb'])
    expect((await track({ error_id })).status).toBe(400);
});

test('one network fills nothing, and in all there is an end', async () => {
  await world.database.pool.query('delete from error_reports');
  world.clock.advance(3_600);
  const perHour = limits['report-network'].amount;
  const replies = [];
  for (let sent = 0; sent < perHour + 20; sent++) {
    // A new visit cookie each time, which must not matter.
    replies.push(await track({}, `visit=${String(sent).padStart(43, 'v')}`));
  }
  expect(replies.filter((reply) => reply.status === 202)).toHaveLength(perHour);
  expect(replies.at(-1)?.headers['retry-after']).toBe('3600');
  world.clock.advance(3_600);
  expect((await track()).status).toBe(202);
});

describe('reports end', () => {
  const fill = async (count: number, days: number) => {
    await world.database.pool.query('delete from error_reports');
    await world.database.pool.query(
      `insert into error_reports (kind, error_id, received_at, network)
        select 'page', 'fill-' || n, $2::timestamptz - $3 * interval '1 day', 'x' from generate_series(1, $1::int) n`,
      [count, world.clock.now(), days],
    );
  };
  const kept = async () => (await world.database.pool.query('select from error_reports')).rowCount!;

  test.each([
    [12_000, 1],
    [4_000, 100],
  ])('with %i of %i days ago no call removes many, and the number falls with each', async (count, days) => {
    await fill(count, days);
    world.clock.advance(3_600);
    const counts = [count];
    for (let sent = 0; sent < 101; sent++) {
      if (sent === 50) world.clock.advance(3_600);
      expect((await track()).status).toBe(202);
      counts.push(await kept());
    }
    const removed = counts.slice(1).map((now, at) => counts[at]! + 1 - now);
    expect(Math.max(...removed)).toBeLessThanOrEqual(100);
    if (count > 5_000) expect(counts.at(-1)).toBeLessThan(count);
  });

  test('and with them the faults beyond five thousand', async () => {
    const faults = async () => (await world.database.pool.query('select from faults')).rowCount!;
    await world.database.pool.query(
      `insert into faults (id, kind, message, first_seen, last_seen, reports)
        select gen_random_uuid(), 'error', 'fault ' || n, $1::timestamptz, $1::timestamptz - interval '1 hour', 1
        from generate_series(1, 5050) n`,
      [world.clock.now()],
    );
    world.clock.advance(3_600);
    for (let sent = 0; sent < 50; sent++) expect((await track()).status).toBe(202);
    expect(await faults()).toBeLessThanOrEqual(5_001);
    await world.database.pool.query("delete from faults where message like 'fault %'");
  });

  test('by number and by age with the tidying', async () => {
    await fill(7_000, 1);
    await forgetOldReports(world.db, world.clock.now());
    expect(await kept()).toBe(5_000);
    world.clock.advance(89.5 * 86_400);
    await track();
    await forgetOldReports(world.db, world.clock.now());
    expect(await kept()).toBe(1);
  });
});
