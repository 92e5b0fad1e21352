import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ResultRange } from '../../../contract/campaign-results-form.ts';
import { aMember, anOwner } from '../../../tests/an-organisation.ts';
import {
  type Advertiser,
  aCampaign,
  aLongPlace,
  anAdvertiser,
  aVisit,
  someLists,
  tell,
} from '../../../tests/campaigns-scene.ts';
import { scan } from '../../../tests/held-scene.ts';
import {
  aFareharborBooking,
  aFollowedLink,
  bookingsOfClick,
  tellOf,
  webhookSecret,
} from '../../../tests/platform-news.ts';
import { recountedResults } from '../../../tests/recounted-results.ts';
import { createWorld, type Reply, type TestUser, type World } from '../../../tests/world.ts';

const day = 86_400;
let world: World;
let code: string;
beforeAll(async () => {
  world = await createWorld({ environment: { FAREHARBOR_WEBHOOK_SECRETS: webhookSecret, RATE_LIMITS: 'off' } });
  await someLists(world);
  ({ code } = await world.aCode());
});
afterAll(() => world.close());

const results = async ({ cookie }: TestUser, query = '') =>
  told(await world.call(`GET /api/campaign-results${query}`, { cookie }));
const choices = async ({ cookie }: TestUser, query = '') =>
  told(await world.call(`GET /api/campaign-results/choices${query}`, { cookie }));
const told = ({ status, body, raw }: Reply) => {
  if (status !== 200) throw new Error(raw);
  return body;
};
const everything = ['listing_impression', 'sponsored_open', 'sponsored_click'];
const all = (campaign: string, list = 'explore') => everything.map((type) => ({ campaign, type, list }));

/** A traveler who has scanned a code. */
const aGuest = async () => await scan(world, await world.aUser(), code);

/** Follows a booking link, which is another way each time. */
const followed = async (guest: string, listing_id?: number) => {
  world.clock.advance(15 * 60);
  return await aFollowedLink(world, guest, listing_id === undefined ? {} : { listing_id });
};

/** Books by a link that was followed. */
const booked = async (link: { clickId: string }, cents: number) => {
  const booking = aFareharborBooking({ voucher_number: link.clickId, receipt_total: cents, amount_paid: cents });
  await tellOf(world, booking);
  return booking;
};
const long = { last_day: '2027-03-01' };

