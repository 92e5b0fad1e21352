import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadGeneratedYear } from '../../../db/seed/generated-year.ts';
import { loadSeed } from '../../../db/seed/load.ts';
import { seed } from '../../../db/seed/world.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { codeKeys } from '../scanning/scanning.ts';
import { readRollup, rebuildRollups, rollUpClosedHours } from './analytics.ts';

let world: World;
const grains = ['hour', 'day'] as const;
const from = new Date('2025-11-01T10:00:00Z');
const until = new Date('2026-11-21T20:20:00Z');
const daysAgo = (days: number) => new Date(until.getTime() - days * 86_400_000);

beforeAll(async () => {
  world = await createWorld();
  await loadSeed(world.db, seed, codeKeys(world.settings)[0]!, until);
  await loadGeneratedYear(world.db, { scans: 3_000, seed: 6, until });
  await rollUpClosedHours(world.db, until);
});
afterAll(() => world.close());

/** All rollups but those of the day before an instant. */
const elsewhere = async (at: Date) => {
  const { rows } = await sql<{ print: string }>`
    select md5(string_agg(r::text, '|' order by grain, dimension, key, starts_at)) as print
    from rollups r where starts_at not between ${at}::timestamptz - interval '1 day' and ${at}`.execute(world.db);
  return rows[0]!.print;
};

