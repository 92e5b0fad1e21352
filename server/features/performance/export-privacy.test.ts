import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anOwner } from '../../../tests/an-organisation.ts';
import { follow, scan } from '../../../tests/held-scene.ts';
import { aPartner, type PartnerScene, scanBy } from '../../../tests/partner-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

/** The rows of a report of some kind, each by its columns. */
async function rowsOf(by: TestUser, kind: string, query = ''): Promise<Record<string, string>[]> {
  const { status, raw } = await world.call(`GET /api/partner-portal/export-report${query}`, { cookie: by.cookie });
  expect(status).toBe(200);
  const [header, ...lines] = raw.trimEnd().split('\r\n');
  const names = header!.split(',');
  return lines
    .map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at]!, cell])))
    .filter(({ row }) => row === kind);
}

async function aSale({ code }: Pick<PartnerScene, 'code'>, dollars: number): Promise<void> {
  const listing = await world.aListing({ commission_rate: 0.2 });
  const id = await follow(world, await scan(world, await world.aUser(), code), listing);
  const body = {
    status: 'confirmed',
    booking_reference: `R${id.slice(0, 8)}`,
    amount: dollars,
    reason: 'Told by phone',
  };
  expect((await world.call(`PATCH /api/bookings/${id}`, { cookie: admin.cookie, body })).status).toBe(200);
}

test('reports of different days do not tell, one less another, what a single guest paid', async () => {
  const scene = await aPartner(world, { name: 'Lobby' });
  const { code: room } = await world.aCode({ location_id: scene.placeId, label: 'Room 7' });
  admin = await world.aUser({ role: 'admin' });
  await scanBy(world, scene.code, 20);
  for (let sale = 0; sale < 5; sale++) await aSale({ code: room }, 100);
  for (let sale = 0; sale < 5; sale++) await aSale(scene, 50);
  world.clock.advance(24 * 3_600);
  admin = await world.aUser({ role: 'admin' });
  // The owner's session has ended by then.
  const owner = await anOwner(world, scene.organisation);
  await aSale({ code: room }, 431);
  await aSale(scene, 50);
  const ofRoom = async (query: string) =>
    (await rowsOf(owner, 'code', query)).find(({ called }) => called === 'Room 7')?.revenue_usd ?? null;
  const [both, first] = [
    await ofRoom('?start_date=2026-11-02&end_date=2026-11-22'),
    await ofRoom('?start_date=2026-11-02&end_date=2026-11-21'),
  ];
  expect([both, first]).toEqual([null, null]);
  // What the screen offers is in the file too, also where its days are named.
  expect(await ofRoom('?start_date=2026-11-16&end_date=2026-11-22')).toBe('931');
});

test('a report leaves out no place of a partner with many', async () => {
  const scene = await aPartner(world, { name: 'Place 00' });
  for (let place = 1; place <= 11; place++)
    await world.aCode({
      location_id: await world.aPlace({ partner_id: scene.owner.id, name: `Place ${String(place).padStart(2, '0')}` }),
    });
  expect(await rowsOf(scene.owner, 'place')).toHaveLength(12);
});

test('its total is a recount of the rows, of the one partner alone', async () => {
  const [scene, other] = [await aPartner(world, { name: 'Own' }), await aPartner(world, { name: 'Canary-of-another' })];
  admin = await world.aUser({ role: 'admin' });
  await scanBy(world, scene.code, 7);
  await scanBy(world, other.code, 9);
  for (const dollars of [12.34, 100.01, 77.77, 60, 33.33]) await aSale(scene, dollars);
  await aSale(other, 999);
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from scans where counted and partner_id = ${scene.owner.id})::integer as scans,
      (select count(*) from bookings where partner_id = ${scene.owner.id})::integer as clicks,
      (select count(*) from bookings where partner_id = ${scene.owner.id} and status in ('confirmed', 'completed'))::integer as bookings,
      (select sum(amount_cents) from bookings where partner_id = ${scene.owner.id} and status in ('confirmed', 'completed'))::integer as revenue,
      (select sum(partner_cents) from commissions where organisation_id = ${scene.organisation} and state <> 'estimated')::integer as commission`.execute(
    world.db,
  );
  const [total] = await rowsOf(scene.owner, 'total');
  const { scans, clicks, bookings, revenue_usd, commission_usd } = total!;
  expect({
    ...{ scans: Number(scans), clicks: Number(clicks), bookings: Number(bookings) },
    ...{ revenue: Math.round(100 * Number(revenue_usd)), commission: Math.round(100 * Number(commission_usd)) },
  }).toEqual(rows[0]);
  const { raw } = await world.call('GET /api/partner-portal/export-report', { cookie: scene.owner.cookie });
  for (const canary of ['Canary-of-another', other.code, '999']) expect(raw).not.toContain(canary);
});
