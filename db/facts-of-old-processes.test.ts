import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { clientConfig } from '../server/platform/database/database.ts';
import { migrate } from '../server/platform/database/migrations.ts';
import { AdvertiserScene } from '../tests/advertiser-scene.ts';
import { inDatabase, onServer } from '../tests/database-setup.ts';
import { createWorld, type World } from '../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** The statements of the version before the facts were frozen. */
const oldScan = `insert into scans (visit_id, qr_code_id, location_id, scanned_at, counted, source, device)
  values ($1, $2, $3, $4, true, 'camera', null) returning id`;
const oldClick = `insert into clicks (click_id, user_id, visit_id, listing_id, scan_id, qr_code_id, location_id, platform, url, clicked_at)
  values ($1, $2, $3, $4, $5, $6, $7, 'fareharbor', 'https://fareharbor.com/embeds/book/reef/items/1/', $8) returning id`;
const oldBooking = `insert into bookings (transaction_id, click_id, user_id, listing_id, qr_code_id, location_id, platform,
  amount_cents, booked_at) values ($1, $2, $3, $4, $5, $6, 'fareharbor', 7500, $7) returning id`;
const oldVisit =
  'insert into visits (token_hash, user_id, created_at, last_seen_at) values ($1, $2, $3, $3) returning id';

test('what a process of the version before writes is credited as ours is, also by a booking of ours', async () => {
  const one = async (text: string, values: unknown[]) => (await world.database.pool.query(text, values)).rows[0].id;
  const partner = await world.aUser({ role: 'partner' });
  const listing = await world.aListing({
    booking_url: 'https://fareharbor.com/embeds/book/reef/items/1/',
    commission_rate: 0.21,
    price_range: '$$$',
  });
  const place = await world.aPlace({ partner_id: partner.id, listings: [listing] });
  const code = await world.aCode({ location_id: place });
  const traveler = await world.aUser();
  const now = world.clock.now();
  const visit = await one(oldVisit, [randomBytes(8), traveler.id, now]);
  const scan = await one(oldScan, [visit, code.id, place, now]);
  const at = [code.id, place];
  const click = await one(oldClick, ['c1', traveler.id, visit, listing, scan, ...at, now]);
  await one(oldBooking, ['t1', click, traveler.id, listing, ...at, now]);
  world.clock.advance(60);
  const body = { business_listing_id: listing };
  expect((await world.call('POST /api/qr/booking-conversion', { cookie: traveler.cookie, body })).status).toBe(201);

  const frozen = { partner_id: partner.id, commission_rate: 0.21, price_range: '$$$' };
  const clicks = world.db.selectFrom('clicks').select(['partner_id', 'commission_rate', 'price_range']);
  expect(await clicks.where('user_id', '=', traveler.id).execute()).toEqual([frozen, frozen]);
  const bookings = world.db.selectFrom('bookings').select(['partner_id', 'supplier']);
  const credited = { partner_id: partner.id, supplier: 'reef' };
  expect(await bookings.where('user_id', '=', traveler.id).execute()).toEqual([credited, credited]);
});

test('a click whose scan credited nobody credits nobody, whoever has the place now', async () => {
  const place = await world.aPlace();
  const code = await world.aCode({ location_id: place });
  const traveler = await world.aUser();
  const listing = await world.aListing({ booking_url: 'https://www.viator.com/tours/Maui/d671-1' });
  const scanned = await world.call('POST /api/qr/scan', { body: { qr_code_id: code.code }, cookie: traveler.cookie });
  expect(scanned.status).toBe(200);
  const partner = await world.aUser({ role: 'partner' });
  await world.db.updateTable('locations').set({ partner_id: partner.id }).where('id', '=', place).execute();
  const cookie = `${traveler.cookie}; visit=${scanned.cookies.visit}`;
  const body = { business_listing_id: listing };
  expect((await world.call('POST /api/qr/booking-conversion', { cookie, body })).status).toBe(201);
  for (const table of ['clicks', 'bookings'] as const) {
    const rows = world.db.selectFrom(table).select(['partner_id', 'location_id']).where('user_id', '=', traveler.id);
    expect(await rows.execute()).toEqual([{ partner_id: null, location_id: place }]);
  }
});

/** The statements of the version before reviews waited for a look. */
const oldReview = `insert into reviews (booking_id, user_id, listing_id, rating, words, created_at, updated_at)
  values ($1, $2, $3, 5, $4, $5, $5)
  on conflict (booking_id) do update set rating = excluded.rating, words = excluded.words, updated_at = excluded.updated_at
  returning id`;
