import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { organisationOf } from '../../../tests/an-organisation.ts';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { Explaining, nodesOf, rowsReadBy } from '../../../tests/explained-plans.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import type { Db } from '../../platform/database/database.ts';
import { findChanged, partnerEarned, readSpan, sumEarned } from '../analytics/analytics.ts';
import { findPlatformState } from '../platform-figures/platform-figures.store.ts';
import { readBehavior } from './behavior.ts';
import { findRows } from './rows.store.ts';

/** One in ten minutes until now: a scan, and a booking of it. */
const many = 30_000;
let world: World;
let organisation: string;
beforeAll(async () => {
  world = await createWorld();
  const partner = await world.aUser({ role: 'partner' });
  organisation = (await organisationOf(world, partner.id))!;
  const listing = await world.aListing();
  const { id: code, locationId: place } = await world.aCode();
  const at = `timestamptz '2026-11-21 20:00Z' - n * interval '10 minutes'`;
  await onServer(
    await ownerOf(world),
    `insert into visits (token_hash, created_at, last_seen_at) values (sha256('many'), now(), now());
     insert into scans (visit_id, qr_code_id, location_id, scanned_at, counted, source)
       select (select max(id) from visits), ${code}, ${place}, ${at}, true, 'scanner' from generate_series(1, ${many}) n;
     insert into bookings (transaction_id, user_id, listing_id, platform, amount_cents, booked_at, partner_id, status, estimated)
       select gen_random_uuid(), '${partner.id}', ${listing}, 'external', 4500, ${at}, '${partner.id}', 'confirmed', false
       from generate_series(1, ${many}) n;
     insert into commissions (booking_id, organisation_id, rate_card_id, partner_share, platform_rate, listing_id, booked_at, state, basis,
         partner_cents)
       select id, '${organisation}', (select min(id) from rate_cards), 0.15, 0.12, listing_id, booked_at, 'pending', 'pending', 675
       from bookings;
     update rollup_state set closed_until = '2026-11-21 10:00Z';
     analyze`,
  );
}, 60_000);
afterAll(() => world.close());

async function plansOf(ask: (db: Db) => Promise<unknown>) {
  const explaining = new Explaining({ analyze: true });
  await ask(world.db.withPlugin(explaining));
  return explaining.plans.map(({ plan }) => plan);
}

test('a page of rows begins where the page before ended, however many there were since', async () => {
  const ended = new Date('2026-06-01T10:00Z');
  const span = { from: new Date('2026-05-01T10:00Z'), until: new Date('2026-11-22T10:00Z') };
  const page = { by: 'at', isDescending: true, limit: 50, platform: undefined, since: new Date('2026-05-30T10:00Z') };
  const after = { value: String(ended.getTime() * 1000), id: '1' };
  const find = (db: Db) => findRows(db, 'scans', span, { ...page, after });
  const rows = await find(world.db);
  expect([rows.length, rows[0]!.at]).toEqual([50, new Date(ended.getTime() - 10 * 60_000)]);
  const [plan] = await plansOf(find);
  // Of the index alone there are a hundred between them.
  expect((plan!['Shared Hit Blocks'] ?? 0) + (plan!['Shared Read Blocks'] ?? 0)).toBeLessThan(30);
});

test('a page that claims to go on after the end of a span begins with its end', async () => {
  const span = { from: new Date('2026-05-01T10:00Z'), until: new Date('2026-06-01T10:00Z') };
  const page = { by: 'at', isDescending: true, limit: 50, platform: undefined, since: span.from };
  const after = { value: String(new Date('2026-11-01T10:00Z').getTime() * 1000), id: '1' };
  const rows = await findRows(world.db, 'scans', span, { ...page, after });
  expect(rows[0]!.at).toEqual(new Date('2026-06-01T09:50Z'));
});

test('what all bookings of a day, or of days that have changed, earn is read in the order of its time', async () => {
  const until = new Date('2026-11-21T20:00Z');
  await onServer(
    await ownerOf(world),
    `truncate rollup_marks; insert into rollup_marks select '2026-11-10 20:00Z'::timestamptz - n * interval '1 day', false from generate_series(1, 5) n`,
  );
  for (const [span, told] of [
    [{ from: new Date('2026-11-20T20:00Z'), until, grain: 'hour' }, 144],
    // Nothing was added up: of changed days alone, and of the open one until now.
    [{ from: new Date('2026-11-01T10:00Z'), until, grain: 'day' }, 5 * 144 + 60],
  ] as const) {
    const ask = (db: Db) => sumEarned(db, span);
    expect((await ask(world.db)).told).toBe(told);
    const plans = await plansOf(ask);
    const { bookings, commissions } = rowsReadBy(plans);
    expect(bookings).toBeLessThan(2_000);
    expect(commissions).toBeLessThan(2_000);
    // By each booking they would be looked for as often as there are any.
    const looks = plans
      .flatMap(nodesOf)
      .filter((node) => node['Relation Name'] === 'commissions')
      .map((node) => node['Actual Loops']!);
    expect(Math.max(...looks)).toBeLessThan(10);
  }
  await onServer(await ownerOf(world), 'truncate rollup_marks');
});

test('what is earned by open and changed days is read without the bookings of others', async () => {
  const span = { from: new Date('2026-11-01T10:00Z'), until: new Date('2026-11-22T10:00Z') };
  const changed = [new Date('2026-11-10T10:00Z')];
  for (const whose of [{ organisation }, {}]) {
    const earned = partnerEarned({ ...span, changed, ...whose });
    const sum = (db: Db) =>
      sql`select sum(told)::integer as told, sum(cents)::integer as cents from (${earned}) as e`.execute(db);
    // The changed day has 144, the open one until now 59 and the one that closes it.
    expect((await sum(world.db)).rows).toEqual([{ told: 204, cents: 204 * 675 }]);
    const { bookings, commissions } = rowsReadBy(await plansOf(sum));
    expect(bookings).toBeLessThan(1_000);
    expect(commissions).toBeLessThan(1_000);
  }
});

