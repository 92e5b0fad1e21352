import { expect, test } from 'vitest';
import { builtWeb, navigation, openPage } from '../../../tests/page-apps.ts';
import { createWorld } from '../../../tests/world.ts';

test('pages of places, other pages, files and what there is not are measured under a name each', async () => {
  const world = await createWorld({ webFolder: builtWeb });
  const { code, locationId } = await world.aCode();
  expect((await openPage(world.app, `/location/${locationId}?qr=${code}`)).status).toBe(200);
  for (let time = 0; time < 2; time++) await openPage(world.app, `/location/${locationId}`);
  expect((await openPage(world.app, '/explore')).status).toBe(200);
  expect((await openPage(world.app, '/nobody/knows/this?secret=abc')).status).toBe(404);
  expect((await openPage(world.app, '/location/999999')).status).toBe(404);
  expect((await world.app.inject({ url: '/manifest.webmanifest', headers: navigation })).statusCode).toBe(200);
  expect((await world.app.inject({ url: '/icon.svg' })).statusCode).toBe(200);
  const { body } = await world.call('GET /api/analytics/performance', await world.aUser({ role: 'admin' }));
  const told = body.endpoints.map(({ endpoint, requests }: { endpoint: string; requests: number }) => [
    endpoint,
    requests,
  ]);
  expect(Object.fromEntries(told)).toEqual({ 'page /location/{id}': 3, page: 1, unknown: 2, files: 2 });
  await world.close();
});
