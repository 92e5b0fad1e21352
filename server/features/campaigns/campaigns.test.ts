import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mostCampaigns } from '../../../contract/campaign-form.ts';
import { aMember } from '../../../tests/an-organisation.ts';
import {
  type Advertiser,
  aCampaign,
  aLongPlace,
  anAdvertiser,
  aVisit,
  editedOf,
  plainCampaign,
  someLists,
  step,
  tell,
} from '../../../tests/campaigns-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
let advertiser: Advertiser;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld();
  await someLists(world);
  advertiser = await anAdvertiser(world);
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());

const create = (body: object, cookie = advertiser.user.cookie) => world.call('POST /api/campaigns', { body, cookie });
const get = async (id: string, { cookie }: TestUser = advertiser.user) =>
  await world.call(`GET /api/campaigns/${id}`, { cookie });
const form = () => ({ ...plainCampaign, listing_id: advertiser.listing });
const put = (id: string, body: object, { cookie }: TestUser = advertiser.user) =>
  world.call(`PUT /api/campaigns/${id}`, { body, cookie });

describe('a campaign', () => {
  test('is made as a draft, changed, started, paused, ended, and each is told in its history', async () => {
    const place = await world.aPlace({ name: 'Hale Nalu' });
    const { status, body } = await create({
      ...form(),
      places: [place],
      languages: ['ja'],
      time_from: '17:00',
      time_until: '22:00',
    });
    expect([status, body]).toMatchObject([
      201,
      {
        ...{
          name: 'Mornings on the reef',
          state: 'draft',
          waits: null,
          budget: 50,
          click_price: null,
          cost: 0,
          credited: 0,
        },
        ...{ listing_id: advertiser.listing, places: [{ id: place, name: 'Hale Nalu' }], languages: ['ja'] },
      },
    ]);
    const changed = await put(body.id, { ...editedOf(body), name: 'Evenings', budget: 60.55 });
    expect([changed.status, changed.body]).toMatchObject([200, { name: 'Evenings', budget: 60.55 }]);
    expect(changed.body.version).not.toBe(body.version);
    const stale = await put(body.id, { ...editedOf(body), name: 'Nights' });
    expect(stale.body.code).toBe('changed_meanwhile');
    // The same again, as after an answer that was lost.
    expect((await put(body.id, { ...editedOf(body), name: 'Evenings', budget: 60.55 })).status).toBe(200);
    for (const how of ['start', 'pause', 'start', 'end'] as const) await step(world, advertiser.user, body.id, how);
    const ended = (await get(body.id)).body;
    expect([ended.state, ended.history.map((one: { action: string }) => one.action)]).toEqual([
      'ended',
      [
        'campaign_ended',
        'campaign_started',
        'campaign_paused',
        'campaign_started',
        'campaign_changed',
        'campaign_created',
      ],
    ]);
    const again = await world.call(`POST /api/campaigns/${body.id}/state`, {
      body: { step: 'start' },
      cookie: advertiser.user.cookie,
    });
    expect(again.body.code).toBe('campaign_ended');
    expect((await put(body.id, { ...editedOf(ended), name: 'Late' })).body.code).toBe('campaign_ended');
  });

  test.each([
    ['listing_id', { listing_id: 2_000_000 }],
    ['places', { places: [2_000_000] }],
    ['click_price', { pricing: 'click' }],
    ['click_price', { click_price: 1 }],
    // Less than the impressions that are planned for a click cost.
    ['click_price', { pricing: 'click', click_price: 0.04 }],
    ['click_price', { pricing: 'click', click_price: 51 }],
    ['most_impressions', { most_impressions: null }],
    ['most_impressions', { most_impressions: 0 }],
    ['budget', { budget: 0.5 }],
    ['budget', { budget: 10.005 }],
    ['last_day', { last_day: '2026-11-20' }],
    ['last_day', { last_day: '2027-11-22' }],
    ['time_until', { time_from: '17:00' }],
    ['time_until', { time_from: '17:00', time_until: '17:00' }],
    ['places', { places: [1, 1] }],
  ])('is refused at %s for %j', async (field, given) => {
    const { status, body } = await create({ ...form(), ...given });
    expect([status, body.code, body.fields[0].path]).toMatchObject([
      400,
      'invalid_request',
      expect.stringContaining(field),
    ]);
  });

  test('of a listing of another is refused; another advertiser sees none of it; staff need the permission', async () => {
    const other = await anAdvertiser(world);
    expect((await create({ ...form(), listing_id: other.listing })).status).toBe(400);
    const id = await aCampaign(world, advertiser, { isDraft: true });
    expect((await get(id, other.user)).status).toBe(404);
    expect((await put(id, { ...form(), replaces: 'x', listing_id: undefined }, other.user)).status).toBe(404);
    expect((await world.call('GET /api/campaigns', { cookie: other.user.cookie })).body).toMatchObject({
      rows: [],
      total: 0,
    });
    const [allowed, not] = [
      await aMember(world, advertiser.organisation, ['campaign_management']),
      await aMember(world, advertiser.organisation),
    ];
    expect([(await get(id, allowed)).status, (await get(id, not)).status]).toEqual([200, 403]);
    expect((await get(id, admin)).body).toMatchObject({ id, history: [{ by: advertiser.user.email }] });
    // Its own people are named, administrators are not.
    expect((await get(id, allowed)).body.history).toMatchObject([{ by: advertiser.user.email }]);
    const running = await aCampaign(world, other);
    const pause = { cookie: admin.cookie, body: { step: 'pause', reason: 'A test' } };
    expect((await world.call(`POST /api/campaigns/${running}/state`, pause)).status).toBe(200);
    const { history } = (await get(running, other.user)).body;
    expect([history[0], history.at(-1)]).toMatchObject([{ by: null }, { by: other.user.email }]);
  });

  test('is deleted as a draft alone, and starts with a listing that guests find on days that are not over', async () => {
    const hidden = await world.aListing({ organisation_id: advertiser.organisation, is_active: false });
    const id = await aCampaign(world, { ...advertiser, listing: hidden }, { isDraft: true });
    const start = (of: string) =>
      world.call(`POST /api/campaigns/${of}/state`, { body: { step: 'start' }, cookie: advertiser.user.cookie });
    expect((await start(id)).body.code).toBe('listing_not_shown');
    const pause = { body: { step: 'pause' }, cookie: advertiser.user.cookie };
    expect((await world.call(`POST /api/campaigns/${id}/state`, pause)).status).toBe(400);
    expect((await world.call(`DELETE /api/campaigns/${id}`, { cookie: advertiser.user.cookie })).status).toBe(200);
    expect((await get(id)).status).toBe(404);
    const past = await aCampaign(world, advertiser, { isDraft: true, first_day: '2026-11-01', last_day: '2026-11-20' });
    expect((await start(past)).body.code).toBe('campaign_over');
    const begun = await aCampaign(world, advertiser);
    const gone = await world.call(`DELETE /api/campaigns/${begun}`, { cookie: advertiser.user.cookie });
    expect(gone.body).toMatchObject({
      code: 'campaign_begun',
      error: 'This campaign has begun: it can be ended, and no longer deleted.',
    });
  });

  test('is found by state, listing and name, with how many there are of each, and why one waits', async () => {
    const own = await anAdvertiser(world);
    const { cookie } = own.user;
    const later = { first_day: '2026-11-22', last_day: '2026-11-30' };
    await aCampaign(world, own, { name: 'Draft', isDraft: true });
    await aCampaign(world, own, { name: 'Shown' });
    await aCampaign(world, own, { name: 'Later', ...later });
    await aCampaign(world, own, { name: 'At night', time_from: '22:00', time_until: '04:00' });
    const list = async (query = '') => (await world.call(`GET /api/campaigns${query}`, { cookie })).body;
    const { rows, total, counts } = await list('?sort=name');
    expect([total, counts]).toEqual([4, { draft: 1, running: 3, paused: 0, ended: 0 }]);
    expect(rows.map((row: { name: string; waits: string }) => [row.name, row.waits])).toEqual([
      ['At night', 'out_of_hours'],
      ['Draft', null],
      ['Later', 'not_begun'],
      ['Shown', null],
    ]);
    expect((await list('?state=draft')).rows).toMatchObject([{ name: 'Draft' }]);
    expect((await list('?search=night')).rows).toMatchObject([{ name: 'At night' }]);
    const listing = await world.aListing({ organisation_id: own.organisation });
    await aCampaign(world, { ...own, listing }, { name: 'Another listing', isDraft: true });
    expect(await list(`?listing=${listing}`)).toMatchObject({ rows: [{ name: 'Another listing' }], total: 1 });
    const first = await list(`?listing=${own.listing}&limit=3&sort=name`);
    expect(first).toMatchObject({ total: 4, next: expect.any(String) });
    const { rows: rest } = await list(`?listing=${own.listing}&limit=3&sort=name&after=${first.next}`);
    expect([...first.rows, ...rest].map(({ name }) => name)).toEqual(['At night', 'Draft', 'Later', 'Shown']);
    await world.db.updateTable('listings').set({ is_active: false }).where('id', '=', own.listing).execute();
    expect((await list('?search=Shown')).rows[0].waits).toBe('listing_hidden');
  });
});

