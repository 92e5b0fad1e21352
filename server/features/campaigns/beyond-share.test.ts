import { afterAll, beforeAll, expect, test } from 'vitest';
import { exploreBeginning } from '../../../contract/campaign-form.ts';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import { anOwner } from '../../../tests/an-organisation.ts';
import {
  aCampaign,
  aGuest,
  aLongPlace,
  anAdvertiser,
  countedOf,
  sponsoredIn,
  tell,
} from '../../../tests/campaigns-scene.ts';
import { scan } from '../../../tests/held-scene.ts';
import { aFareharborBooking, aFollowedLink, tellOf, webhookSecret } from '../../../tests/platform-news.ts';
import { createWorld, type World } from '../../../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { TRUST_PROXY: '1', FAREHARBOR_WEBHOOK_SECRETS: webhookSecret } });
});
afterAll(() => world.close());

/** A place with one slot, all of whose guests are behind one address. @returns who was shown in each view of a day, one in ten minutes */
async function aHotel({ isSeenInExplore = false } = {}) {
  const listings = await Promise.all([1, 2, 3, 4].map(() => world.aListing()));
  const place = await world.aPlace({ listings });
  const list = `location/${place}`;
  const from = { 'x-forwarded-for': '203.0.113.5' };
  const dayOf = async (day: string): Promise<(string | undefined)[]> => {
    world.clock.advance((Date.parse(`${day}T00:05:00-10:00`) - world.clock.now().getTime()) / 1_000);
    const shown = [];
    for (let view = 0; view < 143; view++, world.clock.advance(600)) {
      const isExplore = isSeenInExplore && view % 2 === 1;
      const body = await sponsoredIn(world, isExplore ? null : place);
      const campaign = body[0]?.campaign_id;
      shown.push(campaign);
      if (!campaign) continue;
      const at = { campaign, list: isExplore ? 'explore' : list };
      const seen = [at, { ...at, type: 'sponsored_click' }];
      // Who looks twice is one.
      const guest = await aGuest(world);
      for (let look = 0; look < 2; look++) await tell(world, guest, seen, from);
    }
    return shown;
  };
  return { place, list, dayOf };
}

test('what is seen beyond the share of an address is for nothing, but takes no more than the plan and no turn of who pays', {
  timeout: 240_000,
}, async () => {
  const { place, dayOf } = await aHotel();
  const day = '2026-11-23';
  const days = { first_day: day, last_day: day };
  const own = { ...days, most_impressions: 40, budget: 1 };
  const [mine, theirs] = [await anAdvertiser(world), await anAdvertiser(world)];
  const here = await aCampaign(world, mine, { ...own, places: [place] });
  const everywhere = await aCampaign(world, theirs, { ...days, most_impressions: 5_000 });
  const shown = await dayOf(day);
  const times = (id: string) => shown.filter((one) => one === id).length;
  expect([times(here), times(everywhere)]).toEqual([40, 103]);
  // Half of its plan counts; the rest is kept apart, once a visit, and costs nothing.
  expect(await countedOf(world, here)).toMatchObject({
    ...{ impressions: 20, clicks: 20, charged_cents: 50, ledger: 50 },
    days: { impressions: 20, clicks: 20, beyond: 20, cents: 50 },
  });
  expect(await countedOf(world, everywhere)).toMatchObject({ impressions: 103, days: { beyond: 0 } });
  // Its advertiser is told so, on screen and in the file.
  const { cookie } = await anOwner(world, mine.organisation);
  const { body } = await world.call('GET /api/campaign-results?range=7d', { cookie });
  const told = { impressions: 20, clicks: 20, cost: 0.5, own: 0, programs: 0, beyond: 20 };
  expect(body.total).toMatchObject(told);
  expect(body.days.at(-1)).toMatchObject({ day: '2026-11-23', ...told });
  expect([body.campaigns, body.listings, body.places]).toMatchObject([
    [told],
    [told],
    [{ location_id: place, ...told }],
  ]);
  const { raw } = await world.call('GET /api/campaign-results/file?range=7d', { cookie });
  const [head, line] = raw
    .trimEnd()
    .split('\r\n')
    .map((text) => text.split(','));
  expect([head!.at(-1), line!.at(-1)]).toEqual(['beyond', '20']);
});

test('nor in two lists, of several campaigns: all wait for what was seen in either', { timeout: 240_000 }, async () => {
  for (let n = 0; n < exploreBeginning; n++) await world.aListing({ is_featured: true });
  const { dayOf } = await aHotel({ isSeenInExplore: true });
  const day = '2026-11-24';
  const days = { first_day: day, last_day: day };
  const [mine, theirs] = [await anAdvertiser(world), await anAdvertiser(world)];
  const small = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const listing = await world.aListing({ organisation_id: mine.organisation });
      return await aCampaign(world, { ...mine, listing }, { ...days, most_impressions: 10, budget: 1 });
    }),
  );
  const large = await aCampaign(world, theirs, { ...days, most_impressions: 5_000 });
  const shown = await dayOf(day);
  const times = (ids: readonly string[]) => shown.filter((one) => ids.includes(one!)).length;
  expect([times(small), times([large])]).toEqual([40, 103]);
  const counted = await Promise.all(small.map((id) => countedOf(world, id)));
  expect(counted.map(({ impressions, days: of }) => [impressions, of.beyond])).toEqual(Array(4).fill([5, 5]));
});

