import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../server/platform/limits/limits.ts';
import { RateLimits } from '../../server/platform/limits/rate-limits.ts';
import { newVisitToken } from '../../server/platform/sessions/visits.ts';
import {
  type Advertiser,
  aCampaign,
  aLongPlace,
  anAdvertiser,
  aVisit,
  countedOf,
  sponsoredIn,
  tell,
} from '../campaigns-scene.ts';
import { createWorld, type World } from '../world.ts';

let world: World;
let advertiser: Advertiser;
let code: string;
beforeAll(async () => {
  world = await createWorld({ environment: { TRUST_PROXY: '1' } });
  // In the last hour, when all that one site may use up of a day's plan is due.
  world.clock.advance(13 * 3_600);
  advertiser = await anAdvertiser(world);
  ({ code } = await world.aCode());
});
afterAll(() => world.close());

/** Visits as scans make them, without their scans. @returns their cookies */
async function visits(count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => newVisitToken(world.settings));
  const times = { created_at: world.clock.now(), last_seen_at: world.clock.now() };
  await world.db
    .insertInto('visits')
    .values(tokens.map(({ hash }) => ({ token_hash: hash, ...times })))
    .execute();
  return tokens.map(({ token }) => `visit=${token}`);
}

const clicked = {
  ...{ pricing: 'click', budget: 3_000, click_price: 1.5, most_impressions: null },
  last_day: '2026-12-20',
};
const none = { impressions: 0, clicks: 0, charged_cents: 0, ledger: 0, touches: { count: 0 }, days: { opens: 0 } };
const view = 'listing_impression';
const click = 'sponsored_click';

test('two thousand clicks of a card that its list has no room for count nothing, told with impressions or without', {
  timeout: 120_000,
}, async () => {
  const short = await world.aPlace();
  const id = await aCampaign(world, advertiser, { ...clicked, places: [short] });
  expect(await sponsoredIn(world, short)).toEqual([]);
  const list = `location/${short}`;
  const forged = [{ campaign: id, type: click, list }];
  const forge = async (guest: string, at: number) =>
    (await tell(world, guest, at % 2 ? forged : [{ campaign: id, list }, ...forged])).status;
  const guests = await visits(2_000);
  const statuses = [];
  while (guests.length > 0) statuses.push(...(await Promise.all(guests.splice(0, 50).map(forge))));
  expect(statuses).toEqual(Array.from({ length: 2_000 }, () => 202));
  expect(await countedOf(world, id)).toMatchObject(none);
});

test.each([
  ['shown', {}],
  ['hidden by a rule', { rules: JSON.stringify({ first_day: '2027-01-01' }) }],
])('nor of a listing that the list has itself, %s', async (_, has) => {
  const place = await aLongPlace(world);
  const row = { location_id: place, listing_id: advertiser.listing, position: 9 };
  await world.db
    .insertInto('curated_listings')
    .values({ ...row, ...has })
    .execute();
  const id = await aCampaign(world, advertiser, { ...clicked, places: [place] });
  const list = `location/${place}`;
  await tell(world, await aVisit(world, code), [
    { campaign: id, list },
    { campaign: id, type: click, list },
  ]);
  expect(await countedOf(world, id)).toMatchObject(none);
});

test('a click counts of a visit that was counted as seeing the card on that day, before or in the same call', async () => {
  const place = await aLongPlace(world);
  const id = await aCampaign(world, advertiser, { ...clicked, places: [place] });
  const list = `location/${place}`;
  const clicks = async () => (await countedOf(world, id)).clicks;
  const guest = await aVisit(world, code);
  await tell(world, guest, [
    { campaign: id, type: click, list },
    { campaign: id, type: 'sponsored_open', list },
  ]);
  expect(await countedOf(world, id)).toMatchObject(none);
  await tell(world, guest, [{ campaign: id, list }]);
  await tell(world, guest, [{ campaign: id, type: click, list }]);
  expect(await clicks()).toBe(1);
  await tell(world, await aVisit(world, code), [
    { campaign: id, list },
    { campaign: id, type: click, list },
  ]);
  expect(await clicks()).toBe(2);
  world.clock.advance(86_400);
  await tell(world, guest, [{ campaign: id, type: click, list }]);
  expect(await clicks()).toBe(2);
  world.clock.advance(-86_400);
});

