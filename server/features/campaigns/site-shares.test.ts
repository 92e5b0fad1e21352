import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  type Advertiser,
  aCampaign,
  aGuest,
  anAdvertiser,
  countedOf,
  someLists,
  sponsoredIn,
  step,
  tell,
  turnsOf,
} from '../../../tests/campaigns-scene.ts';
import { anotherApp } from '../../../tests/page-apps.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { RateLimits } from '../../platform/limits/rate-limits.ts';

const day = '2026-11-23';
const days = { first_day: day, last_day: day };
const byTheClick = { pricing: 'click', budget: 500, click_price: 1, most_impressions: null };
let world: World;
/** A place with one slot. */
let place: number;
let [mine, theirs]: Advertiser[] = [];
beforeAll(async () => {
  world = await createWorld({ environment: { TRUST_PROXY: '1' } });
  place = await someLists(world);
  moveTo('00:05');
});
beforeEach(async () => {
  [mine, theirs] = [await anAdvertiser(world), await anAdvertiser(world)];
});
afterAll(() => world.close());

const moveTo = (time: string) =>
  world.clock.advance((Date.parse(`${day}T${time}:00-10:00`) - world.clock.now().getTime()) / 1_000);
const end = (whose: Advertiser | undefined, id: string) => step(world, whose!.user, id, 'end');
const from = (address: string) => ({ 'x-forwarded-for': address });

test('of paid clicks, too, one site has no more than is due; what is refused of them is nothing beyond', async () => {
  // $100 a day, of $1.50 each: 66, of which half an hour's, and half of that, are due.
  const given = { ...byTheClick, budget: 3_000, click_price: 1.5, last_day: '2026-12-22', places: [place] };
  const id = await aCampaign(world, mine!, { ...given, first_day: day });
  const list = `location/${place}`;
  const both = [undefined, 'sponsored_click'].map((type) => ({ campaign: id, list, ...(type && { type }) }));
  for (let told = 0; told < 10; told++) await tell(world, await aGuest(world), both, from('203.0.113.5'));
  expect(await countedOf(world, id)).toMatchObject({ impressions: 10, clicks: 2, days: { beyond: 0 } });
  await end(mine, id);
});

test('what is told too often of one campaign takes nothing from the others of its site', async () => {
  const [much, little] = [
    await aCampaign(world, mine!, { ...days, most_impressions: 40, budget: 1, places: [place] }),
    await aCampaign(world, theirs!, { ...days, places: [place] }),
  ];
  const list = `location/${place}`;
  const address = '203.0.113.8';
  const { db } = world;
  const ofSite = async () => {
    const counters = db.selectFrom('rate_counters').select('spent').where('limit_name', '=', 'sponsored-impressions');
    return (await counters.execute()).reduce((sum, { spent }) => sum + Number(spent), 0);
  };
  const before = await ofSite();
  for (let told = 0; told < 9; told++)
    await tell(world, await aGuest(world), [{ campaign: much, list }], from(address));
  await tell(world, await aGuest(world), [{ campaign: little, list }], from(address));
  expect(await countedOf(world, much)).toMatchObject({ impressions: 1 });
  expect(await countedOf(world, little)).toMatchObject({ impressions: 1 });
  // A process takes so many of the hour's at once.
  expect((await ofSite()) - before).toBe(60);
  await end(mine, much);
  await end(theirs, little);
});

test('a visit that began with a sign-in, and has scanned nothing, is shown none and counts nowhere; nor is a partner', async () => {
  const { db } = world;
  const id = await aCampaign(world, mine!, { ...days, places: [place] });
  const ask = async (cookie: string) => {
    world.clock.advance(11);
    return (await world.call(`GET /api/sponsored?location=${place}`, { cookie })).body.length;
  };
  const signedIn = async (role: 'traveler' | 'partner' = 'traveler') => {
    const [{ id: user_id, cookie }, visit] = [await world.aUser({ role }), await aGuest(world)];
    const newest = db.selectFrom('visits').select('id').orderBy('id', 'desc').limit(1);
    await db.updateTable('visits').set({ user_id }).where('id', '=', newest).execute();
    return `${cookie}; ${visit}`;
  };
  const traveler = await signedIn();
  expect(await ask(traveler)).toBe(0);
  await tell(world, traveler, [{ campaign: id, list: `location/${place}` }]);
  expect((await countedOf(world, id)).impressions).toBe(0);
  const { code } = await world.aCode();
  const partner = await signedIn('partner');
  for (const cookie of [traveler, partner])
    expect((await world.call('POST /api/qr/scan', { cookie, body: { qr_code_id: code } })).status).toBe(200);
  expect([await ask(traveler), await ask(partner)]).toEqual([1, 0]);
  await tell(world, traveler, [{ campaign: id, list: `location/${place}` }]);
  expect((await countedOf(world, id)).impressions).toBe(1);
  await end(mine, id);
});