test.each([
  { from: new Date('2026-11-20T20:30Z'), until: new Date('2026-11-21T20:30Z'), grain: 'hour' },
  { from: new Date('2026-11-15T10:00Z'), until: new Date('2026-11-22T10:00Z'), grain: 'day' },
] as const)(
  'bookings of closed hours are not read again, but for those of hours that have changed: $grain',
  async (span) => {
    await sql`update rollup_state set closed_until = '2026-11-21 20:00Z'`.execute(world.db);
    const read = async () => rowsReadBy(await plansOf((db) => readSpan(db, ['total', 'platform'], span))).bookings ?? 0;
    await onServer(await ownerOf(world), 'truncate rollup_marks');
    // Of half an hour at the beginning; at the end there are none yet.
    expect(await read()).toBeLessThan(10);
    await sql`insert into rollup_marks values ('2026-11-21 10:00Z', false)`.execute(world.db);
    expect(await read()).toBeLessThan(20);
  },
);

test('hours that changed before a span are not asked for', async () => {
  const since = new Date('2026-11-20T20:30Z');
  await sql`insert into rollup_marks select '2026-01-01 10:00Z'::timestamptz + n * interval '1 hour', false from generate_series(0, 2000) n`.execute(
    world.db,
  );
  await sql`insert into rollup_marks values ('2026-11-20 20:00Z', false) on conflict do nothing`.execute(world.db);
  const changed = await findChanged(world.db, 'hour', since);
  expect(changed).toHaveLength(2);
  expect(changed).toContainEqual(new Date('2026-11-20T20:00Z'));
  const plans = await plansOf((db) =>
    readSpan(db, ['total'], { from: since, until: world.clock.now(), grain: 'hour' }),
  );
  const told = plans.flatMap(nodesOf).filter((node) => (node as { 'CTE Name'?: string })['CTE Name'] === 'changed_day');
  expect(told.length).toBeGreaterThan(0);
  for (const node of told) expect(node['Actual Rows']).toBeLessThanOrEqual(2);
  await onServer(await ownerOf(world), 'truncate rollup_marks');
});

test('what is not added up yet is counted once for all that visitors did, and once for the span before', async () => {
  for (const [time_range, counting] of [
    ['24h', 2],
    // And by the hour of the day.
    ['30d', 3],
  ] as const) {
    const plans = await plansOf((db) => readBehavior(db, world.clock.now(), { time_range }));
    const reading = plans.filter((plan) =>
      nodesOf(plan).some(({ 'Relation Name': table }) => table?.startsWith('events_')),
    );
    expect(reading).toHaveLength(counting);
  }
});

test('openings of what is not added up yet are read without the other events of their time', async () => {
  await sql`update rollup_state set closed_until = '2026-11-21 19:00Z'`.execute(world.db);
  const listing = await world.aListing();
  await onServer(
    await ownerOf(world),
    `select make_event_months('2026-11-01 20:00Z', 1);
     insert into events (received_at, event_type, audience, listing_id, data)
       select timestamptz '2026-11-21 19:00Z' + n * interval '1 second', case n % 1000 when 1 then 'map_pin_clicked' else 'listing_impression' end,
         'visitor', ${listing}, '{}' from generate_series(1, 3000) n;
     analyze events`,
  );
  const span = { from: new Date('2026-11-20T20:30Z'), until: new Date('2026-11-21T20:30Z'), grain: 'hour' } as const;
  const read = (db: Db) => readSpan(db, ['total'], span);
  expect((await read(world.db)).at(-1)!.openings).toBe(3);
  const plans = await plansOf(read);
  const { events_2026_11: events } = rowsReadBy(plans);
  expect(events).toBeLessThan(10);
});

test('travelers are counted without reading any, whoever comes, changes or goes', async () => {
  const now = world.clock.now();
  const find = (db: Db) => findPlatformState(db, now, { today: now, until: now });
  const count = async () => (await find(world.db)).total_travelers;
  const before = await count();
  const [first, second] = [await world.aUser(), await world.aUser(), await world.aUser({ role: 'partner' })];
  expect(await count()).toBe(before + 2);
  const change = (id: string, to: object) =>
    world.db.updateTable('profiles').set(to).where('user_id', '=', id).execute();
  await change(first.id, { is_active: false });
  await change(second.id, { role: 'advertiser' });
  expect(await count()).toBe(before);
  await change(first.id, { is_active: true });
  expect(await count()).toBe(before + 1);
  await onServer(await ownerOf(world), `delete from profiles where user_id in ('${first.id}', '${second.id}')`);
  expect(await count()).toBe(before);
  await onServer(
    await ownerOf(world),
    `with made as (insert into users (email) select 'traveler-' || n || '@example.com' from generate_series(1, 5000) n returning id)
     insert into profiles (user_id, role) select id, 'traveler' from made;
     analyze profiles`,
  );
  expect(await count()).toBe(before + 5_000);
  // Those of the organisations' owners alone.
  expect(rowsReadBy(await plansOf(find)).profiles ?? 0).toBeLessThan(100);
});

test('a statement of the application starts no helpers, and is not compiled', async () => {
  const { rows } =
    await sql`select current_setting('max_parallel_workers_per_gather') as helpers, current_setting('jit') as jit`.execute(
      world.db,
    );
  expect(rows).toEqual([{ helpers: '0', jit: 'off' }]);
});
