import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anotherApp, builtWeb, openPage } from '../../../tests/page-apps.ts';
import { aPartner } from '../../../tests/partner-scene.ts';
import { createWorld, type World } from '../../../tests/world.ts';

let world: World;
let other: FastifyInstance;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' }, webFolder: builtWeb });
  other = await anotherApp(world);
});
afterAll(async () => {
  await other.close();
  await world.close();
});

/** The listings of a place on the pages that guests are sent, by either process; each is kept from then on. */
async function pagesOf(place: number): Promise<string[][]> {
  const pages = await Promise.all([world.app, other].map((app) => openPage(app, `/location/${place}`)));
  return pages.map(({ html }) => [...html.matchAll(/data-listing="(\d+)"/g)].map(([, id]) => id!));
}

test('a page that is kept for guests shows a new order, what is hidden and what is approved with the next request, in every process', async () => {
  const listings = [await world.aListing(), await world.aListing(), await world.aListing()];
  const [first, second, third] = listings as [number, number, number];
  const { owner, placeId } = await aPartner(world, { name: 'Hale Kai', listings });
  const both = (...ids: number[]) => [ids.map(String), ids.map(String)];
  expect(await pagesOf(placeId)).toEqual(both(first, second, third));
  expect(await pagesOf(placeId)).toEqual(both(first, second, third));

  const { cookie } = owner;
  const { version } = (await world.call(`GET /api/partner-portal/places/${placeId}`, { cookie })).body;
  const marks = [third, first, second].map((id) => ({ id, is_hidden: id === first }));
  const body = { version, listings: marks };
  expect((await world.call(`PUT /api/partner-portal/places/${placeId}/listings`, { cookie, body })).status).toBe(200);
  expect(await pagesOf(placeId)).toEqual(both(third, second));

  const proposed = await world.call(`POST /api/partner-portal/places/${placeId}/proposals`, {
    ...{ cookie, body: { name: 'Hale Kai by the sea' } },
  });
  const namesOf = async () =>
    (await Promise.all([world.app, other].map((app) => openPage(app, `/location/${placeId}`)))).map(
      ({ html }) => html.match(/<h1[^>]*>([^<]*)/)?.[1],
    );
  expect(await namesOf()).toEqual(['Hale Kai', 'Hale Kai']);
  const admin = await world.aUser({ role: 'admin' });
  const approve = `POST /api/admin/place-proposals/${proposed.body.id}/approve` as const;
  expect((await world.call(approve, { cookie: admin.cookie })).status).toBe(200);
  expect(await namesOf()).toEqual(['Hale Kai by the sea', 'Hale Kai by the sea']);
});
