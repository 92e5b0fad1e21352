import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, hawaiiDay } from '../../../contract/hawaii-time.ts';
import { organisationOf } from '../../../tests/an-organisation.ts';
import { startWork } from '../../../tests/at-work.ts';
import { auditContentOf } from '../../../tests/audit-content.ts';
import { aSale } from '../../../tests/figures-scene.ts';
import { follow, scan } from '../../../tests/held-scene.ts';
import { aPartner, type PartnerScene, scanBy } from '../../../tests/partner-scene.ts';
import { again } from '../../../tests/reports-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { retention } from '../../platform/retention.ts';
import { flushSecurityEvents } from '../../platform/security-events/security-events.ts';
import { makeReport } from './platform-reports.ts';
import type { ReportOf } from './report-lines.ts';

let world: World;
let admin: TestUser;
let scene: PartnerScene;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
  scene = await aPartner(world, { name: 'Lobby' });
  await scanBy(world, scene.code, 4);
  for (const _ of [1, 2]) await told(await world.aListing(), 12_500, { partner_id: scene.owner.id });
});
afterAll(() => world.close());

/** A booking with a told amount of a listing. */
const told = (listing_id: number, amount_cents: number, more: object = {}) =>
  world.aBooking({ listing_id, amount_cents, estimated: false, status: 'confirmed', ...more });
const ask = async (body: object) =>
  await world.call('POST /api/reports/generate', { body, cookie: await again(world, admin) });
async function atOnce(body: object) {
  const reply = await ask({ ...body, instant: true });
  expect(reply.status, reply.raw).toBe(200);
  return reply;
}
async function get(path: string) {
  const reply = await world.call(`GET /api/${path}`, { cookie: await again(world, admin) });
  expect(reply.status, reply.raw).toBe(200);
  return reply.body;
}
const today = () => hawaiiDay(world.clock.now());

/** The lines of a report by the names of its columns. */
async function linesOf(body: object): Promise<Record<string, string>[]> {
  const [head, ...lines] = (await atOnce(body)).raw.replace('\ufeff', '').trimEnd().split('\r\n');
  const names = head!.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at]!, cell])));
}
const isOf = (row: string, name?: string) => (line: Record<string, string>) =>
  line.row === row && (name === undefined || (line.name ?? line.organization) === name);
const only = (line: Record<string, string> | undefined, ...names: string[]) =>
  names.map((name) => Number(line?.[name]));

