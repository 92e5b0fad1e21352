import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aMember, anOwner } from '../../../tests/an-organisation.ts';
import { follow, scan } from '../../../tests/held-scene.ts';
import { aPartner, type PartnerScene, scanBy } from '../../../tests/partner-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { withTransaction } from '../../platform/database/database.ts';
import { rollUpClosedHours } from '../analytics/analytics.ts';
import { setHold } from '../commission/commission.ts';

let world: World;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());

const read = async (by: TestUser, query = '') =>
  await world.call(`GET /api/partner-portal/performance${query}`, { cookie: by.cookie });

/** A traveler scans, follows the link, and the platform says what was paid. */
async function aSale({ code }: Pick<PartnerScene, 'code'>, dollars: number, listing: number): Promise<string> {
  const traveler = await world.aUser();
  const id = await follow(world, await scan(world, traveler, code), listing);
  const body = {
    ...{ status: 'confirmed', booking_reference: `R${id.slice(0, 8)}`, amount: dollars, check_in_date: '2026-11-30' },
    reason: 'Told by phone',
  };
  const { status } = await world.call(`PATCH /api/bookings/${id}`, { cookie: admin.cookie, body });
  expect(status).toBe(200);
  return id;
}

test('scans, ways to a booking page, bookings and commission are counted, and an estimate is no booking', async () => {
  const scene = await aPartner(world, { name: 'Hale Kai' });
  const listing = await world.aListing({ commission_rate: 0.2 });
  await scanBy(world, scene.code, 6);
  for (let sale = 0; sale < 5; sale++) await aSale(scene, 100.01, listing);
  const estimated = await follow(world, await scan(world, await world.aUser(), scene.code), listing);
  // On hold it is still an estimate.
  await withTransaction(world.db, (tx) => setHold(tx, world.clock.now(), { bookingId: estimated, rule: 'burst' }));
  const { status, body } = await read(scene.owner);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ...{ range: 'month', from: '2026-11-01', until: '2026-11-21' },
    ...{ total_scans: 12, clicks: 6, total_bookings: 5, estimated_bookings: 1 },
    // 15 % of 100.01 is 15.0015.
    ...{ total_revenue: 500.05, commission_earned: 75, average_booking: 100.01, conversion_rate: 5 / 12 },
    before: {
      ...{ total_scans: 0, total_bookings: 0, clicks: 0, conversion_rate: null },
      ...{ total_revenue: 0, commission_earned: 0, average_booking: null },
    },
  });
  const whole = { scans: 12, clicks: 6, bookings: 5, revenue: 500.05, commission: 75 };
  const place = { location_id: scene.placeId, location_name: 'Hale Kai' };
  expect(body.top_performing_locations).toEqual([{ ...place, ...whole, openings: 0 }]);
  expect(body.codes).toEqual([{ qr_code_id: scene.code, label: null, ...place, ...whole }]);
  expect(body.days).toHaveLength(21);
  expect(body.days.at(-1)).toEqual({ day: '2026-11-21', scans: 12, clicks: 6, bookings: 5 });
  expect(body.days.slice(0, -1).every((day: { scans: number }) => day.scans === 0)).toBe(true);
});

test('a booking whose amount nobody has told is one, but neither lowers the mean nor is among those that earn', async () => {
  const scene = await aPartner(world);
  const listing = await world.aListing({ commission_rate: 0.2 });
  await aSale(scene, 100, listing);
  await aSale(scene, 200, listing);
  const untold = await aSale(scene, 90, listing);
  await world.db.updateTable('bookings').set({ estimated: true }).where('id', '=', untold).execute();
  const { body } = await read(scene.owner);
  expect(body).toMatchObject({
    ...{ total_bookings: 3, total_revenue: 300, average_booking: 150 },
    ...{ commission_earned: 45, earning_bookings: 2 },
  });
  // One that is told and earns nothing is among what is booked on average.
  const voided = await aSale(scene, 600, listing);
  const nothing = { state: 'voided', partner_cents: 0 };
  await world.db.updateTable('commissions').set(nothing).where('booking_id', '=', voided).execute();
  expect((await read(scene.owner)).body).toMatchObject({
    total_bookings: 4,
    average_booking: 300,
    earning_bookings: 2,
  });
});

test('the figures are what the rows come to, before and after their hours are closed', async () => {
  const scene = await aPartner(world);
  const listing = await world.aListing({ commission_rate: 0.2 });
  await scanBy(world, scene.code, 2);
  await aSale(scene, 80, listing);
  const { before: _, ...open } = (await read(scene.owner, '?range=7d')).body;
  const recount = await sql<{ scans: number; bookings: number; cents: number }>`
    select (select count(*) from scans where counted and partner_id = ${scene.owner.id})::integer as scans,
      (select count(*) from bookings where partner_id = ${scene.owner.id} and status in ('confirmed', 'completed'))::integer as bookings,
      (select sum(amount_cents) from bookings where partner_id = ${scene.owner.id} and not estimated)::integer as cents`.execute(
    world.db,
  );
  expect({ scans: open.total_scans, bookings: open.total_bookings, cents: open.total_revenue * 100 }).toEqual(
    recount.rows[0],
  );
  world.clock.advance(2 * 3_600);
  await rollUpClosedHours(world.db, world.clock.now());
  admin = await world.aUser({ role: 'admin' });
  // The owner's session has ended by then.
  const second = await anOwner(world, scene.organisation);
  const { before: __, ...closed } = (await read(second, '?range=7d')).body;
  expect(closed).toEqual(open);
});

