import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noRules } from '../../../contract/list-rules.ts';
import {
  type Advertiser,
  aCampaign,
  aGuest,
  anAdvertiser,
  aVisit,
  editedOf,
  type SlotShown,
  sponsoredIn,
  step,
  tell,
  turnsOf,
  whileUnreadable,
} from '../../../tests/campaigns-scene.ts';
import { createWorld, type World } from '../../../tests/world.ts';

let world: World;
let advertiser: Advertiser;
let own: number[];
let guest: string;
/** A place with eight listings of its own. */
let place: number;
beforeAll(async () => {
  world = await createWorld({ environment: { TRUST_PROXY: '1' } });
  advertiser = await anAdvertiser(world);
  guest = await aGuest(world);
  own = [];
  for (let n = 0; n < 8; n++) own.push(await world.aListing());
  place = await world.aPlace({ listings: own });
});
afterAll(() => world.close());

/** What a list shows to whoever has a visit, unless told, once every process has heard of all changes. */
async function shown(query = `location=${place}`, cookie: string | null = guest): Promise<SlotShown[]> {
  world.clock.advance(11);
  return (await world.call(`GET /api/sponsored?${query}`, cookie ? { cookie } : {})).body;
}
const idsOf = (slots: readonly SlotShown[]) => slots.map((slot) => slot.campaign_id);
const end = (id: string) => step(world, advertiser.user, id, 'end');

test('a card stands after each fourth of a list, of other listings than its own, and never before them', async () => {
  const others = await Promise.all([1, 2, 3].map(() => world.aListing({ organisation_id: advertiser.organisation })));
  const ids = await Promise.all(others.map((listing) => aCampaign(world, { ...advertiser, listing })));
  const slots = await shown();
  expect(slots.map(({ after }) => after)).toEqual([4, 8]);
  expect(ids).toEqual(expect.arrayContaining(idsOf(slots)));
  expect(slots[0]!.experience).toMatchObject({ is_active: true, booking_url: expect.any(String) });
  expect(slots[0]!.experience).not.toHaveProperty('commission_rate');
  const few = await world.aPlace({ listings: own.slice(0, 3) });
  expect(await shown(`location=${few}`)).toEqual([]);
  const theirs = await world.aPlace({ listings: [...others, own[0]!] });
  expect(await shown(`location=${theirs}`)).toEqual([]);
  expect(await shown('location=2000000')).toEqual([]);
  for (const id of ids) await end(id);
});

test('of two campaigns of one listing one is shown in a list', async () => {
  const ids = [await aCampaign(world, advertiser), await aCampaign(world, advertiser)];
  expect(idsOf(await shown())).toHaveLength(1);
  for (const id of ids) await end(id);
});

test('of two of one listing one is shown in a list, where one names the place and the other none', async () => {
  const ids = [await aCampaign(world, advertiser, { places: [place] }), await aCampaign(world, advertiser)];
  expect(idsOf(await shown())).toHaveLength(1);
  for (const id of ids) await end(id);
});

test('a listing that a place hides, or shows at another time, is never sponsored there', async () => {
  const id = await aCampaign(world, advertiser);
  const { listing } = advertiser;
  const evenings = JSON.stringify({ ...noRules, time_from: '17:00', time_until: '20:00' });
  for (const how of [{ is_hidden: true }, { hidden_by_partner: true }, { rules: evenings }]) {
    const has = await world.aPlace({ listings: [...own, listing] });
    const entry = world.db.updateTable('curated_listings').set(how).where('location_id', '=', has);
    await entry.where('listing_id', '=', listing).execute();
    const { experiences } = (await world.call(`GET /api/locations/${has}`)).body;
    expect(experiences).toHaveLength(own.length);
    expect(await shown(`location=${has}`), JSON.stringify(how)).toEqual([]);
  }
  expect(idsOf(await shown())).toEqual([id]);
  await end(id);
});

test('where campaigns cannot be read, what is known of them is shown, and what is new once they can', async () => {
  const id = await aCampaign(world, advertiser);
  expect(idsOf(await shown())).toEqual([id]);
  await whileUnreadable(world, async () => {
    expect(idsOf(await shown())).toEqual([id]);
    expect(idsOf(await sponsoredIn(world, place))).toEqual([id]);
  });
  await end(id);
  expect(await shown()).toEqual([]);
});

