import { afterAll, beforeAll, expect, test } from 'vitest';
import { clockOf } from '../contract/list-rules.ts';
import { lotOf } from '../server/features/campaigns/ranking.ts';
import { startWork } from './at-work.ts';
import {
  type Advertiser,
  aCampaign,
  aGuest,
  anAdvertiser,
  aVisit,
  countedOf,
  sponsoredIn,
  step,
  tell,
} from './campaigns-scene.ts';
import { anotherApp, builtWeb, openPage } from './page-apps.ts';
import { permutations } from './permutations.ts';
import { createWorld, type TestUser, type World } from './world.ts';

let world: World;
let advertisers: Advertiser[];
let listings: number[];
let place: number;
let traveler: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' }, webFolder: builtWeb });
  advertisers = [await anAdvertiser(world), await anAdvertiser(world), await anAdvertiser(world)];
  // Of each kind some that could be ranked otherwise: rated, featured, found by a word, alike but for who pays. Lists of Explore begin with
  // others, so that they may be sponsored there.
  listings = advertisers.map(({ listing }) => listing);
  const last = { name: 'Zori weaving', category: 'Shopping' };
  await world.db.updateTable('listings').set(last).where('id', 'in', listings).execute();
  for (const rating of [5, 3.2, null])
    listings.push(await world.aListing({ name: 'Reef walk', rating, is_featured: rating === 5, category: 'Shopping' }));
  for (let n = 0; n < 24; n++) listings.push(await world.aListing({ name: `Reef walk ${n}`, category: 'Shopping' }));
  place = await world.aPlace({ listings: listings.slice(3, 15) });
  traveler = await world.aUser();
}, 60_000);
afterAll(() => world.close());

/** What guests are told in an order: the answers byte for byte. */
const asked = () => [
  ...[
    `/api/locations/${place}`,
    '/api/business-listings?limit=24',
    '/api/business-listings?limit=24&category=Shopping',
  ],
  ...['/api/business-listings?search=reef', '/api/business-listings?featured=true', '/api/business-listings/summary'],
  '/api/business-listings/map',
];

/** What is suggested after a booking; of its links what is another each time is cut out. */
async function suggested(booked = listings.at(-1)!): Promise<string> {
  const body = { completed_booking: { business_listing_id: booked } };
  const reply = await world.call('POST /api/platform-ai/recommendations', { cookie: traveler.cookie, body });
  expect(reply.body.recommendations).toHaveLength(5);
  return reply.raw.replaceAll(/ref=[0-9a-z]{32}/g, '');
}