const oldModeration = 'update reviews set hidden = $2, hidden_reason = $3 where id = $1';

test('words of a review that such a process writes wait for a look, until it is hidden or shown again', async () => {
  const { pool } = world.database;
  const [user, admin] = [await world.aUser(), await world.aUser({ role: 'admin' })];
  const aWritten = async (words: string | null) => {
    const listing = await world.aListing();
    const booking = await world.aBooking({ user_id: user.id, listing_id: listing, status: 'completed' });
    const write = async (text: string | null): Promise<string> =>
      (await pool.query(oldReview, [booking, user.id, listing, text, world.clock.now()])).rows[0].id;
    return { id: await write(words), write };
  };
  const asked = async (id: string) =>
    (await world.call(`GET /api/reviews?id=${id}`, { cookie: admin.cookie })).body.rows[0];
  const waits = async (id: string) => (await asked(id)).awaits_look;
  const leave = async (id: string) => {
    const { words_version } = await asked(id);
    const body = { reports: 0, words_version };
    return (await world.call(`POST /api/reviews/${id}/leave`, { cookie: admin.cookie, body })).status;
  };

  const { id, write } = await aWritten('Warm and clear water.');
  const silent = await aWritten(null);
  expect([await waits(id), await waits(silent.id)]).toEqual([true, false]);
  expect([await leave(id), await waits(id)]).toEqual([200, false]);
  await write('Warm and clear water.');
  expect(await waits(id)).toBe(false);
  await write('Cold and murky water.');
  expect(await waits(id)).toBe(true);
  await pool.query(oldModeration, [id, true, 'not true']);
  expect(await waits(id)).toBe(false);
  await write('Warm again.');
  expect(await waits(id)).toBe(true);
  await silent.write('Words at last.');
  expect(await waits(silent.id)).toBe(true);
});

/** The statements of the version before listings had several pictures, or were held. */
const oldDrawing = `insert into listing_pictures (id, listing_id, state, url, color, widths, asked_at)
  values ($1, $2, 'done', $3, '#808080', '{640}', $4)`;
const oldShowing = [
  `insert into listing_pictures (id, listing_id, state, url, color, widths, asked_at, past_since)
    select gen_random_uuid(), l.id, 'done', l.image_url, l.image_color, l.image_widths, l.created_at, $2 from listings l
    where l.id = $1 and l.image_url is not null
      and not exists (select from listing_pictures p where p.listing_id = l.id and p.url = l.image_url)`,
  `update listing_pictures set past_since = case when url is distinct from $3 then coalesce(past_since, $2) end
    where listing_id = $1 and state = 'done'`,
  'update listings set image_url = $3, image_color = null, image_widths = null, updated_at = $2 where id = $1',
] as const;

test('a picture that such a process shows is the first of its listing, with its own words, and none takes its place', async () => {
  const { pool } = world.database;
  const scene = await AdvertiserScene.make(world);
  const listing = await scene.published();
  const now = world.clock.now();
  const draw = async () => {
    const id = randomUUID();
    await pool.query(oldDrawing, [id, listing, `/listing-pictures/${id}/640.webp`, now]);
    return id;
  };
  const show = async (id: string | null) => {
    const [keep, ...others] = oldShowing;
    await pool.query(keep, [listing, now]);
    for (const text of others) await pool.query(text, [listing, now, id && `/listing-pictures/${id}/640.webp`]);
  };
  const path = `/api/own-listings/${listing}/pictures` as const;
  const pictures = async () => (await scene.call(`GET ${path}`)).body;
  const idsNow = async () => (await pictures()).pictures.map(({ id }: { id: string }) => id);
  const arrange = async (ids: readonly string[]) => {
    const wanted = ids.map((id) => ({ id, words: `Words of ${id}` }));
    return (await scene.call(`PUT ${path}`, { pictures: wanted, replaces: (await pictures()).version })).status;
  };
  const guest = async () => (await world.call(`GET /api/business-listings/${listing}`)).body;

  const first = await draw();
  await show(first);
  expect([await idsNow(), await arrange([first])]).toEqual([[first], 200]);
  expect((await guest()).image_words).toBe(`Words of ${first}`);
  const second = await draw();
  await show(second);
  expect([await idsNow(), (await guest()).image_words]).toEqual([[second], undefined]);
  await show(first);
  expect([await idsNow(), (await guest()).image_words]).toEqual([[first], `Words of ${first}`]);
  await show(null);
  expect([await idsNow(), (await guest()).image_url]).toEqual([[], null]);
  await show(second);
  expect([await arrange([second]), await idsNow()]).toEqual([200, [second]]);
});