test('whoever tells of views from one address holds a campaign back until more of its plan is due', async () => {
  const { place } = await aHotel();
  const elsewhere = await aLongPlace(world);
  const day = '2026-11-25';
  const id = await aCampaign(world, await anAdvertiser(world), {
    ...{ first_day: day, last_day: day, most_impressions: 40, budget: 1 },
  });
  const moveTo = (time: string) =>
    world.clock.advance((Date.parse(`${day}T${time}:00-10:00`) - world.clock.now().getTime()) / 1_000);
  const tellMany = async () => {
    const seen = [{ campaign: id, list: `location/${place}` }];
    for (let told = 0; told < 45; told++)
      await tell(world, await aGuest(world), seen, { 'x-forwarded-for': '203.0.113.9' });
  };
  const shownIn = async (...places: number[]) => {
    const shown = [];
    for (const of of places) {
      world.clock.advance(11);
      const body = await sponsoredIn(world, of);
      if (body[0]?.campaign_id === id) shown.push(of);
    }
    return shown;
  };
  const counted = async () => {
    const { impressions, charged_cents, days } = await countedOf(world, id);
    return { impressions, charged_cents, beyond: days.beyond };
  };
  moveTo('00:05');
  await tellMany();
  // What may be shown within the hour, and no more.
  expect(await counted()).toEqual({ impressions: 2, charged_cents: 5, beyond: 0 });
  expect(await shownIn(place, elsewhere)).toEqual([]);
  moveTo('01:00');
  expect(await shownIn(place, elsewhere)).toEqual([place, elsewhere]);
  moveTo('12:00');
  await tellMany();
  expect(await counted()).toEqual({ impressions: 20, charged_cents: 50, beyond: 2 });
  expect(await shownIn(place, elsewhere)).toEqual([]);
  moveTo('13:30');
  expect(await shownIn(place, elsewhere)).toEqual([place, elsewhere]);
});

test('who was shown it for nothing is not counted when it is shown again', async () => {
  const { place, list } = await aHotel();
  const day = '2026-11-27';
  const days = { first_day: day, last_day: day };
  const id = await aCampaign(world, await anAdvertiser(world), {
    ...days,
    most_impressions: 4,
    budget: 1,
    places: [place],
  });
  world.clock.advance((Date.parse(`${day}T20:00:00-10:00`) - world.clock.now().getTime()) / 1_000);
  const guests = await Promise.all([1, 2, 3].map(() => aGuest(world)));
  const tellFrom = async (address: string) => {
    for (const guest of guests) await tell(world, guest, [{ campaign: id, list }], { 'x-forwarded-for': address });
  };
  await tellFrom('203.0.113.6');
  expect(await countedOf(world, id)).toMatchObject({ impressions: 2, days: { beyond: 1 } });
  await tellFrom('198.51.100.7');
  expect(await countedOf(world, id)).toMatchObject({ impressions: 2, days: { beyond: 1 } });
});

test('what a visit follows and books that was shown it beyond the share of an address came without a campaign: nobody paid for it', async () => {
  const own = await anAdvertiser(world);
  const { code } = await world.aCode();
  const place = await world.aPlace({ listings: await Promise.all([1, 2, 3, 4].map(() => world.aListing())) });
  const day = hawaiiDay(world.clock.now());
  const days = { first_day: day, last_day: day, budget: 1, most_impressions: 2, places: [place] };
  const campaign = await aCampaign(world, own, days);
  const hotel = '203.0.113.9';
  for (const [address, dollars] of [
    [hotel, 10],
    [hotel, 20],
    ['203.0.113.77', 40],
  ] as const) {
    const guest = await scan(world, await world.aUser(), code, 'A phone', address);
    for (const type of ['listing_impression', 'sponsored_click'])
      await tell(world, guest, [{ campaign, list: `location/${place}`, type }], { 'x-forwarded-for': address });
    // Each by a link of its own.
    world.clock.advance(60);
    const { clickId } = await aFollowedLink(world, guest, { listing_id: own.listing });
    const cents = { receipt_total: dollars * 100, amount_paid: dollars * 100 };
    await tellOf(world, aFareharborBooking({ voucher_number: clickId, ...cents }));
  }
  const { body } = await world.call('GET /api/campaign-results?range=7d', {
    cookie: (await anOwner(world, own.organisation)).cookie,
  });
  expect(body.total).toMatchObject({ impressions: 2, clicks: 2, beyond: 1, bookings: 2, revenue: 50, cost: 1 });
  expect(body.without.total).toMatchObject({ links: 1, bookings: 1, revenue: 20 });
  // Nor does it raise the listing among what nobody pays for.
  const follows = world.db.selectFrom('sponsored_follows').select('visit_id').where('listing_id', '=', own.listing);
  expect(await follows.execute()).toHaveLength(3);
});
