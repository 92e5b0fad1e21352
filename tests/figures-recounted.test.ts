import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hawaiiDay } from '../contract/hawaii-time.ts';
import { type TimeRange, timeRanges } from '../contract/time-ranges.ts';
import { loadGeneratedYear } from '../db/seed/generated-year.ts';
import { loadSeed } from '../db/seed/load.ts';
import { seed } from '../db/seed/world.ts';
import { rollUpClosedHours } from '../server/features/analytics/analytics.ts';
import { followMarked } from '../server/features/commission/commission.ts';
import { rangeOf } from '../server/features/figures/compared.ts';
import { readGround } from '../server/features/figures/ground.ts';
import { codeKeys } from '../server/features/scanning/scanning.ts';
import { ownerOf } from './attack/owner.ts';
import { recountBehavior } from './behavior-recount.ts';
import { onServer } from './database-setup.ts';
import { Explaining, rowsReadBy } from './explained-plans.ts';
import { recountFigures } from './figures-recount.ts';
import { readFigures } from './figures-scene.ts';
import { again } from './reports-scene.ts';
import { recountStars } from './stars-recount.ts';
import { createWorld, type TestUser, type World } from './world.ts';

let world: World;
let admin: TestUser;
const partners: TestUser[] = [];

beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  // In the middle of an hour and of a day, both open.
  world.clock.advance(20 * 60 + 30);
  const until = world.clock.now();
  await loadSeed(world.db, seed, codeKeys(world.settings)[0]!, until);
  await loadGeneratedYear(world.db, { scans: 100_000, seed: 5, until });
  const { rows } = await world.database.pool.query(
    `select o.owner_id as id, u.email from organisations o join users u on u.id = o.owner_id
     where o.kind = 'partner' and o.state = 'active' order by (select count(*) from scans s where s.partner_id = o.owner_id) desc
     offset 2 limit 2`,
  );
  partners.push(...rows.map((row) => ({ ...row, role: 'partner', cookie: '' })));
  // It takes a while to follow all: of others one in sixteen stands in the ledger, and of the rest nothing.
  await sql`delete from commission_marks m using bookings b where b.id = m.booking_id and m.booking_id >= '10000000-0000-0000-0000-000000000000'
    and coalesce(b.partner_id <> all(${partners.map(({ id }) => id)}::uuid[]), true)`.execute(world.db);
  await followMarked(world, until);
  await rollUpClosedHours(world.db, until);
  admin = await world.aUser({ role: 'admin' });
}, 300_000);
afterAll(() => world.close());

const ask = (by: TestUser, screen: Parameters<typeof readFigures>[2], query: string) =>
  readFigures(world, by, screen, query);
const dollars = (cents: number) => cents / 100;
const cases = timeRanges.flatMap((range) => ['everybody', 'a partner', 'another'].map((who) => [range, who] as const));
const askers = (who: string): [TestUser, string | undefined] => {
  const partner = who === 'a partner' ? partners[0] : who === 'another' ? partners[1] : undefined;
  return [partner ?? admin, partner?.id];
};
/** The days of the week of a range of whole days of Hawaiʻi, Monday being the first. */
const weekdaysOf = ({ from, until }: { from: string; until: string }) =>
  Array.from({ length: lengthOf({ from, until }) / 86_400_000 }, (_, at) => {
    const day = new Date(Date.parse(from) + at * 86_400_000 - 36_000_000);
    return (day.getUTCDay() + 6) % 7;
  });
const lengthOf = ({ from, until }: { from: string; until: string }) => Date.parse(until) - Date.parse(from);

/** Recounted once for all tests of a range. */
const known = new Map<string, ReturnType<typeof recount>>();
function recounts(range: TimeRange, who: string) {
  const name = `${range} ${who}`;
  if (!known.has(name)) known.set(name, recount(range, who));
  return known.get(name)!;
}

async function recount(range: TimeRange, who: string) {
  const [by, owner] = askers(who);
  const query = `?time_range=${range}`;
  const overview = await ask(by, 'overview', query);
  const { from, until } = overview;
  const before = new Date(Date.parse(from) - lengthOf(overview)).toISOString();
  const of = owner ? { owner } : {};
  const now = await recountFigures(world.db, { from, until, ...of });
  const told = await recountFigures(world.db, { from: before, until: from, ...of });
  const ever = await recountFigures(world.db, { from: new Date(0).toISOString(), until: from, ...of });
  /** Null what was not measured until then. */
  const besides = (name: 'scans' | 'openings' | 'clicks' | 'bookings' | 'cents') => {
    const measured = name === 'cents' ? ever.bookings : ever[name];
    return measured > 0 ? told[name] : null;
  };
  return { by, query, overview, now, besides };
}
const dollarsOf = (cents: number | null) => (cents === null ? null : dollars(cents));

