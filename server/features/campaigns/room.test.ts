import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCampaign, aLongPlace, anAdvertiser, aVisit, someLists, step, tell } from '../../../tests/campaigns-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await someLists(world);
});
afterAll(() => world.close());

const get = async (id: string, { cookie }: TestUser) => (await world.call(`GET /api/campaigns/${id}`, { cookie })).body;

test('that none of its lists can show it is said before it is started, of what stands in the editor and of a draft', async () => {
  const own = await anAdvertiser(world);
  const [short, long, gone] = [await world.aPlace({ listings: [] }), await aLongPlace(world), await aLongPlace(world)];
  await world.db.updateTable('locations').set({ deleted_at: world.clock.now() }).where('id', '=', gone).execute();
  const [shopping, tours] = ['categories=Shopping', `categories=${encodeURIComponent('Shopping,Activities & Tours')}`];
  const lacks = async (query: string, { cookie } = own.user) =>
    (await world.call(`GET /api/campaign-editor?listing=${own.listing}${query}`, { cookie })).body.lacks;
  const told = [
    ['', null],
    [`&places=${short}`, 'no_room'],
    [`&places=${short},${long}`, null],
    [`&places=${gone}`, 'no_place'],
    [`&${shopping}`, 'no_place'],
    [`&${tours}`, null],
    [`&places=${short}&${shopping}`, 'no_room'],
  ] as const;
  for (const [query, expected] of told) expect([query, await lacks(query)]).toEqual([query, expected]);
  expect((await world.call('GET /api/campaign-editor', { cookie: own.user.cookie })).body.lacks).toBeNull();
  const neverIn = async (query: string) =>
    (await world.call(`GET /api/campaign-editor?listing=${own.listing}${query}`, { cookie: own.user.cookie })).body
      .never_in;
  expect([await neverIn(`&${tours}`), await neverIn(`&places=${long}`)]).toEqual([['Shopping'], []]);
  const odd = await world.call('GET /api/campaign-editor?places=1,a', { cookie: own.user.cookie });
  expect([odd.status, odd.body.code]).toEqual([400, 'invalid_request']);

  const id = await aCampaign(world, own, { places: [short], isDraft: true });
  const draft = async () => {
    const { lacks, waits } = await get(id, own.user);
    return { lacks, waits };
  };
  expect(await draft()).toEqual({ lacks: 'no_room', waits: null });
  await step(world, own.user, id, 'start');
  expect(await draft()).toEqual({ lacks: 'no_room', waits: 'no_room' });
  await step(world, own.user, id, 'end');
  expect(await draft()).toEqual({ lacks: null, waits: null });
  const both = { places: [long], categories: ['Shopping', 'Activities & Tours'], isDraft: true };
  expect(await get(await aCampaign(world, own, both), own.user)).toMatchObject({ lacks: null, never_in: ['Shopping'] });
});

test('of two campaigns of one listing for the same list each says with which it takes turns, and how often both were shown today', async () => {
  const own = await anAdvertiser(world);
  const [one, other] = [await aLongPlace(world), await aLongPlace(world)];
  const { code } = await world.aCode({ location_id: one });
  const ids = [
    await aCampaign(world, own, { name: 'Here', places: [one] }),
    await aCampaign(world, own, { name: 'Everywhere' }),
    await aCampaign(world, own, { name: 'There', places: [other] }),
  ];
  const turns = async (at: number) => {
    const { today, turns_with } = await get(ids[at]!, own.user);
    return [today, turns_with];
  };
  const [here, everywhere, there] = ids.map((id, at) => ({ id, name: ['Here', 'Everywhere', 'There'][at], today: 0 }));
  expect(await turns(0)).toEqual([0, [everywhere]]);
  expect(await turns(1)).toEqual([0, [here, there]]);
  expect(await turns(2)).toEqual([0, [everywhere]]);
  await tell(world, await aVisit(world, code), [{ campaign: ids[0]!, list: `location/${one}` }]);
  expect(await turns(0)).toEqual([1, [everywhere]]);
  expect(await turns(1)).toEqual([0, [{ ...here, today: 1 }, there]]);
  // Neither one that is not shown now, nor one for others, nor another advertiser's or listing's.
  const listing = await world.aListing({ organisation_id: own.organisation });
  await aCampaign(world, { ...own, listing });
  await aCampaign(world, own, { name: 'At night', time_from: '22:00', time_until: '04:00' });
  await aCampaign(world, own, { name: 'Draft', isDraft: true });
  const japanese = await aCampaign(world, own, { name: 'Japanese', places: [one], languages: ['ja'] });
  expect((await turns(0))[1]).toEqual([everywhere, { id: japanese, name: 'Japanese', today: 0 }]);
  const english = await aCampaign(world, own, { name: 'English', places: [one], languages: ['en'] });
  const { turns_with } = await get(japanese, own.user);
  expect(turns_with.map(({ name }: { name: string }) => name)).toEqual(['Everywhere', 'Here']);
  await step(world, own.user, english, 'end');
  await step(world, own.user, japanese, 'end');
  await step(world, own.user, ids[1]!, 'pause');
  expect(await turns(0)).toEqual([1, []]);
  expect((await get(ids[1]!, own.user)).turns_with).toEqual([]);
  // The list of another category shows neither of two that name it.
  const stray = await aCampaign(world, own, { name: 'Stray', places: [other], categories: ['Shopping'] });
  const meant = await aCampaign(world, own, { name: 'Meant', categories: ['Activities & Tours'] });
  expect((await get(meant, own.user)).turns_with).toEqual([]);
  for (const id of [stray, meant, ids[0]!, ids[2]!]) await step(world, own.user, id, 'end');
});
