import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditActorsOf, auditContentOf } from '../../../tests/audit-content.ts';
import { scan } from '../../../tests/held-scene.ts';
import { aPartner } from '../../../tests/partner-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());

const day = 86_400;
const whole = {
  ...{ name: 'Kahakō Pier', description: 'Where the boats come in', address: '1 Pier Road, Hāna' },
  ...{ latitude: 21.3, longitude: -157.85, partner: null as string | null },
};
const send = (request: `${string} ${string}`, body?: object, headers?: Record<string, string>) =>
  world.call(request, { cookie: admin.cookie, ...(body && { body }), ...(headers && { headers }) });
/** A call that is to succeed. @returns what it is answered */
async function call(request: `${string} ${string}`, body?: object) {
  const reply = await send(request, body);
  expect(reply.status, `${request}: ${reply.raw}`).toBeLessThan(300);
  return reply.body;
}
const list = (query = '') => call(`GET /api/admin/locations${query}`);
const create = (more: object = {}) => call('POST /api/admin/locations', { ...whole, ...more });
const one = (id: number) => call(`GET /api/admin/locations/${id}`);
const change = (place: { id: number; version: string }, more: object) =>
  send(`PUT /api/admin/locations/${place.id}`, { ...whole, replaces: place.version, ...more });
const guestSees = (id: number) => world.call(`GET /api/locations/${id}`);
const names = (listed: { rows: { name: string }[] }) => listed.rows.map(({ name }) => name);

test('a place is made, opened by guests at once, found whatever its marks, and noted', async () => {
  const { organisation } = await aPartner(world);
  const { counts } = await list();
  const made = await create({ partner: organisation });
  expect(made).toMatchObject({ ...whole, island: 'Oʻahu', codes: 0, listings: 0, partner: { id: organisation } });
  const guest = await guestSees(made.id);
  expect(guest.body.place).toMatchObject({ name: whole.name, description: whole.description, latitude: 21.3 });
  expect(names(await list('?search=kahako'))).toContain(whole.name);
  expect(names(await list('?search=hana'))).toContain(whole.name);
  expect((await list()).counts).toEqual({ ...counts, places: counts.places + 1 });
  const [audited] = await auditContentOf(world, 'place_created', String(made.id));
  expect(audited).toMatchObject({ after: { name: whole.name, organisation_id: organisation } });
  expect(await auditActorsOf(world, 'place_created', String(made.id))).toEqual([admin.id]);
});

test('a place without coordinates is in lists, opened by guests and scanned all the same', async () => {
  const made = await call('POST /api/admin/locations', { name: 'Nobody Knows Where' });
  expect(made).toMatchObject({ latitude: null, longitude: null, island: '', address: '', description: '' });
  expect(names(await list('?coordinates=without'))).toContain('Nobody Knows Where');
  expect(names(await list('?coordinates=with'))).not.toContain('Nobody Knows Where');
  expect(names(await list('?partner=without'))).toContain('Nobody Knows Where');
  expect(names(await list('?partner=with'))).not.toContain('Nobody Knows Where');
  expect((await guestSees(made.id)).body.place).toMatchObject({ latitude: null, longitude: null });
  const { code } = await world.aCode({ location_id: made.id });
  const scanned = await world.call('POST /api/qr/scan', { body: { qr_code_id: code } });
  expect(scanned.body.qr_data).toMatchObject({ location_id: made.id, coordinates: null });
  expect(await one(made.id)).toMatchObject({ codes: 1 });
});

test('listings that guests are shown at a place are counted', async () => {
  const id = await world.aPlace({ name: 'Counted Place' });
  const [{ listing_id }] = (await world.db
    .selectFrom('curated_listings')
    .select('listing_id')
    .where('location_id', '=', id)
    .execute()) as [{ listing_id: number }];
  expect((await one(id)).listings).toBe(2);
  await world.db.updateTable('listings').set({ is_active: false }).where('id', '=', listing_id).execute();
  expect((await one(id)).listings).toBe(1);
});

