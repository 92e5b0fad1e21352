import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type Advertiser,
  aCampaign,
  anAdvertiser,
  aVisit,
  countedOf,
  step,
  tell,
} from '../../../tests/campaigns-scene.ts';
import { anotherApp, builtWeb, openPage } from '../../../tests/page-apps.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { PageRenderer } from './page-renderer.ts';

let world: World;
let advertiser: Advertiser;
let place: number;
/** A server that makes each page anew. */
let fresh: FastifyInstance;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' }, webFolder: builtWeb });
  fresh = await anotherApp(world, { pageCacheBytes: 0 });
  advertiser = await anAdvertiser(world);
  const own = await Promise.all(Array.from({ length: 5 }, () => world.aListing()));
  place = await world.aPlace({ listings: own });
  await world.db
    .updateTable('listings')
    .set({ name: 'Moonlight paddle' })
    .where('id', '=', advertiser.listing)
    .execute();
}, 60_000);
afterAll(async () => {
  await fresh.close();
  await world.close();
});

const open = (app = world.app, language = 'en') => openPage(app, `/location/${place}`, { 'accept-language': language });
/** The page's entries in their order; a sponsored one is told by its label. */
const entries = (html: string) =>
  [...html.matchAll(/<li(?: data-sponsored="([^"]*)")?><article[\s\S]*?<\/article>/g)].map(([text, sponsored]) =>
    sponsored === undefined ? 'own' : /(Sponsored|スポンサー)/.exec(text)![0],
  );
/** Has this process hear of all changes: a page itself waits for none. */
const soon = async () => {
  world.clock.advance(11);
  await world.call('GET /api/sponsored');
};

test('a page comes with its sponsored card, labelled, after the fourth of its own; without scripts and from what is kept', async () => {
  const id = await aCampaign(world, advertiser);
  await soon();
  const page = await open();
  expect(entries(page.html)).toEqual(['own', 'own', 'own', 'own', 'Sponsored', 'own']);
  expect(page.html).toContain(`data-campaign="${id}"`);
  expect(page.html).toContain('Moonlight paddle');
  expect(page.html).not.toContain(`id="experience-${advertiser.listing}"`);
  expect(entries((await open(world.app, 'ja')).html)[4]).toBe('スポンサー');
  // Sent as it was made.
  expect((await open()).bytes).toBe(page.bytes);
  expect((await open(fresh)).html).toBe(page.html);
  await step(world, advertiser.user, id, 'pause');
  await soon();
  const without = await open();
  expect(entries(without.html)).toEqual(Array(5).fill('own'));
  // What was kept of it is there again once it runs again.
  await step(world, advertiser.user, id, 'start');
  await soon();
  expect((await open()).bytes).toBe(page.bytes);
  await step(world, advertiser.user, id, 'end');
});

test('it is for the readers of its languages', async () => {
  const id = await aCampaign(world, advertiser, { languages: ['ja'] });
  await soon();
  expect(entries((await open()).html)).toHaveLength(5);
  expect(entries((await open(world.app, 'ja')).html)).toHaveLength(6);
  await step(world, advertiser.user, id, 'end');
});

test('in Explore it comes with the list of its category alone', async () => {
  for (const category of ['Shopping', 'Restaurants']) for (let n = 0; n < 4; n++) await world.aListing({ category });
  const id = await aCampaign(world, advertiser, { categories: ['Shopping'] });
  await soon();
  const shown = [];
  for (const query of ['?category=Shopping', '?category=Shopping&view=map', '?category=Restaurants', '']) {
    const { html } = await openPage(world.app, `/explore${query}`);
    if (html.includes(`data-campaign="${id}"`)) shown.push(query);
    expect(html.includes('>Sponsored<'), query).toBe(shown.at(-1) === query);
  }
  expect(shown).toEqual(['?category=Shopping']);
  await step(world, advertiser.user, id, 'end');
});

test('a card that changes is shown as it is, and one whose listing is hidden is gone at once', async () => {
  const id = await aCampaign(world, advertiser);
  await soon();
  await open();
  const change = (values: object) =>
    world.db.updateTable('listings').set(values).where('id', '=', advertiser.listing).execute();
  await change({ name: 'Starlight paddle' });
  expect((await open()).html).toContain('Starlight paddle');
  await change({ is_active: false });
  expect(entries((await open()).html)).toHaveLength(5);
  await change({ is_active: true, name: 'Moonlight paddle' });
  await step(world, advertiser.user, id, 'end');
});

test('a page with a sponsored card is made once and kept, as one without is, whatever is counted meanwhile', async () => {
  const render = vi.spyOn(PageRenderer.prototype, 'render');
  /** How many pages are made for so many who open it at once. */
  const made = async (guests = 1) => {
    render.mockClear();
    const pages = await Promise.all(Array.from({ length: guests }, () => open()));
    return [render.mock.calls.length, entries(pages[0]!.html).includes('Sponsored')];
  };
  try {
    await soon();
    // Of a page that nobody has opened yet.
    await world.db.updateTable('locations').set({ address: 'Pier 60' }).where('id', '=', place).execute();
    expect([await made(3), await made(3)]).toEqual([
      [1, false],
      [0, false],
    ]);
    const id = await aCampaign(world, advertiser, { places: [place] });
    await soon();
    expect([await made(3), await made(3)]).toEqual([
      [1, true],
      [0, true],
    ]);
    // Campaigns are read again, with what was counted.
    const visit = await aVisit(world, (await world.aCode({ location_id: place })).code);
    await tell(world, visit, [{ campaign: id, list: `location/${place}` }]);
    expect(await countedOf(world, id)).toMatchObject({ impressions: 1 });
    await soon();
    expect(await made()).toEqual([0, true]);
    // Both pages are kept beside each other.
    await step(world, advertiser.user, id, 'pause');
    await soon();
    expect(await made()).toEqual([0, false]);
    await step(world, advertiser.user, id, 'start');
    await soon();
    expect(await made()).toEqual([0, true]);
    await step(world, advertiser.user, id, 'end');
  } finally {
    render.mockRestore();
  }
});

test('a page never waits for what is known of campaigns once that was read, however long ago, and shows that', async () => {
  const id = await aCampaign(world, advertiser);
  await soon();
  const { bytes, html } = await open();
  expect(entries(html)[4]).toBe('Sponsored');
  world.clock.advance(60);
  const client = await world.database.pool.connect();
  try {
    await client.query('begin');
    await client.query('lock table campaigns in access exclusive mode');
    expect((await open()).bytes).toBe(bytes);
  } finally {
    await client.query('rollback');
    client.release();
  }
  await step(world, advertiser.user, id, 'end');
});
