import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aMember } from '../../../tests/an-organisation.ts';
import {
  type Advertiser,
  aCampaign,
  aLongPlace,
  anAdvertiser,
  aVisit,
  countedOf,
  someLists,
  step,
  tell,
} from '../../../tests/campaigns-scene.ts';
import { builtWeb } from '../../../tests/page-apps.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { withTransaction } from '../../platform/database/database.ts';
import { holdCampaigns } from './counting.store.ts';

let world: World;
let advertiser: Advertiser;
let code: string;
beforeAll(async () => {
  world = await createWorld({ webFolder: builtWeb, environment: { TRUST_PROXY: '1' } });
  await someLists(world);
  advertiser = await anAdvertiser(world);
  ({ code } = await world.aCode());
});
afterAll(() => world.close());

const visit = () => aVisit(world, code);
/** Of one site there is a part of a small plan alone. */
const from = (site: number) => ({ 'x-forwarded-for': `198.51.100.${site}` });
const all = (campaign: string) =>
  ['listing_impression', 'sponsored_open', 'sponsored_click'].map((type) => ({ campaign, type }));

test('a visit counts one impression, one opening and one click of a campaign and a day, wherever it sees it', async () => {
  const place = await aLongPlace(world);
  const id = await aCampaign(world, advertiser, { last_day: '2026-11-22' });
  const guest = await visit();
  await tell(world, guest, [...all(id), ...all(id)]);
  await tell(
    world,
    guest,
    all(id).map((event) => ({ ...event, list: `location/${place}` })),
  );
  expect(await countedOf(world, id)).toMatchObject({
    ...{ impressions: 1, clicks: 1, charged_cents: 1, ledger: 1, touches: { count: 3, cents: 1 } },
    days: { impressions: 1, opens: 1, clicks: 1, cents: 1, own: 0, programs: 0 },
  });
  world.clock.advance(86_400);
  await tell(
    world,
    guest,
    all(id).map((event) => ({ ...event, list: `location/${place}` })),
  );
  expect(await countedOf(world, id)).toMatchObject({ impressions: 2, clicks: 2, touches: { count: 6 } });
  const rows = await world.db
    .selectFrom('campaign_days')
    .select(['day', 'location_id', 'impressions'])
    .where('campaign_id', '=', id)
    .orderBy('day')
    .execute();
  expect(rows).toEqual([
    { day: '2026-11-21', location_id: 0, impressions: 1 },
    { day: '2026-11-22', location_id: place, impressions: 1 },
  ]);
  world.clock.advance(-86_400);
});

test('without a visit nothing counts; nor of whoever asks for privacy, nor for a campaign that there is not', async () => {
  const id = await aCampaign(world, advertiser);
  await tell(world, undefined, all(id));
  await tell(world, `visit=${'a'.repeat(40)}`, all(id));
  await tell(world, await visit(), all(id), { 'sec-gpc': '1' });
  expect((await tell(world, await visit(), all('00000000-0000-4000-8000-000000000000'))).status).toBe(202);
  expect((await tell(world, await visit(), [{ campaign: 'x' }])).status).toBe(400);
  for (const list of ['suggestions', 'saved', 'location/999999999'])
    await tell(
      world,
      await visit(),
      all(id).map((event) => ({ ...event, list })),
    );
  expect(await countedOf(world, id)).toMatchObject({ impressions: 0, clicks: 0, days: { programs: 0 } });
});

test('programs and the advertiser’s own people are counted apart and cost nothing; other staff nowhere', async () => {
  const id = await aCampaign(world, advertiser);
  const member = await aMember(world, advertiser.organisation);
  const guest = await visit();
  await tell(world, guest, all(id), { 'user-agent': 'Googlebot/2.1' });
  await tell(world, member.cookie, all(id));
  // What they do signed out, in a visit that is theirs.
  const theirs = await visit();
  await world.db
    .updateTable('visits')
    .set({ user_id: member.id })
    .where('id', '=', (eb) => eb.selectFrom('visits').select((of) => of.fn.max('id').as('id')))
    .execute();
  await tell(world, theirs, [{ campaign: id }]);
  for (const role of ['partner', 'advertiser', 'admin'] as const)
    await tell(world, `${(await world.aUser({ role })).cookie}; ${await visit()}`, all(id));
  expect(await countedOf(world, id)).toMatchObject({
    ...{ impressions: 0, clicks: 0, charged_cents: 0, ledger: 0, touches: { count: 0 } },
    days: { impressions: 0, opens: 0, clicks: 0, own: 4, programs: 3 },
  });
});