test('what came of campaigns is told in all, by day, listing, campaign and place, to the cent', async () => {
  const own = await anAdvertiser(world);
  const place = await aLongPlace(world, { name: 'Pool bar' });
  const clicked = { pricing: 'click', budget: 9, click_price: 0.5, most_impressions: null, ...long };
  const [one, other] = [
    await aCampaign(world, own, clicked),
    await aCampaign(world, own, { ...clicked, name: 'Nights' }),
  ];
  const guest = await aGuest();
  await tell(world, guest, all(one));
  await tell(world, await aVisit(world, code), all(one, `location/${place}`));
  await tell(world, await aVisit(world, code), [{ campaign: other }]);
  await tell(world, own.user.cookie, all(other));
  await tell(world, guest, all(other), { 'user-agent': 'Googlebot/2.1' });
  world.clock.advance(day);
  await booked(await followed(guest, own.listing), 4_250);
  await followed(guest, own.listing);
  const nothing = {
    impressions: 0,
    opens: 0,
    clicks: 0,
    bookings: 0,
    unconfirmed_bookings: 0,
    own: 0,
    programs: 0,
    beyond: 0,
  };
  const unpaid = { revenue: 0, cost: 0, roi: null };
  const total = {
    ...{ impressions: 3, opens: 2, clicks: 2, bookings: 1, unconfirmed_bookings: 1, own: 3, programs: 3, beyond: 0 },
    ...{ revenue: 42.5, cost: 1, roi: 41.5 },
  };
  // The session of the day before has ended.
  const owner = await anOwner(world, own.organisation);
  const told = await results(owner);
  expect(told).toMatchObject({ range: '30d', from: '2026-10-24', until: '2026-11-22', total });
  expect((await choices(owner)).advertisers).toEqual([]);
  expect(told.days).toHaveLength(30);
  expect(told.days.slice(-3)).toEqual([
    { day: '2026-11-20', ...nothing, ...unpaid },
    { day: '2026-11-21', ...total, bookings: 0, unconfirmed_bookings: 0, revenue: 0, roi: -1 },
    { day: '2026-11-22', ...nothing, bookings: 1, unconfirmed_bookings: 1, revenue: 42.5, cost: 0, roi: null },
  ]);
  expect(told.listings).toEqual([expect.objectContaining({ listing_id: own.listing, ...total })]);
  expect(told.campaigns).toEqual([
    expect.objectContaining({ campaign_id: one, ...total, impressions: 2, own: 0, programs: 0 }),
    expect.objectContaining({
      ...{ campaign_id: other, campaign: 'Nights', ...nothing, ...unpaid },
      ...{ impressions: 1, own: 3, programs: 3 },
    }),
  ]);
  expect(told.places).toEqual([
    expect.objectContaining({
      location_id: 0,
      place: null,
      ...total,
      impressions: 2,
      opens: 1,
      clicks: 1,
      cost: 0.5,
      roi: 84,
    }),
    expect.objectContaining({
      ...{ location_id: place, place: 'Pool bar', ...nothing },
      ...{ impressions: 1, opens: 1, clicks: 1, revenue: 0, cost: 0.5, roi: -1 },
    }),
  ]);
  expect((await results(owner, `?campaign=${other}`)).total).toMatchObject({ impressions: 1, bookings: 0, own: 3 });
  expect((await results(owner, `?listing=${await world.aListing()}`)).total).toEqual({ ...nothing, ...unpaid });
  expect((await results(owner, '?range=month')).from).toBe('2026-11-01');
  world.clock.advance(-day);
});

