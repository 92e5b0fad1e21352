import { afterAll, beforeAll, expect, test } from 'vitest';
import { noRules } from '../../../contract/list-rules.ts';
import { auditActorsOf, auditContentOf } from '../../../tests/audit-content.ts';
import { builtWeb } from '../../../tests/page-apps.ts';
import { aPartner } from '../../../tests/partner-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' }, webFolder: builtWeb });
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());

const evening = { ...noRules, time_from: '17:00', time_until: '22:00' };
const list = (place: number | string) => world.call(`GET /api/admin/locations/${place}/list`, { cookie: admin.cookie });
const put = (place: number | string, body: unknown) =>
  world.call(`PUT /api/admin/locations/${place}/list`, { cookie: admin.cookie, body });
const preview = (place: number | string, query = '') =>
  world.call(`GET /api/admin/locations/${place}/preview${query}`, { cookie: admin.cookie });
const places = (query: string) => world.call(`GET /api/admin/location-lists?${query}`, { cookie: admin.cookie });
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);
const plain = (...ids: number[]) => ids.map((id) => ({ id, rules: null }));
const guests = async (place: number) => idsOf((await world.call(`GET /api/locations/${place}`)).body.experiences);

async function aHotel() {
  const names = ['Canoe', 'Noodles', 'Garden'];
  const [canoe, noodles, garden] = (await Promise.all(names.map((name) => world.aListing({ name })))) as [
    number,
    number,
    number,
  ];
  const partner = await aPartner(world, { name: 'Hale Kai', listings: [canoe, noodles] });
  return { ...partner, canoe, noodles, garden, version: (await list(partner.placeId)).body.version as string };
}
/** Its partner turns the order and hides one. */
async function arrange({ owner, placeId }: Awaited<ReturnType<typeof aHotel>>, marks: [id: number, hidden: boolean][]) {
  const { cookie } = owner;
  const { version } = (await world.call(`GET /api/partner-portal/places/${placeId}`, { cookie })).body;
  const listings = marks.map(([id, is_hidden]) => ({ id, is_hidden }));
  const body = { version, listings };
  return await world.call(`PUT /api/partner-portal/places/${placeId}/listings`, { cookie, body });
}

test('an administrator adds, takes away, orders and gives rules to what a place shows, and guests see that at once', async () => {
  const { placeId, canoe, noodles, garden, version, organisation } = await aHotel();
  const listings = [{ id: garden, rules: evening }, { id: canoe }];
  const saved = await put(placeId, { replaces: version, listings });
  expect(saved.status).toBe(200);
  expect(saved.body).toMatchObject({
    place: { id: placeId, name: 'Hale Kai' },
    organisation: { id: organisation },
    arranged_at: null,
    listings: [
      { id: garden, name: 'Garden', is_active: true, hidden_by_partner: false, rules: evening },
      { id: canoe, rules: null },
    ],
  });
  expect((await list(placeId)).body).toEqual(saved.body);
  // It is ten in the morning in Hawaiʻi.
  expect(await guests(placeId)).toEqual([canoe]);
  expect(await auditActorsOf(world, 'place_list_changed', String(placeId))).toEqual([admin.id]);
  expect(await auditContentOf(world, 'place_list_changed', String(placeId))).toEqual([
    {
      personId: null,
      before: { order: [canoe, noodles], rules: {} },
      after: { order: [garden, canoe], rules: { [garden]: evening } },
    },
  ]);
  const found = await places(`search=hale%20kai&limit=200`);
  expect(found.body.rows.find(({ id }: { id: number }) => id === placeId)).toMatchObject({
    ...{ name: 'Hale Kai', shown: 1, chosen: 2, ruled: 1 },
  });
});

test('rules that ask for nothing are none, and the same list sent twice is one change', async () => {
  const { placeId, canoe, noodles, version } = await aHotel();
  const body = {
    replaces: version,
    listings: [
      { id: noodles, rules: noRules },
      { id: canoe, rules: evening },
    ],
  };
  const saved = await put(placeId, body);
  expect(saved.body.listings).toMatchObject([{ rules: null }, { rules: evening }]);
  expect((await put(placeId, body)).body).toEqual(saved.body);
  expect(await auditActorsOf(world, 'place_list_changed', String(placeId))).toEqual([admin.id]);
});

