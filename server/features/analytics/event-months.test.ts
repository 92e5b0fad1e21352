import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import { dropOldEventMonths, insertEvents, makeEventMonths } from './analytics.store.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const anEvent = (receivedAt: Date) => ({
  receivedAt,
  occurredAt: null,
  eventType: 'map_initialized',
  audience: 'visitor' as const,
  userId: null,
  visitHash: null,
  listingId: null,
  code: null,
  data: null,
});
const tableOf = async (receivedAt: Date) => {
  const { rows } = await sql<{ table: string }>`
    select tableoid::regclass::text as table from events where received_at = ${receivedAt}`.execute(world.db);
  return rows[0]?.table;
};
const months = async () => {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'events'::regclass order by 1`.execute(
    world.db,
  );
  return rows.map((row) => row.name);
};
/** Midnight in Hawaiʻi on the first of a month so many months from the real one. */
const firstOfMonth = async (offset: number) => {
  const { rows } = await sql<{ at: Date; name: string }>`
    select m at time zone 'Pacific/Honolulu' as at, to_char(m, '"events_"YYYY_MM') as name
    from (select date_trunc('month', now() at time zone 'Pacific/Honolulu') + make_interval(months => ${offset}::integer)) as first (m)`.execute(
    world.db,
  );
  return rows[0]!;
};

describe('events are kept by months of Hawaiʻi', () => {
  test('up to the last millisecond of one and from the first of the next', async () => {
    await makeEventMonths(world.db, new Date('2031-03-20T00:00:00Z'), 1);
    const last = new Date('2031-04-01T09:59:59.999Z');
    const first = new Date('2031-04-01T10:00:00Z');
    await insertEvents(world.db, [anEvent(last), anEvent(first)]);
    expect([await tableOf(last), await tableOf(first)]).toEqual(['events_2031_03', 'events_2031_04']);
  });

  test('made once, however many processes ask at once', async () => {
    const asked = Array.from({ length: 4 }, () => makeEventMonths(world.db, new Date('2032-01-20T00:00:00Z'), 3));
    expect((await Promise.all(asked)).sort()).toEqual([0, 0, 0, 4]);
  });

  test('and where a month is missing, apart until it is made', async () => {
    const at = new Date('2033-06-15T00:00:00Z');
    await insertEvents(world.db, [anEvent(at)]);
    expect(await tableOf(at)).toBe('events_unplaced');
    expect(await makeEventMonths(world.db, at, 0)).toBe(1);
    expect(await tableOf(at)).toBe('events_2033_06');
  });

  test('for 13 months, by the database’s clock as well', async () => {
    const [dropped, kept] = [await firstOfMonth(-14), await firstOfMonth(-13)];
    await makeEventMonths(world.db, dropped.at, 14);
    const lastDropped = new Date(kept.at.getTime() - 1);
    const ancient = new Date('2001-01-01T00:00:00Z');
    await insertEvents(world.db, [anEvent(lastDropped), anEvent(kept.at), anEvent(ancient)]);
    const before = await months();
    expect(before).toEqual(expect.arrayContaining([dropped.name, kept.name]));

    expect(await dropOldEventMonths(world.db, (await firstOfMonth(-1)).at)).toBe(0);
    expect(await dropOldEventMonths(world.db, new Date('2040-01-01T00:00:00Z'))).toBe(1);
    expect(await months()).toEqual(before.filter((name) => name !== dropped.name));
    expect([await tableOf(lastDropped), await tableOf(ancient)]).toEqual([undefined, undefined]);
    expect(await tableOf(kept.at)).toBe(kept.name);
  });

  test('which the application can neither empty nor drop by itself', async () => {
    for (const statement of ['delete from events', 'update events set audience = null', 'drop table events_unplaced']) {
      await expect(sql.raw(statement).execute(world.db)).rejects.toThrow(/permission denied|must be owner/);
    }
    await expect(sql`select make_event_months(now(), 500)`.execute(world.db)).rejects.toThrow(/0 to 24/);
  });
});