describe('nothing is counted', () => {
  test.each([
    ['before its days', { first_day: '2026-11-22', last_day: '2026-11-22' }],
    ['after its days', { daysLater: 1 }],
    ['out of its hours', { time_from: '12:00', time_until: '13:00' }],
    ['of readers of another language', { languages: ['ja'] }],
    ['in places that it does not name', { places: true }],
    ['of a draft', { isDraft: true }],
  ])('%s', async (_, { places, daysLater = 0, ...given }: Record<string, unknown>) => {
    const of = places ? { places: [await aLongPlace(world)] } : {};
    const id = await aCampaign(world, advertiser, { ...given, ...of });
    world.clock.advance(Number(daysLater) * 86_400);
    await tell(world, await visit(), all(id));
    world.clock.advance(Number(daysLater) * -86_400);
    expect(await countedOf(world, id)).toMatchObject({ impressions: 0, clicks: 0, touches: { count: 0 }, ledger: 0 });
  });

  test('of one that was paused, has ended, is of a hidden listing or of a suspended advertiser', async () => {
    const own = await anAdvertiser(world);
    const id = await aCampaign(world, own);
    const { db } = world;
    const none = async () => {
      await tell(world, await visit(), all(id));
      expect(await countedOf(world, id)).toMatchObject({ impressions: 0, clicks: 0, touches: { count: 0 } });
    };
    await step(world, own.user, id, 'pause');
    await none();
    await step(world, own.user, id, 'start');
    await db.updateTable('listings').set({ is_active: false }).where('id', '=', own.listing).execute();
    await none();
    await db.updateTable('listings').set({ is_active: true }).where('id', '=', own.listing).execute();
    await db.updateTable('organisations').set({ state: 'suspended' }).where('id', '=', own.organisation).execute();
    await none();
    await db.updateTable('organisations').set({ state: 'active' }).where('id', '=', own.organisation).execute();
    await step(world, own.user, id, 'end');
    await none();
  });
});

test('one that names places, categories and languages is counted in these lists, of their readers, and charged', async () => {
  const [named, other] = [await aLongPlace(world), await aLongPlace(world)];
  const given = { places: [named], categories: ['Activities & Tours'], languages: ['ja'] };
  const id = await aCampaign(world, advertiser, { ...given, budget: 50, most_impressions: 100 });
  const counted: object[] = [];
  for (const [list, language] of [
    [`location/${named}`, 'ja'],
    ['explore', 'ja'],
    [`location/${other}`, 'ja'],
    [`location/${named}`, 'en'],
  ] as const) {
    await tell(world, await visit(), [{ campaign: id, list }], { 'accept-language': language });
    const { impressions, ledger } = await countedOf(world, id);
    counted.push([impressions, ledger]);
  }
  expect(counted).toEqual([
    [1, 50],
    [2, 100],
    [2, 100],
    [2, 100],
  ]);
});

test('in Explore one counts only where a list of its listing’s own category, or that of all, may show it', async () => {
  const own = await world.aListing({ organisation_id: advertiser.organisation, category: 'Restaurants' });
  const counted = async (given: object) => {
    const id = await aCampaign(world, { ...advertiser, listing: own }, given);
    await tell(world, await visit(), [{ campaign: id }]);
    await step(world, advertiser.user, id, 'end');
    return (await countedOf(world, id)).impressions;
  };
  expect(await counted({ categories: ['Activities & Tours'] })).toBe(0);
  // The list of its own category has the listing itself.
  expect(await counted({ categories: ['Restaurants'] })).toBe(0);
  expect(await counted({})).toBe(1);
  for (let n = 0; n < 24; n++) await world.aListing({ category: 'Restaurants', is_featured: true });
  expect(await counted({ categories: ['Restaurants', 'Shopping'] })).toBe(1);
});

