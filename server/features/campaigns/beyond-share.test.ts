import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exploreBeginning } from '../../../contract/campaign-form.ts';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import { anOwner } from '../../../tests/an-organisation.ts';
import {
  aCampaign,
  aGuest,
  anAdvertiser,
  countedOf,
  type SlotShown,
  sponsoredIn,
  tell,
} from '../../../tests/campaigns-scene.ts';
import { scan } from '../../../tests/held-scene.ts';
import { anotherApp } from '../../../tests/page-apps.ts';
import { aFareharborBooking, aFollowedLink, tellOf, webhookSecret } from '../../../tests/platform-news.ts';
import { createWorld, type World } from '../../../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { TRUST_PROXY: '1', FAREHARBOR_WEBHOOK_SECRETS: webhookSecret } });
});
afterAll(() => world.close());

const hotel = '203.0.113.5';
const from = (address: string) => ({ 'x-forwarded-for': address });
const moveTo = (day: string, time: string) =>
  world.clock.advance((Date.parse(`${day}T${time}:00-10:00`) - world.clock.now().getTime()) / 1_000);
/** An address for each view. */
const anywhere = (view: number) => `198.51.${Math.floor(view / 200)}.${view % 200}`;

interface Day {
  /** Where a view comes from; all of one hotel unless told. */
  addressOf?: (view: number) => string;
  isSeenInExplore?: boolean;
  /** Another process, which answers each second view. */
  other?: FastifyInstance;
  /** What else happens before a view. */
  before?: (view: number) => Promise<void>;
}

/** What another process shows a guest. */
async function sponsoredBy(app: FastifyInstance, place: number | null, headers: Record<string, string>) {
  const url = place === null ? '/api/sponsored' : `/api/sponsored?location=${place}`;
  const reply = await app.inject({ url, headers: { ...headers, cookie: await aGuest(world) } });
  return reply.json<SlotShown[]>();
}

/** A place with one slot. @returns who was shown in each view of a day, one in ten minutes, all of whom follow what they see */
async function aPlaceWithViews() {
  const listings = await Promise.all([1, 2, 3, 4].map(() => world.aListing()));
  const place = await world.aPlace({ listings });
  const list = `location/${place}`;
  const dayOf = async (day: string, { addressOf = () => hotel, isSeenInExplore, other, before }: Day = {}) => {
    moveTo(day, '00:05');
    const shown: (string | undefined)[] = [];
    for (let view = 0; view < 143; view++, world.clock.advance(600)) {
      await before?.(view);
      const headers = from(addressOf(view));
      const isExplore = isSeenInExplore && view % 2 === 1;
      const shownIn = isExplore ? null : place;
      const slots =
        other && view % 4 > 1 ? await sponsoredBy(other, shownIn, headers) : await sponsoredIn(world, shownIn, headers);
      const campaign = slots[0]?.campaign_id;
      shown.push(campaign);
      if (!campaign) continue;
      const at = { campaign, list: isExplore ? 'explore' : list };
      const seen = [at, { ...at, type: 'sponsored_click' }];
      // Who looks twice is one.
      const guest = await aGuest(world);
      for (let look = 0; look < 2; look++) await tell(world, guest, seen, headers);
    }
    const times = (ids: string[], of = shown) => of.filter((one) => ids.includes(one!)).length;
    const quarters = [0, 1, 2, 3].map((at) => shown.slice(at * 36, (at + 1) * 36));
    return Object.assign((...ids: string[]) => times(ids), {
      inQuarters: (id: string) => quarters.map((of) => times([id], of)),
    });
  };
  return { place, list, dayOf };
}