test('a creation that is repeated makes one place', async () => {
  const headers = { 'idempotency-key': 'a-location-0123456789' };
  const create = () => send('POST /api/admin/locations', { ...whole, name: 'Twice Place' }, headers);
  const [first, second] = [await create(), await create()];
  expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id]);
  expect((await list('?search=Twice%20Place')).total).toBe(1);
});

test.each([
  [{ name: ' ' }, 'body.name'],
  [{ name: 'x'.repeat(121) }, 'body.name'],
  [{ name: 'a\u202eb' }, 'body.name'],
  [{ description: 'x'.repeat(2_001) }, 'body.description'],
  [{ address: 'x'.repeat(201) }, 'body.address'],
  [{ latitude: 91 }, 'body.latitude'],
  [{ latitude: '21.3' }, 'body.latitude'],
  [{ longitude: null }, 'body.latitude'],
  // A longitude without its sign lies in Asia.
  [{ longitude: 157.85 }, 'body.latitude'],
  [{ partner: '00000000-0000-4000-8000-000000000000' }, 'body.partner'],
  [{ island: 'Maui' }, 'body'],
])('%o is refused where it stands, of a new place and of a change', async (more, path) => {
  const made = await send('POST /api/admin/locations', { ...whole, ...more });
  const place = await create();
  const changed = await change(place, more);
  for (const { status, body } of [made, changed]) {
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect(body.fields.map((field: { path: string }) => field.path)).toContain(path);
  }
});

test('a change is seen by guests at once; what changed is told, the partner by name', async () => {
  const { organisation, owner } = await aPartner(world);
  const place = await create();
  await guestSees(place.id);
  const { status, body } = await change(place, { name: 'Kahakō Wharf', partner: organisation });
  expect(status).toBe(200);
  expect((await guestSees(place.id)).body.place.name).toBe('Kahakō Wharf');
  const { history } = await one(place.id);
  expect(history[0]).toMatchObject({ action: 'place_changed', by: admin.email });
  expect(history[0].changes).toEqual([
    { field: 'name', before: 'Kahakō Pier', after: 'Kahakō Wharf' },
    { field: 'partner', before: null, after: body.partner.name },
  ]);
  const own = await world.call('GET /api/partner-portal/places', { cookie: owner.cookie });
  expect(own.raw).toContain('Kahakō Wharf');
});

test('of two who change a place one wins; the same again changes nothing', async () => {
  const place = await create();
  expect((await change(place, { name: 'First' })).status).toBe(200);
  expect(await change(place, { name: 'Second' })).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
  expect((await change(place, { name: 'First' })).status).toBe(200);
  expect((await one(place.id)).history.map((entry: { action: string }) => entry.action)).toEqual([
    'place_changed',
    'place_created',
  ]);
});

test('the history of a place tells what was chosen for it by name', async () => {
  const place = await create();
  const [surf, luau, hike] = [
    await world.aListing({ name: 'Surf lesson' }),
    await world.aListing({ name: 'Royal Lūʻau' }),
    await world.aListing({ name: 'Ridge hike' }),
  ];
  const choose = async (listings: object[]) => {
    const { version: replaces } = await call(`GET /api/admin/locations/${place.id}/list`);
    await call(`PUT /api/admin/locations/${place.id}/list`, { replaces, listings });
  };
  const everywhere = {
    ...{ time_from: null, time_until: null, first_day: null, last_day: null },
    ...{ stay_from: null, stay_until: null },
  };
  await choose([
    { id: surf, rules: null },
    { id: luau, rules: null },
  ]);
  await choose([
    { id: luau, rules: { ...everywhere, languages: ['ja'] } },
    { id: hike, rules: null },
  ]);
  const [second, first] = (await one(place.id)).history;
  expect(first).toMatchObject({
    action: 'place_list_changed',
    changes: [{ field: 'listings', before: null, after: 'Surf lesson, Royal Lūʻau' }],
  });
  expect(second.changes).toEqual([
    { field: 'listings', before: 'Surf lesson, Royal Lūʻau', after: 'Royal Lūʻau, Ridge hike' },
    { field: 'rules', before: null, after: 'Royal Lūʻau' },
  ]);
});