test('of a network as many clicks count as its limit allows; what is beyond is taken and counted nowhere', async () => {
  const place = await aLongPlace(world);
  const id = await aCampaign(world, advertiser, { places: [place], last_day: '2026-12-20' });
  const list = `location/${place}`;
  const { amount, seconds } = limits['sponsored-clicks'];
  const both = [view, click].map((type) => ({ campaign: id, type, list }));
  const from = { 'x-forwarded-for': '203.0.113.77' };
  const guests = [];
  for (let at = 0; at < amount + 5; at++) guests.push(await aVisit(world, code));
  for (const guest of guests) expect((await tell(world, guest, both, from)).status).toBe(202);
  // What was counted takes nothing of it when it is told again.
  await tell(world, guests[0], both, from);
  expect(await countedOf(world, id)).toMatchObject({ impressions: amount + 5, clicks: amount });
  await tell(world, await aVisit(world, code), both, { 'x-forwarded-for': '203.0.113.78' });
  expect((await countedOf(world, id)).clicks).toBe(amount + 1);
  world.clock.advance(seconds);
  await tell(world, guests.at(-1), both, from);
  expect(await countedOf(world, id)).toMatchObject({ clicks: amount + 2 });
});

/** What guests of one site tell of a campaign, each of another of its networks. */
const siteOf = (site: number) => (network: number) => ({ 'x-forwarded-for': `2001:db8:${site}:${network}::1` });

test('of a campaign that is paid by the click one site’s count as often a day as half of its plan allows, from whichever of its networks', async () => {
  const place = await aLongPlace(world);
  // $100 a day, of $1.50 each: of 66 half is one site's.
  const id = await aCampaign(world, advertiser, { ...clicked, places: [place] });
  const other = await aCampaign(world, advertiser, { ...clicked, places: [place] });
  const list = `location/${place}`;
  const ofSite = 33;
  const both = (campaign: string) => [view, click].map((type) => ({ campaign, type, list }));
  const from = siteOf(77);
  const guests = await visits(ofSite + 5);
  for (const [at, guest] of guests.entries()) await tell(world, guest, both(id), from(at));
  expect(await countedOf(world, id)).toMatchObject({ clicks: ofSite, charged_cents: ofSite * 150 });
  // Another campaign, another site, and the next day have their own.
  await tell(world, guests[0], both(other), from(0));
  expect((await countedOf(world, other)).clicks).toBe(1);
  await tell(world, guests.at(-1), both(id), siteOf(78)(1));
  expect((await countedOf(world, id)).clicks).toBe(ofSite + 1);
  world.clock.advance(86_400);
  await tell(world, guests.at(-1), both(id), from(1));
  expect(await countedOf(world, id)).toMatchObject({ clicks: ofSite + 2, ledger: (ofSite + 2) * 150 });
  world.clock.advance(-86_400);
});

test.each([
  ['one of a plan of one', { budget: 90, click_price: 3 }, 1],
  ['one of two of a small plan', { budget: 30, click_price: 0.5 }, 1],
  [
    'sixty of a large one, as guests of a full hotel follow',
    { budget: 30_000 },
    limits['sponsored-paid-clicks'].amount,
  ],
])('of a day’s clicks that are paid for one site has %s', async (_, given, ofSite) => {
  const place = await aLongPlace(world);
  const id = await aCampaign(world, advertiser, { ...clicked, ...given, places: [place] });
  const both = [view, click].map((type) => ({ campaign: id, type, list: `location/${place}` }));
  const from = siteOf(ofSite);
  const guests = await visits(ofSite + 4);
  const last = guests.splice(-2);
  for (const [at, guest] of guests.entries()) await tell(world, guest, both, from(at));
  // Of what counts in a minute there is room again.
  world.clock.advance(61);
  for (const guest of last) await tell(world, guest, both, from(1));
  expect(await countedOf(world, id)).toMatchObject({ impressions: ofSite + 4, clicks: ofSite });
  await tell(world, last[0], both, siteOf(900 + ofSite)(1));
  expect((await countedOf(world, id)).clicks).toBe(ofSite + 1);
  world.clock.advance(-61);
});

