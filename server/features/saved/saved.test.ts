import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { longestNote, mostMerged, mostSaved } from '../../../contract/saved-limits.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

const put = (user: TestUser, listing: number | string, body: object = {}) =>
  world.call(`PUT /api/saved/${listing}`, { cookie: user.cookie, body });
const remove = (user: TestUser, listing: number) => world.call(`DELETE /api/saved/${listing}`, { cookie: user.cookie });
const merge = (user: TestUser, items: object[], headers = {}) =>
  world.call('POST /api/saved/merge', { cookie: user.cookie, body: { items }, headers });
const listOf = async (user: TestUser) => (await world.call('GET /api/saved', { cookie: user.cookie })).body;
const idsOf = async (user: TestUser) => (await world.call('GET /api/saved/ids', { cookie: user.cookie })).body;
const someListings = (count: number) => Promise.all(Array.from({ length: count }, () => world.aListing()));
const hoursAgo = (hours: number) => new Date(world.clock.now().getTime() - hours * 3_600_000).toISOString();

describe('saving', () => {
  test('lists newest first, with the experience as its traveler sees it', async () => {
    const user = await world.aUser();
    const [first, second] = await someListings(2);
    expect((await put(user, first!)).body).toEqual({
      listing_id: first,
      note: null,
      saved_at: world.clock.now().toISOString(),
    });
    world.clock.advance(60);
    await put(user, second!, { note: '  At dusk, with the children  ' });
    const list = await listOf(user);
    expect(list.map((one: { listing_id: number; note: string }) => [one.listing_id, one.note])).toEqual([
      [second, 'At dusk, with the children'],
      [first, null],
    ]);
    expect(list[0].experience).toMatchObject({ id: second, is_active: true });
    expect(list[0].experience.booking_url).toMatch(/[?&]ref=[0-9a-z]{32}/);
    expect(list[0].experience).not.toHaveProperty('commission_rate');
    expect(await idsOf(user)).toEqual([second, first]);
  });

  test('tells where one meets and what is asked of who comes, where the listing does', async () => {
    const user = await world.aUser();
    const [plain, told] = await someListings(2);
    const facts = { open_months: [4, 5], steps: 'few', transfer: 'helped', hearing: null, sensory: null };
    const meeting = { meeting_point: 'At the blue boat', meeting_latitude: 21.28, meeting_longitude: -157.83 };
    await world.db
      .updateTable('listings')
      .set({ ...facts, ...meeting })
      .where('id', '=', told!)
      .execute();
    for (const listing of [plain, told]) await put(user, listing!);
    const list = await listOf(user);
    const factsOf = (listing: number) => list.find((one: { listing_id: number }) => one.listing_id === listing).facts;
    expect([factsOf(told!), factsOf(plain!)]).toEqual([{ ...facts, ...meeting }, undefined]);
  });

  test('again changes the note alone: left out it stays, null and empty text clear it', async () => {
    const user = await world.aUser();
    const listing = await world.aListing();
    const { saved_at } = (await put(user, listing, { note: 'One' })).body;
    world.clock.advance(60);
    for (const [body, note] of [
      [{}, 'One'],
      [{ note: 'Two' }, 'Two'],
      [{ note: '   ' }, null],
      [{ note: 'Three' }, 'Three'],
      [{ note: null }, null],
    ] as const)
      expect((await put(user, listing, body)).body).toEqual({ listing_id: listing, note, saved_at });
    expect(await listOf(user)).toHaveLength(1);
  });

  test("takes the device's own time where it can be right", async () => {
    const user = await world.aUser();
    const [early, future, ancient] = await someListings(3);
    expect((await put(user, early!, { saved_at: hoursAgo(5) })).body.saved_at).toBe(hoursAgo(5));
    expect((await put(user, future!, { saved_at: hoursAgo(-5) })).body.saved_at).toBe(hoursAgo(0));
    expect((await put(user, ancient!, { saved_at: '1970-01-01T00:00:00Z' })).body.saved_at).toBe(hoursAgo(400 * 24));
  });

  test.each([
    ['a note too long', { note: 'x'.repeat(longestNote + 1) }],
    ['a note that cannot be stored', { note: 'a\u0000b' }],
    ['a note that is no text', { note: 5 }],
    ['a time that is none', { saved_at: 'yesterday' }],
  ])('refuses %s', async (_what, body) => {
    const user = await world.aUser();
    expect((await put(user, await world.aListing(), body)).status).toBe(400);
    expect(await idsOf(user)).toEqual([]);
  });

  test('takes the longest note', async () => {
    const user = await world.aUser();
    const listing = await world.aListing();
    expect((await put(user, listing, { note: 'ā'.repeat(longestNote) })).body.note).toHaveLength(longestNote);
  });

  test('refuses what is not there or no longer available', async () => {
    const user = await world.aUser();
    for (const id of [2_000_000_000, await world.aListing({ is_active: false })])
      expect((await put(user, id)).status).toBe(404);
    for (const id of ['0', 'x', '2147483648']) expect((await put(user, id)).status).toBe(400);
  });

  test('keeps what is no longer available, marked, without a way to book, and with its note', async () => {
    const user = await world.aUser();
    const listing = await world.aListing();
    await put(user, listing);
    await world.db.updateTable('listings').set({ is_active: false }).where('id', '=', listing).execute();
    expect((await put(user, listing, { note: 'Was good' })).status).toBe(200);
    const [item] = await listOf(user);
    expect(item).toMatchObject({ note: 'Was good', experience: { is_active: false, booking_url: null } });
  });

  test(`of more than ${mostSaved} is refused, also twenty at once`, async () => {
    const user = await world.aUser();
    const listings = await someListings(20);
    const many = await someListings(mostSaved - 10);
    const saved_at = world.clock.now();
    const rows = many.map((listing_id) => ({ user_id: user.id, listing_id, saved_at, note: null }));
    await world.db.insertInto('saved_listings').values(rows).execute();
    const replies = await Promise.all(listings.map((listing) => put(user, listing)));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(10);
    for (const reply of replies.filter((one) => one.status !== 200)) expect(reply.body.code).toBe('saved_full');
    expect(await idsOf(user)).toHaveLength(mostSaved);
    const joined = await merge(user, [{ listing_id: await world.aListing() }, { listing_id: many[0] }]);
    expect(joined.body).toMatchObject({ added: 0, left_out: [expect.any(Number)] });
    // Where there is room for one of two, the newer comes.
    await world.db
      .deleteFrom('saved_listings')
      .where('user_id', '=', user.id)
      .where('listing_id', '=', many[0]!)
      .execute();
    const [older, newer] = await someListings(2);
    const two = await merge(user, [
      { listing_id: older, saved_at: hoursAgo(9) },
      { listing_id: newer, saved_at: hoursAgo(1) },
    ]);
    expect(two.body).toMatchObject({ added: 1, left_out: [older] });
    expect(await idsOf(user)).toContain(newer);
  });
});

