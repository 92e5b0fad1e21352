import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../tests/world.ts';
import { tidyLongWork } from './platform/long-work/long-work.ts';
import { retention } from './platform/retention.ts';
import { tidy } from './tidying.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const day = 86_400_000;
const hashOf = (text: string) => createHash('sha256').update(text).digest();

/** Keeps one row of a kind that is so old, under a name of its own. */
type Keep = (at: Date, name: string) => Promise<unknown>;
const kept = (table: string, column: string) => async (name: string) =>
  (await world.database.pool.query(`select from ${table} where ${column} = $1`, [name])).rowCount === 1;
const insert = (table: string, values: Record<string, unknown>) => {
  const names = Object.keys(values);
  const places = names.map((_, at) => `$${at + 1}`);
  return world.database.pool.query(`insert into ${table} (${names}) values (${places})`, Object.values(values));
};

/** What stands in a table for a name that has no place in it. */
const numbers = new Map<string, number>();

const kinds: [string, days: number, Keep, (name: string) => Promise<boolean>][] = [
  [
    'a security event',
    396,
    (occurred_at, description) =>
      insert('security_events', { occurred_at, description, event_type: 'sign_in', severity: 'info' }),
    kept('security_events', 'description'),
  ],
  [
    'the address in a security event',
    90,
    (occurred_at, description) =>
      insert('security_events', {
        ...{ occurred_at, description, event_type: 'sign_in', severity: 'info', ip_address: '192.0.2.1' },
      }),
    async (name) =>
      (await world.database.pool.query('select ip_address from security_events where description = $1', [name])).rows[0]
        .ip_address !== null,
  ],
  [
    'a scan of a code that is none',
    396,
    (scanned_at, code) => insert('orphan_scans', { scanned_at, code, reason: 'unknown', source: 'camera' }),
    kept('orphan_scans', 'code'),
  ],
  [
    'the code of such a scan',
    396,
    (scanned_at, code) => insert('orphan_scans', { scanned_at, code, reason: 'unknown', source: 'camera' }),
    kept('orphan_codes', 'code'),
  ],
  [
    'a report of an error',
    90,
    (received_at, error_id) => insert('error_reports', { received_at, error_id, kind: 'page', network: 'x' }),
    kept('error_reports', 'error_id'),
  ],
  [
    'a sign-in link',
    1,
    (expires_at, email) =>
      insert('magic_links', {
        ...{ email, token_hash: hashOf(email), browser_hash: hashOf(email), network: 'x' },
        ...{ created_at: expires_at, expires_at },
      }),
    kept('magic_links', 'email'),
  ],
  [
    'a sign-in that waits for its address to be proven',
    1,
    (expires_at, subject) =>
      insert('pending_identities', {
        ...{ token_hash: hashOf(subject), issuer: 'https://issuer.example', subject, email: 'a@example.com' },
        ...{ created_at: expires_at, expires_at },
      }),
    kept('pending_identities', 'subject'),
  ],
  ...(
    [
      ['minute', 3],
      ['hour', 93],
      ['day', 761],
      ['month', 761],
    ] as const
  ).map(([grain, days]): (typeof kinds)[number] => [
    `how quickly requests of a ${grain} were answered`,
    days,
    (starts_at, endpoint) =>
      insert('request_metrics', {
        ...{ grain, starts_at, endpoint, requests: 1, errors: 0, unavailable: 0, total_ms: 1 },
        ...{ buckets: [1], counts: [1] },
      }),
    kept('request_metrics', 'endpoint'),
  ]),
  [
    'an alert of the security desk',
    90,
    (ended_at, subject) =>
      insert('security_alerts', {
        ...{ rule: 'failed_work', subject, figure: 1, opened_at: ended_at, held_at: ended_at, ended_at },
      }),
    kept('security_alerts', 'subject'),
  ],
  [
    'an alert of a code',
    90,
    async (ended_at, name) => {
      const { id, locationId } = await world.aCode();
      numbers.set(name, id);
      await insert('code_alerts', {
        ...{ kind: 'far', location_id: locationId, qr_code_id: id, since: ended_at, visits: 3 },
        ...{ opened_at: ended_at, ended_at },
      });
    },
    (name) => kept('code_alerts', 'qr_code_id')(String(numbers.get(name))),
  ],
  [
    'how many scans were of wrong codes',
    396,
    async (hour, name) => {
      const part = numbers.size;
      numbers.set(name, part);
      await insert('wrong_codes', { hour, part, mistyped: 1, invented: 1 });
    },
    (name) => kept('wrong_codes', 'part')(String(numbers.get(name))),
  ],
  [
    'a request about own data',
    396,
    async (asked_at, id) =>
      insert('privacy_requests', {
        ...{ id, kind: 'export', user_id: (await world.aUser()).id, state: 'done', asked_at, ended_at: asked_at },
      }),
    kept('privacy_requests', 'id'),
  ],
  [
    'long work',
    90,
    async (ended_at, id) =>
      insert('long_work', {
        ...{
          id,
          kind: 'scans-export',
          asked_by: (await world.aUser({ role: 'admin' })).id,
          parameters: '{}',
          mail_when_done: false,
        },
        ...{ state: 'cancelled', created_at: ended_at, ended_at },
      }),
    kept('long_work', 'id'),
  ],
];

test.each(kinds)('%s is forgotten after %i days, and not before', async (_what, days, keep, isKept) => {
  const at = (hours: number) => new Date(world.clock.now().getTime() - days * day - hours * 3_600_000);
  const [young, old] = [randomUUID(), randomUUID()];
  await keep(at(-1), young);
  await keep(at(1), old);
  await tidy(world.db, world.clock.now(), (task, error) => {
    throw new Error(`${task}: ${error.message}`);
  });
  await tidyLongWork(world.db, world.settings, world.clock.now());
  expect([await isKept(young), await isKept(old)]).toEqual([true, false]);
});

test('months of events go once they are as old as is told', async () => {
  const { rows } = await world.database.pool.query(
    `select pg_get_functiondef('drop_old_event_months'::regproc) as text`,
  );
  expect(rows[0].text).toContain(`interval '${retention.eventMonths} months'`);
});
