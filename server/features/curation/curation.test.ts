import { afterAll, beforeAll, expect, test } from 'vitest';
import { aMember } from '../../../tests/an-organisation.ts';
import { auditActorsOf, auditContentOf } from '../../../tests/audit-content.ts';
import { aPartner } from '../../../tests/partner-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

interface Mark {
  id: number;
  is_hidden: boolean;
}
const list = (by: TestUser) => world.call('GET /api/partner-portal/places', { cookie: by.cookie });
const open = (by: TestUser, place: number | string) =>
  world.call(`GET /api/partner-portal/places/${place}`, { cookie: by.cookie });
const arrange = (by: TestUser, place: number | string, body: unknown) =>
  world.call(`PUT /api/partner-portal/places/${place}/listings`, { cookie: by.cookie, body });
const marks = (...given: (number | [number])[]): Mark[] =>
  given.map((one) => (typeof one === 'number' ? { id: one, is_hidden: false } : { id: one[0], is_hidden: true }));
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);
/** What guests see of a place, opened and scanned. */
async function seen(place: number, code: string) {
  const opened = (await world.call(`GET /api/locations/${place}`)).body.experiences;
  const scanned = (await world.call('POST /api/qr/scan', { body: { qr_code_id: code } })).body.experiences;
  expect(idsOf(scanned)).toEqual(idsOf(opened));
  return idsOf(opened);
}

/** A hotel whose place has three listings, in the order in which they are given. */
async function aHotel() {
  const names = ['Canoe', 'Noodles', 'Garden'];
  const [canoe, noodles, garden] = await Promise.all(names.map((name) => world.aListing({ name })));
  const listings = [canoe!, noodles!, garden!] as const;
  const partner = await aPartner(world, { name: 'Hale Kai', listings: [...listings] });
  return { ...partner, listings, version: (await open(partner.owner, partner.placeId)).body.version as string };
}

test('a partner puts the listings of its place in order and hides one, and guests see that at once', async () => {
  const { owner, placeId, code, listings, version } = await aHotel();
  const [canoe, noodles, garden] = listings;
  expect((await list(owner)).body).toEqual([
    { id: placeId, name: 'Hale Kai', address: expect.any(String), island: expect.any(String), shown: 3, hidden: 0 },
  ]);
  const sent = marks(garden, [canoe], noodles);
  const saved = await arrange(owner, placeId, { version, listings: sent });
  expect(saved.status).toBe(200);
  expect(saved.body.listings).toMatchObject(sent);
  expect(saved.body.version).not.toBe(version);
  expect(await seen(placeId, code)).toEqual([garden, noodles]);
  expect((await list(owner)).body[0]).toMatchObject({ shown: 2, hidden: 1 });

  const shown = marks(garden, canoe, noodles);
  const again = await arrange(owner, placeId, { version: saved.body.version, listings: shown });
  expect(again.status).toBe(200);
  expect(await seen(placeId, code)).toEqual([garden, canoe, noodles]);
  expect((await open(owner, placeId)).body).toEqual(again.body);
});

test('a list made from an older one is refused and changes nothing, and the same list sent twice is one change', async () => {
  const { owner, organisation, placeId, code, listings, version } = await aHotel();
  const [canoe, noodles, garden] = listings;
  const staff = await aMember(world, organisation, ['partner_content_management']);
  const first = { version, listings: marks(noodles, canoe, garden) };
  expect((await arrange(owner, placeId, first)).status).toBe(200);
  expect((await arrange(owner, placeId, first)).status).toBe(200);
  const late = await arrange(staff, placeId, { version, listings: marks(garden, noodles, canoe) });
  expect([late.status, late.body.code]).toEqual([409, 'changed_meanwhile']);
  expect(await seen(placeId, code)).toEqual([noodles, canoe, garden]);
  expect(await auditActorsOf(world, 'place_arranged', String(placeId))).toEqual([owner.id]);
  expect(await auditContentOf(world, 'place_arranged', String(placeId))).toEqual([
    {
      personId: null,
      before: { order: [canoe, noodles, garden], hidden: [] },
      after: { order: [noodles, canoe, garden], hidden: [] },
    },
  ]);
});

