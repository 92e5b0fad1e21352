import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listingFields } from '../../../contract/listing-form.ts';
import { organisationOf } from '../../../tests/an-organisation.ts';
import { auditActorsOf, auditContentOf } from '../../../tests/audit-content.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());

const day = 86_400;
const words =
  'Paddle out with the sunrise, past the reef and the turtles, and be back for breakfast on the beach at eight.';
const asked = {
  ...{ name: 'Makai Sunrise Paddle', description: words, category: 'Activities & Tours' },
  booking_url: 'https://fareharbor.com/makai/items/7',
};
const whole = {
  ...asked,
  ...{ name_ja: null, description_ja: null },
  ...{ subcategory: 'Kayak', address: '1 Beach Road', phone: '+1 808 555 0100', website_url: 'https://makai.example' },
  ...{
    price_range: '$$$',
    commission_rate: 0.29,
    is_active: true,
    is_featured: true,
    latitude: 21.3,
    longitude: -157.8,
    advertiser_id: null,
  },
};

const send = (request: `${string} ${string}`, body?: object, by = admin, headers?: Record<string, string>) =>
  world.call(request, { cookie: by.cookie, ...(body && { body }), ...(headers && { headers }) });
/** A call that is to succeed. @returns what it is answered */
async function call(request: `${string} ${string}`, body?: object, by = admin) {
  const reply = await send(request, body, by);
  expect(reply.status, `${request}: ${reply.raw}`).toBeLessThan(300);
  return reply.body;
}
const list = (query = '') => call(`GET /api/admin/listings${query}`);
const create = (more: object = {}) => call('POST /api/business-listings', { ...whole, ...more });
const one = (id: number) => call(`GET /api/admin/listings/${id}`);
const contentOf = (listing: Record<string, unknown>) =>
  Object.fromEntries(listingFields.map((field) => [field, listing[field]]));
const change = (listing: { id: number; version: string }, more: object, by = admin) =>
  send(`PUT /api/business-listings/${listing.id}`, { ...contentOf(listing), replaces: listing.version, ...more }, by);
const guestSees = async (id: number) => (await world.call(`GET /api/business-listings/${id}`)).status === 200;

/** How the counts change by what is done. */
async function moved(does: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = (await list()).counts;
  await does();
  const changes = Object.entries<number>((await list()).counts).map(([name, n]) => [name, n - before[name]] as const);
  return Object.fromEntries(changes.filter(([, by]) => by !== 0));
}

test('a listing is made with all that it has, found by guests, and noted in the audit log', async () => {
  let listing = { id: 0 };
  const made = async () => {
    listing = await create();
  };
  expect(await moved(made)).toEqual({ active: 1 });
  expect(listing).toMatchObject({ ...whole, status: 'active', rating: null, review_count: 0, deleted_at: null });
  const guest = await world.call(`GET /api/business-listings/${listing.id}`);
  expect(guest.body).toMatchObject({ name: whole.name, booking_url: whole.booking_url, is_featured: true });
  expect(await auditContentOf(world, 'listing_created', String(listing.id))).toEqual([
    { personId: null, after: whole },
  ]);
  expect(await auditActorsOf(world, 'listing_created', String(listing.id))).toEqual([admin.id]);
});

test('of a new listing name, description, category and booking link are enough', async () => {
  expect(await call('POST /api/business-listings', asked)).toMatchObject({
    ...{ ...asked, commission_rate: 0.12, price_range: '$$', is_active: true, is_featured: false },
    ...{ subcategory: null, address: null, phone: null, website_url: null, latitude: null, longitude: null },
  });
});

test('a creation that is repeated makes one listing', async () => {
  const headers = { 'idempotency-key': 'a-listing-0123456789' };
  const create = () => send('POST /api/business-listings', { ...asked, name: 'Twice' }, admin, headers);
  const [first, second] = [await create(), await create()];
  expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id]);
  expect((await list('?search=Twice')).total).toBe(1);
});