test('readers of an address that has had its share of a campaign are shown another: it is for nobody for nothing', {
  timeout: 240_000,
}, async () => {
  const { place, list, dayOf } = await aPlaceWithViews();
  const day = '2026-11-23';
  const days = { first_day: day, last_day: day };
  const [mine, theirs] = [await anAdvertiser(world), await anAdvertiser(world)];
  const here = await aCampaign(world, mine, { ...days, most_impressions: 40, budget: 1, places: [place] });
  const everywhere = await aCampaign(world, theirs, { ...days, most_impressions: 5_000 });
  const times = await dayOf(day);
  // Half of its plan, in the evening as in the morning.
  expect([times(here), times(everywhere)]).toEqual([20, 123]);
  expect(times.inQuarters(here).every((count) => count >= 4)).toBe(true);
  const { days: counted, ...campaign } = await countedOf(world, here);
  expect(campaign).toMatchObject({ impressions: 20, clicks: 20, charged_cents: 50, ledger: 50 });
  expect(counted).toMatchObject({ impressions: 20, clicks: 20, beyond: 0, cents: 50 });
  // What is told of it all the same is a figure of its own, on screen and in the file, and costs nothing.
  moveTo(day, '23:50');
  await tell(world, await aGuest(world), [{ campaign: here, list }], from(hotel));
  const { cookie } = await anOwner(world, mine.organisation);
  const { body } = await world.call('GET /api/campaign-results?range=7d', { cookie });
  const told = { impressions: 20, clicks: 20, cost: 0.5, own: 0, programs: 0, beyond: 1 };
  expect(body.total).toMatchObject(told);
  expect(body.days.at(-1)).toMatchObject({ day, ...told });
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
  expect([head!.at(-1), line!.at(-1)]).toEqual(['beyond', '1']);
});

test('nor by many campaigns of one listing, in two lists and by two processes: each has its share alone, and the rest is for who pays', {
  timeout: 240_000,
}, async () => {
  for (let n = 0; n < exploreBeginning; n++) await world.aListing({ is_featured: true });
  const { dayOf } = await aPlaceWithViews();
  const day = '2026-11-24';
  const days = { first_day: day, last_day: day };
  const [mine, theirs] = [await anAdvertiser(world), await anAdvertiser(world)];
  const small = [];
  for (let n = 0; n < 20; n++) small.push(await aCampaign(world, mine, { ...days, most_impressions: 3, budget: 1 }));
  const large = await aCampaign(world, theirs, { ...days, most_impressions: 5_000 });
  // Of two processes one counts all.
  const other = await anotherApp(world, { pageCacheBytes: 0 });
  const times = await dayOf(day, { isSeenInExplore: true, other });
  await other.close();
  expect([times(...small), times(large)]).toEqual([20, 123]);
  const counted = await Promise.all(small.map((id) => countedOf(world, id)));
  expect(counted.map(({ impressions, days: of }) => [impressions, of.beyond])).toEqual(Array(20).fill([1, 0]));
});

test('whoever tells of views of a campaign from one address, all day long, leaves half of the day to all others', {
  timeout: 240_000,
}, async () => {
  const { list, dayOf } = await aPlaceWithViews();
  const day = '2026-11-25';
  const given = { first_day: day, last_day: day, most_impressions: 40, budget: 1 };
  const id = await aCampaign(world, await anAdvertiser(world), given);
  const forge = async () => {
    for (let told = 0; told < 3; told++) await tell(world, await aGuest(world), [{ campaign: id, list }], from(hotel));
  };
  const times = await dayOf(day, { addressOf: anywhere, before: forge });
  expect(times(id)).toBe(20);
  expect(times.inQuarters(id).every((count) => count >= 4)).toBe(true);
  expect(await countedOf(world, id)).toMatchObject({ impressions: 40, charged_cents: 100 });
});

test('a burst of views from one address takes no turn of the day from a rival, for a fee or by the click', {
  timeout: 500_000,
}, async () => {
  for (const [day, given, least] of [
    ['2026-11-26', { most_impressions: 5_000 }, 45],
    // Nobody has clicked yet: a tenth, until somebody does.
    ['2026-11-27', { pricing: 'click', budget: 500, click_price: 1, most_impressions: null }, 30],
  ] as const) {
    const { list, dayOf } = await aPlaceWithViews();
    const days = { first_day: day, last_day: day };
    const [victim, rival] = [
      await aCampaign(world, await anAdvertiser(world), { ...days, ...given }),
      await aCampaign(world, await anAdvertiser(world), { ...days, ...given }),
    ];
    const burst = async (view: number) => {
      if (view > 0) return;
      for (let told = 0; told < 150; told++)
        await tell(world, await aGuest(world), [{ campaign: victim, list }], from(hotel));
    };
    const times = await dayOf(day, { addressOf: anywhere, before: burst });
    expect((await countedOf(world, victim)).impressions).toBeGreaterThan(100);
    expect(times(victim), `${times(victim)} and ${times(rival)}`).toBeGreaterThan(least);
  }
});

test('who was shown it for nothing is not counted when it is shown again', async () => {
  const { place, list } = await aPlaceWithViews();
  const day = '2026-11-28';
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
