import { afterAll, beforeAll, expect, test } from 'vitest';
import { deviceCookie } from '../../server/platform/limits/known-device.ts';
import { builtWeb, navigation } from '../page-apps.ts';
import { createWorld, type World } from '../world.ts';
import { from } from './two-processes.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ webFolder: builtWeb, environment: { TRUST_PROXY: '1' } });
});
afterAll(() => world.close());

test("a guest's searches that wait to be rendered keep no neighbour behind the same address from scanning", async () => {
  const [hotel, elsewhere] = ['203.0.113.1', '203.0.113.2'];
  const open = (url: string, network: string) =>
    world.app.inject({ method: 'GET', url, headers: { ...navigation, ...from(network) } });
  const { code, locationId } = await world.aCode();
  await open(`/location/${locationId}`, hotel);
  let rendered = 0;
  const searches = Array.from({ length: 48 }, (_, at) =>
    open(`/explore?search=new${at}`, hotel).then(() => {
      rendered += 1;
    }),
  );
  // While others ask as well, the hotel's share is small.
  await open(`/location/${locationId}`, elsewhere);
  const scan = await world.call('POST /api/qr/scan', { body: { qr_code_id: code }, headers: from(hotel) });
  expect(scan.status).toBe(200);
  expect(rendered).toBeLessThan(40);
  await Promise.all(searches);
});

test("guests' searches that fill a site's queue leave room for those who have signed in there", async () => {
  const hotel = '203.0.113.3';
  const open = async (url: string, cookie?: string) => {
    const headers = { ...navigation, ...from(hotel), ...(cookie && { cookie }) };
    return (await world.app.inject({ method: 'GET', url, headers })).statusCode;
  };
  const { cookie } = await world.aUser();
  const device = `device=${deviceCookie(world.settings, undefined, 'maya@example.com')}`;
  const { locationId } = await world.aCode();
  const searches = Array.from({ length: 120 }, (_, at) => open(`/explore?search=full${at}`));
  const known = [open('/bookings', cookie), open(`/location/${locationId}?x=1`, device)];
  expect(await Promise.all(known)).toEqual([200, 200]);
  expect(await Promise.all(searches)).toContain(503);
});