test.each([
  ['what was shown for a fee stands for no clicks', {}, true],
  ['what runs long, and was changed long ago, is remembered', byTheClick, false],
])('%s', async (_, terms, isEarned) => {
  const first = await aCampaign(world, mine!, { ...days, last_day: '2026-12-20', ...terms });
  const longAgo = { impressions: 4_000, updated_at: new Date('2026-08-01T00:00Z') };
  await world.db.updateTable('campaigns').set(longAgo).where('id', '=', first).execute();
  if (isEarned) await step(world, mine!.user, first, 'pause');
  const next = await aCampaign(world, mine!, { ...days, ...byTheClick, places: [place] });
  const other = await aCampaign(world, theirs!, { ...days, places: [place] });
  const turns = await turnsOf(world, next, place);
  if (isEarned) expect(turns).toBe(30);
  else expect(turns).toBeLessThan(16);
  for (const id of [first, next]) await end(mine, id);
  await end(theirs, other);
});

test('of a list with three slots each advertiser has one before any has a second, however many listings it has', async () => {
  const listings = await Promise.all(Array.from({ length: 12 }, () => world.aListing()));
  const long = await world.aPlace({ listings });
  const own = { ...days, places: [long] };
  const many: string[] = [];
  for (let n = 0; n < 3; n++) {
    const listing = await world.aListing({ organisation_id: mine!.organisation });
    many.push(await aCampaign(world, { ...mine!, listing }, own));
  }
  const one = await aCampaign(world, theirs!, own);
  for (let minute = 0; minute < 10; minute++) {
    world.clock.advance(60);
    const shown = (await sponsoredIn(world, long)).map(({ campaign_id }) => campaign_id);
    expect([shown.length, shown.slice(0, 2).includes(one)]).toEqual([3, true]);
    expect(shown.filter((id) => many.includes(id))).toHaveLength(2);
  }
  for (const id of many) await end(mine, id);
  await end(theirs, one);
});

test('where nothing of a site counts for an hour, none of a campaign’s share of it is taken, and it is shown there', async () => {
  moveTo('11:30');
  mine = await anAdvertiser(world);
  const id = await aCampaign(world, mine, { ...days, most_impressions: 40, budget: 1, places: [place] });
  const ship = '203.0.113.77';
  const list = `location/${place}`;
  await tell(world, await aGuest(world), [{ campaign: id, list }], from(ship));
  const { db } = world;
  const hour = db.updateTable('rate_counters').set({ spent: 3_000 }).where('limit_name', '=', 'sponsored-impressions');
  await hour.execute();
  // What a process holds of it is gone with the process.
  const app = await anotherApp(world, { pageCacheBytes: 0 });
  for (let told = 0; told < 20; told++) {
    const events = [{ event_type: 'listing_impression', event_data: { campaign: id, list } }];
    const payload = { events };
    const headers = { cookie: await aGuest(world), ...from(ship), origin: 'http://localhost:3000' };
    await app.inject({ method: 'POST', url: '/api/analytics/events', payload, headers });
  }
  await app.close();
  expect(await countedOf(world, id)).toMatchObject({ impressions: 1 });
  world.clock.advance(4_500);
  let shown = 0;
  for (let minute = 0; minute < 10; minute++, world.clock.advance(60))
    if ((await sponsoredIn(world, place, from(ship)))[0]?.campaign_id === id) shown += 1;
  expect(shown).toBe(10);
  await end(mine, id);
});