test.each([
  [{ name: ' ' }, 'body.name'],
  [{ name: 'x'.repeat(201) }, 'body.name'],
  [{ description: 'x'.repeat(99) }, 'body.description'],
  [{ description: `${'x'.repeat(99)}   ` }, 'body.description'],
  // One hundred units of text, fifty characters.
  [{ description: '🌺'.repeat(50) }, 'body.description'],
  [{ description: 'x'.repeat(5_001) }, 'body.description'],
  [{ category: 'Nightlife' }, 'body.category'],
  [{ booking_url: '' }, 'body.booking_url'],
  [{ booking_url: null }, 'body.booking_url'],
  [{ booking_url: 'javascript:alert(1)' }, 'body.booking_url'],
  [{ booking_url: 'http://fareharbor.com/makai' }, 'body.booking_url'],
  [{ booking_url: 'https://localhost/' }, 'body.booking_url'],
  [{ booking_url: 'https:///fareharbor.com/makai' }, 'body.booking_url'],
  [{ booking_url: 'https://fareharbor.com@evil.example/' }, 'body.booking_url'],
  [{ booking_url: 'https://fareharbor。com/' }, 'body.booking_url'],
  [{ website_url: 'javascript:alert(1)//https://makai.example' }, 'body.website_url'],
  [{ website_url: 'makai.example' }, 'body.website_url'],
  [{ commission_rate: 0.07 }, 'body.commission_rate'],
  [{ commission_rate: 0.31 }, 'body.commission_rate'],
  [{ commission_rate: 0.125 }, 'body.commission_rate'],
  [{ commission_rate: '0.12' }, 'body.commission_rate'],
  [{ price_range: '$$$$$' }, 'body.price_range'],
  [{ latitude: 91 }, 'body.latitude'],
  [{ longitude: null }, 'body.latitude'],
  [{ phone: 'x'.repeat(41) }, 'body.phone'],
  [{ advertiser_id: 'Makai Tours' }, 'body.advertiser_id'],
  [{ advertiser_id: '00000000-0000-4000-8000-000000000000' }, 'body.advertiser_id'],
  [{ rating: 5 }, 'body'],
  [{ id: 7 }, 'body'],
])('%o is refused where it stands, of a new listing and of a change', async (more, path) => {
  const made = await send('POST /api/business-listings', { ...whole, ...more });
  expect([made.status, made.body.fields?.[0]?.path]).toEqual([400, path]);
  const listing = await create();
  const changed = await change(listing, more);
  expect([changed.status, changed.body.fields?.[0]?.path]).toEqual([400, path]);
  expect((await one(listing.id)).version).toBe(listing.version);
});

test("the specification's words say what is wrong", async () => {
  const reply = await send('POST /api/business-listings', { ...whole, description: 'Short', commission_rate: 0.01 });
  const said = reply.body.fields.map(({ message }: { message: string }) => message);
  expect(said).toEqual(['Minimum 100 characters for quality standards', 'Minimum 8%']);
});

test.each([0.08, 0.3, 0.29, 0.14, 0.07 + 0.01])('a commission rate of %d is taken', async (commission_rate) => {
  expect((await create({ commission_rate })).commission_rate).toBeCloseTo(commission_rate, 10);
});

test('a change is seen by guests at once, and told with who made it, before and after', async () => {
  const listing = await create({ name: 'Old name', phone: null });
  const shown = async () => (await world.call('GET /api/business-listings?limit=100')).raw;
  expect(await shown()).toContain('Old name');
  world.clock.advance(60);
  const other = await world.aUser({ role: 'admin' });
  const reply = await change(listing, { name: 'New name', phone: '+1 808 555 0199', commission_rate: 0.14 }, other);
  expect([reply.status, reply.body.updated_at]).toEqual([200, world.clock.now().toISOString()]);
  expect(reply.body.version).not.toBe(listing.version);
  expect(await shown()).toContain('New name');
  expect(await shown()).not.toContain('Old name');
  const [newest, first] = (await one(listing.id)).history;
  expect(newest).toEqual({
    ...{ at: world.clock.now().toISOString(), action: 'listing_changed', by: other.email },
    changes: [
      { field: 'name', before: 'Old name', after: 'New name' },
      { field: 'phone', before: null, after: '+1 808 555 0199' },
      { field: 'commission_rate', before: 0.29, after: 0.14 },
    ],
  });
  expect(first).toMatchObject({ action: 'listing_created', by: admin.email });
});