test('a fixed fee is owed as it is delivered, to the cent, and stops at its caps; what comes beyond counts nowhere', async () => {
  const id = await aCampaign(world, advertiser, {
    budget: 1,
    most_impressions: 7,
    most_a_day: 4,
    last_day: '2026-11-22',
  });
  const owed = async () => (await countedOf(world, id)).charged_cents;
  const after: number[] = [];
  for (let n = 0; n < 6; n++) {
    await tell(world, await visit(), [{ campaign: id }], from(n));
    after.push(await owed());
  }
  expect(after).toEqual([15, 29, 43, 58, 58, 58]);
  expect(await countedOf(world, id)).toMatchObject({ impressions: 4, touches: { count: 4, cents: 58 }, ledger: 58 });
  world.clock.advance(86_400);
  for (let n = 0; n < 5; n++) await tell(world, await visit(), [{ campaign: id }], from(n));
  expect(await countedOf(world, id)).toMatchObject({
    impressions: 7,
    charged_cents: 100,
    ledger: 100,
    touches: { count: 7 },
  });
  const { cookie } = await world.aUser({ role: 'admin' });
  const { body } = await world.call(`GET /api/campaigns/${id}`, { cookie });
  expect(body).toMatchObject({ waits: 'used_up', impressions: 7, cost: 1 });
  world.clock.advance(-86_400);
});

test('who pays by the click pays for whole ones within the budget', async () => {
  const id = await aCampaign(world, advertiser, {
    pricing: 'click',
    budget: 2,
    click_price: 0.75,
    most_impressions: null,
  });
  const guests = [await visit(), await visit(), await visit()];
  for (const [at, guest] of guests.entries()) await tell(world, guest, all(id), from(at));
  expect(await countedOf(world, id)).toMatchObject({
    ...{ impressions: 2, clicks: 2, charged_cents: 150, ledger: 150, touches: { cents: 150 } },
    days: { impressions: 2, clicks: 2, opens: 2, cents: 150 },
  });
});

test('of more who saw it than its budget has clicks for the first ones are charged, and everything else of theirs counts', async () => {
  const given = { pricing: 'click', budget: 1, click_price: 0.4, most_impressions: null };
  const id = await aCampaign(world, advertiser, given);
  const guests = [await visit(), await visit(), await visit()];
  for (const [at, guest] of guests.entries()) await tell(world, guest, [{ campaign: id }], from(at));
  for (const [at, guest] of guests.entries()) await tell(world, guest, all(id), from(at));
  expect(await countedOf(world, id)).toMatchObject({
    ...{ impressions: 3, clicks: 2, charged_cents: 80, ledger: 80, touches: { count: 8, cents: 80 } },
    days: { impressions: 3, opens: 3, clicks: 2, cents: 80 },
  });
});

test.each([
  ['a fixed fee', {}, 100],
  ['the click', { pricing: 'click', click_price: 0.4 }, 80],
])(
  'beyond the caps of one that is paid by %s nothing is opened or followed but what was counted as seen',
  async (_, given, cost) => {
    const id = await aCampaign(world, advertiser, { budget: 1, most_impressions: 2, most_a_day: 2, ...given });
    const [first, second, third] = [await visit(), await visit(), await visit()];
    await tell(world, first, [{ campaign: id }]);
    await tell(world, second, all(id), from(2));
    // The caps are reached.
    await tell(world, third, all(id), from(3));
    expect(await countedOf(world, id)).toMatchObject({
      impressions: 2,
      clicks: 1,
      days: { opens: 1 },
      touches: { count: 4 },
    });
    await tell(world, first, all(id));
    expect(await countedOf(world, id)).toMatchObject({
      ...{ impressions: 2, clicks: 2, charged_cents: cost, ledger: cost, touches: { count: 6 } },
      days: { impressions: 2, opens: 2, clicks: 2, cents: cost },
    });
  },
);

test('what was counted, and what is beyond the caps, holds no campaign', async () => {
  const id = await aCampaign(world, advertiser, { budget: 1, most_impressions: 1 });
  const [first, second] = [await visit(), await visit()];
  await tell(world, first, all(id));
  // Somebody else counts for it meanwhile.
  await withTransaction(world.db, async (tx) => {
    await holdCampaigns(tx, [id]);
    for (const guest of [first, second]) expect((await tell(world, guest, all(id))).status).toBe(202);
  });
  expect(await countedOf(world, id)).toMatchObject({ impressions: 1, clicks: 1, touches: { count: 3 } });
});

test('an event that is sent again with its key counts once', async () => {
  const id = await aCampaign(world, advertiser);
  const guest = await visit();
  const headers = { 'idempotency-key': `${id}-key` };
  for (let again = 0; again < 2; again++)
    expect((await tell(world, guest, all(id), headers)).body).toEqual({ accepted: 3 });
  expect(await countedOf(world, id)).toMatchObject({ impressions: 1, clicks: 1 });
});