describe('a campaign is shown where, when and to whom it is for', () => {
  test.each([
    ['here', {}, true],
    ['later', { first_day: '2026-11-22', last_day: '2026-11-30' }, false],
    ['at this time', { time_from: '10:00', time_until: '11:00' }, true],
    ['at another time', { time_from: '12:00', time_until: '09:00' }, false],
    ['to Japanese readers', { languages: ['ja'] }, false],
    ['to all readers there are', { languages: ['ja', 'en'] }, true],
    ['in a category of the guide', { categories: ['Shopping'] }, false],
  ])('%s', async (_, given, isShown) => {
    const id = await aCampaign(world, advertiser, given);
    expect(idsOf(await shown())).toEqual(isShown ? [id] : []);
    await end(id);
  });

  test('in Explore where its first cards are others', async () => {
    const id = await aCampaign(world, advertiser);
    expect(idsOf(await shown(''))).toEqual([]);
    for (let n = 0; n < 24; n++) await world.aListing({ is_featured: true });
    expect(idsOf(await shown(''))).toEqual([id]);
    // Whoever came without a code, or asks for privacy, and whose views count nowhere, is shown none; a visit that was invented is none.
    for (const query of ['', `location=${place}`])
      for (const cookie of [null, `visit=${'A'.repeat(43)}`, advertiser.user.cookie, `${guest}; analytics=off`])
        expect(idsOf(await shown(query, cookie)), `${query} ${cookie}`).toEqual([]);
    const both = await world.call('GET /api/sponsored?location=1&category=Shopping');
    expect(both.status).toBe(400);
    await end(id);
  });

  test('in the places and categories it names', async () => {
    const another = await world.aPlace({ listings: own });
    for (const category of ['Shopping', 'Restaurants'] as const)
      for (let n = 0; n < 24; n++) await world.aListing({ category, is_featured: true });
    const shop = await world.aListing({ organisation_id: advertiser.organisation, category: 'Shopping' });
    const given = { places: [another], categories: ['Shopping', 'Restaurants'] };
    const id = await aCampaign(world, { ...advertiser, listing: shop }, given);
    const isIn = async (query: string, which = id) => idsOf(await shown(query)).includes(which);
    expect(await isIn(`location=${another}`)).toBe(true);
    expect(await isIn(`location=${place}`)).toBe(false);
    expect(await isIn('')).toBe(false);
    expect(await isIn('category=Shopping')).toBe(true);
    // Of the categories that it names a listing is in the list of its own alone; and so where none is named.
    expect(await isIn('category=Restaurants')).toBe(false);
    await end(id);
    const anywhere = await aCampaign(world, { ...advertiser, listing: shop });
    expect(await isIn('category=Shopping', anywhere)).toBe(true);
    expect(await isIn('category=Restaurants', anywhere)).toBe(false);
    await world.db.updateTable('listings').set({ category: 'Restaurants' }).where('id', '=', shop).execute();
    expect(await isIn('category=Shopping', anywhere)).toBe(false);
    expect(await isIn('category=Restaurants', anywhere)).toBe(true);
    await end(anywhere);
  });
});

test('pausing, ending, a hidden listing and a suspended advertiser take it away within seconds; a page never waits for that', async () => {
  const { user, organisation, listing } = advertiser;
  const id = await aCampaign(world, advertiser);
  const ask = async () => idsOf(await sponsoredIn(world, place));
  expect(idsOf(await shown())).toEqual([id]);
  await step(world, user, id, 'pause');
  // Within two seconds nobody asks the database; after them the first is answered by what is known, and the rest by what is.
  expect(await ask()).toEqual([id]);
  world.clock.advance(3);
  expect(await ask()).toEqual([id]);
  await expect.poll(ask).toEqual([]);
  await step(world, user, id, 'start');
  expect(idsOf(await shown())).toEqual([id]);
  const { db } = world;
  await db.updateTable('listings').set({ is_active: false }).where('id', '=', listing).execute();
  // A card of a listing that is hidden is never made, whatever the campaigns are known as.
  expect(await ask()).toEqual([]);
  expect(await shown()).toEqual([]);
  await db.updateTable('listings').set({ is_active: true }).where('id', '=', listing).execute();
  expect(idsOf(await shown())).toEqual([id]);
  await db.updateTable('organisations').set({ state: 'suspended' }).where('id', '=', organisation).execute();
  expect(await shown()).toEqual([]);
  await db.updateTable('organisations').set({ state: 'active' }).where('id', '=', organisation).execute();
  await end(id);
  expect(await shown()).toEqual([]);
});

