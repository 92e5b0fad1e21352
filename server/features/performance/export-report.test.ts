import { afterAll, beforeAll, expect, test } from 'vitest';
import { aMember } from '../../../tests/an-organisation.ts';
import { follow, scan } from '../../../tests/held-scene.ts';
import { aPartner, type PartnerScene, scanBy } from '../../../tests/partner-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { flushSecurityEvents } from '../../platform/security-events/security-events.ts';

let world: World;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());

const header = 'row,day,place,code,called,scans,openings,clicks,bookings,revenue_usd,commission_usd';

const report = async (by: TestUser, query = '') =>
  await world.call(`GET /api/partner-portal/export-report${query}`, { cookie: by.cookie });

async function linesOf(by: TestUser, query = ''): Promise<string[]> {
  const { status, raw } = await report(by, query);
  expect(status).toBe(200);
  return raw.trimEnd().split('\r\n');
}

async function aSale({ code }: Pick<PartnerScene, 'code'>, dollars: number): Promise<string> {
  const listing = await world.aListing({ commission_rate: 0.2 });
  const id = await follow(world, await scan(world, await world.aUser(), code), listing);
  const body = {
    ...{ status: 'confirmed', booking_reference: `R${id.slice(0, 8)}`, amount: dollars },
    reason: 'Told by phone',
  };
  expect((await world.call(`PATCH /api/bookings/${id}`, { cookie: admin.cookie, body })).status).toBe(200);
  return id;
}

test('a report has the figures of the screen: in all, by place, by code and by day', async () => {
  const scene = await aPartner(world, { name: '=Hale "Kai"' });
  await scanBy(world, scene.code, 3);
  for (let sale = 0; sale < 5; sale++) await aSale(scene, 100.01);
  const { bytes } = await report(scene.owner);
  expect(bytes.toString()).toMatch(/^\ufeffrow,/);
  const lines = await linesOf(scene.owner);
  expect(lines[0]).toBe(header);
  expect(lines[1]).toBe('total,,,,,8,0,5,5,500.05,75');
  // What a spreadsheet would take for a formula is a text.
  expect(lines[2]).toBe(`place,,"'=Hale ""Kai""",,,8,0,5,5,500.05,75`);
  expect(lines[3]).toBe(`code,,"'=Hale ""Kai""",${scene.code},,8,,5,5,500.05,75`);
  expect(lines).toHaveLength(4 + 90);
  expect(lines[4]).toBe('day,2026-08-24,,,,0,,0,0,,');
  expect(lines.at(-1)).toBe('day,2026-11-21,,,,8,,5,5,,');
  const { body } = await world.call('GET /api/partner-portal/performance?range=90d', { cookie: scene.owner.cookie });
  expect(lines[1]).toBe(
    ['total,,,,', body.total_scans, body.openings, body.clicks, body.total_bookings, body.total_revenue]
      .concat(body.commission_earned)
      .join(','),
  );
});

test('its days are those that are asked for, both of them within, and of days that no screen offers nothing is broken down', async () => {
  const scene = await aPartner(world);
  await scanBy(world, scene.code, 1);
  const lines = await linesOf(scene.owner, '?start_date=2026-11-20&end_date=2026-11-20&format=csv');
  expect(lines.at(-1)).toBe('day,2026-11-20,,,,0,,0,0,,');
  expect(lines[1]).toMatch(/^total,,,,,0,/);
  expect(await linesOf(scene.owner, '?start_date=2026-11-21')).toHaveLength(3);
});

test('that it was taken is an event of security, once each time', async () => {
  const { owner } = await aPartner(world);
  await linesOf(owner, '?start_date=2026-10-01&end_date=2026-10-31');
  await flushSecurityEvents(world.db);
  const events = world.db.selectFrom('security_events').select(['event_type', 'description']);
  expect(await events.where('user_id', '=', owner.id).execute()).toEqual([
    { event_type: 'export', description: 'Exported a partner report from 2026-10-01 to 2026-10-31.' },
  ]);
  expect((await report(owner, '?start_date=2026-11-01&end_date=2026-10-31')).status).toBe(400);
  await flushSecurityEvents(world.db);
  expect(await events.where('user_id', '=', owner.id).execute()).toHaveLength(1);
});

test('of few it says as little as the screen, and to staff who may not see commission nothing of money', async () => {
  const scene = await aPartner(world);
  for (let sale = 0; sale < 6; sale++) await aSale(scene, 77.77);
  const other = await aPartner(world);
  await scanBy(world, other.code, 2);
  expect((await linesOf(other.owner))[3]).toMatch(/,fewer than 5,,0,0,0,0$/);
  const clerk = await aMember(world, scene.organisation, ['performance_analytics']);
  const lines = await linesOf(clerk);
  expect(lines[1]).toBe('total,,,,,6,0,6,6,,');
  // As cells: a name may have any figures.
  expect(lines.join()).not.toMatch(/,(?:466|77\.77|70)(?:\.\d+)?(?:,|$)/);
  expect((await report(await aMember(world, scene.organisation, ['qr_code_management']))).status).toBe(403);
  expect((await linesOf(other.owner)).join()).not.toContain(scene.code);
});

test('what is only kept back beside few is not told to be few', async () => {
  const scene = await aPartner(world, { name: 'Lobby' });
  await scanBy(world, scene.code, 12);
  const { code } = await world.aCode({
    location_id: await world.aPlace({ partner_id: scene.owner.id, name: 'Pool' }),
    label: 'Bar',
  });
  await scanBy(world, code, 2);
  const [, total, ...lines] = await linesOf(scene.owner);
  expect(total).toMatch(/^total,,,,,14,/);
  expect(lines.slice(0, 4)).toEqual([
    'place,,Lobby,,,not told,0,0,0,0,0',
    'place,,Pool,,,fewer than 5,0,0,0,0,0',
    `code,,Lobby,${scene.code},,not told,,0,0,0,0`,
    `code,,Pool,${code},Bar,fewer than 5,,0,0,0,0`,
  ]);
});

test.each([
  ['reversed', 'start_date=2026-11-20&end_date=2026-11-19'],
  ['to come', 'end_date=2026-11-22'],
  ['far away', 'start_date=1970-01-01'],
  ['too many', 'start_date=2024-01-01&end_date=2026-11-20'],
  ['none', 'start_date=soon'],
  ['of another format', 'format=pdf'],
])('days that are %s are refused', async (_, query) => {
  const { owner } = await aPartner(world);
  const { status, body } = await report(owner, `?${query}`);
  expect([status, body.code]).toEqual([400, 'invalid_request']);
});

test.each([
  ['7d', '2026-11-15'],
  ['30d', '2026-10-23'],
  ['90d', '2026-08-24'],
  ['1y', '2025-11-22'],
  ['month', '2026-11-01'],
])(
  'days that begin as %s does are broken down by place and code up to today, and not up to a day before',
  async (_, from) => {
    const scene = await aPartner(world);
    await scanBy(world, scene.code, 6);
    const rowsUntil = async (until: string) => {
      const lines = await linesOf(scene.owner, `?start_date=${from}&end_date=${until}`);
      return [...new Set(lines.slice(1).map((line) => line.split(',')[0]))];
    };
    expect(await rowsUntil('2026-11-21')).toEqual(['total', 'place', 'code', 'day']);
    expect(await rowsUntil('2026-11-20')).toEqual(['total', 'day']);
  },
);