describe('removing', () => {
  test('takes one away, once, and no other', async () => {
    const user = await world.aUser();
    const [one, other] = await someListings(2);
    await put(user, one!);
    await put(user, other!);
    const replies = await Promise.all([remove(user, one!), remove(user, one!)]);
    expect(replies.map((reply) => reply.body.removed).sort()).toEqual([false, true]);
    expect(await idsOf(user)).toEqual([other]);
  });

  test("is never of somebody else's, and saving neither", async () => {
    const [mine, theirs] = [await world.aUser(), await world.aUser()];
    const listing = await world.aListing();
    await put(theirs, listing, { note: 'Private' });
    expect((await remove(mine, listing)).body).toEqual({ removed: false });
    expect((await put(mine, listing)).body.note).toBeNull();
    await put(mine, listing, { note: 'Mine' });
    await remove(mine, listing);
    expect(await listOf(theirs)).toMatchObject([{ listing_id: listing, note: 'Private' }]);
    expect(await listOf(mine)).toEqual([]);
  });
});

describe('joining what a guest kept', () => {
  test('is a union: the earlier time and the note that is there win, what is unknown is reported', async () => {
    const user = await world.aUser();
    const [both, account, device, noteless] = await someListings(4);
    await put(user, both!, { note: 'Of the account' });
    await put(user, account!);
    await put(user, noteless!, { saved_at: hoursAgo(9) });
    const items = [
      { listing_id: both, note: 'Of the device', saved_at: hoursAgo(2) },
      { listing_id: device, note: 'New', saved_at: hoursAgo(3) },
      { listing_id: noteless, note: 'Comes along', saved_at: hoursAgo(1) },
      { listing_id: 2_000_000_000 },
    ];
    expect((await merge(user, items)).body).toEqual({ added: 1, unknown: [2_000_000_000], left_out: [] });
    const expected = [
      [account, null, hoursAgo(0)],
      [both, 'Of the account', hoursAgo(2)],
      [device, 'New', hoursAgo(3)],
      [noteless, 'Comes along', hoursAgo(9)],
    ];
    const told = async () =>
      (await listOf(user)).map((one: { listing_id: number; note: string; saved_at: string }) => [
        one.listing_id,
        one.note,
        one.saved_at,
      ]);
    expect(await told()).toEqual(expected);
    expect((await merge(user, items)).body.added).toBe(0);
    expect(await told()).toEqual(expected);
  });

  test('twice at once, with and without a key, and beside a heart, leaves one of each', async () => {
    const user = await world.aUser();
    const listings = await someListings(12);
    const items = listings.map((listing_id) => ({ listing_id, saved_at: hoursAgo(1) }));
    const replies = await Promise.all([
      merge(user, items),
      merge(user, items.toReversed()),
      merge(user, items, { 'idempotency-key': 'join-0123456789abc' }),
      merge(user, items, { 'idempotency-key': 'join-0123456789abc' }),
      put(user, listings[0]!),
      put(user, listings[11]!, { note: 'Mine' }),
    ]);
    expect(replies.map((reply) => reply.status)).toEqual(Array(6).fill(200));
    const list = await listOf(user);
    expect(list).toHaveLength(12);
    expect(list.find((one: { listing_id: number }) => one.listing_id === listings[11]).note).toBe('Mine');
  });

  test('of one place told twice keeps it once', async () => {
    const user = await world.aUser();
    const listing_id = await world.aListing();
    await merge(user, [
      { listing_id, saved_at: hoursAgo(1) },
      { listing_id, note: 'Twin', saved_at: hoursAgo(2) },
    ]);
    expect(await listOf(user)).toMatchObject([{ listing_id, note: 'Twin', saved_at: hoursAgo(2) }]);
  });

  test('takes a note as it would be written: without what stands around it, none for an empty one, the first of two', async () => {
    const user = await world.aUser();
    const [spaced, empty, twice] = await someListings(3);
    const given = [
      { listing_id: spaced, note: '  At dusk ', saved_at: hoursAgo(1) },
      { listing_id: empty, note: '   ', saved_at: hoursAgo(2) },
      { listing_id: twice, note: 'First', saved_at: hoursAgo(4) },
      { listing_id: twice, note: 'Second', saved_at: hoursAgo(3) },
    ];
    await merge(user, given);
    const notes = async () => (await listOf(user)).map((one: { note: string | null }) => one.note);
    expect(await notes()).toEqual(['At dusk', null, 'First']);
    // An empty note keeps no later one away.
    await merge(user, [{ listing_id: empty, note: 'Written later' }]);
    expect(await notes()).toEqual(['At dusk', 'Written later', 'First']);
  });

  test(`takes none, and ${mostMerged} with the longest notes, and refuses one more`, async () => {
    const user = await world.aUser();
    const listings = await someListings(mostMerged);
    const items = listings.map((listing_id) => ({ listing_id, note: 'ʻ'.repeat(longestNote) }));
    expect((await merge(user, [])).body.added).toBe(0);
    expect((await merge(user, items)).body.added).toBe(mostMerged);
    expect((await merge(user, [...items, { listing_id: await world.aListing() }])).status).toBe(400);
    expect(await idsOf(user)).toHaveLength(mostMerged);
  });

  test('asked again with the same key, says again what there was no room for, which the device keeps', async () => {
    const user = await world.aUser();
    const saved_at = world.clock.now();
    const rows = (await someListings(mostSaved - 1)).map((listing_id) => ({
      ...{ user_id: user.id, listing_id, saved_at, note: null },
    }));
    await world.db.insertInto('saved_listings').values(rows).execute();
    const [newest, older, oldest] = await someListings(3);
    const items = [newest, older, oldest].map((listing_id, at) => ({ listing_id, saved_at: hoursAgo(at + 1) }));
    const ask = () =>
      merge(user, [...items, { listing_id: 2_000_000_000 }], { 'idempotency-key': 'no-room-0123456789' });
    const [first, again] = [await ask(), await ask()];
    expect(first.body).toEqual({ added: 1, unknown: [2_000_000_000], left_out: [older, oldest] });
    expect(again.body).toEqual(first.body);
  });

  test('keeps what is no longer available: it was when the guest saved it', async () => {
    const user = await world.aUser();
    const listing_id = await world.aListing({ is_active: false });
    expect((await merge(user, [{ listing_id }])).body).toEqual({ added: 1, unknown: [], left_out: [] });
  });
});

test('hearts are limited per person', async () => {
  const strict = await createWorld();
  const [one, other] = [await strict.aUser(), await strict.aUser()];
  const ask = (user: TestUser) => strict.call('DELETE /api/saved/1', { cookie: user.cookie });
  const replies = await Promise.all(Array.from({ length: 245 }, () => ask(one)));
  expect(replies.filter((reply) => reply.status === 429)).toHaveLength(5);
  expect((await ask(other)).status).toBe(200);
  await strict.close();
}, 60_000);