test('of two who save at once one wins and the other is told', async () => {
  const { placeId, canoe, noodles, garden, version } = await aHotel();
  const lists = [plain(noodles, canoe), plain(canoe, noodles, garden)];
  const answers = await Promise.all(lists.map((listings) => put(placeId, { replaces: version, listings })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)!.body.code).toBe('changed_meanwhile');
  const won = answers.find(({ status }) => status === 200)!.body;
  expect((await list(placeId)).body).toEqual(won);
});

test('what a partner hides stays hidden, and their order is replaced only where that is asked for', async () => {
  const hotel = await aHotel();
  const { placeId, canoe, noodles, garden, version } = hotel;
  expect(
    (
      await arrange(hotel, [
        [noodles, false],
        [canoe, true],
      ])
    ).status,
  ).toBe(200);
  const late = await put(placeId, { replaces: version, listings: plain(canoe, noodles, garden) });
  expect([late.status, late.body.code]).toEqual([409, 'changed_meanwhile']);

  const now = (await list(placeId)).body;
  expect(now.arranged_at).toBe(world.clock.now().toISOString());
  expect(now.listings).toMatchObject([
    { id: noodles, hidden_by_partner: false },
    { id: canoe, hidden_by_partner: true },
  ]);
  const added = await put(placeId, { replaces: now.version, listings: plain(garden, noodles, canoe) });
  expect(added.status).toBe(200);
  expect(added.body.arranged_at).toBe(now.arranged_at);
  expect(added.body.listings[2]).toMatchObject({ id: canoe, hidden_by_partner: true });

  const turned = { replaces: added.body.version, listings: plain(canoe, noodles, garden) };
  const refused = await put(placeId, turned);
  expect(refused.status).toBe(400);
  expect(refused.body.fields).toMatchObject([{ path: 'body.over_partner' }]);
  const forced = await put(placeId, { ...turned, over_partner: true });
  expect(forced.body).toMatchObject({ arranged_at: null, listings: [{ id: canoe, hidden_by_partner: true }, {}, {}] });
  expect(await guests(placeId)).toEqual([noodles, garden]);
  // From now on the order is the house's.
  expect((await put(placeId, { replaces: forced.body.version, listings: plain(garden, canoe, noodles) })).status).toBe(
    200,
  );
});

test('how many a place shows is told as to English readers, whatever the administrator reads', async () => {
  const { placeId, canoe, garden, version } = await aHotel();
  await world.db.updateTable('locations').set({ name: 'Qq Counted' }).where('id', '=', placeId).execute();
  const rules = { ...noRules, languages: ['en'] };
  expect((await put(placeId, { replaces: version, listings: [{ id: garden, rules }, { id: canoe }] })).status).toBe(
    200,
  );
  for (const language of ['en', 'ja']) {
    const listed = await world.call('GET /api/admin/location-lists?search=Qq%20Counted', {
      ...{ cookie: admin.cookie, headers: { 'accept-language': language } },
    });
    expect(listed.body.rows, language).toMatchObject([{ shown: 2 }]);
  }
});

test('places that show nothing to anybody are found, and among them those that a code in use leads to', async () => {
  const hotel = await aHotel();
  const { placeId, canoe, noodles, version } = hotel;
  await world.db.updateTable('locations').set({ name: 'Qq Empty lobby' }).where('id', '=', placeId).execute();
  const coded = await world.aPlace({ name: 'Qq Empty pool', listings: [] });
  await world.aCode({ location_id: coded });
  await world.aCode({ location_id: await world.aPlace({ name: 'Qq Empty bar', listings: [] }), status: 'paused' });
  const found = async (query: string) =>
    (await places(`search=Qq%20Empty&${query}`)).body.rows.map(({ name }: { name: string }) => name);
  expect(await found('empty=coded')).toEqual(['Qq Empty pool']);
  expect(await found('empty=any')).toEqual(['Qq Empty bar', 'Qq Empty pool']);
  // At an hour when its rules leave nothing it is no empty one.
  await put(placeId, { replaces: version, listings: [{ id: canoe, rules: evening }, { id: noodles }] });
  await arrange(hotel, [
    [noodles, true],
    [canoe, false],
  ]);
  expect(await found('empty=any')).not.toContain('Qq Empty lobby');
  await arrange(hotel, [
    [noodles, true],
    [canoe, true],
  ]);
  expect(await found('empty=any')).toContain('Qq Empty lobby');
  expect((await places('empty=some')).status).toBe(400);
});