test('what is shown for nothing has a slot beside payers as rarely where there are several, and what they leave', async () => {
  const listings = await Promise.all(Array.from({ length: 12 }, () => world.aListing()));
  const long = await world.aPlace({ listings });
  [mine, theirs] = [await anAdvertiser(world), await anAdvertiser(world)];
  const own = { ...days, places: [long] };
  const paid: string[] = [];
  for (let n = 0; n < 3; n++) {
    const listing = await world.aListing({ organisation_id: mine.organisation });
    paid.push(await aCampaign(world, { ...mine, listing }, own));
  }
  const free = await aCampaign(world, theirs, { ...own, ...byTheClick });
  const timesFree = async () => {
    let times = 0;
    for (let minute = 0; minute < 60; minute++) {
      world.clock.advance(60);
      const shown = (await sponsoredIn(world, long)).map(({ campaign_id }) => campaign_id);
      if (shown.includes(free)) times += 1;
    }
    return times;
  };
  expect(await timesFree()).toBe(60);
  await world.db.updateTable('campaigns').set({ impressions: 60 }).where('id', '=', free).execute();
  const times = await timesFree();
  expect(times).toBeLessThan(16);
  await end(mine, paid.pop()!);
  // Two payers leave the third slot.
  expect(await timesFree()).toBe(60);
  for (const id of paid) await end(mine, id);
  await end(theirs, free);
});

test('views that nobody pays for take nothing of the hour of a site', async () => {
  [mine] = [await anAdvertiser(world)];
  const id = await aCampaign(world, mine!, { ...days, ...byTheClick, places: [place] });
  const spent = async () => {
    const counters = world.db.selectFrom('rate_counters').select('spent');
    const rows = await counters.where('limit_name', '=', 'sponsored-impressions').execute();
    return rows.reduce((sum, row) => sum + Number(row.spent), 0);
  };
  const before = await spent();
  for (let told = 0; told < 5; told++)
    await tell(world, await aGuest(world), [{ campaign: id, list: `location/${place}` }], from('203.0.113.200'));
  expect((await countedOf(world, id)).impressions).toBe(5);
  expect(await spent()).toBe(before);
  await end(mine, id);
});

test('a network that can tell nothing more of what it sees is shown none, whoever used it up', async () => {
  [mine, theirs] = [await anAdvertiser(world), await anAdvertiser(world)];
  const small = await aCampaign(world, mine, { ...days, most_impressions: 3, budget: 1, places: [place] });
  const large = await aCampaign(world, theirs, { ...days, places: [place] });
  const hotel = '203.0.113.91';
  world.clock.advance(7_200);
  expect(await sponsoredIn(world, place, from(hotel))).toHaveLength(1);
  const names = { experience_name: 'ʻ'.repeat(200), listing_name: 'ʻ'.repeat(200) };
  const junk = (count: number) => ({
    events: Array.from({ length: count }, () => ({ event_type: 'map_pin_clicked', event_data: names })),
  });
  let calls = 0;
  for (const count of [100, 10, 1])
    for (; ; calls++) {
      const body = junk(count);
      const { status } = await world.call('POST /api/analytics/events', { body, headers: from(hotel) });
      if (status === 429) break;
      expect(status).toBe(202);
    }
  expect(calls).toBeGreaterThan(40);
  for (let view = 0; view < 5; view++) {
    world.clock.advance(60);
    expect(await sponsoredIn(world, place, from(hotel))).toEqual([]);
  }
  expect(await sponsoredIn(world, place, from('203.0.113.92'))).toHaveLength(1);
  world.clock.advance(3_600);
  expect(await sponsoredIn(world, place, from(hotel))).toHaveLength(1);
  await end(mine, small);
  await end(theirs, large);
});

test('of a visit that several calls tell of at once one share is spent', async () => {
  const id = await aCampaign(world, mine!, { ...days, most_impressions: 400, budget: 4, places: [place] });
  const [address, list] = ['203.0.113.93', `location/${place}`];
  const apps = [world.app, await anotherApp(world, { pageCacheBytes: 0 })];
  const { db } = world;
  await db.deleteFrom('rate_counters').where('limit_name', '=', 'sponsored-campaign-impressions').execute();
  const payload = { events: [{ event_type: 'listing_impression', event_data: { campaign: id, list } }] };
  for (let told = 0; told < 20; told++) {
    const headers = { cookie: await aGuest(world), ...from(address), origin: 'http://localhost:3000' };
    const calls = apps.map((app) =>
      app.inject({ method: 'POST', url: '/api/analytics/events', payload, headers: { ...headers } }),
    );
    expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual([202, 202]);
  }
  await apps[1]!.close();
  expect((await countedOf(world, id)).impressions).toBe(20);
  const counters = db.selectFrom('rate_counters').select('spent');
  const shares = await counters.where('limit_name', '=', 'sponsored-campaign-impressions').execute();
  expect(shares.map(({ spent }) => Number(spent))).toEqual([20]);
  await end(mine, id);
});

