import { afterAll, beforeAll, expect, test } from 'vitest';
import { scan } from '../../../tests/held-scene.ts';
import { aPartner } from '../../../tests/partner-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { rollUpClosedHours } from '../analytics/analytics.ts';
import { defaultLocationId } from '../scanning/scanning.ts';

let world: World;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());

const send = (request: `${string} ${string}`, body?: object) =>
  world.call(request, { cookie: admin.cookie, ...(body && { body }) });
const counts = async () => (await send('GET /api/admin/locations')).body.counts;

test('places are counted by what they lack, and deleted ones apart', async () => {
  const before = await counts();
  const { organisation } = await aPartner(world);
  const had = await counts();
  expect(had).toEqual({ ...before, places: before.places + 1 });
  const made = (await send('POST /api/admin/locations', { name: 'Nobody Knows Where' })).body;
  const [places, unplaced] = [had.places + 1, had.without_coordinates + 1];
  const lone = { ...had, places, without_coordinates: unplaced, without_partner: had.without_partner + 1 };
  expect(await counts()).toEqual(lone);
  const content = { name: made.name, description: '', address: '', latitude: null, longitude: null };
  await send(`PUT /api/admin/locations/${made.id}`, { ...content, partner: organisation, replaces: made.version });
  expect(await counts()).toEqual({ ...had, places, without_coordinates: unplaced });
  await send(`DELETE /api/admin/locations/${made.id}`);
  expect(await counts()).toEqual({ ...had, deleted: had.deleted + 1 });
});

test('a deleted place is found by nobody, and has no list', async () => {
  const { id } = (await send('POST /api/admin/locations', { name: 'Qq Forgotten' })).body;
  const found = async () => {
    const palette = (await send('GET /api/admin/find?search=Qq%20Forgotten')).raw.includes('Qq Forgotten');
    return [palette, (await send('GET /api/admin/location-lists?search=Qq%20Forgotten')).body.total];
  };
  const list = await send(`GET /api/admin/locations/${id}/list`);
  expect([await found(), list.status]).toEqual([[true, 1], 200]);
  expect((await send(`DELETE /api/admin/locations/${id}`)).status).toBe(200);
  expect(await found()).toEqual([false, 0]);
  const body = { replaces: list.body.version, listings: [{ id: await world.aListing() }] };
  expect((await send(`GET /api/admin/locations/${id}/list`)).status).toBe(404);
  expect((await send(`PUT /api/admin/locations/${id}/list`, body)).status).toBe(404);
});

test('a place that was scanned long ago, and one that stands in for others, are not deleted', async () => {
  const { code, placeId } = await aPartner(world);
  await scan(world, await world.aUser(), code);
  world.clock.advance(3 * 86_400);
  admin = await world.aUser({ role: 'admin' });
  await rollUpClosedHours(world.db, world.clock.now());
  const elsewhere = await world.aPlace();
  await world.db.updateTable('qr_codes').set({ location_id: elsewhere }).where('code', '=', code).execute();
  const refused = (why: string) => ({
    ...{ status: 409, body: { code: 'location_in_use', error: expect.stringContaining(why) } },
  });
  expect(await send(`DELETE /api/admin/locations/${placeId}`)).toMatchObject(refused('has been scanned'));
  // The first place of all; nothing leads there, and nobody has been there.
  await world.db
    .updateTable('qr_codes')
    .set({ location_id: elsewhere })
    .where('location_id', '=', defaultLocationId)
    .execute();
  expect(await send(`DELETE /api/admin/locations/${defaultLocationId}`)).toMatchObject(refused('no place of its own'));
});