describe('what is told late', () => {
  const total = async (grain: 'hour' | 'day', at: Date) =>
    (await readRollup(world.db, { dimension: 'total', grain, from: at, to: new Date(at.getTime() + 1) }))[0];

  test('reaches the hour of its click: a booking confirmed, a click, a scan', async () => {
    const booking = await world.db
      .selectFrom('bookings')
      .select(['id', 'booked_at', 'amount_cents', 'user_id', 'listing_id'])
      .where('status', '=', 'pending')
      .where('booked_at', '<', daysAgo(7))
      .where('booked_at', '>', daysAgo(30))
      .orderBy('booked_at')
      .executeTakeFirstOrThrow();
    const others = await elsewhere(booking.booked_at);
    const before = { hour: await total('hour', booking.booked_at), day: await total('day', booking.booked_at) };

    await world.db
      .updateTable('bookings')
      .set({ status: 'confirmed', estimated: false, amount_cents: 12_345 })
      .where('id', '=', booking.id)
      .execute();
    const { user_id, listing_id } = booking;
    const told = {
      click_id: 'late',
      user_id,
      listing_id,
      platform: 'viator',
      url: 'https://viator.com/x',
      clicked_at: booking.booked_at,
    };
    await world.db.insertInto('clicks').values(told).execute();
    const scan = await world.db.selectFrom('scans').selectAll().orderBy('id').limit(1).executeTakeFirstOrThrow();
    const { visit_id, qr_code_id, location_id } = scan;
    const scanned = {
      visit_id,
      qr_code_id,
      location_id,
      scanned_at: booking.booked_at,
      counted: true,
      source: 'camera',
    };
    await world.db.insertInto('scans').values(scanned).execute();

    expect(await total('hour', booking.booked_at)).toEqual(before.hour);
    expect(await rollUpClosedHours(world.db, until)).toBe(1);
    for (const grain of grains) {
      const was = before[grain]!;
      expect(await total(grain, booking.booked_at)).toEqual({
        ...was,
        scans: was.scans + 1,
        scansRaw: was.scansRaw + 1,
        visits: was.visits + 1,
        clicks: was.clicks + 1,
        bookings: { ...was.bookings, pending: was.bookings.pending - 1, confirmed: was.bookings.confirmed + 1 },
        estimatedCents: was.estimatedCents - booking.amount_cents,
        confirmedCents: was.confirmedCents + 12_345,
      });
    }
    expect(await elsewhere(booking.booked_at)).toEqual(others);
    const confirmed = (await total('hour', booking.booked_at))!;

    // What was confirmed and then cancelled is worth nothing any more.
    await world.db.updateTable('bookings').set({ status: 'cancelled' }).where('id', '=', booking.id).execute();
    await rollUpClosedHours(world.db, until);
    expect(await total('hour', booking.booked_at)).toEqual({
      ...confirmed,
      bookings: {
        ...confirmed.bookings,
        confirmed: confirmed.bookings.confirmed - 1,
        cancelled: confirmed.bookings.cancelled + 1,
      },
      confirmedCents: confirmed.confirmedCents - 12_345,
    });
  });

  test('is not missed when it commits while its hour is being rolled up', async () => {
    const at = daysAgo(40);
    const clicks = async () => (await total('hour', at))?.clicks ?? 0;
    const before = await clicks();
    const user = await world.aUser();
    const listing_id = await world.aListing();
    const writer = await world.database.pool.connect();
    await writer.query('begin');
    const insert = `insert into clicks (click_id, user_id, listing_id, platform, url, clicked_at) values ($1, $2, $3, 'viator', 'https://viator.com/x', $4)`;
    await writer.query(insert, ['slow', user.id, listing_id, at]);
    await world.database.pool.query(insert, ['quick', user.id, listing_id, at]);
    expect(await rollUpClosedHours(world.db, until)).toBe(1);
    expect(await clicks()).toBe(before + 1);
    await writer.query('commit');
    writer.release();
    expect(await rollUpClosedHours(world.db, until)).toBe(1);
    expect(await clicks()).toBe(before + 2);
  });

  test('is seen at once in the open hour and day', async () => {
    const before = { hour: await total('hour', until), day: await total('day', until) };
    const scan = await world.db.selectFrom('scans').selectAll().orderBy('id').limit(1).executeTakeFirstOrThrow();
    const { visit_id, qr_code_id, location_id } = scan;
    const now = { visit_id, qr_code_id, location_id, scanned_at: until, counted: true, source: 'camera' };
    await world.db.insertInto('scans').values(now).execute();
    for (const grain of grains) expect((await total(grain, until))?.scans).toBe((before[grain]?.scans ?? 0) + 1);
    expect(await rollUpClosedHours(world.db, until)).toBe(0);
    expect(await rollUpClosedHours(world.db, new Date('2026-11-21T21:00:59Z'))).toBe(0);
    expect(await rollUpClosedHours(world.db, new Date('2026-11-21T21:01:00Z'))).toBe(1);
    for (const grain of grains) expect((await total(grain, until))?.scans).toBe((before[grain]?.scans ?? 0) + 1);
  });

  test('a place that changes hands leaves its past with whom it was earned', async () => {
    const [before, after] = [await world.aUser({ role: 'partner' }), await world.aUser({ role: 'partner' })];
    const location_id = await world.aPlace({ partner_id: before.id });
    const { code } = await world.aCode({ location_id });
    const scan = () => world.call('POST /api/qr/scan', { body: { qr_code_id: code } });
    const closeHour = async () => {
      world.clock.advance(3_700);
      return await rollUpClosedHours(world.db, world.clock.now());
    };
    const scansOf = async (user: { id: string }) =>
      (await readRollup(world.db, { dimension: 'partner', ids: [user.id], grain: 'day', from, to: world.clock.now() }))
        .map(({ scans }) => scans)
        .reduce((one, other) => one + other, 0);
    world.clock.advance(86_400);
    await closeHour();
    await scan();
    await scan();
    expect([await scansOf(before), await scansOf(after)]).toEqual([2, 0]);
    expect(await closeHour()).toBe(1);

    await world.db.updateTable('locations').set({ partner_id: after.id }).where('id', '=', location_id).execute();
    expect(await closeHour()).toBe(0);
    await scan();
    await closeHour();
    expect([await scansOf(before), await scansOf(after)]).toEqual([2, 1]);
    await rebuildRollups(world.db, from, world.clock.now());
    expect([await scansOf(before), await scansOf(after)]).toEqual([2, 1]);
  });
});
