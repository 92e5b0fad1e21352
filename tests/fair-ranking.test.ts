import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Advertiser, aCampaign, anAdvertiser, step } from './campaigns-scene.ts';
import { anotherApp, builtWeb, openPage } from './page-apps.ts';
import { permutations } from './permutations.ts';
import { createWorld, type World } from './world.ts';

let world: World;
let advertisers: Advertiser[];
let listings: number[];
let place: number;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' }, webFolder: builtWeb });
  advertisers = [await anAdvertiser(world), await anAdvertiser(world), await anAdvertiser(world)];
  // Of each kind some that could be ranked otherwise: rated, featured, found by a word, alike but for who pays.
  listings = advertisers.map(({ listing }) => listing);
  for (const rating of [5, 3.2, null])
    listings.push(await world.aListing({ name: 'Reef walk', rating, is_featured: rating === 5, category: 'Shopping' }));
  for (let n = 0; n < 24; n++) listings.push(await world.aListing({ name: `Reef walk ${n}`, category: 'Shopping' }));
  place = await world.aPlace({ listings: listings.slice(3, 11) });
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
    const html = (await openPage(app, `/location/${place}`)).html;
    const cards = [...withoutSponsored(html).matchAll(/id="experience-(\d+)"/g)].map(([, id]) => Number(id));
    const sponsored = [...html.matchAll(/data-campaign="([^"]+)"/g)].map(([, id]) => id!);
    return { bodies, cards, sponsored };
  } finally {
    await app.close();
  }
}

test('whatever campaigns pay, and whatever commissions are, everything in an order is byte for byte the same', {
  timeout: 120_000,
}, async () => {
  const before = await ordered();
  expect(before.sponsored).toEqual([]);
  const terms = [
    { budget: 5 },
    { budget: 1_000_000, most_impressions: 10 },
    { pricing: 'click', budget: 500, click_price: 500, most_impressions: null },
  ];
  const shown = new Set<string>();
  for (const order of permutations(terms)) {
    const ids = [];
    for (const [at, given] of order.entries()) ids.push(await aCampaign(world, advertisers[at]!, given));
    const now = await ordered();
    expect([now.bodies, now.cards]).toEqual([before.bodies, before.cards]);
    expect(now.cards).toEqual(listings.slice(3, 11));
    // They are shown all the while, in slots of their own.
    expect(now.sponsored).toHaveLength(2);
    for (const one of now.sponsored) shown.add(one);
    for (const [at, id] of ids.entries()) await step(world, advertisers[at]!.user, id, 'end');
  }
  expect(shown.size).toBeGreaterThan(2);
  const rates = [0.08, 0.12, 0.3];
  for (const order of permutations(rates)) {
    for (const [at, id] of listings.entries())
      await world.db
        .updateTable('listings')
        .set({ commission_rate: order[at % 3]! })
        .where('id', '=', id)
        .execute();
    const now = await ordered();
    expect([now.bodies, now.cards]).toEqual([before.bodies, before.cards]);
  }
});

test('of campaigns that are equally far, which is shown hangs on nothing that is paid', async () => {
  const slots = async () => {
    world.clock.advance(11);
    const { body } = await world.call(`GET /api/sponsored?location=${place}`);
    return body.map((one: { campaign_id: string }) => one.campaign_id);
  };
  const ids = [];
  for (const one of advertisers) ids.push(await aCampaign(world, one));
  const before = await slots();
  for (const cents of [100, 50_000_000, 333]) {
    await world.db.updateTable('campaigns').set({ budget_cents: cents }).where('id', '=', ids[1]!).execute();
    expect(await slots()).toEqual(before);
  }
});