describe('a booking is of a campaign', () => {
  const bookingsOf = async ({ user, organisation }: Advertiser, range: ResultRange = '90d') => {
    const { total } = await results(user, `?range=${range}`);
    const admin = await world.aUser({ role: 'admin' });
    expect((await results(admin, `?range=${range}&organisation=${organisation}`)).total).toEqual(total);
    return total;
  };

  test('whose listing its visit followed before, also where the browser tells of that some seconds later', async () => {
    const own = await anAdvertiser(world);
    const id = await aCampaign(world, own, long);
    const guest = await aGuest();
    const link = await followed(guest, own.listing);
    world.clock.advance(5);
    await tell(world, guest, all(id));
    await booked(link, 1_000);
    expect(await bookingsOf(own)).toMatchObject({ bookings: 1, revenue: 10 });
    // Of another listing, and of another visit: neither is.
    await booked(await followed(guest), 2_000);
    await booked(await followed(await aGuest(), own.listing), 3_000);
    expect(await bookingsOf(own)).toMatchObject({ bookings: 1, revenue: 10 });
  });

  test('not by a click that came after it, nor by having seen it alone', async () => {
    const own = await anAdvertiser(world);
    const id = await aCampaign(world, own, long);
    const [early, seen] = [await aGuest(), await aGuest()];
    await booked(await followed(early, own.listing), 1_000);
    await tell(world, seen, [{ campaign: id }, { campaign: id, type: 'sponsored_open' }]);
    await booked(await followed(seen, own.listing), 1_000);
    world.clock.advance(11 * 60);
    await tell(world, early, all(id));
    expect(await bookingsOf(own)).toMatchObject({ clicks: 1, bookings: 0, revenue: 0 });
  });

  test('of several of a listing that one which was followed last, whichever is asked for', async () => {
    const own = await anAdvertiser(world);
    const [first, last] = [await aCampaign(world, own, long), await aCampaign(world, own, long)];
    const guest = await aGuest();
    await tell(world, guest, all(first));
    world.clock.advance(60);
    await tell(world, guest, all(last));
    await booked(await followed(guest, own.listing), 1_000);
    expect((await results(own.user)).total.bookings).toBe(1);
    expect((await results(own.user, `?campaign=${first}`)).total.bookings).toBe(0);
    expect((await results(own.user, `?campaign=${last}`)).total.bookings).toBe(1);
  });

  test('and stays so once it was travelled; one of which no amount is told has no revenue', async () => {
    const own = await anAdvertiser(world);
    const guest = await aGuest();
    await tell(world, guest, all(await aCampaign(world, own, long)));
    const link = await followed(guest, own.listing);
    await booked(link, 4_250);
    const change = (values: object) => world.db.updateTable('bookings').set(values).where('id', '=', link.id).execute();
    await change({ status: 'completed' });
    expect(await bookingsOf(own)).toMatchObject({ bookings: 1, revenue: 42.5, unconfirmed_bookings: 0 });
    await change({ status: 'confirmed', estimated: true });
    expect(await bookingsOf(own)).toMatchObject({ bookings: 1, revenue: 0, unconfirmed_bookings: 0 });
  });

  test('and is taken back when it is cancelled', async () => {
    const own = await anAdvertiser(world);
    const id = await aCampaign(world, own, long);
    const guest = await aGuest();
    await tell(world, guest, all(id));
    const booking = await booked(await followed(guest, own.listing), 1_000);
    expect(await bookingsOf(own)).toMatchObject({ bookings: 1, revenue: 10, unconfirmed_bookings: 0 });
    await tellOf(world, { ...booking, status: 'cancelled' });
    expect(await bookingsOf(own)).toMatchObject({ bookings: 0, revenue: 0, unconfirmed_bookings: 0 });
  });

  test('for thirty days', async () => {
    const own = await anAdvertiser(world);
    const id = await aCampaign(world, own, long);
    const guest = await aGuest();
    await tell(world, guest, all(id));
    const clicked = world.clock.now().getTime();
    const count = async (after: number) => {
      const booked_at = new Date(clicked + after * 1_000);
      const clicks = world.db.selectFrom('clicks').select('id').where('listing_id', '=', own.listing);
      const click = (await clicks.executeTakeFirst())?.id ?? (await aClick(guest, own.listing));
      const to = { booked_at, received_at: null, status: 'confirmed', estimated: false };
      await world.db.updateTable('bookings').set(to).where('click_id', '=', click).execute();
      world.clock.advance(31 * day);
      const admin = await world.aUser({ role: 'admin' });
      // Whether or not the click, too, is of the days that are asked for.
      const ranges = ['90d', '7d'].map((range) => results(admin, `?range=${range}&organisation=${own.organisation}`));
      const told = await Promise.all(ranges);
      world.clock.advance(-31 * day);
      return told.map(({ total }) => total.bookings);
    };
    expect(await count(30 * day - 1)).toEqual([1, 1]);
    expect(await count(30 * day)).toEqual([0, 0]);
    expect(await count(30 * day - 1)).toEqual([1, 1]);
  });

  const aClick = async (guest: string, listing_id: number) => {
    const { id } = await followed(guest, listing_id);
    const row = world.db.selectFrom('bookings').select('click_id').where('id', '=', id);
    return (await row.executeTakeFirstOrThrow()).click_id!;
  };
});

test('a credit is taken off what was paid, of no place', async () => {
  const own = await anAdvertiser(world);
  const id = await aCampaign(world, own, { budget: 50, most_impressions: 1, ...long });
  await tell(world, await aGuest(), [{ campaign: id }]);
  const { cookie } = await world.aUser({ role: 'admin' });
  const body = { amount: 12.34, credited: 0, reason: 'Shown beside the wrong place' };
  expect((await world.call(`POST /api/campaigns/${id}/credits`, { cookie, body })).status).toBe(201);
  const told = await results(own.user);
  expect(told.total).toMatchObject({ cost: 37.66, roi: -1 });
  expect(told.places.map((one: { location_id: number; cost: number }) => [one.location_id, one.cost])).toEqual([
    [0, 50],
    [null, -12.34],
  ]);
  expect(told.campaigns[0]).toMatchObject({ cost: 37.66 });
});