test('the same content sent again changes nothing', async () => {
  const listing = await create();
  const send = () => change(listing, { name: 'Once' });
  const [first, second] = [await send(), await send()];
  expect([second.status, second.body.version]).toEqual([200, first.body.version]);
  expect(await auditContentOf(world, 'listing_changed', String(listing.id))).toHaveLength(1);
});

test('of two who save at once one wins, and the other is told', async () => {
  const listing = await create();
  const other = await world.aUser({ role: 'admin' });
  const replies = await Promise.all([
    change(listing, { name: 'Of the one' }),
    change(listing, { name: 'Of the other' }, other),
  ]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(replies.find(({ status }) => status === 409)!.body.code).toBe('changed_meanwhile');
  expect((await one(listing.id)).name).toBe(replies.find(({ status }) => status === 200)!.body.name);
  expect(await auditContentOf(world, 'listing_changed', String(listing.id))).toHaveLength(1);
});

test('an editor that was open before listings had Japanese words and advertisers in it can save', async () => {
  const listing = await create();
  const later = ['name_ja', 'description_ja', 'advertiser_id'];
  const known = Object.entries(contentOf(listing)).filter(([field]) => !later.includes(field));
  const replaces = createHash('sha256').update(JSON.stringify(known.map(([, value]) => value)));
  const body = { ...Object.fromEntries(known), name: 'Saved from before', replaces: replaces.digest('base64url') };
  expect(await call(`PUT /api/business-listings/${listing.id}`, body)).toMatchObject({ name: 'Saved from before' });
  // Of one that has such words it does not know what is there now.
  const told = await create({ name_ja: '朝のカヤック' });
  expect((await send(`PUT /api/business-listings/${told.id}`, body)).body.code).toBe('changed_meanwhile');
});

test('a deleted listing is found by no guest, keeps what hangs on it, and is back once that is undone', async () => {
  const traveler = await world.aUser();
  const listing = await create({ name: 'Ukulele Workshop' });
  const place = await world.aPlace({ listings: [listing.id] });
  await world.aBooking({ user_id: traveler.id, listing_id: listing.id });
  await call(`PUT /api/saved/${listing.id}`, {}, traveler);
  const guests = async () => {
    const asked = ['business-listings?limit=100', `locations/${place}`, 'business-listings?search=ukulele'];
    const replies = await Promise.all(asked.map((path) => world.call(`GET /api/${path}`)));
    return replies.map(({ raw }) => raw.includes('Ukulele Workshop'));
  };
  expect(await guests()).toEqual([true, true, true]);
  expect(await moved(() => call(`DELETE /api/business-listings/${listing.id}`))).toEqual({ active: -1, deleted: 1 });
  expect([await guests(), await guestSees(listing.id)]).toEqual([[false, false, false], false]);
  expect((await send('POST /api/qr/booking-conversion', { business_listing_id: listing.id }, traveler)).status).toBe(
    404,
  );
  const [saved] = (await call('GET /api/saved', undefined, traveler)).filter(
    (item: { experience: { id: number } }) => item.experience.id === listing.id,
  );
  expect(saved.experience).toMatchObject({ is_active: false, booking_url: null });
  const bookings = world.db.selectFrom('bookings').select('id').where('listing_id', '=', listing.id);
  expect(await bookings.execute()).toHaveLength(1);
  expect((await list('?search=Ukulele')).total).toBe(0);
  expect((await list('?search=Ukulele&status=deleted')).rows).toMatchObject([{ id: listing.id, status: 'deleted' }]);

  const restore = () => call(`POST /api/admin/listings/${listing.id}/restore`);
  expect(await moved(restore)).toEqual({ active: 1, deleted: -1 });
  expect([await guests(), await guestSees(listing.id)]).toEqual([[true, true, true], true]);
  const actions = (await one(listing.id)).history.map((entry: { action: string }) => entry.action);
  expect(actions).toEqual(['listing_restored', 'listing_deleted', 'listing_created']);
});

test('one that was inactive is inactive again; neither is done twice', async () => {
  const { id } = await create({ is_active: false });
  const [path, back] = [`DELETE /api/business-listings/${id}`, `POST /api/admin/listings/${id}/restore`] as const;
  expect(await call(back)).toMatchObject({ status: 'inactive' });
  const first = await call(path);
  world.clock.advance(60);
  expect(await call(path)).toMatchObject({ deleted_at: first.deleted_at, undo_until: first.undo_until });
  expect(await call(back)).toMatchObject({ status: 'inactive', deleted_at: null, undo_until: null });
  for (const action of ['listing_deleted', 'listing_restored'])
    expect(await auditContentOf(world, action, String(id))).toHaveLength(1);
});

test('a deletion can be undone for thirty days, and stands from then on', async () => {
  const { id } = await create();
  const { undo_until } = await call(`DELETE /api/business-listings/${id}`);
  expect(Date.parse(undo_until) - world.clock.now().getTime()).toBe(30 * day * 1_000);
  world.clock.advance(30 * day - 1);
  // By then the session has ended.
  admin = await world.aUser({ role: 'admin' });
  const { id: later } = await create();
  await call(`DELETE /api/business-listings/${later}`);
  expect((await one(id)).undo_until).toBe(undo_until);
  world.clock.advance(1);
  const reply = await send(`POST /api/admin/listings/${id}/restore`);
  expect([reply.status, reply.body.code]).toEqual([409, 'listing_gone']);
  expect([(await one(id)).undo_until, await guestSees(id)]).toEqual([null, false]);
  await call(`POST /api/admin/listings/${later}/restore`);
});

test('whoever saves what another has deleted meanwhile is told', async () => {
  const listing = await create();
  await call(`DELETE /api/business-listings/${listing.id}`);
  const reply = await change(listing, { name: 'Typed for an hour' });
  expect([reply.status, reply.body.code]).toEqual([409, 'listing_deleted']);
  await call(`POST /api/admin/listings/${listing.id}/restore`);
  expect((await change(listing, { name: 'Typed for an hour' })).status).toBe(200);
});

test('listings are found by a part of the name, by category and by how they stand', async () => {
  const shop = await create({ name: 'Hale ʻĀina Books', category: 'Shopping', is_active: false });
  const found = async (query: string) => (await list(query)).rows.map(({ id }: { id: number }) => id);
  for (const query of ['?search=AINA', '?search=hale+a&category=Shopping', '?search=aina&status=inactive'])
    expect(await found(query), query).toEqual([shop.id]);
  for (const query of ['?search=aina&status=active', '?search=aina&category=Restaurants', '?search=nobody'])
    expect(await found(query), query).toEqual([]);
});

test.each(['100% Kona', 'snake_case', 'back\\slash'])('%s is searched as it is written', async (name) => {
  const { id } = await create({ name: `The ${name} Farm` });
  await create({ name: `The ${name.replace(/[%_\\]/, 'x')} Farm` });
  expect((await list(`?search=${encodeURIComponent(name)}`)).rows).toMatchObject([{ id }]);
  expect((await list(`?search=${encodeURIComponent(name)}`)).total).toBe(1);
});

test('whose a listing is is told by name', async () => {
  const advertiser = await world.aUser({ role: 'advertiser' });
  const id = await world.aListing({ name: 'Owned', advertiser_id: advertiser.id });
  const organisation = (await organisationOf(world, advertiser.id))!;
  await world.db.updateTable('organisations').set({ name: 'Makai Tours' }).where('id', '=', organisation).execute();
  expect((await list('?search=Owned')).rows).toMatchObject([{ id, advertiser: 'Makai Tours' }]);
});

test('a listing is given to an advertiser, to another and to none; a change that says nothing of it leaves it', async () => {
  const [theirs, other] = [await world.aUser({ role: 'advertiser' }), await world.aUser({ role: 'advertiser' })];
  const organisation = (await organisationOf(world, theirs.id))!;
  await world.db.updateTable('organisations').set({ name: 'Hoku Sails' }).where('id', '=', organisation).execute();
  const rowOf = (id: number) =>
    world.db
      .selectFrom('listings')
      .select(['advertiser_id', 'organisation_id'])
      .where('id', '=', id)
      .executeTakeFirst();
  const listing = await create({ name: 'Given at once', advertiser_id: theirs.id });
  expect(listing).toMatchObject({ advertiser_id: theirs.id, advertiser: 'Hoku Sails' });
  expect(await rowOf(listing.id)).toEqual({ advertiser_id: theirs.id, organisation_id: organisation });

  const { advertiser_id: _, ...before } = contentOf(listing);
  const kept = await send(`PUT /api/business-listings/${listing.id}`, {
    ...{ ...before, name: 'Given and renamed', replaces: listing.version },
  });
  expect(kept.body).toMatchObject({ name: 'Given and renamed', advertiser_id: theirs.id });

  const given = (await change(kept.body, { advertiser_id: other.id })).body;
  expect(await rowOf(listing.id)).toEqual({
    ...{ advertiser_id: other.id, organisation_id: await organisationOf(world, other.id) },
  });
  const taken = (await change(given, { advertiser_id: null })).body;
  expect(taken).toMatchObject({ advertiser_id: null, advertiser: null });
  expect(await rowOf(listing.id)).toEqual({ advertiser_id: null, organisation_id: null });
  const [last, , , first] = (await one(listing.id)).history;
  expect(last.changes).toEqual([{ field: 'advertiser_id', before: given.advertiser, after: null }]);
  expect(first.changes).toContainEqual({ field: 'advertiser_id', before: null, after: 'Hoku Sails' });
});

test.each(['traveler', 'partner', 'admin'] as const)('no listing is given to a %s', async (role) => {
  const { id } = await world.aUser({ role });
  const reply = await send('POST /api/business-listings', { ...whole, advertiser_id: id });
  expect([reply.status, reply.body.fields]).toEqual([
    400,
    [{ path: 'body.advertiser_id', code: 'custom', message: 'must be one of the advertisers' }],
  ]);
});

test('the editor is told the advertisers by name, each by the id that a listing is given by', async () => {
  const advertiser = await world.aUser({ role: 'advertiser' });
  const { advertisers } = await call('GET /api/admin/location-editor');
  const told = advertisers.filter(({ id }: { id: string }) => id === advertiser.id);
  expect(told).toEqual([{ id: advertiser.id, name: expect.any(String), email: advertiser.email }]);
  expect(await create({ advertiser_id: told[0].id })).toMatchObject({ advertiser: told[0].name });
});

test('a walk by pages sees each once, in the order that was asked for, whatever its name', async () => {
  for (const name of ['ʻĀina “Bar”', 'aina', 'AINA', '🌺'.repeat(40), `${'x'.repeat(31)}é and more`]) {
    world.clock.advance(1);
    await create({ name });
  }
  for (const sort of ['name', '-name', 'updated', '-updated']) {
    const all = (await list(`?sort=${sort}&limit=200`)).rows;
    const walked: { id: number }[] = [];
    for (let after = ''; ; ) {
      const page = await list(`?sort=${sort}&limit=2${after}`);
      walked.push(...page.rows);
      expect(page.total).toBe(all.length);
      if (!page.next) break;
      after = `&after=${page.next}`;
    }
    expect(walked.map(({ id }) => id)).toEqual(all.map((row: { id: number }) => row.id));
  }
});

test.each([
  ['status=gone', 'query.status'],
  ['category=Nightlife', 'query.category'],
  ['sort=rating', 'query.sort'],
  ['limit=201', 'query.limit'],
  [`search=${'x'.repeat(101)}`, 'query.search'],
  ['after=no-cursor', 'query.after'],
  [`after=${Buffer.from('["updated","2026","7"]').toString('base64url')}`, 'query.after'],
  [`after=${Buffer.from(JSON.stringify(['name', 'a\0', '7'])).toString('base64url')}`, 'query.after'],
])('%s is refused where it stands', async (query, path) => {
  const reply = await send(`GET /api/admin/listings?${query}`);
  expect([reply.status, reply.body.fields?.[0]?.path]).toEqual([400, path]);
});

test('what is not there is not found', async () => {
  const at = 2_000_000_000;
  const requests = [`GET /api/admin/listings/${at}`, `DELETE /api/business-listings/${at}`] as const;
  for (const request of [...requests, `POST /api/admin/listings/${at}/restore` as const])
    expect((await send(request)).status, request).toBe(404);
  expect((await send(`PUT /api/business-listings/${at}`, { ...whole, replaces: 'x' })).status).toBe(404);
  expect((await send('GET /api/admin/listings/none')).status).toBe(400);
});