test('a place to which a code leads, or where somebody has scanned, is not deleted, and why is told', async () => {
  const { code, placeId } = await aPartner(world);
  const refused = async () => (await send(`DELETE /api/admin/locations/${placeId}`)).body;
  expect(await refused()).toMatchObject({ code: 'location_in_use', error: expect.stringContaining('a code leads') });
  await scan(world, await world.aUser(), code);
  const elsewhere = await world.aPlace();
  await world.db.updateTable('qr_codes').set({ location_id: elsewhere }).where('code', '=', code).execute();
  expect(await refused()).toMatchObject({ code: 'location_in_use', error: expect.stringContaining('scanned') });
  expect((await guestSees(placeId)).status).toBe(200);
});

test('a deleted place is no guest’s and no partner’s, and is brought back for 30 days', async () => {
  const { organisation, owner } = await aPartner(world);
  const place = await create({ name: 'Set Aside', partner: organisation });
  const isOwn = async () =>
    (await world.call('GET /api/partner-portal/places', { cookie: owner.cookie })).raw.includes('Set Aside');
  expect([(await guestSees(place.id)).status, await isOwn()]).toEqual([200, true]);
  expect(await call(`DELETE /api/admin/locations/${place.id}`)).toMatchObject({
    ...{ partner: { id: organisation }, undo_until: expect.any(String) },
  });
  expect([(await guestSees(place.id)).status, await isOwn()]).toEqual([404, false]);
  expect(names(await list('?search=Set%20Aside'))).toEqual([]);
  expect(names(await list('?search=Set%20Aside&deleted=true'))).toEqual(['Set Aside']);
  expect(await change(place, { name: 'Else' })).toMatchObject({ status: 409, body: { code: 'location_deleted' } });
  expect(await call(`POST /api/admin/locations/${place.id}/restore`)).toMatchObject({
    ...{ partner: { id: organisation }, deleted_at: null },
  });
  expect([(await guestSees(place.id)).status, await isOwn()]).toEqual([200, true]);
  const actions = (await one(place.id)).history.map((entry: { action: string }) => entry.action);
  expect(actions).toEqual(['place_restored', 'place_deleted', 'place_created']);

  await call(`DELETE /api/admin/locations/${place.id}`);
  world.clock.advance(30 * day);
  admin = await world.aUser({ role: 'admin' });
  const late = await send(`POST /api/admin/locations/${place.id}/restore`);
  expect(late).toMatchObject({ status: 409, body: { code: 'location_gone' } });
});

test('a further code that waits for a place is not made once that is another partner’s', async () => {
  const { owner, organisation } = await aPartner(world);
  const { id: placeId } = await create({ name: 'Handed Over', partner: organisation });
  const asked = await world.call('POST /api/partner-portal/qr-request', {
    cookie: owner.cookie,
    body: { location_id: placeId, location_name: 'Handed Over', location_description: '', location_address: '' },
  });
  expect(asked.status, asked.raw).toBeLessThan(300);
  const place = await one(placeId);
  const { organisation: other } = await aPartner(world);
  const fields = { name: place.name, description: place.description, address: place.address };
  const position = { latitude: place.latitude, longitude: place.longitude };
  await change(place, { ...fields, ...position, partner: other });
  const id = asked.body.request?.id;
  expect(await send(`POST /api/partner-portal/qr-request/${id}/auto-approve`)).toMatchObject({
    ...{ status: 409, body: { code: 'changed_meanwhile' } },
  });
});