test('a partner sees the rules of what is shown, and counts what guests see now', async () => {
  const { owner, placeId, canoe, noodles, version } = await aHotel();
  await put(placeId, { replaces: version, listings: [{ id: canoe, rules: evening }, { id: noodles }] });
  const { cookie } = owner;
  const own = await world.call(`GET /api/partner-portal/places/${placeId}`, { cookie });
  expect(own.body.listings).toMatchObject([{ rules: evening }, { rules: null }]);
  expect((await world.call('GET /api/partner-portal/places', { cookie })).body).toMatchObject([
    { shown: 1, hidden: 0 },
  ]);
  const codes = await world.call(`GET /api/partner-portal/qr-codes/${owner.id}`, { cookie });
  expect(codes.body.places).toMatchObject([{ shown: 1 }]);
  expect((await world.call('GET /api/partner-portal/first-steps', { cookie })).body.code).toMatchObject({ shown: 1 });
});

test('a preview shows what guests see at a moment, and says what is left out and why', async () => {
  const hotel = await aHotel();
  const { placeId, canoe, noodles, garden, version } = hotel;
  const shore = await world.aListing({ name: 'Shore' });
  const rules = { ...evening, languages: ['ja'], stay_from: 2, first_day: '2026-12-01', last_day: '2026-12-24' };
  const listings = [{ id: canoe }, { id: noodles }, { id: garden, rules }, { id: shore }];
  await put(placeId, { replaces: version, listings });
  await world.db.updateTable('listings').set({ is_active: false }).where('id', '=', shore).execute();
  await arrange(hotel, [
    [canoe, true],
    [noodles, false],
    [garden, false],
  ]);
  const seen = await preview(placeId, '?at=19:00&day=2026-12-02&language=ja&stay=2');
  expect(seen.status).toBe(200);
  expect(seen.body).toMatchObject({ at: '19:00', day: '2026-12-02', language: 'ja', stay: 2 });
  expect(idsOf(seen.body.experiences)).toEqual([noodles, garden]);
  expect(seen.body.left_out).toEqual([
    { id: canoe, name: 'Canoe', why: ['partner'], rules: null },
    { id: shore, name: 'Shore', why: ['inactive'], rules: null },
  ]);
  const usual = await preview(placeId);
  expect(usual.body).toMatchObject({ at: '10:00', day: '2026-11-21', language: 'en', stay: 1 });
  expect(usual.body.left_out[1]).toEqual({
    ...{ id: garden, name: 'Garden', why: ['time', 'days', 'languages', 'stay'], rules },
  });
});

test('a preview reads as guests of its language read it, whatever the administrator reads', async () => {
  const japanese = { name_ja: '夕日のカヌー', description_ja: '夕日の海へこぎ出します。'.repeat(10) };
  const canoe = await world.aListing({ name: 'Sunset canoe', ...japanese });
  const { placeId } = await aPartner(world, { listings: [canoe] });
  for (const reader of ['en', 'ja'])
    for (const [language, name] of [
      ['en', 'Sunset canoe'],
      ['ja', japanese.name_ja],
    ]) {
      const path = `/api/admin/locations/${placeId}/preview?language=${language}` as const;
      const headers = { 'accept-language': reader };
      const { experiences } = (await world.call(`GET ${path}`, { cookie: admin.cookie, headers })).body;
      expect(experiences, `${language} for ${reader}`).toMatchObject([{ id: canoe, name }]);
    }
});