test('one that names a place which was deleted since says so, is saved with it and without it, and with no other that is gone', async () => {
  const [place, gone, other] = [await world.aPlace(), await world.aPlace({ name: 'Hale Pau' }), await world.aPlace()];
  const { id } = (await create({ ...form(), places: [place, gone] })).body;
  for (const one of [gone, other])
    expect((await world.call(`DELETE /api/admin/locations/${one}`, { cookie: admin.cookie })).status).toBe(200);
  const { body } = await get(id);
  expect(body.places).toContainEqual({ id: gone, name: 'Hale Pau', is_deleted: true });
  const renamed = await put(id, { ...editedOf(body), name: 'Nights' });
  expect([renamed.status, renamed.body.places]).toEqual([200, body.places]);
  const wrong = await put(id, { ...editedOf(renamed.body), places: [place, gone, other] });
  expect([wrong.status, wrong.body.fields?.[0]?.path]).toEqual([400, 'body.places']);
  const left = await put(id, { ...editedOf(renamed.body), places: [place] });
  expect(left.body.places).toMatchObject([{ id: place }]);
  expect(left.body.places[0]).not.toHaveProperty('is_deleted');
  expect((await put(id, { ...editedOf(left.body), places: [place, gone] })).status).toBe(400);
});

test('places and listings that were deleted are offered by no editor, and no new campaign takes them', async () => {
  const own = await anAdvertiser(world);
  const [there, gone] = [await world.aPlace({ name: 'Kolohe Inn' }), await world.aPlace({ name: 'Kolohe Lodge' })];
  const offered = async () => {
    const { body } = await world.call('GET /api/campaign-editor?place=kolohe', { cookie: own.user.cookie });
    return { places: body.places.map(({ id }: { id: number }) => id), found: body.places_found, of: body.listings };
  };
  const listing = { id: own.listing, name: expect.any(String), held_by: null };
  expect(await offered()).toEqual({ places: [there, gone], found: 2, of: [listing] });
  expect((await world.call(`DELETE /api/admin/locations/${gone}`, { cookie: admin.cookie })).status).toBe(200);
  expect(await offered()).toEqual({ places: [there], found: 1, of: [listing] });
  const deletion = { action: 'delete', ids: [own.listing] };
  const deleted = await world.call('POST /api/admin/listings/change', { cookie: admin.cookie, body: deletion });
  expect(deleted.body).toMatchObject({ changed: 1 });
  expect((await offered()).of).toEqual([]);
  const made = await create({ ...plainCampaign, listing_id: own.listing }, own.user.cookie);
  expect([made.status, made.body.fields?.[0]?.path]).toEqual([400, 'body.listing_id']);
});