test('staff who may not see money read nothing of it from the order of rows', async () => {
  const own = await anAdvertiser(world);
  const clerk = await aMember(world, own.organisation, ['advertiser_analytics']);
  const dear = await aCampaign(world, own, { budget: 50, most_impressions: 1, ...long });
  const cheap = await aCampaign(world, own, { budget: 1, most_impressions: 100, ...long });
  for (const campaign of [dear, cheap, cheap]) await tell(world, await aGuest(), [{ campaign }]);
  const order = async (who: TestUser) =>
    (await results(who)).campaigns.map((one: { campaign_id: string }) => one.campaign_id);
  expect(await order(own.user)).toEqual([dear, cheap]);
  expect(await order(clerk)).toEqual([cheap, dear]);
});

test('an advertiser is told its own, whomever it asks for; staff no money; administrators all or one', async () => {
  const [own, other] = [await anAdvertiser(world), await anAdvertiser(world)];
  const id = await aCampaign(world, own, { budget: 50, most_impressions: 1, ...long });
  await tell(world, await aGuest(), [{ campaign: id }]);
  expect((await results(other.user, `?organisation=${own.organisation}`)).total).toMatchObject({
    impressions: 0,
    cost: 0,
  });
  expect((await results(other.user, `?campaign=${id}`)).total).toMatchObject({ impressions: 0 });
  const clerk = await aMember(world, own.organisation, ['advertiser_analytics']);
  expect((await results(clerk)).total).toMatchObject({ impressions: 1, revenue: null, cost: null, roi: null });
  const none = await aMember(world, own.organisation, ['campaign_management']);
  expect((await world.call('GET /api/campaign-results', { cookie: none.cookie })).status).toBe(403);
  const admin = await world.aUser({ role: 'admin' });
  const told = await results(admin, `?organisation=${own.organisation}`);
  expect(told.total).toMatchObject({ impressions: 1, cost: 50, roi: -1 });
  const all = await choices(admin, `?organisation=${own.organisation}`);
  expect(all.advertisers.length).toBeGreaterThan(1);
  expect(all.advertisers).toContainEqual(expect.objectContaining({ id: own.organisation }));
  expect(all.campaigns).toEqual([{ id, name: 'Mornings on the reef' }]);
  expect(all.listings.map((one: { id: number }) => one.id)).toEqual([own.listing]);
  await tell(world, await aGuest(), [{ campaign: await aCampaign(world, other, long) }]);
  expect((await results(admin)).total.impressions).toBeGreaterThan(1);
});

