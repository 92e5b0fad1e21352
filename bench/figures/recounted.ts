import { deepStrictEqual, ok } from 'node:assert';
import { sql } from 'kysely';
import type {
  getAnalyticsOverview,
  getBusinessIntelligence,
  getRevenueAnalytics,
  getUserBehavior,
  listFigureRows,
} from '../../contract/analytics-figures.ts';
import type { Answer } from '../../contract/endpoint.ts';
import type { getPlatformPerformance } from '../../contract/platform-figures.ts';
import { type dayRanges, timeRanges } from '../../contract/time-ranges.ts';
import { type Db, openDatabase } from '../../server/platform/database/database.ts';
import { recountBehavior } from '../../tests/behavior-recount.ts';
import { opened, type Recounted, recountFigures } from '../../tests/figures-recount.ts';
import { recountStars } from '../../tests/stars-recount.ts';
import type { Product } from '../product.ts';
import { type Askers, ask, type Role, reportOf } from './asked.ts';

/** As many as a recount of ten million rows may take. */
const statementSeconds = 600;
const dollars = (cents: number) => cents / 100;

/**
 * Counts again, from the rows and by statements that share nothing with the product's, what every screen of figures says of every range.
 * @throws Error where anything differs
 */
export async function recountScreens(product: Product, askers: Askers, say: (what: string) => void): Promise<void> {
  const { db, close } = openDatabase(product.database, { max: 1, statementSeconds, onError: () => {} });
  for (const time_range of timeRanges) {
    const of = <Told>(role: Role, screen: string) =>
      ask(product, askers, { role, path: `/api/analytics/${screen}time_range=${time_range}` }) as Promise<Told>;
    for (const role of ['admin', 'partner'] as const) {
      const owner = role === 'partner' ? askers.partner.id : undefined;
      const recounted = await recountRange(db, owner, () => of<Overview>(role, 'overview?'));
      checkRevenue(await of(role, 'revenue?'), role, recounted.now);
      const { conversion_funnel: funnel, stakeholder_insights: insights } = await of<Intelligence>(
        role,
        'business-intelligence?',
      );
      const stars = await recountStars(db, { ...recounted.span, owner, byHours: time_range === '24h' });
      checkStars(insights.tourist_satisfaction, stars);
      const { scans, openings, clicks, bookings, completed } = recounted.now;
      deepStrictEqual(
        [funnel.qr_scans, funnel.openings, funnel.clicks, funnel.bookings, funnel.completed_bookings],
        [scans, openings, clicks, bookings, completed],
      );
      if (role === 'admin') await checkRows(of, recounted.now);
      if (role === 'admin' && time_range !== '24h') {
        await checkHome(product, askers, time_range, recounted.now);
        await checkReports(product, askers, time_range, recounted.now);
      }
    }
    await checkBehavior(await of('admin', 'behavior?'), (from, until) => recountBehavior(db, from, until));
    say(`recounted ${time_range}`);
  }
  await close();
}

type Overview = Answer<typeof getAnalyticsOverview>;
type Intelligence = Answer<typeof getBusinessIntelligence>;

const counted = ['scans', 'openings', 'clicks', 'bookings'] as const;
type Counted = (typeof counted)[number];

/** When each was first: an instant of the form in which ranges are told. */
async function findFirst(db: Db, owner: string | undefined): Promise<Record<Counted, string>> {
  const own = owner ? `and partner_id = '${owner}'` : '';
  const first = (table: string, time: string, only: string) =>
    `(select min(${time}) from ${table} where ${only} ${own})`;
  const { rows } = await sql
    .raw<Record<Counted, Date | null>>(
      `select ${first('scans', 'scanned_at', 'counted')} as scans, ${first('clicks', 'clicked_at', 'true')} as clicks,
         ${first('events', 'received_at', `audience = 'visitor' and ${opened}`)} as openings,
         ${first('bookings', 'booked_at', 'true')} as bookings`,
    )
    .execute(db);
  return Object.fromEntries(counted.map((name) => [name, rows[0]![name]?.toISOString() ?? '9999'])) as Record<
    Counted,
    string
  >;
}

async function recountRange(db: Db, owner: string | undefined, ask: () => Promise<Overview>) {
  const told = await ask();
  const { from, until } = told;
  const earlier = new Date(2 * Date.parse(from) - Date.parse(until)).toISOString();
  const whose = owner ? { owner } : {};
  const now = await recountFigures(db, { from, until, ...whose });
  const then = await recountFigures(db, { from: earlier, until: from, ...whose });
  // Nothing stands beside what was not measured yet.
  const since = await findFirst(db, owner);
  const before = <Figure>(name: Counted, figure: Figure) => (since[name] < from ? figure : null);
  for (const name of counted)
    deepStrictEqual([name, told[name].value, told[name].before], [name, now[name], before(name, then[name])]);
  deepStrictEqual(
    [told.revenue.value, told.revenue.before],
    [dollars(now.cents), before('bookings', dollars(then.cents))],
  );
  deepStrictEqual(told.estimated_bookings, now.pending);
  if (told.time_range !== '24h')
    for (const { at, scans, clicks, bookings, revenue } of told.points) {
      const day = now.days.get(at) ?? [0, 0, 0, 0];
      deepStrictEqual([at, scans, clicks, bookings, revenue], [at, day[0], day[1], day[2], dollars(day[3])]);
    }
  return { now, span: { from, until } };
}