test('of fewer than five people a breakdown says nothing, also not by what is left', async () => {
  const scene = await aPartner(world, { name: 'Lobby' });
  const { code: breakfast } = await world.aCode({ location_id: scene.placeId, label: 'Breakfast' });
  const { code: pool } = await world.aCode({ location_id: scene.placeId, label: 'Pool' });
  await scanBy(world, scene.code, 9);
  await scanBy(world, breakfast, 4);
  await scanBy(world, pool, 6);
  await aSale({ code: scene.code }, 50, await world.aListing());
  const { body } = await read(scene.owner);
  const of = (code: string) => body.codes.find(({ qr_code_id }: { qr_code_id: string }) => qr_code_id === code);
  expect(body.total_scans).toBe(20);
  expect(of(breakfast).scans).toBe('few');
  expect(of(pool).scans).toBe('withheld');
  expect(of(scene.code)).toMatchObject({ scans: 10, bookings: 'few', revenue: null, commission: null });
});

test('a place whose only code was pointed elsewhere keeps its figures, on the screen and in the file', async () => {
  const scene = await aPartner(world, { name: 'Lobby' });
  await scanBy(world, scene.code, 20);
  const pool = await world.aPlace({ partner_id: scene.owner.id, name: 'Pool' });
  const { cookie } = scene.owner;
  const moved = await world.call(`PATCH /api/partner-portal/qr-code/${scene.code}`, {
    cookie,
    body: { location_id: pool },
  });
  expect(moved.status).toBe(200);
  await scanBy(world, scene.code, 7);
  const { body } = await read(scene.owner);
  expect(body.total_scans).toBe(27);
  expect(body.top_performing_locations).toMatchObject([
    { location_name: 'Lobby', scans: 20 },
    { location_name: 'Pool', scans: 7 },
  ]);
  expect(body.codes).toMatchObject([{ location_name: 'Pool', scans: 27 }]);
  const { raw } = await world.call('GET /api/partner-portal/export-report', { cookie });
  expect(raw).toMatch(/^place,,Lobby,,,20,/m);
});

test('a place of which too few are told says not which of the others nobody has scanned', async () => {
  const scene = await aPartner(world, { name: 'Zenith' });
  for (const name of ['Anchor', 'Bay'])
    await world.aPlace({ partner_id: scene.owner.id, name }).then((location_id) => world.aCode({ location_id }));
  await scanBy(world, scene.code, 2);
  const { body } = await read(scene.owner);
  const ranked = body.top_performing_locations.map(({ location_name, scans }: Record<string, unknown>) => [
    location_name,
    scans,
  ]);
  expect(ranked).toEqual([
    ['Anchor', 'few'],
    ['Bay', 'few'],
    ['Zenith', 'few'],
  ]);
});

test('staff who may not see commission see no money', async () => {
  const scene = await aPartner(world);
  for (let sale = 0; sale < 5; sale++) await aSale(scene, 60, await world.aListing());
  const clerk = await aMember(world, scene.organisation, ['performance_analytics']);
  const { body, raw } = await read(clerk);
  expect(body).toMatchObject({
    total_bookings: 5,
    total_revenue: null,
    commission_earned: null,
    average_booking: null,
    earning_bookings: null,
  });
  expect(body.codes[0]).toMatchObject({ bookings: 5, revenue: null, commission: null });
  expect(raw).not.toMatch(/:300\b/);
  expect((await read(scene.owner)).body.total_revenue).toBe(300);
  expect((await read(await aMember(world, scene.organisation, ['qr_code_management']))).status).toBe(403);
});

test('a partner sees nothing of another’s', async () => {
  const [mine, theirs] = [await aPartner(world), await aPartner(world)];
  await scanBy(world, theirs.code, 7);
  expect((await read(mine.owner)).body).toMatchObject({ total_scans: 0, conversion_rate: null, codes: [{ scans: 0 }] });
  expect((await read(mine.owner)).raw).not.toContain(theirs.code);
});

test.each(['month', '7d', '30d', '90d', '1y', 'all'])('%s is a range', async (range) => {
  const { owner, code } = await aPartner(world);
  await scanBy(world, code, 1);
  const { status, body } = await read(owner, `?range=${range}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ range, total_scans: 1 });
  const days = { month: 21, '7d': 7, '30d': 30, '90d': 90, '1y': 365, all: 1 }[range];
  expect(body.days).toHaveLength(days!);
  expect(body.before === null).toBe(range === 'all');
});

test('what is no range is refused', async () => {
  const { owner } = await aPartner(world);
  expect((await read(owner, '?range=3y')).status).toBe(400);
});

test('what stood in the span before stands beside it, money for those alone who may see it', async () => {
  const scene = await aPartner(world, { name: 'Hale Kai' });
  const listing = await world.aListing({ commission_rate: 0.2 });
  await scanBy(world, scene.code, 3);
  for (const amount of [100, 300]) await aSale(scene, amount, listing);
  const { body: now } = await read(scene.owner, '?range=7d');
  world.clock.advance(7 * 86_400);
  admin = await world.aUser({ role: 'admin' });
  const { before } = (await read(await anOwner(world, scene.organisation), '?range=7d')).body;
  expect(before).toEqual({
    ...{ total_scans: 5, total_bookings: 2, clicks: 2, conversion_rate: 0.4 },
    ...{ total_revenue: 400, commission_earned: 60, average_booking: 200 },
  });
  for (const name of Object.keys(before)) expect([name, before[name]]).toEqual([name, now[name]]);
  const clerk = await aMember(world, scene.organisation, ['partner_portal_access', 'performance_analytics']);
  const noMoney = { total_revenue: null, commission_earned: null, average_booking: null };
  expect((await read(clerk, '?range=7d')).body.before).toEqual({ ...before, ...noMoney });
});