test('a running one says that no list can show it: each has too few cards, or the listing itself', async () => {
  const own = await anAdvertiser(world);
  const [short, long] = [await world.aPlace({ listings: [] }), await aLongPlace(world)];
  const id = await aCampaign(world, own, { places: [short] });
  const waits = async () => (await get(id, own.user)).body.waits;
  const listed = async () => (await world.call('GET /api/campaigns', { cookie: own.user.cookie })).body.rows[0].waits;
  expect([await waits(), await listed()]).toEqual(['no_room', 'no_room']);
  const change = async (changes: object) =>
    (await put(id, { ...editedOf((await get(id, own.user)).body), ...changes }, own.user)).body.waits;
  expect(await change({ places: [short, long] })).toBeNull();
  const lists = (listing_id: number, position: number) =>
    world.db.insertInto('curated_listings').values({ location_id: long, listing_id, position }).execute();
  await lists(own.listing, 9);
  expect(await waits()).toBe('no_room');
  // Of Explore's lists one has no cards, and one has the listing among its first.
  for (let n = 0; n < 4; n++) await world.aListing({ category: 'Accommodations' });
  await world.db.updateTable('listings').set({ category: 'Accommodations' }).where('id', '=', own.listing).execute();
  expect(await change({ places: [], categories: ['Restaurants'] })).toBe('no_place');
  expect(await change({ categories: ['Restaurants', 'Accommodations'] })).toBe('no_room');
  expect(await change({ categories: ['Accommodations', 'Shopping'] })).toBe('no_room');
  expect(await change({ categories: [] })).toBeNull();
});