test('the report of advertisers is a file for spreadsheets, and asking for it is on record', async () => {
  const advertiser = await world.aUser({ role: 'advertiser' });
  const listing = await world.aListing({ advertiser_id: advertiser.id });
  await told(listing, 777_777);
  // A listing that is deleted is none of theirs any more.
  const gone = await world.aListing({ advertiser_id: advertiser.id });
  expect((await world.call(`DELETE /api/business-listings/${gone}`, admin)).status).toBeLessThan(300);
  const name = { name: '=HYPERLINK("x"), Hale' };
  const organisation = (await organisationOf(world, advertiser.id))!;
  await world.db.updateTable('organisations').set(name).where('id', '=', organisation).execute();
  const filters = { stakeholder_types: ['advertiser'], include_performance_metrics: true, time_range: '30d' };
  const reply = await ask({ type: 'stakeholder', format: 'csv', filters, instant: true });
  expect(reply.status, reply.raw).toBe(200);
  expect(reply.headers['content-disposition']).toBe(
    `attachment; filename="advertiser-performance-report-${today()}.csv"`,
  );
  expect([...reply.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [head, first] = reply.raw.split('\r\n');
  expect(head).toBe(
    'stakeholder_type,organization,organization_id,status,listings,places,scans,clicks,bookings,revenue_usd',
  );
  expect(first).toBe(`advertiser,"'=HYPERLINK(""x""), Hale",${organisation},active,1,,,0,1,7777.77`);
  const [entry] = await auditContentOf(world, 'report_exported', 'advertiser-performance-report');
  const of = { stakeholder_types: ['advertiser'], include_performance_metrics: true };
  expect(entry).toMatchObject({ after: { to: today(), ...of } });
  await flushSecurityEvents(world.db);
  const events = world.db.selectFrom('security_events').select('description').where('event_type', '=', 'export');
  expect((await events.execute()).map(({ description }) => description)).toContainEqual(
    expect.stringMatching(/^Exported the advertiser performance report from /),
  );
});

test('of partners and advertisers both, and without figures where they are not wanted', async () => {
  await told(await world.aListing(), 5_000, { partner_id: scene.owner.id });
  const both = (await atOnce({ type: 'stakeholder' })).raw;
  expect(both).toContain(`\r\npartner,${scene.owner.email},${scene.organisation},active,,1,4,0,3,300\r\n`);
  const filters = { stakeholder_types: ['partner'], include_performance_metrics: false };
  const { raw, headers } = await atOnce({ type: 'stakeholder', filters });
  expect(headers['content-disposition']).toContain('"partner-performance-report-');
  expect(raw.split('\r\n')[0]).toBe('stakeholder_type,organization,organization_id,status,listings,places');
  expect(raw).toContain(`\r\npartner,${scene.owner.email},${scene.organisation},active,,1\r\n`);
  expect(raw).not.toContain('advertiser');
});

test('the report of the platform has the figures of the screen', async () => {
  // So that no figure is as large as another one.
  for (const _ of [1, 2]) await follow(world, await scan(world, await world.aUser(), scene.code));
  await aSale(world, admin, scene.code, { dollars: 70, listing: await world.aListing(), status: 'completed' });
  const of = await get('admin/platform-performance?range=7d');
  const { raw, headers } = await atOnce({ type: 'platform', filters: { time_range: '7d' } });
  expect(headers['content-disposition']).toBe(`attachment; filename="platform-report-${today()}.csv"`);
  const [head, total, ...days] = raw.trimEnd().split('\r\n');
  expect(head).toBe('row,day,scans,clicks,bookings,completed_bookings,revenue_usd,conversion_rate');
  expect(total?.split(',').slice(0, 7)).toEqual(
    ['total', '', of.qr_scans, of.clicks, of.bookings, of.completed_bookings, of.revenue].map(String),
  );
  expect(days).toHaveLength(7);
  expect(days.map((line) => line.split(','))).toEqual(
    of.days.map(({ day, scans, clicks, bookings, revenue }: Record<string, number>) =>
      ['day', day, scans, clicks, bookings, '', revenue, ''].map(String),
    ),
  );
  const ofToday = days.at(-1)!.split(',').slice(2, 5);
  expect(new Set(ofToday).size, ofToday.join()).toBe(3);
});

test.each([
  [{ type: 'unknown' }, 'body.type'],
  [{ type: 'platform', format: 'pdf' }, 'body.format'],
  [{ type: 'platform', instant: 'yes' }, 'body.instant'],
  [{ type: 'platform', instant: true, mail_when_done: true }, 'body.mail_when_done'],
  [{ type: 'stakeholder', filters: { stakeholder_types: [] } }, 'body.filters.stakeholder_types'],
  [{ type: 'stakeholder', filters: { stakeholder_types: ['traveler'] } }, 'body.filters.stakeholder_types.0'],
  [{ type: 'stakeholder', filters: { time_range: '24h' } }, 'body.filters.time_range'],
  [{ type: 'revenue', filters: { time_range: '24h' } }, 'body.filters.time_range'],
  [{ type: 'performance', filters: { time_range: '24h' } }, 'body.filters.time_range'],
])('a report of %o is refused where it stands', async (body, path) => {
  const reply = await ask(body);
  expect([reply.status, reply.body.fields?.[0]?.path]).toEqual([400, path]);
});

test('the revenue summary has the figures of the screen, and moves by exactly what was sold', async () => {
  const advertiser = await world.aUser({ role: 'advertiser' });
  const listing = await world.aListing({ advertiser_id: advertiser.id, commission_rate: 0.2 });
  const { email } = scene.owner;
  const asked = { type: 'revenue', filters: { time_range: '7d' } };
  const figuresOf = (lines: Record<string, string>[]) => {
    const sums = (line: Record<string, string> | undefined) => only(line, 'bookings', 'revenue_usd');
    const ofToday = lines.find((line) => isOf('day')(line) && line.day === today() && line.platform === 'fareharbor');
    return {
      total: [...sums(lines.find(isOf('total'))), ...only(lines.find(isOf('total')), 'commission_usd', 'margin_usd')],
      ...{ day: sums(ofToday), partner: sums(lines.find(isOf('partner', email))) },
      advertiser: sums(lines.find(isOf('advertiser', advertiser.email)) ?? { bookings: '0', revenue_usd: '0' }),
    };
  };
  const before = figuresOf(await linesOf(asked));
  await aSale(world, admin, scene.code, { dollars: 100.5, listing });
  const lines = await linesOf(asked);
  const after = figuresOf(lines);
  const moved = Object.entries(after).map(([name, figures]) => [
    name,
    figures.map((figure, at) => Math.round((figure - before[name as keyof typeof before][at]!) * 100) / 100),
  ]);
  expect(Object.fromEntries(moved)).toEqual({
    ...{ total: [1, 100.5, 20.1, 5.02], day: [1, 100.5], partner: [1, 100.5], advertiser: [1, 100.5] },
  });
  const screen = await get('analytics/revenue?time_range=7d');
  expect(only(lines[0], 'bookings', 'revenue_usd', 'average_booking_usd', 'commission_usd', 'margin_usd')).toEqual([
    ...[screen.bookings.value, screen.total_revenue.value, screen.average_booking, screen.commission, screen.margin],
  ]);
  expect(lines.filter(isOf('day')).map((line) => [line.day, line.platform, ...only(line, 'revenue_usd')])).toEqual(
    screen.daily_revenue.map((day: Record<string, unknown>) => [day.date, day.booking_platform, day.revenue]),
  );
});

test('the performance analytics have the figures of the screen, by partner, place, code and listing', async () => {
  const other = await aPartner(world, { name: 'Pool' });
  const listing = await world.aListing({ name: 'Reef Swim', commission_rate: 0.2 });
  const asked = { type: 'performance', filters: { time_range: '7d' } };
  const names = { partner: other.owner.email, place: 'Pool', code: other.code, listing: 'Reef Swim' };
  const counts = ['scans', 'openings', 'clicks', 'bookings'];
  const totalOf = (lines: Record<string, string>[]) => only(lines.find(isOf('total')), ...counts);
  const before = await linesOf(asked);
  for (const name of Object.entries(names)) expect(before.find(isOf(...name)), name[0]).toBeUndefined();
  await scanBy(world, other.code, 2);
  await aSale(world, admin, other.code, { dollars: 80, listing });
  await follow(world, await scan(world, await world.aUser(), other.code), listing);
  const { status } = await world.call('POST /api/analytics/events', {
    body: { event_type: 'map_pin_clicked', business_listing_id: listing },
  });
  expect(status).toBe(202);
  const lines = await linesOf(asked);
  expect(totalOf(lines).map((count, at) => count - totalOf(before)[at]!)).toEqual([4, 1, 2, 1]);
  const partOf = (row: keyof typeof names) => lines.find(isOf(row, names[row]));
  for (const row of ['partner', 'place', 'code'] as const) {
    expect(only(partOf(row), ...counts), row).toEqual([4, 0, 2, 1]);
    expect(partOf(row)?.conversion_rate, row).toBe('0.25');
  }
  expect(partOf('code')?.belongs_to).toBe('Pool');
  expect(partOf('place')?.belongs_to).toBe(other.owner.email);
  expect(partOf('listing')).toMatchObject({ scans: '', openings: '1', clicks: '2', bookings: '1' });
  const screen = await get('analytics/overview?time_range=7d');
  expect(totalOf(lines)).toEqual(counts.map((name) => screen[name].value));
  expect(Number(lines[0]!.conversion_rate)).toBeCloseTo(screen.conversion_rate.value, 3);
  expect(lines.filter(isOf('day')).map((line) => [line.day, ...only(line, ...counts)])).toEqual(
    screen.points.map((day: Record<string, unknown>) => [day.at, ...counts.map((name) => day[name])]),
  );
});

test.each([
  ['7d', 7],
  ['30d', 30],
  ['90d', 90],
  ['1y', 365],
])('a report of %s has so many days: %i', async (time_range, days) => {
  const lines = await linesOf({ type: 'performance', filters: { time_range } });
  const told = lines.filter(isOf('day')).map(({ day }) => day);
  expect([told.length, told[0], told.at(-1)]).toEqual([days, addDays(today(), 1 - days), today()]);
});

test('organisations of one name are told apart', async () => {
  for (const [type, of] of [
    ['partner', scene.organisation],
    ['advertiser', await organisationOf(world, (await world.aUser({ role: 'advertiser' })).id)],
  ] as const) {
    const lines = await linesOf({ type: 'stakeholder', filters: { stakeholder_types: [type] } });
    expect(lines.filter(({ organization_id }) => organization_id === of)).toHaveLength(1);
  }
  const revenue = await linesOf({ type: 'revenue' });
  expect(revenue.find(isOf('partner', scene.owner.email))?.organization_id).toBe(scene.organisation);
});

test('with a key of idempotency as well', async () => {
  const { status, raw } = await world.call('POST /api/reports/generate', {
    cookie: admin.cookie,
    body: { type: 'performance', instant: true },
    headers: { 'idempotency-key': 'report-1-0123456789' },
  });
  expect(status, raw).toBe(200);
});

test('a report is of one moment, though guests come meanwhile', async () => {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await scanBy(world, scene.code, 1);
      return result;
    },
  };
  const [from, to] = [addDays(today(), -6), today()];
  const asked: ReportOf = { type: 'performance', from, to, stakeholder_types: [], include_performance_metrics: true };
  const actor = { userId: admin.id, requestId: 'meanwhile' };
  const report = await makeReport(world.db.withPlugin(plugin), world.clock.now(), actor, asked);
  const lines = new TextDecoder().decode(report.bytes).split('\r\n');
  const scansOf = (row: string) =>
    lines.filter((line) => line.startsWith(`${row},`)).reduce((sum, line) => sum + Number(line.split(',')[5]), 0);
  expect(scansOf('total')).toBeGreaterThan(4);
  for (const row of ['day', 'place', 'code']) expect([row, scansOf(row)]).toEqual([row, scansOf('total')]);
});

