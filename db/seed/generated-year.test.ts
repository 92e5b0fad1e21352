import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeKeys } from '../../server/features/scanning/scanning.ts';
import { createWorld, type World } from '../../tests/world.ts';
import { loadGeneratedYear } from './generated-year.ts';
import { loadSeed } from './load.ts';
import { seed as demo } from './world.ts';

const until = new Date('2026-11-21T20:20:00Z');
const worlds: World[] = [];
const aWorld = async () => {
  const world = await createWorld();
  worlds.push(world);
  return world;
};
const aYear = async (scans: number, seed: number) => {
  const world = await aWorld();
  await loadSeed(world.db, demo, codeKeys(world.settings)[0]!, until);
  expect(await loadGeneratedYear(world.db, { scans, seed, until })).toBe(true);
  return world;
};
const query = async <T>(world: World, text: string) => (await sql.raw<T>(text).execute(world.db)).rows;
const one = async <T>(world: World, text: string) => (await query<T>(world, text))[0]!;

/** All generated rows, by what they say and not by the ids they happened to get. */
const contents = (world: World) =>
  one<{ scans: string; bookings: string; events: string }>(
    world,
    `select
      (select md5(string_agg(concat(s.qr_code_id, s.location_id, s.scanned_at, s.counted, s.source, v.token_hash, v.user_id), ' '
        order by s.scanned_at, s.id)) from scans s join visits v on v.id = s.visit_id) as scans,
      (select md5(string_agg((to_jsonb(b) - 'partner_id')::text || to_jsonb(c)::text, ' ' order by b.id)) from bookings b join
        (select click_id, user_id, listing_id, url, clicked_at, id from clicks) c on c.id = b.click_id) as bookings,
      (select md5(string_agg(concat(received_at, event_type, audience, user_id, listing_id, qr_code_id, data), ' '
        order by received_at, event_type, data::text)) from events) as events`,
  );

let world: World;
beforeAll(async () => {
  world = await aYear(20_000, 11);
});
afterAll(() => Promise.all(worlds.map((each) => each.close())));