test('it is delivered evenly over the day, and what is ahead of its plan waits', async () => {
  const { code } = await world.aCode();
  const visits = await Promise.all(Array.from({ length: 8 }, () => aVisit(world, code)));
  // Of ten hours a day two hours are over: two of ten, and half an hour's of a whole day ahead of that.
  const open = { time_from: '08:00', time_until: '18:00', most_impressions: 10 };
  const id = await aCampaign(world, advertiser, open);
  const another = await world.aListing({ organisation_id: advertiser.organisation });
  const other = await aCampaign(world, { ...advertiser, listing: another }, open);
  // Each from elsewhere: of one site less counts.
  const tellOf = async (from: number, until: number) => {
    for (let at = from; at < until; at++)
      await tell(world, visits[at], [{ campaign: id }], { 'x-forwarded-for': `198.51.100.${at}` });
  };
  await tellOf(0, 1);
  expect(idsOf(await shown()).toSorted()).toEqual([other, id].toSorted());
  await tellOf(1, 3);
  expect(idsOf(await shown())).toEqual([other]);
  world.clock.advance(3_600);
  expect(idsOf(await shown()).toSorted()).toEqual([other, id].toSorted());
  await tellOf(3, 8);
  expect(idsOf(await shown())).toEqual([other]);
  for (const one of [id, other]) await end(one);
});

describe('of an advertiser all that was shown for clicks counts, whatever became of the campaign', () => {
  /** A place with one slot. */
  const oneSlot = async () => await world.aPlace({ listings: own.slice(0, 4) });
  /** Counts what a campaign was shown on a day. */
  const count = async (id: string, impressions: number, day = '2026-11-21') => {
    await world.db.insertInto('campaign_days').values({ campaign_id: id, day, location_id: 0, impressions }).execute();
    await world.db.updateTable('campaigns').set({ impressions }).where('id', '=', id).execute();
  };

  /** A campaign, and beside it one that is paid by the click and was shown so often on a day. */
  async function besideOther(impressions: number, day: string) {
    const [other, mine] = [await anAdvertiser(world), await anAdvertiser(world)];
    const given = { places: [await oneSlot()], last_day: '2026-12-20' };
    const free = { ...given, pricing: 'click', budget: 500, click_price: 1, most_impressions: null };
    const theirs = await aCampaign(world, other, given);
    const first = await aCampaign(world, mine, free);
    await count(first, impressions, day);
    return {
      ...{ user: mine.user, first },
      begin: async () => await aCampaign(world, mine, free),
      /** Whether one has as many turns as the other. */
      isHalf: async (id: string) => {
        const turns = await turnsOf(world, id, given.places[0]!);
        expect(turns === 30 || turns < 16, `${turns} of 60`).toBe(true);
        return turns === 30;
      },
      endBoth: async (next: string) => {
        await step(world, mine.user, next, 'end');
        await step(world, other.user, theirs, 'end');
      },
    };
  }

  test('whoever was shown for more than the clicks stand for has few turns with the next one, too', async () => {
    const { user, first, begin, isHalf, endBoth } = await besideOther(50, '2026-11-20');
    await step(world, user, first, 'end');
    const next = await begin();
    expect(await isHalf(next)).toBe(false);
    // A click stands for as many again.
    await world.db.updateTable('campaigns').set({ clicks: 1 }).where('id', '=', first).execute();
    expect(await isHalf(next)).toBe(true);
    await endBoth(next);
  });

  test.each([
    ['within ninety days', '2026-08-24', false],
    ['before that, which is forgotten', '2026-08-23', true],
  ])('of campaigns whose days were over %s', async (_, day, isForgotten) => {
    const { user, first, begin, isHalf, endBoth } = await besideOther(1_000_000, day);
    await step(world, user, first, 'end');
    await world.db
      .updateTable('campaigns')
      .set({ first_day: day, last_day: day, updated_at: new Date(`${day}T00:00Z`) })
      .where('id', '=', first)
      .execute();
    const next = await begin();
    expect(await isHalf(next)).toBe(isForgotten);
    await endBoth(next);
  });

  test('what was counted of a campaign is not forgotten by giving it days that are over', async () => {
    const { user, first, begin, isHalf, endBoth } = await besideOther(50, '2026-11-20');
    const { cookie } = user;
    const { body } = await world.call(`GET /api/campaigns/${first}`, { cookie });
    const earlier = { ...editedOf(body), first_day: '2026-01-01', last_day: '2026-01-02' };
    expect((await world.call(`PUT /api/campaigns/${first}`, { cookie, body: earlier })).status).toBe(200);
    await step(world, user, first, 'end');
    const next = await begin();
    expect(await isHalf(next)).toBe(false);
    await endBoth(next);
  });
});

test('a campaign of the next day is shown from midnight on, though nothing was read since', async () => {
  const next = { first_day: '2026-11-22', last_day: '2026-11-22' };
  const id = await aCampaign(world, advertiser, next);
  const beforeMidnight = (Date.parse('2026-11-22T09:59:59Z') - world.clock.now().getTime()) / 1_000;
  world.clock.advance(beforeMidnight - 11);
  expect(await shown()).toEqual([]);
  world.clock.advance(1);
  // What was read a second ago is young enough.
  const body = await sponsoredIn(world, place);
  expect(idsOf(body)).toEqual([id]);
  world.clock.advance(-beforeMidnight - 1);
  await end(id);
});