test('a running one that no list shows says so, as its places were deleted or its listing is of another category, until it names one', async () => {
  const own = await anAdvertiser(world);
  const [gone, other] = [await aLongPlace(world), await aLongPlace(world)];
  const id = await aCampaign(world, own, { places: [gone] });
  const waits = async () => (await get(id, own.user)).body.waits;
  expect(await waits()).toBeNull();
  expect((await world.call(`DELETE /api/admin/locations/${gone}`, { cookie: admin.cookie })).status).toBe(200);
  expect(await waits()).toBe('no_place');
  const edited = editedOf((await get(id, own.user)).body);
  const stray = await put(id, { ...edited, categories: ['Shopping'] }, own.user);
  expect([stray.status, stray.body.waits]).toEqual([200, 'no_place']);
  const added = { ...editedOf(stray.body), categories: ['Shopping', 'Activities & Tours'] };
  const more = await put(id, added, own.user);
  expect([more.status, more.body.waits]).toEqual([200, null]);
  const another = { ...editedOf(more.body), categories: [], places: [gone, other] };
  expect((await put(id, another, own.user)).body.waits).toBeNull();
});

test('an editor is offered the listings of its own organisation that guests find, and places by a part of their name', async () => {
  const own = await anAdvertiser(world);
  await world.aListing({ organisation_id: own.organisation, is_active: false });
  const place = await world.aPlace({ name: 'Kai Hale of the campaign desk' });
  for (let n = 0; n < 20; n++) await world.aPlace({ name: `Kai Hale ${n}`, listings: [] });
  const editor = async ({ cookie }: TestUser, query = '') =>
    (await world.call(`GET /api/campaign-editor${query}`, { cookie })).body;
  const { listings, places, places_found } = await editor(own.user, '?place=kai%20hale');
  expect(listings).toMatchObject([{ id: own.listing, name: expect.any(String) }]);
  expect([places.length, places_found]).toEqual([20, 21]);
  expect(await editor(own.user, '?place=HALE%20of%20the%20campaign')).toMatchObject({
    places: [{ id: place, name: 'Kai Hale of the campaign desk' }],
    places_found: 1,
  });
  expect(await editor(admin, '?place=nobody-calls-it-so')).toEqual({
    ...{ listings: [], places: [], places_found: 0, lacks: null, never_in: [] },
  });
});

test('administrators find campaigns by their advertiser too, with what they may show at most', async () => {
  const own = await anAdvertiser(world);
  await world.db
    .updateTable('organisations')
    .set({ name: 'Zephyr Sails' })
    .where('id', '=', own.organisation)
    .execute();
  await aCampaign(world, own, { isDraft: true });
  const found = async ({ cookie }: TestUser) =>
    (await world.call('GET /api/campaigns?search=zephyr', { cookie })).body.rows;
  expect(await found(admin)).toMatchObject([{ advertiser: 'Zephyr Sails', impressions: 0, most_impressions: 5_000 }]);
  expect(await found(own.user)).toEqual([]);
});

test('whoever may not see money is told no cost, no credit and no reason of one, by no answer', async () => {
  const own = await anAdvertiser(world);
  const { code } = await world.aCode();
  const id = await aCampaign(world, own, { budget: 30, most_impressions: 30 });
  await tell(world, await aVisit(world, code), [{ campaign: id }]);
  const body = { amount: 0.4, credited: 0, reason: 'Shown beside the wrong place' };
  expect((await world.call(`POST /api/campaigns/${id}/credits`, { body, cookie: admin.cookie })).status).toBe(201);
  const clerk = await aMember(world, own.organisation, ['campaign_management', 'advertiser_analytics']);
  const keeper = await aMember(world, own.organisation, ['campaign_management', 'revenue_analytics']);
  const actionsOf = (one: { history: { action: string }[] }) => one.history.map(({ action }) => action);
  const told = await get(id, keeper);
  expect(told.body).toMatchObject({ cost: 0.6, credited: 0.4 });
  expect(actionsOf(told.body)).toContain('campaign_credited');

  const seen = await get(id, clerk);
  expect(seen.body).toMatchObject({ cost: null, credited: null, budget: 30 });
  expect(actionsOf(seen.body)).toContain('campaign_started');
  expect(actionsOf(seen.body)).not.toContain('campaign_credited');
  const list = await world.call('GET /api/campaigns', { cookie: clerk.cookie });
  expect(list.body.rows).toMatchObject([{ id, cost: null }]);
  const changed = await put(id, { ...editedOf(seen.body), name: 'Renamed' }, clerk);
  const paused = await world.call(`POST /api/campaigns/${id}/state`, { body: { step: 'pause' }, cookie: clerk.cookie });
  const made = await create({ ...plainCampaign, listing_id: own.listing }, clerk.cookie);
  for (const answer of [changed, paused, made]) {
    expect(answer.status, answer.raw).toBeLessThan(300);
    expect(answer.body).toMatchObject({ cost: null, credited: null });
  }
  for (const answer of [seen, list, changed, paused]) expect(answer.raw).not.toMatch(/wrong place|campaign_credited/);
});