test('what was deleted is not in the list, and comes back behind it', async () => {
  const { placeId, canoe, noodles, garden } = await aHotel();
  await world.call(`DELETE /api/business-listings/${canoe}`, { cookie: admin.cookie });
  const { version, listings } = (await list(placeId)).body;
  expect(idsOf(listings)).toEqual([noodles]);
  expect((await put(placeId, { replaces: version, listings: plain(garden, noodles) })).status).toBe(200);
  await world.call(`POST /api/admin/listings/${canoe}/restore`, { cookie: admin.cookie });
  expect(await guests(placeId)).toEqual([garden, noodles, canoe]);
});

test('a list that is none is refused, says where, and changes nothing', async () => {
  const { placeId, canoe, noodles, version } = await aHotel();
  const hidden = await world.aListing({ is_active: false });
  const ruled = (given: object) => ({ replaces: version, listings: [{ id: canoe, rules: { ...noRules, ...given } }] });
  const bodies: unknown[] = [
    {},
    { listings: [] },
    { replaces: version },
    { replaces: '', listings: [] },
    { replaces: version, listings: plain(canoe, canoe) },
    { replaces: version, listings: plain(canoe, noodles, 2_000_000_000) },
    { replaces: version, listings: plain(canoe, noodles, hidden) },
    { replaces: version, listings: plain(...Array.from({ length: 501 }, (_, at) => at + 1)) },
    { replaces: version, listings: [{ id: canoe, position: 1 }] },
    { replaces: version, listings: [{ id: canoe, rules: {} }] },
    ruled({ time_from: '17:00' }),
    ruled({ time_until: '17:00' }),
    ruled({ time_from: '24:00', time_until: '17:00' }),
    ruled({ time_from: '5pm', time_until: '17:00' }),
    ruled({ time_from: '17:00', time_until: '17:00' }),
    ruled({ first_day: '2026-12-02', last_day: '2026-12-01' }),
    ruled({ first_day: '2026-02-30' }),
    ruled({ languages: ['de'] }),
    ruled({ languages: ['ja', 'ja'] }),
    ruled({ stay_from: 0 }),
    ruled({ stay_from: 366 }),
    ruled({ stay_from: 1.5 }),
    ruled({ stay_from: 3, stay_until: 2 }),
  ];
  for (const body of bodies) {
    const { status, body: said } = await put(placeId, body);
    expect([status, said.code], JSON.stringify(body).slice(0, 120)).toEqual([400, 'invalid_request']);
  }
  for (const query of ['?at=25:00', '?day=tomorrow', '?language=de', '?stay=0', '?stay=1000'])
    expect((await preview(placeId, query)).status, query).toBe(400);
  for (const place of ['0', 'x', '99999999999'])
    for (const answer of [await list(place), await preview(place), await put(place, { replaces: 'x', listings: [] })])
      expect(answer.status).toBeGreaterThanOrEqual(400);
  for (const answer of [
    await list(2_000_000_000),
    await preview(2_000_000_000),
    await put(2_000_000_000, { replaces: 'x', listings: [] }),
  ])
    expect(answer.status).toBe(404);
  expect((await list(placeId)).body.version).toBe(version);
});

test('places are listed by name in pages, and found by a part of it', async () => {
  for (const name of ['Zz Lanikai', 'Zz Ālani', 'Zz 100%']) await world.aPlace({ name, listings: [] });
  const found = await places('search=zz&limit=2');
  expect(found.body.rows.map(({ name }: { name: string }) => name)).toEqual(['Zz 100%', 'Zz Ālani']);
  const next = await places(`search=zz&limit=2&after=${found.body.next}`);
  expect(next.body).toMatchObject({
    rows: [{ name: 'Zz Lanikai', shown: 0, chosen: 0, organisation: null }],
    total: 3,
  });
  expect((await places('search=100%25')).body.total).toBe(1);
  expect((await places('after=nonsense')).status).toBe(400);
});
