import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const get = async (path: string, cookie?: string) => await world.call(`GET /api/business-listings${path}`, { cookie });

test('one listing is what the list shows of it, for each who asks', async () => {
  const id = await world.aListing({ name: 'Alone' });
  const hidden = await world.aListing({ is_active: false });
  expect((await get(`/${id}`)).body).toMatchObject({ id, name: 'Alone' });
  expect((await get(`/${id}`)).body.booking_url).not.toContain('ref=');
  expect((await get(`/${id}`, (await world.aUser()).cookie)).body.booking_url).toContain('ref=');
  expect((await get(`/${id}`, (await world.aUser({ role: 'admin' })).cookie)).body).toHaveProperty('commission_rate');
  for (const missing of [hidden, 2_000_000_000]) expect((await get(`/${missing}`)).status).toBe(404);
  expect((await get('/mapp')).status).toBe(400);
});

test('what is earned with a listing is told to administrators alone', async () => {
  const advertiser = await world.aUser({ role: 'advertiser' });
  const id = await world.aListing({ commission_rate: 0.17, advertiser_id: advertiser.id });
  const place = await world.aPlace({ listings: [id] });
  const shown = async (cookie?: string) =>
    await Promise.all([
      get(`/${id}`, cookie),
      get('?limit=100', cookie),
      world.call(`GET /api/locations/${place}`, { cookie }),
    ]);
  for (const role of ['traveler', 'partner', 'advertiser'] as const)
    for (const { raw } of await shown((await world.aUser({ role })).cookie))
      expect(raw, role).not.toMatch(/commission|0\.17|advertiser_id/);
  for (const { raw } of await shown()) expect(raw).not.toMatch(/commission|0\.17|advertiser_id/);
  for (const { raw } of await shown((await world.aUser({ role: 'admin' })).cookie))
    for (const told of ['"commission_rate":0.17', `"advertiser_id":"${advertiser.id}"`]) expect(raw).toContain(told);
});