test.each([
  ['five of a fixed fee for ten', { budget: 30, most_impressions: 300, last_day: '2026-12-20' }, 5],
  [
    'half of the hundred that are planned for two clicks, so that it takes more to put one behind all others',
    { ...clicked, budget: 30, click_price: 0.5 },
    50,
  ],
])('of a day’s impressions one site has %s', async (_, given, ofSite) => {
  const place = await aLongPlace(world);
  const id = await aCampaign(world, advertiser, { ...given, places: [place] });
  const seen = [{ campaign: id, list: `location/${place}` }];
  const guests = await visits(ofSite + 4);
  for (const [at, guest] of guests.slice(1).entries()) await tell(world, guest, seen, siteOf(500 + ofSite)(at));
  expect((await countedOf(world, id)).impressions).toBe(ofSite);
  await tell(world, guests[0], seen, siteOf(600 + ofSite)(1));
  expect((await countedOf(world, id)).impressions).toBe(ofSite + 1);
});

test.each([
  ['a quarter more than the five that are planned', 750, 5, 7],
  ['two more than the one that is planned', 90, 3, 3],
  ['two more than the two that are planned', 30, 0.5, 4],
])('a day is charged no more clicks than %s, from however many sites', async (_, budget, click_price, most) => {
  const place = await aLongPlace(world);
  const days = { first_day: '2026-11-21', last_day: '2026-12-20' };
  const id = await aCampaign(world, advertiser, { ...clicked, ...days, budget, click_price, places: [place] });
  const list = `location/${place}`;
  const both = [view, click].map((type) => ({ campaign: id, type, list }));
  for (const [at, guest] of (await visits(13)).entries())
    await tell(world, guest, both, { 'x-forwarded-for': `198.51.${at}.1` });
  expect(await countedOf(world, id)).toMatchObject({
    ...{ impressions: 13, clicks: most, charged_cents: most * click_price * 100 },
  });
});

test('a day is charged no more impressions of a fixed fee than a quarter more than what is planned for it, from however many sites', async () => {
  const place = await aLongPlace(world);
  const list = `location/${place}`;
  // 300 over thirty days: ten a day.
  const days = { first_day: '2026-11-21', last_day: '2026-12-20', places: [place] };
  const id = await aCampaign(world, advertiser, { ...days, budget: 30, most_impressions: 300 });
  const both = [view, click].map((type) => ({ campaign: id, type, list }));
  const told = async (count: number) => {
    for (const [at, guest] of (await visits(count)).entries())
      await tell(world, guest, both, { 'x-forwarded-for': `198.51.${at}.2` });
  };
  await told(25);
  const whole = { impressions: 13, clicks: 13, charged_cents: 130, ledger: 130, touches: { count: 26 } };
  expect(await countedOf(world, id)).toMatchObject(whole);
  // What was left is planned for the days that are left: 287 for 29.
  world.clock.advance(86_400);
  await told(25);
  expect(await countedOf(world, id)).toMatchObject({ impressions: 26, charged_cents: 260, ledger: 260 });
  world.clock.advance(-86_400);
});

test('of a network as many impressions count as its limit allows, and no click of a guest whose impression did not', async () => {
  const place = await aLongPlace(world);
  const id = await aCampaign(world, advertiser, { places: [place], last_day: '2026-12-20' });
  const list = `location/${place}`;
  const { amount, seconds } = limits['sponsored-impressions'];
  const network = '203.0.113.99';
  const spent = { limit: 'sponsored-impressions', key: network, cost: amount - 2 } as const;
  expect(await new RateLimits(world.db, true).trySpend(spent, world.clock.now())).toBe(true);
  const both = [view, click].map((type) => ({ campaign: id, type, list }));
  const from = { 'x-forwarded-for': network };
  const [other, later, ...guests] = await visits(6);
  for (const guest of guests) expect((await tell(world, guest, both, from)).status).toBe(202);
  await tell(world, guests[0], both, from);
  expect(await countedOf(world, id)).toMatchObject({ impressions: 2, clicks: 2 });
  await tell(world, other, both, { 'x-forwarded-for': '203.0.113.100' });
  expect(await countedOf(world, id)).toMatchObject({ impressions: 3, clicks: 3 });
  world.clock.advance(seconds);
  await tell(world, later, both, from);
  expect(await countedOf(world, id)).toMatchObject({ impressions: 4, clicks: 4, charged_cents: 4 });
});