test('a fee has a least price for so many impressions', async () => {
  const body = { ...plainCampaign, listing_id: advertiser.listing };
  const make = (more: object) =>
    world.call('POST /api/campaigns', { body: { ...body, ...more }, cookie: advertiser.user.cookie });
  const { status, body: refused } = await make({ budget: 4.99, most_impressions: 5_000 });
  expect([status, refused.fields[0].path]).toEqual([400, 'body.budget']);
  expect((await make({ budget: 5, most_impressions: 5_000 })).status).toBe(201);
});

test('an organisation has so many campaigns that have not ended, however many are made at once', async () => {
  const own = await anAdvertiser(world);
  const now = world.clock.now();
  const { pricing, most_impressions, first_day, last_day } = plainCampaign;
  const of = {
    organisation_id: own.organisation,
    listing_id: own.listing,
    name: 'One of many',
    pricing,
    budget_cents: 500,
  };
  const row = { ...of, most_impressions, first_day, last_day, created_at: now, updated_at: now };
  const ended = Array.from({ length: 10 }, () => ({ ...row, state: 'ended' }));
  const over = { ...row, state: 'paused', first_day: '2026-11-01', last_day: '2026-11-20' };
  const open = Array.from({ length: mostCampaigns - 2 }, (_, at) => ({ ...row, state: at % 2 ? 'draft' : 'running' }));
  await world.db
    .insertInto('campaigns')
    .values([...ended, over, ...open])
    .execute();
  const make = () => create({ ...form(), listing_id: own.listing }, own.user.cookie);
  const made = await Promise.all(Array.from({ length: 8 }, make));
  const drafts = made.filter(({ status }) => status === 201);
  expect(drafts).toHaveLength(2);
  const { status, body, raw } = await make();
  expect([status, body.code]).toEqual([409, 'campaigns_full']);
  expect(raw).toContain(`You have ${mostCampaigns} campaigns`);
  await step(world, own.user, drafts[0]!.body.id, 'start');
  await step(world, own.user, drafts[0]!.body.id, 'end');
  expect((await make()).status).toBe(201);
});

test('whose listing goes on to another advertiser pays for it no more, and reads what came of it', async () => {
  const [former, next] = [await anAdvertiser(world), await anAdvertiser(world)];
  const { code } = await world.aCode();
  const [id, draft] = [await aCampaign(world, former), await aCampaign(world, former, { isDraft: true })];
  await tell(world, await aVisit(world, code), [{ campaign: id }]);
  expect((await get(id, former.user)).body).toMatchObject({ impressions: 1, cost: 0.01 });

  await world.db
    .updateTable('listings')
    .set({ organisation_id: next.organisation })
    .where('id', '=', former.listing)
    .execute();
  await tell(world, await aVisit(world, code), [{ campaign: id }]);
  expect((await get(id, former.user)).body).toMatchObject({ impressions: 1, cost: 0.01, waits: 'listing_hidden' });
  const start = { body: { step: 'start' }, cookie: former.user.cookie };
  expect((await world.call(`POST /api/campaigns/${draft}/state`, start)).body.code).toBe('listing_not_shown');

  await world.db.updateTable('listings').set({ is_active: false }).where('id', '=', former.listing).execute();
  const results = await world.call('GET /api/campaign-results', { cookie: former.user.cookie });
  expect([results.status, results.body.total.impressions]).toEqual([200, 1]);
  expect((await world.call('GET /api/campaigns', { cookie: former.user.cookie })).body.rows).toHaveLength(2);
});

test('a running one that is ahead of its plan says that it waits for that', async () => {
  const own = await anAdvertiser(world);
  const { code } = await world.aCode();
  const days = { first_day: '2026-11-21', last_day: '2026-12-20' };
  const id = await aCampaign(world, own, { budget: 1, most_impressions: 30, ...days });
  const waits = async () => (await get(id, own.user)).body.waits;
  expect(await waits()).toBeNull();
  await tell(world, await aVisit(world, code), [{ campaign: id }]);
  // One of one of today's, whatever the hour.
  expect(await waits()).toBe('ahead');
});
