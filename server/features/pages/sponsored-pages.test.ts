import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type Advertiser,
  aCampaign,
  aGuest,
  anAdvertiser,
  aVisit,
  countedOf,
  step,
  tell,
  whileUnreadable,
} from '../../../tests/campaigns-scene.ts';
import { anotherApp, builtWeb, openPage } from '../../../tests/page-apps.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { PageRenderer } from './page-renderer.ts';

let world: World;
let advertiser: Advertiser;
let place: number;
/** The cookie of who came by a code. */
let guest: string;
/** A server that makes each page anew. */
let fresh: FastifyInstance;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' }, webFolder: builtWeb });
  fresh = await anotherApp(world, { pageCacheBytes: 0 });
  advertiser = await anAdvertiser(world);
  guest = await aGuest(world);
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

const open = (app = world.app, language = 'en') =>
  openPage(app, `/location/${place}`, { 'accept-language': language, cookie: guest });
/** The page's entries in their order; a sponsored one is told by its label. */
const entries = (html: string) =>
  [...html.matchAll(/<li(?: data-sponsored="([^"]*)")?><article[\s\S]*?<\/article>/g)].map(([text, sponsored]) =>
    sponsored === undefined ? 'own' : /(Sponsored|スポンサー)/.exec(text)![0],
  );