test('what can be asked for fits the rest of what is asked, and has what is asked for beyond the first by name', async () => {
  const [own, other] = [await anAdvertiser(world), await anAdvertiser(world)];
  const admin = await world.aUser({ role: 'admin' });
  const [id, theirs] = [await aCampaign(world, own, { name: 'zz the last' }), await aCampaign(world, other)];
  const { listing_id: _, ...plain } = await world.db
    .selectFrom('campaigns')
    .select(['organisation_id', 'listing_id', 'pricing', 'budget_cents', 'most_impressions', 'first_day', 'last_day'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const listing_id = await world.aListing({ organisation_id: own.organisation });
  const rows = Array.from({ length: 200 }, (_, at) => ({ ...plain, listing_id, name: `One of many ${at}` }));
  const times = { created_at: world.clock.now(), updated_at: world.clock.now() };
  await world.db
    .insertInto('campaigns')
    .values(rows.map((row) => ({ ...row, ...times })))
    .execute();
  const ids = (of: { campaigns: { id: string }[] }) => of.campaigns.map((one) => one.id);
  const ofOwn = await choices(admin, `?organisation=${own.organisation}`);
  expect(ofOwn.campaigns).toHaveLength(200);
  expect(ids(ofOwn)).not.toContain(id);
  expect(ids(await choices(admin, `?organisation=${own.organisation}&campaign=${id}`))).toContain(id);
  // Another's campaign, or another listing's, is no choice.
  expect(ids(await choices(admin, `?organisation=${own.organisation}&campaign=${theirs}`))).not.toContain(theirs);
  expect(ids(await choices(admin, `?listing=${listing_id}&campaign=${id}`))).not.toContain(id);
  expect(ids(await choices(admin, `?listing=${own.listing}&campaign=${id}`))).toEqual([id]);
});

test('what campaigns brought stays their advertiser’s where the listing goes on to another one', async () => {
  const [former, next] = [await anAdvertiser(world), await anAdvertiser(world)];
  const { listing } = former;
  const id = await aCampaign(world, former, { budget: 50, most_impressions: 50, ...long });
  const guest = await aGuest();
  await tell(world, guest, all(id));
  await booked(await followed(guest, listing), 4_250);
  const file = async () =>
    (await world.call('GET /api/campaign-results/file', { cookie: former.user.cookie })).raw as string;
  const admin = await world.aUser({ role: 'admin' });
  const ofFormer = `?organisation=${former.organisation}`;
  const before = [await results(former.user), await file(), await results(admin, ofFormer)];
  expect(before[0].total).toMatchObject({ impressions: 1, bookings: 1, revenue: 42.5, cost: 1, roi: 41.5 });

  const given = world.db.updateTable('listings').set({ organisation_id: next.organisation });
  await given.where('id', '=', listing).execute();
  const [own, ownFile, told] = [await results(former.user), await file(), await results(admin, ofFormer)];
  for (const part of ['total', 'days', 'campaigns', 'listings', 'places'])
    expect([own[part], told[part]], part).toEqual([before[0][part], before[2][part]]);
  expect(ownFile).toBe(before[1]);
  expect((await results(next.user)).total).toMatchObject({ impressions: 0, bookings: 0, revenue: 0 });

  const another = await aCampaign(world, { ...next, listing }, { budget: 50, most_impressions: 25, ...long });
  await tell(world, await aGuest(), all(another));
  const both = (await results(admin, `?listing=${listing}`)).listings;
  const [{ advertiser: formerly }] = told.listings;
  expect(both).toMatchObject([
    { listing_id: listing, advertiser: expect.any(String), bookings: 0, cost: 2 },
    { listing_id: listing, advertiser: formerly, bookings: 1, cost: 1 },
  ]);
  expect(both[0].advertiser).not.toBe(formerly);
});

test('of each listing is told what came of it by no campaign, beside what campaigns brought', async () => {
  const own = await anAdvertiser(world);
  const other = await world.aListing({ organisation_id: own.organisation, name: 'Never advertised' });
  const id = await aCampaign(world, own, { budget: 50, most_impressions: 4, ...long });
  const [guest, walker] = [await aGuest(), await aGuest()];
  await tell(world, guest, all(id));
  await booked(await followed(guest, own.listing), 4_250);
  await booked(await followed(walker, own.listing), 1_000);
  await followed(walker, other);
  const events = [
    { event_type: 'map_pin_clicked', business_listing_id: other },
    { event_type: 'smart_suggestion_clicked', business_listing_id: other },
  ];
  expect((await world.call('POST /api/analytics/events', { cookie: walker, body: { events } })).status).toBe(202);

  const told = await results(own.user);
  expect(told.listings).toMatchObject([{ listing_id: own.listing, bookings: 1, revenue: 42.5 }]);
  const sums = { engagements: 2, links: 2, bookings: 1, revenue: 10 };
  const listings = [
    { listing_id: own.listing, engagements: 0, links: 1, bookings: 1, revenue: 10 },
    { listing_id: other, listing: 'Never advertised', engagements: 2, links: 1, bookings: 0, revenue: 0 },
  ];
  expect(told.without).toMatchObject({ total: sums, listings, file_lines: 2 });
  expect(told.without.days).toHaveLength(30);
  expect(told.without.days.at(-1)).toEqual({ day: '2026-11-21', ...sums });
  expect(told.without.days.at(-2)).toEqual({ day: '2026-11-20', engagements: 0, links: 0, bookings: 0, revenue: 0 });
  const { rows } = await world.database.pool.query(
    'select p.id, p.name from qr_codes q join locations p on p.id = q.location_id where q.code = $1',
    [code],
  );
  const place = { location_id: rows[0].id, place: rows[0].name, bookings: 1, revenue: 10 };
  expect(told.without.places).toEqual([place]);
  const file = await world.call('GET /api/campaign-results/file?part=without', { cookie: own.user.cookie });
  expect(file.headers['content-disposition']).toContain('filename="without-campaign-2026-10-23-to-2026-11-21.csv"');
  const [head, ...lines] = file.bytes.toString().replace('\ufeff', '').trim().split('\r\n');
  expect(head).toBe('day,advertiser,listing,engagements,booking_links,bookings,revenue_usd');
  expect(lines.map((line: string) => line.replace(/^2026-11-21,[^,]*,[^,]*,/, '')).sort()).toEqual([
    '0,1,1,10',
    '2,1,0,0',
  ]);

  expect((await choices(own.user)).listings).toContainEqual({ id: other, name: 'Never advertised' });
  const narrowed = (await results(own.user, `?listing=${other}`)).without;
  expect(narrowed).toMatchObject({
    listings: [{ listing_id: other }],
    total: { engagements: 2, bookings: 0 },
    places: [],
  });
  expect((await results(own.user, `?campaign=${id}`)).without).toBeNull();
  const refused = await world.call(`GET /api/campaign-results/file?part=without&campaign=${id}`, {
    cookie: own.user.cookie,
  });
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request']);
  const clerk = await aMember(world, own.organisation, ['advertiser_analytics']);
  const noMoney = (await results(clerk)).without;
  for (const one of [noMoney.total, noMoney.days.at(-1), noMoney.listings[0], noMoney.places[0]])
    expect(one).toMatchObject({ bookings: 1, revenue: null });
  const theirs = await world.call('GET /api/campaign-results/file?part=without', { cookie: clerk.cookie });
  expect(theirs.raw).toMatch(/,0,1,1,\r\n/);
  const stranger = await anAdvertiser(world);
  const none = (await results(stranger.user, `?organisation=${own.organisation}&listing=${other}`)).without;
  expect(none).toMatchObject({
    listings: [],
    places: [],
    total: { engagements: 0, links: 0, bookings: 0, revenue: 0 },
  });
  const admin = await world.aUser({ role: 'admin' });
  expect((await results(admin, `?organisation=${own.organisation}`)).without.listings).toHaveLength(2);
  expect((await results(admin)).without).toBeNull();
  world.clock.advance(day);
  const later = await results(await anOwner(world, own.organisation), '?range=7d');
  expect(later.without).toMatchObject({ total: sums, listings });
  expect(later.without.days.slice(-2)).toEqual([
    { day: '2026-11-21', ...sums },
    { day: '2026-11-22', engagements: 0, links: 0, bookings: 0, revenue: 0 },
  ]);
  world.clock.advance(-day);
});

test('the file has each day, campaign and place, and adds up to the figures; a name is no formula there', async () => {
  const own = await anAdvertiser(world);
  const place = await aLongPlace(world, { name: 'Lānai' });
  const id = await aCampaign(world, own, { name: '=1+1', budget: 50, most_impressions: 4, ...long });
  const guest = await aGuest();
  await tell(world, guest, all(id, `location/${place}`));
  await tell(world, await aGuest(), all(id));
  await booked(await followed(guest, own.listing), 4_250);
  const { cookie } = await world.aUser({ role: 'admin' });
  const body = { amount: 5, credited: 0, reason: 'Shown beside the wrong place' };
  expect((await world.call(`POST /api/campaigns/${id}/credits`, { cookie, body })).status).toBe(201);
  const file = await world.call('GET /api/campaign-results/file?range=7d', { cookie: own.user.cookie });
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(file.bytes.toString()).toMatch(/^\ufeffday,advertiser,campaign,listing,place,impressions,/);
  const lines = file.raw.trim().split('\r\n').slice(1);
  expect(lines.map((line: string) => line.replace(/^2026-11-21,[^,]*,'=1\+1,[^,]*,/, ''))).toEqual([
    'credit,0,0,0,0,0,0,-5,,0,0,0',
    'Explore,1,1,1,0,0,0,12.5,-1,0,0,0',
    'Lānai,1,1,1,1,0,42.5,12.5,2.4,0,0,0',
  ]);
  expect((await results(own.user, '?range=7d')).file_lines).toBe(lines.length);
  const clerk = await aMember(world, own.organisation, ['advertiser_analytics']);
  const theirs = await world.call('GET /api/campaign-results/file?range=7d', { cookie: clerk.cookie });
  expect(theirs.raw).not.toMatch(/42\.5|12\.5|2\.4|,-1,/);
});

test('the figures are those of a recount of the rows, whatever was done', async () => {
  const own = await anAdvertiser(world);
  const clicked = { pricing: 'click', budget: 900, click_price: 0.5, most_impressions: null, ...long };
  const ids = [await aCampaign(world, own, clicked), await aCampaign(world, own, clicked)];
  const place = await aLongPlace(world);
  await tell(world, own.user.cookie, all(ids[0]!));
  await tell(world, await aVisit(world, code), all(ids[0]!), { 'user-agent': 'Googlebot/2.1' });
  const statuses = ['confirmed', 'completed', 'cancelled', 'pending'];
  for (const [at, status] of [...statuses, ...statuses].entries()) {
    const guest = await aGuest();
    await tell(world, guest, all(ids[at % 2]!, at % 3 ? 'explore' : `location/${place}`));
    const link = await followed(guest, own.listing);
    if (status !== 'pending') await booked(link, 1_000 + at);
    await world.db.updateTable('bookings').set({ status }).where('id', '=', link.id).execute();
    // Somebody who follows the link without having clicked the card.
    await booked(await followed(await aGuest(), own.listing), 7);
  }
  const admin = await world.aUser({ role: 'admin' });
  const credited = await world.call(`POST /api/campaigns/${ids[1]}/credits`, {
    ...{ cookie: admin.cookie, body: { amount: 0.25, credited: 0, reason: 'Shown beside the wrong place' } },
  });
  expect(credited.status).toBe(201);
  for (const query of ['?range=1y', `?range=1y&organisation=${own.organisation}`, `?range=1y&campaign=${ids[1]}`]) {
    const told = await results(admin, query);
    expect(told.total, query).toMatchObject(await recountedResults(world, told, query));
    for (const part of ['days', 'listings', 'campaigns', 'places'])
      for (const figure of Object.keys(told.total).filter((one) => one !== 'roi'))
        expect([part, figure, sum(told[part], figure)]).toEqual([part, figure, told.total[figure]]);
  }
  expect((await results(admin, `?organisation=${own.organisation}`)).total).toMatchObject({
    ...{ impressions: 8, clicks: 8, bookings: 4, unconfirmed_bookings: 2, revenue: 40.1, cost: 3.75 },
    ...{ own: 3, programs: 3 },
  });
});

test('a booking is of no campaign that was clicked after it: of a further one by a link that was followed long before, of which is told only after the click', async () => {
  const own = await anAdvertiser(world);
  const id = await aCampaign(world, own, long);
  const guest = await aGuest();
  const link = await followed(guest, own.listing);
  await booked(link, 1_000);
  world.clock.advance(14 * day);
  await tell(world, guest, all(id));
  world.clock.advance(10 * day);
  await booked(link, 2_000);
  expect(await bookingsOfClick(world, link.clickId)).toHaveLength(2);
  const told = await results(await world.aUser({ role: 'admin' }), `?range=90d&organisation=${own.organisation}`);
  world.clock.advance(-24 * day);
  expect(told.total).toMatchObject({ clicks: 1, bookings: 0, revenue: 0 });
  expect(told.without.listings).toMatchObject([{ listing_id: own.listing, bookings: 2, revenue: 30 }]);
});

const sum = (rows: Record<string, number>[], figure: string) =>
  rows.reduce((so, row) => so + Math.round(row[figure]! * 100), 0) / 100;