function checkRevenue(told: Answer<typeof getRevenueAnalytics>, role: Role, now: Recounted): void {
  const isAdmin = role === 'admin';
  deepStrictEqual(told.total_revenue.value, dollars(now.cents));
  deepStrictEqual(told.commission, dollars(isAdmin ? now.platform_cents : now.partner_cents));
  deepStrictEqual(told.margin, isAdmin ? dollars(now.house_cents) : null);
  deepStrictEqual(told.average_booking, now.told ? dollars(Math.round(now.told_cents / now.told)) : null);
  const daily = told.daily_revenue.map(({ date, booking_platform, revenue, booking_count }) => {
    const key = `${date} ${booking_platform}`;
    return [key, [Math.round((revenue ?? 0) * 100), booking_count]] as const;
  });
  deepStrictEqual(new Map<string, unknown>(daily), now.platforms);
}

async function checkRows(of: <Told>(role: Role, screen: string) => Promise<Told>, now: Recounted): Promise<void> {
  for (const kind of ['scans', 'openings', 'clicks', 'bookings'] as const) {
    const { total } = await of<Answer<typeof listFigureRows>>('admin', `rows?of=${kind}&`);
    deepStrictEqual([kind, total], [kind, now[kind]]);
  }
}

async function checkHome(product: Product, askers: Askers, range: string, now: Recounted): Promise<void> {
  const path = `/api/admin/platform-performance?range=${range}`;
  const told = (await ask(product, askers, { role: 'admin', path })) as Answer<typeof getPlatformPerformance>;
  deepStrictEqual(
    [told.qr_scans, told.clicks, told.bookings, told.completed_bookings, told.revenue],
    [now.scans, now.clicks, now.bookings, now.completed, dollars(now.cents)],
  );
}

function checkStars(
  told: Intelligence['stakeholder_insights']['tourist_satisfaction'],
  recounted: Awaited<ReturnType<typeof recountStars>>,
): void {
  deepStrictEqual([told.reviews, told.stars], [recounted.reviews, recounted.stars]);
  const [mean, average] = [recounted.average, told.average];
  ok(mean === null ? average === null : average !== null && Math.abs(average - mean) < 0.0051, `${average} of ${mean}`);
}

/** Where a report is long work, as of very many places, there is no file yet to look at. */
async function checkReports(
  product: Product,
  askers: Askers,
  range: (typeof dayRanges)[number],
  now: Recounted,
): Promise<void> {
  const totalOf = async (type: Parameters<typeof reportOf>[0]) => {
    const file = await ask(product, askers, reportOf(type, range));
    return typeof file === 'string' ? file.split('\r\n')[1]!.split(',') : null;
  };
  const revenue = await totalOf('revenue');
  if (revenue)
    deepStrictEqual(
      [revenue[0], ...[5, 6, 8, 9].map((column) => Number(revenue[column]))],
      ['total', now.bookings, dollars(now.cents), dollars(now.platform_cents), dollars(now.house_cents)],
    );
  const performance = await totalOf('performance');
  if (performance)
    deepStrictEqual(
      [performance[0], ...performance.slice(5, 9).map(Number)],
      ['total', now.scans, now.openings, now.clicks, now.bookings],
    );
}

async function checkBehavior(
  told: Answer<typeof getUserBehavior>,
  recount: (from: string, until: string) => ReturnType<typeof recountBehavior>,
): Promise<void> {
  const of = await recount(told.from, told.until);
  for (const figure of ['impressions', 'openings', 'clicks'] as const)
    deepStrictEqual([figure, told[figure].value], [figure, of(figure)]);
  const timed = (where: object) => ({
    ...{ scans: of('scans', where), openings: of('openings', where), clicks: of('clicks', where) },
  });
  deepStrictEqual(
    told.hours,
    Array.from({ length: 24 }, (_, hour) => timed({ hour })),
  );
  if (told.weekdays)
    deepStrictEqual(
      told.weekdays.map(({ days: _, ...figures }) => figures),
      Array.from({ length: 7 }, (_, weekday) => timed({ weekday })),
    );
  for (const { listing_id: listing, impressions, openings, clicks, bookings } of told.listings)
    deepStrictEqual(
      [impressions, openings, clicks, bookings],
      (['impressions', 'openings', 'clicks', 'bookings'] as const).map((figure) => of(figure, { listing })),
    );
  for (const { event_type: type, count } of told.events) deepStrictEqual([type, count], [type, of('all', { type })]);
}