test('two who save at once: one of them is refused', async () => {
  const { owner, placeId, listings, version } = await aHotel();
  const [canoe, noodles, garden] = listings;
  const answers = await Promise.all(
    [marks(noodles, canoe, garden), marks(garden, canoe, noodles)].map((listings) =>
      arrange(owner, placeId, { version, listings }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const won = answers.find(({ status }) => status === 200)!.body;
  expect((await open(owner, placeId)).body).toEqual(won);
});

test('what the house gives, hides or takes away meanwhile is a change, and no partner brings back what it hides', async () => {
  const { owner, placeId, code, listings, version } = await aHotel();
  const [canoe, noodles, garden] = listings;
  const here = world.db.updateTable('curated_listings').where('location_id', '=', placeId);
  await here.set({ is_hidden: true }).where('listing_id', '=', noodles).execute();
  const late = await arrange(owner, placeId, { version, listings: marks(noodles, garden, canoe) });
  expect([late.status, late.body.code]).toEqual([409, 'changed_meanwhile']);

  const now = (await open(owner, placeId)).body;
  expect(idsOf(now.listings)).toEqual([canoe, garden]);
  const forced = await arrange(owner, placeId, { version: now.version, listings: marks(noodles, garden, canoe) });
  expect([forced.status, forced.body.code]).toEqual([400, 'invalid_request']);
  expect((await arrange(owner, placeId, { version: now.version, listings: marks(garden, canoe) })).status).toBe(200);
  expect(await seen(placeId, code)).toEqual([garden, canoe]);

  // It comes back where it was: between the two.
  await here.set({ is_hidden: false }).where('listing_id', '=', noodles).execute();
  expect(await seen(placeId, code)).toEqual([garden, noodles, canoe]);
});

test('a listing that is out of the guide is not in the list, and keeps its place and its mark', async () => {
  const { owner, placeId, code, listings, version } = await aHotel();
  const [canoe, noodles, garden] = listings;
  const hidden = await arrange(owner, placeId, { version, listings: marks(canoe, [noodles], garden) });
  await world.db.updateTable('listings').set({ is_active: false }).where('id', '=', noodles).execute();
  const now = (await open(owner, placeId)).body;
  expect(idsOf(now.listings)).toEqual([canoe, garden]);
  expect(now.version).not.toBe(hidden.body.version);
  await arrange(owner, placeId, { version: now.version, listings: marks(garden, canoe) });
  await world.db.updateTable('listings').set({ is_active: true }).where('id', '=', noodles).execute();
  expect((await open(owner, placeId)).body.listings).toMatchObject(marks(garden, [noodles], canoe));
  expect(await seen(placeId, code)).toEqual([garden, canoe]);
});

test('an administrator sees all that a place has, whatever a partner hides', async () => {
  const { owner, organisation, placeId, listings, version } = await aHotel();
  const [canoe, noodles, garden] = listings;
  await arrange(owner, placeId, { version, listings: marks(garden, [canoe], noodles) });
  await world.db.updateTable('curated_listings').set({ is_hidden: true }).where('listing_id', '=', noodles).execute();
  const admin = await world.aUser({ role: 'admin' });
  const { status, body } = await world.call(`GET /api/admin/places/${placeId}/listings`, { cookie: admin.cookie });
  expect(status).toBe(200);
  expect(body).toMatchObject({ place: { id: placeId, name: 'Hale Kai' }, organisation: { id: organisation } });
  expect(body.listings).toMatchObject([
    { id: garden, name: 'Garden', is_active: true, hidden_by_house: false, hidden_by_partner: false },
    { id: canoe, name: 'Canoe', is_active: true, hidden_by_house: false, hidden_by_partner: true },
    { id: noodles, name: 'Noodles', is_active: true, hidden_by_house: true, hidden_by_partner: false },
  ]);
  const nobodys = await world.aPlace({ listings: [] });
  const alone = await world.call(`GET /api/admin/places/${nobodys}/listings`, { cookie: admin.cookie });
  expect(alone.body).toMatchObject({ organisation: null, listings: [] });
});

test('another partner’s place is answered like one that is not there, recorded, and stays as it is', async () => {
  const [mine, theirs] = [await aHotel(), await aHotel()];
  const missing = { status: 404, body: { code: 'not_found' } };
  const turned = { version: theirs.version, listings: marks(...[...theirs.listings].reverse()) };
  expect(await open(mine.owner, theirs.placeId)).toMatchObject(missing);
  expect(await arrange(mine.owner, theirs.placeId, turned)).toMatchObject(missing);
  expect(await arrange(mine.owner, 2_000_000_000, turned)).toMatchObject(missing);
  const nobodys = await world.aPlace();
  expect(await open(mine.owner, nobodys)).toMatchObject(missing);
  expect(await seen(theirs.placeId, theirs.code)).toEqual([...theirs.listings]);
  expect((await list(mine.owner)).body).toHaveLength(1);
  const events = world.db.selectFrom('security_events').select('id').where('event_type', '=', 'foreign_access');
  await expect
    .poll(async () => (await events.where('user_id', '=', mine.owner.id).execute()).length)
    .toBeGreaterThanOrEqual(1);
});

test('staff without the permission, and an organisation that was not given it, are refused', async () => {
  const { owner, organisation, placeId, version, listings } = await aHotel();
  const clerk = await aMember(world, organisation, ['qr_code_management']);
  const sent = { version, listings: marks(...[...listings].reverse()) };
  for (const answer of [await list(clerk), await open(clerk, placeId), await arrange(clerk, placeId, sent)])
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
  await world.db.updateTable('organisations').set({ state: 'suspended' }).where('id', '=', organisation).execute();
  expect((await arrange(owner, placeId, sent)).body.code).toBe('organisation_suspended');
});

test('a list that is none is refused, and says where', async () => {
  const { owner, placeId, listings, version } = await aHotel();
  const [canoe, noodles, garden] = listings;
  const all = marks(canoe, noodles, garden);
  const stranger = await world.aListing();
  const bodies: unknown[] = [
    {},
    { version },
    { listings: all },
    { version: '', listings: all },
    { version: 'x'.repeat(65), listings: all },
    { version, listings: 'all' },
    { version, listings: marks(canoe, canoe, noodles) },
    { version, listings: marks(canoe, noodles) },
    { version, listings: marks(canoe, noodles, garden, stranger) },
    { version, listings: marks(canoe, noodles, stranger) },
    { version, listings: [{ id: canoe }, { id: noodles }, { id: garden }] },
    { version, listings: [{ id: canoe, is_hidden: false, position: 1 }] },
    { version, listings: marks(canoe, noodles, -1) },
    { version, listings: marks(...Array.from({ length: 501 }, (_, at) => at + 1)) },
  ];
  for (const body of bodies) {
    const { status, body: said } = await arrange(owner, placeId, body);
    expect([status, said.code], JSON.stringify(body).slice(0, 80)).toEqual([400, 'invalid_request']);
  }
  for (const place of ['0', '-1', 'x', '1e3', '99999999999'])
    expect((await open(owner, place)).status, place).toBeGreaterThanOrEqual(400);
  expect((await open(owner, placeId)).body.version).toBe(version);
});

test('of a place with more than can be ordered at once, the rest stays behind in its order', async () => {
  const { owner, placeId } = await aPartner(world, { listings: [] });
  await world.database.pool.query(
    `with made as (
      insert into listings (name, description, category, price_range)
      select 'Of many ' || n, repeat('x', 100), 'Shopping', '$' from generate_series(1, 503) n returning id
    ) insert into curated_listings (location_id, listing_id, position) select $1, id, row_number() over (order by id) from made`,
    [placeId],
  );
  const guests = async () => idsOf((await world.call(`GET /api/locations/${placeId}`)).body.experiences);
  const before = await guests();
  const { version, listings } = (await open(owner, placeId)).body;
  expect(idsOf(listings)).toEqual(before.slice(0, 500));
  const turned = marks(...idsOf(listings).reverse());
  expect((await arrange(owner, placeId, { version, listings: turned })).status).toBe(200);
  expect(await guests()).toEqual([...before.slice(0, 500).reverse(), ...before.slice(500)]);
});