describe('a generated year', () => {
  test('is the same for the same seed, and another for another', async () => {
    const [same, again, other] = [await aYear(2_000, 3), await aYear(2_000, 3), await aYear(2_000, 4)];
    const first = await contents(same);
    expect(await contents(again)).toEqual(first);
    const third = await contents(other);
    for (const part of ['scans', 'bookings', 'events'] as const) expect(third[part]).not.toBe(first[part]);
  });

  test('is loaded once', async () => {
    expect(await loadGeneratedYear(world.db, { scans: 20_000, seed: 11, until })).toBe(false);
    expect(
      await one(
        world,
        `select count(*) as scans from scans where location_id in (select id from locations where deleted_at is null)`,
      ),
    ).toEqual({
      scans: 20_000,
    });
  });

  test('needs a code to scan, and leaves nothing behind without one', async () => {
    const empty = await aWorld();
    await expect(loadGeneratedYear(empty.db, { scans: 10, seed: 1, until })).rejects.toThrow('no active code');
    expect(await one(empty, 'select count(*) as visits from visits')).toEqual({ visits: 0 });
  });

  test('lies within the year and says how far it is', async () => {
    const told: number[] = [];
    const small = await aWorld();
    await loadSeed(small.db, demo, codeKeys(small.settings)[0]!, until);
    await loadGeneratedYear(small.db, { scans: 5_000, seed: 2, until, onProgress: (scans) => told.push(scans) });
    expect(told).toEqual([2_000, 4_000, 5_000]);
    for (const [table, time] of [
      ['scans', 'scanned_at'],
      ['clicks', 'clicked_at'],
      ['bookings', 'booked_at'],
      ['events', 'received_at'],
    ] as const) {
      const rows = await one<{ first: Date; last: Date }>(
        small,
        `select min(${time}) as first, max(${time}) as last from ${table}`,
      );
      expect(rows.first.getTime()).toBeGreaterThan(until.getTime() - 366 * 86_400_000);
      expect(rows.last.getTime()).toBeLessThan(until.getTime());
    }
  });

  test('keeps the hours, days and seasons of Hawaiʻi, and prefers some places and listings', async () => {
    const share = async (condition: string) => {
      const local = `scanned_at at time zone 'Pacific/Honolulu'`;
      const { part } = await one<{ part: number }>(
        world,
        `select (count(*) filter (where ${condition.replaceAll('local', local)}))::float8 / count(*) as part from scans`,
      );
      return part;
    };
    expect(await share('extract(hour from local) between 0 and 4')).toBeLessThan(0.03);
    expect(await share('extract(hour from local) between 8 and 19')).toBeGreaterThan(0.7);
    expect(await share('extract(isodow from local) >= 6')).toBeGreaterThan(2 / 7 + 0.01);
    expect(await share('extract(month from local) in (7, 12)')).toBeGreaterThan(2 / 12 + 0.015);
    expect(await share('extract(month from local) in (9, 10)')).toBeLessThan(2 / 12 - 0.015);
    const shares = (table: string, column: string) =>
      query<{ share: number }>(
        world,
        `select count(*)::float8 / sum(count(*)) over () as share from ${table} group by ${column} order by 1 desc`,
      );
    const listings = await shares('clicks', 'listing_id');
    expect(listings[0]!.share).toBeGreaterThan(4 * listings[Math.floor(listings.length / 2)]!.share);
    const places = await shares('scans', 'location_id');
    expect(places[0]!.share).toBeGreaterThan(3 * places.at(-1)!.share);
  });

  test('counts repeats within ten minutes once', async () => {
    const gaps = await one<{ repeats: number; wrong: number }>(
      world,
      `select count(*) filter (where not counted) as repeats, count(*) filter (where not counted and gap is distinct from true) as wrong
      from (select counted, bool_or(counted) over earlier as gap from scans
        window earlier as (partition by visit_id, qr_code_id order by scanned_at
          range between interval '10 minutes' preceding and current row exclude current row)) as scan`,
    );
    expect(gaps.repeats).toBeGreaterThan(500);
    expect(gaps.wrong).toBe(0);
  });

  test('has bookings of travelers whose states fit their days and amounts', async () => {
    const wrong = await one<Record<string, number>>(
      world,
      `select count(*) filter (where b.status = 'completed' and b.check_in_date >= '2026-11-21') as completed_early,
        count(*) filter (where b.status = 'confirmed' and b.check_in_date < '2026-11-19' and b.check_out_date is null) as confirmed_late,
        count(*) filter (where (b.status = 'pending') <> b.estimated) as estimates,
        count(*) filter (where b.estimated and b.amount_cents <> case l.price_range
          when '$' then 2500 when '$$' then 4500 when '$$$' then 7500 else 15000 end) as assumed,
        count(*) filter (where b.status <> 'pending' and (b.reference is null or b.guest_count is null)) as unproven,
        count(*) filter (where b.check_in_date < (b.booked_at at time zone 'Pacific/Honolulu')::date) as before_booking,
        count(*) filter (where b.platform <> c.platform or b.booked_at <> c.clicked_at or s.visit_id <> c.visit_id
          or s.scanned_at > c.clicked_at or v.user_id <> b.user_id) as misfits,
        count(*) filter (where u.email !~ '^guest-11-[0-9]+@example\\.com$' or p.role <> 'traveler') as strangers
      from bookings b join clicks c on c.id = b.click_id join scans s on s.id = c.scan_id join visits v on v.id = c.visit_id
        join listings l on l.id = b.listing_id join users u on u.id = b.user_id join profiles p on p.user_id = u.id`,
    );
    expect(Object.entries(wrong).filter(([, count]) => count !== 0)).toEqual([]);
    const states = await query<{ status: string; count: number }>(
      world,
      'select status, count(*) as count from bookings group by 1',
    );
    expect(Object.fromEntries(states.map((row) => [row.status, row.count > 5]))).toEqual({
      pending: true,
      confirmed: true,
      completed: true,
      cancelled: true,
    });
  });
});