/** A page without what is sponsored in it: its document, in which data and cards of campaigns are cut out. */
const withoutSponsored = (html: string) =>
  html
    .replaceAll(/<li data-sponsored="">[\s\S]*?<\/article><\/li>/g, '')
    .replaceAll(/"sponsored":\[[\s\S]*?\](?=,"|\})/g, '"sponsored":[]');

/** All that is shown in an order, from answers that are kept, and from a server that has kept nothing. */
async function ordered() {
  world.clock.advance(11);
  const app = await anotherApp(world, { pageCacheBytes: 0 });
  try {
    const bodies = await Promise.all(asked().map(async (path) => (await world.call(`GET ${path}`)).raw));
    const again = await Promise.all(asked().map(async (url) => (await app.inject({ method: 'GET', url })).body));
    expect(again).toEqual(bodies);
    const pages = [];
    for (const path of [`/location/${place}`, '/explore', '/explore?category=Shopping'])
      pages.push((await openPage(app, path, { cookie: await aGuest(world) })).html);
    const cards = [...withoutSponsored(pages[0]!).matchAll(/id="experience-(\d+)"/g)].map(([, id]) => Number(id));
    const sponsored = pages.map((html) => [...html.matchAll(/data-campaign="([^"]+)"/g)].map(([, id]) => id!));
    return { organic: [...bodies, await suggested(), ...pages.map(withoutSponsored)], cards, sponsored };
  } finally {
    await app.close();
  }
}

test('whatever campaigns pay, and whatever commissions are, everything in an order is byte for byte the same', {
  timeout: 120_000,
}, async () => {
  const before = await ordered();
  expect(before.sponsored).toEqual([[], [], []]);
  const terms = [
    { budget: 5 },
    { budget: 1_000_000, most_impressions: 10 },
    { pricing: 'click', budget: 500, click_price: 500, most_impressions: null },
  ];
  for (const order of permutations(terms)) {
    const ids = await begin((at) => order[at]!);
    const now = await ordered();
    expect([now.organic, now.cards]).toEqual([before.organic, before.cards]);
    expect(now.cards).toEqual(listings.slice(3, 15));
    // They are shown all the while, each in a slot of its own, as the lots of the minute say.
    expect(now.sponsored).toEqual(Array(3).fill(inTurn(ids)));
    await end(ids);
  }
  const ids = await begin(() => ({}));
  for (const order of permutations([0.08, 0.12, 0.3])) {
    for (const [at, id] of listings.entries())
      await world.db
        .updateTable('listings')
        .set({ commission_rate: order[at % 3]! })
        .where('id', '=', id)
        .execute();
    const now = await ordered();
    expect([now.organic, now.cards]).toEqual([before.organic, before.cards]);
    expect(now.sponsored).toEqual(Array(3).fill(inTurn(ids)));
  }
  await end(ids);
});

/** Starts a campaign of each advertiser. @returns their ids */
async function begin(termsOf: (at: number) => object): Promise<string[]> {
  const ids = [];
  for (const [at, advertiser] of advertisers.entries()) ids.push(await aCampaign(world, advertiser, termsOf(at)));
  return ids;
}
/** The same in the order of the lots that their advertisers draw now. */
function inTurn(ids: readonly string[]): string[] {
  const drawn = new Map(ids.map((id, at) => [id, lotOf(advertisers[at]!.organisation, clockOf(world.clock.now()))]));
  return ids.toSorted((one, other) => drawn.get(other)! - drawn.get(one)!);
}
async function end(ids: readonly string[]): Promise<void> {
  for (const [at, id] of ids.entries()) await step(world, advertisers[at]!.user, id, 'end');
}

const byTheClick = { pricing: 'click', budget: 500, click_price: 1, most_impressions: null };
test.each([
  ['budgets', {}, 'budget_cents', [100, 50_000_000, 333]],
  ['prices of a click', byTheClick, 'click_cents', [1, 100, 50_000]],
] as const)('of campaigns that are equally far, who comes first hangs on no %s', async (_, terms, column, cents) => {
  const ids = await begin(() => terms);
  for (const order of permutations(cents)) {
    for (const [at, id] of ids.entries())
      await world.db
        .updateTable('campaigns')
        .set({ [column]: order[at]! })
        .where('id', '=', id)
        .execute();
    world.clock.advance(11);
    const body = await sponsoredIn(world, place);
    expect(body.map(({ campaign_id }) => campaign_id)).toEqual(inTurn(ids));
  }
  await end(ids);
});

test('what was delivered, paid and booked of campaigns changes no order either', { timeout: 120_000 }, async () => {
  const before = await ordered();
  const booked = listings.at(-1)!;
  const ids = await begin(() => byTheClick);
  const { code } = await world.aCode({ location_id: place });
  // Whoever follows a sponsored link and books there has booked both, and is no reason to suggest the one that pays.
  for (const [at, campaign] of ids.entries()) {
    const list = `location/${place}`;
    const cookie = await aVisit(world, code);
    await tell(world, cookie, [{ campaign, list }]);
    await tell(world, cookie, [{ campaign, list, type: 'sponsored_click' }]);
    expect(await countedOf(world, campaign)).toMatchObject({ impressions: 1, clicks: 1, charged_cents: 100 });
    await bookBoth([booked, listings[at]!]);
  }
  await world.db
    .updateTable('campaigns')
    .set({ impressions: 9_999, clicks: 400, charged_cents: 40_000 })
    .where('id', '=', ids[0]!)
    .execute();
  const now = await ordered();
  expect([now.organic, now.cards]).toEqual([before.organic, before.cards]);
  await end(ids);
  // The same without a campaign is a reason.
  await aVisit(world, code);
  await bookBoth([booked, listings[3]!]);
  expect(await suggested()).not.toBe(before.organic[asked().length]);
});

test('nor does what was followed beyond what is paid for: of a budget that is used up, unseen, or of a campaign that has ended', async () => {
  const booked = listings.at(-2)!;
  const before = await suggested(booked);
  const ids = await begin(() => byTheClick);
  const { code } = await world.aCode({ location_id: place });
  const follow = async (campaign: string) => {
    const list = `location/${place}`;
    const cookie = await aVisit(world, code);
    await tell(world, cookie, [{ campaign, list }]);
    await tell(world, cookie, [{ campaign, list, type: 'sponsored_click' }]);
  };
  const [usedUp, unseen, ended] = ids as [string, string, string];
  await world.db.updateTable('campaigns').set({ charged_cents: 50_000 }).where('id', '=', usedUp).execute();
  await follow(usedUp);
  await bookBoth([booked, listings[0]!]);
  await tell(world, await aVisit(world, code), [{ campaign: unseen, list: 'explore', type: 'sponsored_click' }]);
  await bookBoth([booked, listings[1]!]);
  await step(world, advertisers[2]!.user, ended, 'end');
  await follow(ended);
  await bookBoth([booked, listings[2]!]);
  for (const id of ids)
    expect(await countedOf(world, id)).toMatchObject({ impressions: 0, clicks: 0, touches: { count: 0 }, ledger: 0 });
  expect(await suggested(booked)).toBe(before);
  // What was booked before takes no weight from it.
  const earlier = new Date(world.clock.now().getTime() - 1_200_000);
  const guest = await aVisit(world, code);
  await bookBoth([booked, listings[0]!], earlier);
  await tell(world, guest, [{ campaign: usedUp, list: 'explore', type: 'sponsored_click' }]);
  expect(await suggested(booked)).not.toBe(before);
  await step(world, advertisers[0]!.user, usedUp, 'end');
  await step(world, advertisers[1]!.user, unseen, 'end');
});

test('nor, from the next night on, what a process of the version before counted, which kept nothing of who follows', {
  timeout: 60_000,
}, async () => {
  const booked = listings.at(-3)!;
  const before = await suggested(booked);
  const [campaign, ...others] = await begin(() => byTheClick);
  const { code } = await world.aCode({ location_id: place });
  const cookie = await aVisit(world, code);
  for (const type of ['listing_impression', 'sponsored_click'])
    await tell(world, cookie, [{ campaign: campaign!, list: `location/${place}`, type }]);
  expect(await countedOf(world, campaign!)).toMatchObject({ clicks: 1 });
  await bookBoth([booked, listings[0]!]);
  const follows = async () => {
    const all = world.db.selectFrom('sponsored_follows').selectAll();
    return await all.orderBy('visit_id').orderBy('listing_id').execute();
  };
  const kept = await follows();
  await world.db.deleteFrom('sponsored_follows').where('visit_id', '=', kept.at(-1)!.visit_id).execute();
  expect(await suggested(booked)).not.toBe(before);
  const stop = await startWork(world);
  // What is there stays as it is, and what lacks is as that visit's click was.
  await expect.poll(follows, { timeout: 30_000 }).toEqual(kept);
  await stop();
  expect(await suggested(booked)).toBe(before);
  await end([campaign!, ...others]);
});

/** The newest visit books an experience as well, each by its link. */
async function bookBoth(both: readonly number[], at = world.clock.now()): Promise<void> {
  const { id: user_id } = await world.aUser();
  const { db } = world;
  const visit = await db.selectFrom('visits').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
  for (const listing_id of both) {
    const click = {
      click_id: crypto.randomUUID(),
      user_id,
      visit_id: visit.id,
      listing_id,
      url: 'https://example.com/',
    };
    const { id: click_id } = await db
      .insertInto('clicks')
      .values({ ...click, platform: 'external', clicked_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    await world.aBooking({ click_id, user_id, listing_id, status: 'completed', estimated: false, booked_at: at });
  }
}
