import { afterAll, beforeAll, expect, test } from 'vitest';
import { scan } from '../../../tests/held-scene.ts';
import { aPartner } from '../../../tests/partner-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { rollUpClosedHours } from '../analytics/analytics.ts';

let world: World;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());

const send = (request: `${string} ${string}`, body?: object) =>
  world.call(request, { cookie: admin.cookie, ...(body && { body }) });
/** Gives a place as it is to a partner, or to nobody. */
async function give(id: number, partner: string | null) {
  const { name, description, address, latitude, longitude, version } = (await send(`GET /api/admin/locations/${id}`))
    .body;
  const content = { name, description, address, latitude, longitude, partner };
  return await send(`PUT /api/admin/locations/${id}`, { ...content, replaces: version });
}
const kept = (why: string) => ({
  status: 409,
  body: { code: 'location_keeps_partner', error: expect.stringContaining(why), fields: [{ path: 'body.partner' }] },
});

test('a place with a code stays with its partner, whoever is chosen; nobody’s is given to one', async () => {
  const { placeId } = await aPartner(world);
  const { organisation: other } = await aPartner(world);
  for (const partner of [other, null]) expect(await give(placeId, partner)).toMatchObject(kept('a code leads to it'));
  const free = await world.aPlace({ partner_id: null });
  await world.aCode({ location_id: free });
  expect((await give(free, other)).status).toBe(200);
  expect(await give(free, null)).toMatchObject(kept('a code leads to it'));
});

test.each([
  ['a moment ago', 0, 'scan'],
  ['days ago', 3, 'scan'],
  ['a moment ago', 0, 'opening'],
  ['two hours ago', 2 / 24, 'opening'],
])('a place of whose guests something was counted %s (%d days, %s) stays with its partner', async (_, days, what) => {
  const { placeId, code } = await aPartner(world);
  const { organisation: other } = await aPartner(world);
  if (what === 'scan') await scan(world, await world.aUser(), code);
  else {
    const partner_id = (
      await world.db.selectFrom('locations').select('partner_id').where('id', '=', placeId).executeTakeFirstOrThrow()
    ).partner_id;
    const opening = { event_type: 'map_pin_clicked', audience: 'visitor', data: '{}' };
    await world.db
      .insertInto('events')
      .values({
        ...opening,
        received_at: world.clock.now(),
        location_id: placeId,
        partner_id,
        listing_id: await world.aListing(),
      })
      .execute();
  }
  world.clock.advance(days * 86_400);
  admin = await world.aUser({ role: 'admin' });
  if (days) await rollUpClosedHours(world.db, world.clock.now());
  const elsewhere = await world.aPlace();
  await world.db.updateTable('qr_codes').set({ location_id: elsewhere }).where('code', '=', code).execute();
  for (const partner of [other, null])
    expect(await give(placeId, partner)).toMatchObject(kept('what guests did there was counted for it'));
});

test('what a partner put in order and hid goes with it', async () => {
  const { owner, organisation } = await aPartner(world);
  const { organisation: other } = await aPartner(world);
  const listings = [await world.aListing(), await world.aListing()];
  const place = await world.aPlace({ partner_id: owner.id, listings });
  const address = `/api/partner-portal/places/${place}`;
  const { version } = (await world.call(`GET ${address}`, { cookie: owner.cookie })).body;
  const body = { version, listings: listings.toReversed().map((id, at) => ({ id, is_hidden: at === 0 })) };
  const arranged = await world.call(`PUT ${address}/listings`, { cookie: owner.cookie, body });
  expect(arranged.status, arranged.raw).toBeLessThan(300);
  const list = async () => {
    const { arranged_at, listings } = (await send(`GET /api/admin/locations/${place}/list`)).body;
    const hidden = listings.filter((one: { hidden_by_partner: boolean }) => one.hidden_by_partner).length;
    return { isArranged: arranged_at !== null, hidden };
  };
  expect(await list()).toEqual({ isArranged: true, hidden: 1 });
  expect((await give(place, organisation)).status).toBe(200);
  expect(await list()).toEqual({ isArranged: true, hidden: 1 });
  expect((await give(place, other)).status).toBe(200);
  expect(await list()).toEqual({ isArranged: false, hidden: 0 });
});

test('a partner without room for the codes of a place is not given it', async () => {
  const { organisation } = await aPartner(world);
  const free = await world.aPlace({ partner_id: null });
  await world.aCode({ location_id: free });
  const allow = (qr_codes_limit: number) =>
    world.db.updateTable('organisations').set({ qr_codes_limit }).where('id', '=', organisation).execute();
  await allow(1);
  const refused = await give(free, organisation);
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request', fields: [{ path: 'body.partner' }] } });
  expect(refused.body.error).toContain('has room for 0 further codes, of 1');
  await allow(2);
  expect((await give(free, organisation)).status).toBe(200);
});