/** Has this process hear of all changes: a page itself waits for none. */
const soon = async () => {
  world.clock.advance(11);
  await world.call(`GET /api/sponsored?location=${place}`, { cookie: guest });
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
  // With a printed code it is there from the first page on; who comes without one, or asks for privacy, sees none.
  const { code } = await world.aCode({ location_id: place });
  const path = `/location/${place}`;
  expect(entries((await openPage(world.app, `${path}?qr=${code}`)).html)[4]).toBe('Sponsored');
  for (const [url, headers] of [
    [path, {}],
    [`${path}?qr=${code}`, { 'sec-gpc': '1' }],
    [path, { cookie: guest, 'sec-gpc': '1' }],
  ] as const)
    expect(entries((await openPage(world.app, url, headers)).html), url).toEqual(Array(5).fill('own'));
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
  for (const category of ['Shopping', 'Restaurants'])
    for (let n = 0; n < 24; n++) await world.aListing({ category, is_featured: true });
  const shop = await world.aListing({ organisation_id: advertiser.organisation, category: 'Shopping' });
  const id = await aCampaign(world, { ...advertiser, listing: shop }, { categories: ['Shopping'] });
  await soon();
  const shown = [];
  for (const query of ['?category=Shopping', '?category=Shopping&view=map', '?category=Restaurants', '']) {
    const { html } = await openPage(world.app, `/explore${query}`, { cookie: guest });
    // Whoever came without a code is shown none, before and after a page was made for who has one.
    for (const headers of [undefined, { cookie: 'visit=invented' }])
      expect((await openPage(world.app, `/explore${query}`, headers)).html).not.toContain('>Sponsored<');
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

test('what a list has by now decides about its sponsored card at once', async () => {
  const id = await aCampaign(world, advertiser, { places: [place] });
  await soon();
  const isShown = async () => entries((await open()).html).includes('Sponsored');
  const entry = (listing: number) =>
    world.db.updateTable('curated_listings').where('location_id', '=', place).where('listing_id', '=', listing);
  const [one, two] = (await world.call(`GET /api/locations/${place}`)).body.experiences as { id: number }[];
  const setActive = (listing: { id: number }, is_active: boolean) =>
    world.db.updateTable('listings').set({ is_active }).where('id', '=', listing.id).execute();
  expect(await isShown()).toBe(true);
  await setActive(one!, false);
  expect(await isShown()).toBe(true);
  // Three are left, beside which there is no room.
  await setActive(two!, false);
  expect(await isShown()).toBe(false);
  await setActive(one!, true);
  expect(await isShown()).toBe(true);
  await entry(one!.id).set({ is_hidden: true }).execute();
  expect(await isShown()).toBe(false);
  await entry(one!.id).set({ is_hidden: false }).execute();
  await setActive(two!, true);
  const own = { location_id: place, listing_id: advertiser.listing, position: 90, is_hidden: true };
  await world.db.insertInto('curated_listings').values(own).execute();
  expect(await isShown()).toBe(false);
  await world.db.deleteFrom('curated_listings').where('listing_id', '=', advertiser.listing).execute();
  expect(await isShown()).toBe(true);
  await step(world, advertiser.user, id, 'end');
});

/** Holds back what the database answers to the next statement that has these words, once it has answered. */
function holdAnswer(words: string) {
  const { query } = pg.Client.prototype;
  const [isRead, isLetGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [asked, tell] = given as [{ text?: string }, (...answer: unknown[]) => void];
    const held = (...answer: unknown[]) => {
      isRead.resolve();
      void isLetGo.promise.then(() => tell(...answer));
    };
    const isMeant = asked.text?.includes(words);
    if (isMeant) spy.mockRestore();
    return (query as (...all: unknown[]) => unknown).apply(this, isMeant ? [asked, held] : given) as never;
  });
  return { isRead: isRead.promise, letGo: () => isLetGo.resolve() };
}

test.each([
  ['a card', 'from listings l where l.id = any', { name: 'Moonlight paddle' }, { name: 'Starlight paddle' }],
  ['a list', 'as is_shown from curated_listings', { is_active: false }, { is_active: true }],
])('%s that changes while it is read is read again', async (what, statement, before, after) => {
  const id = await aCampaign(world, advertiser, { places: [place] });
  await soon();
  const own = (await world.call(`GET /api/locations/${place}`)).body.experiences.map((one: { id: number }) => one.id);
  const changed = what === 'a card' ? [advertiser.listing] : own.slice(0, 2);
  const set = (values: object) => world.db.updateTable('listings').set(values).where('id', 'in', changed).execute();
  await set({ ...before, subcategory: 'Canoes' });
  const held = holdAnswer(statement);
  const first = open();
  await held.isRead;
  await set(after);
  // Whoever comes next hears of it.
  await openPage(world.app, '/');
  held.letGo();
  await first;
  const { html } = await open();
  expect(html).toContain(what === 'a card' ? 'Starlight paddle' : `data-campaign="${id}"`);
  await set({ is_active: true, ...(what === 'a card' && before) });
  await step(world, advertiser.user, id, 'end');
});

test('a page with a sponsored card that is made anew asks the database as often as one without', async () => {
  const without = await world.aPlace({ listings: await Promise.all([1, 2, 3, 4].map(() => world.aListing())) });
  const id = await aCampaign(world, advertiser, { places: [place] });
  await soon();
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const asked = async (of: number) => {
    const address = `Pier ${crypto.randomUUID()}`;
    await world.db.updateTable('locations').set({ address }).where('id', '=', of).execute();
    query.mockClear();
    const { html } = await openPage(world.app, `/location/${of}`, { cookie: guest });
    expect(html).toContain(address);
    return [query.mock.calls.length, html.includes(`data-campaign="${id}"`)];
  };
  try {
    for (const of of [place, without]) await asked(of);
    const [count] = await asked(without);
    expect(await asked(place)).toEqual([count, true]);
    expect(count).toBeGreaterThan(3);
  } finally {
    query.mockRestore();
  }
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
    // Nor does one that is made for somebody who has signed in.
    const { cookie } = await world.aUser();
    const own = await openPage(world.app, `/location/${place}`, { cookie: `${cookie}; ${guest}` });
    expect(entries(own.html)[4]).toBe('Sponsored');
    // What reads them waits for the lock still.
    const waiting = `select 1 from pg_locks where relation = 'campaigns'::regclass and not granted`;
    expect((await client.query(waiting)).rowCount).toBe(1);
  } finally {
    await client.query('rollback');
    client.release();
  }
  await step(world, advertiser.user, id, 'end');
});

test('a server that has never read campaigns, and cannot, answers a scanned place with its own cards', async () => {
  const id = await aCampaign(world, advertiser);
  const { code } = await world.aCode({ location_id: place });
  const app = await anotherApp(world);
  await whileUnreadable(world, async () => {
    const { status, html } = await openPage(app, `/location/${place}?qr=${code}`);
    expect([status, entries(html)]).toEqual([200, Array(5).fill('own')]);
  });
  await app.close();
  await step(world, advertiser.user, id, 'end');
});