describe('of the generated year', () => {
  test.each(cases)('the overview of %s for %s equals a recount of the rows', async (range, who) => {
    const { overview, now, besides } = await recounts(range, who);
    for (const name of ['scans', 'openings', 'clicks', 'bookings'] as const)
      expect([name, overview[name].value, overview[name].before]).toEqual([name, now[name], besides(name)]);
    expect([overview.revenue.value, overview.revenue.before]).toEqual([
      dollars(now.cents),
      dollarsOf(besides('cents')),
    ]);
    expect(overview.conversion_rate.value).toBe(now.scans ? now.bookings / now.scans : null);
    expect(overview.estimated_bookings).toBe(now.pending);
    expect(now.scans, 'there is something to compare').toBeGreaterThan(0);
    // A partner is told no hours.
    if (range === '24h' && who !== 'everybody') return expect(overview.points).toEqual([]);
    if (range === '24h') {
      const sums = (name: string) =>
        overview.points.reduce((so: number, one: Record<string, number>) => so + one[name]!, 0);
      expect([sums('scans'), sums('clicks'), sums('bookings')]).toEqual([now.scans, now.clicks, now.bookings]);
      return;
    }
    const told = overview.points.map((one: Record<string, number>) => [
      one.at,
      [one.scans, one.clicks, one.bookings, one.revenue],
    ]);
    const recounted = overview.points.map(({ at }: { at: string }) => {
      const [scans, clicks, bookings, cents] = now.days.get(at) ?? [0, 0, 0, 0];
      return [at, [scans, clicks, bookings, dollars(cents)]];
    });
    expect(told).toEqual(recounted);
  });

  test('both reports of a year equal a recount of the rows, whole and by part', async () => {
    const { now } = await recounts('1y', 'everybody');
    const report = async (type: string) => {
      const body = { type, filters: { time_range: '1y' }, instant: true };
      const { raw } = await world.call('POST /api/reports/generate', { cookie: await again(world, admin), body });
      const lines = raw.trimEnd().split('\r\n').slice(1);
      return (row: string) => lines.filter((line) => line.startsWith(`${row},`)).map((line) => line.split(','));
    };
    const sum = (lines: string[][], column: number) => lines.reduce((so, line) => so + Number(line.at(column)), 0);
    const performance = await report('performance');
    expect(performance('total')[0]!.slice(5, 9).map(Number)).toEqual([
      ...[now.scans, now.openings, now.clicks, now.bookings],
    ]);
    expect(performance('day')).toHaveLength(365);
    // Names may hold commas; figures stand at the end. Each scan is of a code and its place, each click and booking of an experience.
    for (const part of ['place', 'code']) expect(sum(performance(part), -5), part).toBe(now.scans);
    expect([-4, -3, -2].map((column) => sum(performance('listing'), column))).toEqual([
      ...[now.openings, now.clicks, now.bookings],
    ]);
    const revenue = await report('revenue');
    const [bookings, total, , commission, margin] = revenue('total')[0]!.slice(5).map(Number);
    expect([bookings, total, commission, margin]).toEqual([
      ...[now.bookings, dollars(now.cents), dollars(now.platform_cents), dollars(now.house_cents)],
    ]);
    expect(Math.round(sum(revenue('day'), 6) * 100)).toBe(now.cents);
  });

  test.each(cases)('the revenue of %s for %s sums to the ledger', async (range, who) => {
    const { by, query, now, besides } = await recounts(range, who);
    const revenue = await ask(by, 'revenue', query);
    const isAdmin = by.role === 'admin';
    expect([revenue.total_revenue.value, revenue.total_revenue.before]).toEqual([
      dollars(now.cents),
      dollarsOf(besides('cents')),
    ]);
    expect(revenue.bookings.value).toBe(now.bookings);
    expect(revenue.commission).toBe(dollars(isAdmin ? now.platform_cents : now.partner_cents));
    expect(revenue.margin).toBe(isAdmin ? dollars(now.house_cents) : null);
    expect(now.platform_cents).toBe(now.partner_cents + now.house_cents);
    expect(revenue.average_booking).toBe(now.told ? dollars(Math.round(now.told_cents / now.told)) : null);
    expect(revenue.conversion_metrics).toEqual({
      ...{ scans: now.scans, conversions: now.bookings },
      conversion_rate: now.scans ? now.bookings / now.scans : null,
    });
    type Daily = { date: string; booking_platform: string; revenue: number | null; booking_count: number };
    const daily = revenue.daily_revenue.map((one: Daily) => [
      `${one.date} ${one.booking_platform}`,
      [Math.round((one.revenue ?? 0) * 100), one.booking_count],
    ]);
    expect(new Map(daily)).toEqual(now.platforms);
    expect(daily).toHaveLength(now.platforms.size);
    if (range === '1y')
      expect([now.cents > 0, now.partner_cents > 0, now.platforms.size > 100]).toEqual([true, true, true]);
  });

  test.each(cases)('the funnel and the reviews of %s for %s equal a recount', async (range, who) => {
    const { by, query, overview, now } = await recounts(range, who);
    const { conversion_funnel, stakeholder_insights } = await ask(by, 'business-intelligence', query);
    expect(conversion_funnel).toMatchObject({
      ...{ qr_scans: now.scans, openings: now.openings, clicks: now.clicks, bookings: now.bookings },
      completed_bookings: now.completed,
    });
    const recounted = await recountStars(world.db, {
      ...{ from: overview.from, until: overview.until, owner: askers(who)[1], byHours: range === '24h' },
    });
    const { average, reviews, stars } = stakeholder_insights.tourist_satisfaction;
    expect([reviews, stars]).toEqual([recounted.reviews, recounted.stars]);
    if (recounted.average === null) expect(average).toBe(null);
    else expect(Math.abs(average - recounted.average)).toBeLessThan(0.0051);
    if (who !== 'everybody') return;
    const [best] = stakeholder_insights.distributor_performance;
    if (!best) return expect(now.cents).toBe(0);
    const { rows: owners } = await world.database.pool.query('select owner_id from organisations where id = $1', [
      best.id,
    ]);
    const alone = await recountFigures(world.db, {
      from: overview.from,
      until: overview.until,
      owner: owners[0].owner_id,
    });
    expect([best.scans, best.bookings, best.revenue]).toEqual([alone.scans, alone.bookings, dollars(alone.cents)]);
  });

  test.each(timeRanges)('the rows of %s are as many as its figures say', async (range) => {
    const { overview, now } = await recounts(range, 'everybody');
    for (const of of ['scans', 'clicks', 'bookings'] as const) {
      const rows = await ask(admin, 'rows', `?of=${of}&time_range=${range}`);
      expect([of, rows.total]).toEqual([of, now[of]]);
      expect(rows.rows).toHaveLength(Math.min(50, now[of]));
      const next =
        rows.next && (await ask(admin, 'rows', `?of=${of}&time_range=${range}&after=${encodeURIComponent(rows.next)}`));
      expect(next?.rows.length ?? 0).toBe(Math.min(50, Math.max(0, now[of] - 50)));
    }
    let seen = 0;
    for (let after = ''; ; ) {
      const sums = await ask(admin, 'rows', `?of=openings&time_range=${range}${after}`);
      expect(sums.total).toBe(now.openings);
      for (const { count } of sums.rows) seen += count;
      // Of long ranges a part is told.
      if (sums.next === null || seen > 1_000) break;
      after = `&after=${encodeURIComponent(sums.next)}`;
    }
    expect(seen).toBeGreaterThanOrEqual(Math.min(now.openings, 1_000));
    expect(seen).toBeLessThanOrEqual(now.openings);
    const day = hawaiiDay(world.clock.now());
    if (range === '24h') return;
    const ofDay = await ask(admin, 'rows', `?of=scans&time_range=${range}&day=${day}`);
    expect(ofDay.total).toBe(overview.points.at(-1).scans);
  });

  test('the administrator’s home says the same', async () => {
    for (const range of ['7d', '30d', '90d', '1y'] as const) {
      const { now } = await recounts(range, 'everybody');
      const { body } = await world.call(`GET /api/admin/platform-performance?range=${range}`, { cookie: admin.cookie });
      expect([body.qr_scans, body.clicks, body.bookings, body.completed_bookings, body.revenue]).toEqual([
        ...[now.scans, now.clicks, now.bookings, now.completed, dollars(now.cents)],
      ]);
    }
  });

  test('is read by its days and hours, however many rows happened in them', async () => {
    await onServer(await ownerOf(world), 'vacuum analyze');
    const now = world.clock.now();
    const { rows } = await world.database.pool.query('select id from organisations where owner_id = $1', [
      partners[0]!.id,
    ]);
    const partner = { organisationId: rows[0].id, ownerId: partners[0]!.id, permissions: [] };
    for (const range of timeRanges)
      for (const own of [undefined, partner]) {
        const explaining = new Explaining({ analyze: true });
        await readGround(world.db.withPlugin(explaining), own, rangeOf(range, now));
        const read = rowsReadBy(explaining.plans.map(({ plan }) => plan));
        // A row for each day of both spans, and for each platform of those of the range; of 24 hours other keys stand beside them.
        expect(read.rollups, `${range} ${own ? 'of a partner' : 'of all'}`).toBeLessThan(
          range === '24h' ? 2_000 : 2_300,
        );
        // What is left are the blocks of open hours.
        expect(read.scans ?? 0).toBeLessThan(10_000);
        expect(read.bookings ?? 0).toBeLessThan(500);
      }
  });

  test.each(timeRanges)('what visitors did in %s equals a recount of the rows', async (range) => {
    const told = await ask(admin, 'behavior', `?time_range=${range}`);
    const of = await recountBehavior(world.db, told.from, told.until);
    const besides = await recountBehavior(
      world.db,
      new Date(Date.parse(told.from) - lengthOf(told)).toISOString(),
      told.from,
    );
    const ever = await recountBehavior(world.db, new Date(0).toISOString(), told.from);
    expect(of('openings')).toBeGreaterThan(10);
    for (const figure of ['impressions', 'openings', 'clicks'] as const) {
      const beside = ever(figure) > 0 ? besides(figure) : null;
      expect([figure, told[figure].value, told[figure].before]).toEqual([figure, of(figure), beside]);
    }
    const timed = (where: object) => ({
      ...{ scans: of('scans', where), openings: of('openings', where), clicks: of('clicks', where) },
    });
    expect(told.hours).toEqual(Array.from({ length: 24 }, (_, hour) => timed({ hour })));
    const weekdays = Array.from({ length: 7 }, (_, weekday) => ({
      ...{ days: weekdaysOf(told).filter((one) => one === weekday).length, ...timed({ weekday }) },
    }));
    expect(told.weekdays).toEqual(range === '24h' ? null : weekdays);

    const listed = (id: number) => ({
      ...{ impressions: of('impressions', { listing: id }), openings: of('openings', { listing: id }) },
      ...{ clicks: of('clicks', { listing: id }), bookings: of('bookings', { listing: id }) },
    });
    const listings = (await world.db.selectFrom('listings').select(['id', 'name', 'category']).execute())
      .map((row) => ({ ...row, ...listed(row.id) }))
      .filter(({ impressions, openings, clicks, bookings }) => impressions + openings + clicks + bookings > 0);
    const most = listings
      .filter(({ openings }) => openings > 0)
      .sort((a, b) => b.openings - a.openings || b.clicks - a.clicks || b.impressions - a.impressions || a.id - b.id)
      .slice(0, 10);
    expect(told.listings).toEqual(most.map(({ id, ...row }) => ({ listing_id: id, ...row })));
    const names = [...new Set(listings.map(({ category }) => category))];
    const sum = (category: string, figure: keyof ReturnType<typeof listed>) =>
      listings.filter((row) => row.category === category).reduce((so, row) => so + row[figure], 0);
    expect([...told.categories].sort((a, b) => a.category.localeCompare(b.category))).toEqual(
      names.sort().map((category) => ({
        category,
        ...{ impressions: sum(category, 'impressions'), openings: sum(category, 'openings') },
        ...{ clicks: sum(category, 'clicks'), bookings: sum(category, 'bookings') },
      })),
    );
    const types = [...new Set<string>(told.events.map(({ event_type }: { event_type: string }) => event_type))];
    expect(told.events).toEqual(types.map((type) => ({ event_type: type, count: of('all', { type }) })));
    const counted = told.events.reduce((so: number, { count }: { count: number }) => so + count, 0);
    expect(counted).toBe(of('impressions') + of('openings') + of('others'));
  });
});