test('a listing that such a process shows again is held no more, be it paused or a draft', async () => {
  const scene = await AdvertiserScene.make(world);
  const paused = await scene.published();
  await scene.step(paused, 'pause');
  const draft = (await scene.create()).body.id;
  await world.database.pool.query('update listings set is_active = true, updated_at = $2 where id = any($1)', [
    [paused, draft],
    world.clock.now(),
  ]);
  const states = [await scene.get(paused), await scene.get(draft)].map(({ state }) => state);
  expect(states).toEqual(['live', 'live']);
});

test('one that such a process shows while it waits to be shown is edited as a published one, and shown by no approval again', async () => {
  const scene = await AdvertiserScene.make(world);
  const ids: number[] = [];
  for (const name of ['Edited', 'Hidden']) ids.push((await scene.create({ name })).body.id);
  for (const id of ids) await scene.step(id, 'submit');
  const [edited, hidden] = ids as [number, number];
  const { pool } = world.database;
  const set = (is: string) => pool.query(`update listings set is_active = ${is} where id = any($1)`, [ids]);
  await set('true');
  const changed = await scene.change(edited, { price_range: '$$$$' });
  expect([changed.status, changed.body.state, changed.body.asked]).toMatchObject([
    200,
    'live',
    { is_new: false, state: 'submitted' },
  ]);
  await set('false');
  expect((await scene.approve(await scene.waiting(hidden))).status).toBe(200);
  expect((await scene.get(hidden)).state).toBe('hidden');
  expect((await scene.approve(await scene.waiting(edited))).status).toBe(200);
  expect(await scene.get(edited)).toMatchObject({ state: 'hidden', price_range: '$$$$' });
});

test('what such a process wrote before there was a trigger is filled in, and nothing of ours', async () => {
  const name = `facts_${randomBytes(6).toString('hex')}`;
  const database = inDatabase(inject('databaseServer'), name);
  await onServer(inject('databaseServer'), `create database ${name}`);
  await migrate(database, '0060_z.sql');
  const client = new pg.Client(clientConfig(database));
  await client.connect();
  const one = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows[0].id;
  const partner = await one(`insert into users (email) values ('partner@example.com') returning id`);
  const place = await one(
    `insert into locations (name, description, address, island, latitude, longitude, partner_id)
      values ('x', 'x', 'x', 'Maui', 21, -157, $1) returning id`,
    [partner],
  );
  const listing = await one(
    `insert into listings (name, description, category, price_range, commission_rate)
      values ('x', repeat('x', 100), 'Restaurants', '$$$', 0.21) returning id`,
  );
  const code = await one(`insert into qr_codes (code, location_id) values ('AAAA-AAAA-AAAA-AAAA', $1) returning id`, [
    place,
  ]);
  const now = new Date(Date.now() + 60_000);
  const visit = await one(oldVisit, [randomBytes(8), partner, now]);
  const scan = await one(oldScan, [visit, code, place, now]);
  const before = await one(oldScan, [visit, code, place, new Date(Date.now() - 86_400_000)]);
  const click = await one(oldClick, ['c1', partner, visit, listing, scan, code, place, now]);
  await one(oldBooking, ['t1', click, partner, listing, code, place, now]);
  // Ours, at a place that had no partner then.
  const ours = await one(
    `insert into scans (visit_id, qr_code_id, location_id, scanned_at, counted, source, device_class)
      values ($1, $2, $3, $4, true, 'camera', 'phone') returning id`,
    [visit, code, place, now],
  );
  await client.query('delete from rollup_marks');

  await migrate(database);

  const rows = async (text: string) => (await client.query(text)).rows;
  expect(await rows('select id, partner_id from scans order by id')).toEqual([
    { id: scan, partner_id: partner },
    { id: before, partner_id: null },
    { id: ours, partner_id: null },
  ]);
  expect(await rows('select partner_id, commission_rate::text, price_range from clicks')).toEqual([
    { partner_id: partner, commission_rate: '0.21', price_range: '$$$' },
  ]);
  expect(await rows('select partner_id, supplier from bookings')).toEqual([{ partner_id: partner, supplier: 'reef' }]);
  const marked = await rows('select distinct hour from rollup_marks');
  expect(marked).toEqual([{ hour: new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000) }]);
  await client.end();
  await onServer(inject('databaseServer'), `drop database ${name} with (force)`);
});
