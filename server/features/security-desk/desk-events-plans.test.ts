import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { Explaining, rowsReadBy } from '../../../tests/explained-plans.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { readPage } from '../../platform/lists.ts';
import { type EventFilter, findEvents } from './desk-events.store.ts';

const events = 200_000;
const begin = Date.parse('2026-01-01T00:00:00Z');
let world: World;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld();
  admin = await world.aUser({ role: 'admin' });
  await onServer(
    await ownerOf(world),
    `insert into users (id, email, name, created_at)
       select md5('who ' || n)::uuid, 'who-' || n || '@example.com', 'Who ' || n, now() from generate_series(1, 400) n;
     insert into security_events (occurred_at, event_type, severity, description, user_id, ip_address)
       select timestamptz '2026-01-01' + n / 2 * interval '1 minute', 'sign_in', 'info', 'x', md5('who ' || 1 + n % 300)::uuid,
         case when n % 2 = 0 then '203.0.113.' || n / 2 % 100 end
       from generate_series(1, ${events}) n;
     analyze security_events; analyze users`,
  );
}, 180_000);
afterAll(() => world.close());

const middle = { value: String((begin + 50_000 * 60_000) * 1_000), id: '100000' };

test.each<[string, EventFilter]>([
  ['nothing', {}],
  ['an account', { of: 'who-77@example.com' }],
  ['an account that has none', { of: 'WHO-400@example.com' }],
  ['nobody’s e-mail address', { of: 'nobody@example.com' }],
  ['an address', { of: '203.0.113.7' }],
  ['an address that has none', { of: '198.51.100.1' }],
  ['resolved ones, of which there are none', { resolved: true }],
  ['resolved ones of an account', { of: 'who-77@example.com', resolved: true }],
  ['a kind that an account has none of', { of: 'who-77@example.com', types: ['export'] }],
  ['a kind of which there are none', { types: ['export'] }],
])(
  'of 200,000 events a page narrowed to %s reads no more than it counts, from both ends and its middle',
  async (_, filter) => {
    for (const after of [undefined, middle])
      for (const sort of ['-occurred', 'occurred']) {
        const explaining = new Explaining({ analyze: true });
        const page = { ...readPage({ sort }, () => true), after };
        await findEvents(world.db.withPlugin(explaining), filter, page).catch(() => {});
        // A page, what is counted up to 10,000, and little beside.
        expect(rowsReadBy(explaining.plans.map(({ plan }) => plan)).security_events ?? 0).toBeLessThan(22_000);
      }
  },
);

test('what is found of an account and of an address comes page by page, the last first, each event once', async () => {
  for (const [of, count] of [
    ['Who-77@example.com', 667],
    ['203.0.113.7', 1_000],
    ['who-400@example.com', 0],
    ['nobody@example.com', 0],
    ['198.51.100.1', 0],
  ] as const) {
    const ids: number[] = [];
    const times: string[] = [];
    let after = '';
    do {
      const asked = `search=${encodeURIComponent(of)}&limit=100${after && `&after=${encodeURIComponent(after)}`}`;
      const { status, raw, body } = await world.call(`GET /api/security/events?${asked}`, admin);
      expect(status, raw).toBe(200);
      expect(body.total).toBe(count);
      for (const { id, timestamp } of body.events) {
        ids.push(id);
        times.push(timestamp);
      }
      after = body.next ?? '';
    } while (after);
    expect([ids.length, new Set(ids).size]).toEqual([count, count]);
    expect(times).toEqual(times.toSorted().reverse());
  }
});