test('whether the hour of a site is over is asked once for all that is told at once', async () => {
  [mine] = [await anAdvertiser(world)];
  const ids: string[] = [];
  for (let n = 0; n < 10; n++) ids.push(await aCampaign(world, mine, { ...days, places: [place] }));
  const list = `location/${place}`;
  const ship = '203.0.113.94';
  await tell(world, await aGuest(world), [{ campaign: ids[0]!, list }], from(ship));
  const ofHour = world.db.updateTable('rate_counters').set({ spent: 3_000 });
  await ofHour.where('limit_name', '=', 'sponsored-impressions').execute();
  const app = await anotherApp(world, { pageCacheBytes: 0 });
  const asked = vi.spyOn(RateLimits.prototype, 'spentOf');
  const events = ids.map((campaign) => ({ event_type: 'listing_impression', event_data: { campaign, list } }));
  const headers = { cookie: await aGuest(world), ...from(ship), origin: 'http://localhost:3000' };
  await app.inject({ method: 'POST', url: '/api/analytics/events', payload: { events }, headers });
  expect(
    asked.mock.calls.flatMap(([spends]) => spends.filter(({ limit }) => limit === 'sponsored-impressions')),
  ).toHaveLength(1);
  asked.mockRestore();
  await app.close();
  for (const id of ids) await end(mine, id);
});

test('what payers leave of several slots is each advertiser’s once before it is anybody’s twice', async () => {
  const listings = await Promise.all(Array.from({ length: 12 }, () => world.aListing()));
  const long = await world.aPlace({ listings });
  [mine, theirs] = [await anAdvertiser(world), await anAdvertiser(world)];
  const own = { ...days, ...byTheClick, places: [long] };
  const many: string[] = [];
  for (let n = 0; n < 5; n++) {
    const listing = await world.aListing({ organisation_id: mine.organisation });
    many.push(await aCampaign(world, { ...mine, listing }, own));
  }
  const one = await aCampaign(world, theirs, own);
  await world.db
    .updateTable('campaigns')
    .set({ impressions: 60 })
    .where('id', 'in', [...many, one])
    .execute();
  for (let minute = 0; minute < 10; minute++) {
    world.clock.advance(60);
    const shown = (await sponsoredIn(world, long)).map(({ campaign_id }) => campaign_id);
    expect([shown.length, shown.includes(one)]).toEqual([3, true]);
  }
  for (const id of many) await end(mine, id);
  await end(theirs, one);
});

test('a click of a visit whose impression is refused spends nothing, however often it is told', async () => {
  mine = await anAdvertiser(world);
  const terms = { ...byTheClick, budget: 3, click_price: 1, most_impressions: 2 };
  const id = await aCampaign(world, mine, { ...days, ...terms, places: [place] });
  const [address, list] = ['203.0.113.95', `location/${place}`];
  const both = [undefined, 'sponsored_click'].map((type) => ({ campaign: id, list, ...(type && { type }) }));
  await tell(world, await aGuest(world), both.slice(0, 1), from(address));
  const spent = async () => {
    const counters = world.db.selectFrom('rate_counters').select(['limit_name', 'spent']);
    const rows = await counters.where('limit_name', 'in', ['sponsored-clicks', 'sponsored-paid-clicks']).execute();
    return rows.reduce((sum, row) => sum + Number(row.spent), 0);
  };
  const before = await spent();
  const late = await aGuest(world);
  for (let told = 0; told < 3; told++) await tell(world, late, both, from(address));
  expect((await countedOf(world, id)).clicks).toBe(0);
  expect(await spent()).toBe(before);
  await end(mine, id);
});

test('where it cannot be read whether a network can tell, that is asked for as rarely', async () => {
  mine = await anAdvertiser(world);
  const id = await aCampaign(world, mine, { ...days, places: [place] });
  const app = await anotherApp(world, { pageCacheBytes: 0 });
  const asked = vi.spyOn(RateLimits.prototype, 'spentOf').mockRejectedValue(new Error('away'));
  for (let view = 0; view < 5; view++) {
    const headers = { cookie: await aGuest(world), ...from('203.0.113.96') };
    expect((await app.inject({ url: `/api/sponsored?location=${place}`, headers })).json()).toHaveLength(1);
  }
  expect(asked).toHaveBeenCalledTimes(1);
  asked.mockRestore();
  await app.close();
  await end(mine, id);
});