test('what is not asked for at once is long work: the same file, told by mail, until it expires', async () => {
  const stop = await startWork(world);
  const asked = { type: 'performance', filters: { time_range: '1y' } };
  const begun = await ask({ ...asked, mail_when_done: true });
  expect([begun.status, begun.body.kind, begun.body.state]).toEqual([201, 'report', 'waiting']);
  const { id } = begun.body;
  const [entry] = await auditContentOf(world, 'long_work_begun', id);
  expect(entry).toMatchObject({ after: { kind: 'report', parameters: { type: 'performance', to: today() } } });
  const state = async () => (await get(`long-work/${id}`)).state;
  await expect.poll(state, { timeout: 30_000 }).toBe('done');
  const fetch = async () => world.call(`GET /api/long-work/${id}/result`, { cookie: await again(world, admin) });
  const file = await fetch();
  expect(file.headers['content-disposition']).toBe(`attachment; filename="performance-analytics-${today()}.csv"`);
  expect(file.raw).toBe((await atOnce(asked)).raw);
  const mails = () => readdir(join(world.settings.dataDir, 'mail')).catch(() => []);
  await expect.poll(async () => (await mails()).length, { timeout: 20_000 }).toBe(1);
  await stop();
  world.clock.advance(retention.longWorkResultDays * 86_400 + 1);
  expect((await fetch()).status).toBe(404);
  expect((await get(`long-work/${id}`)).result).toBeNull();
});
