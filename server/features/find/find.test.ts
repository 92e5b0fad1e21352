import { randomUUID } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Found, FoundKind } from '../../../contract/find.ts';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { Explaining, nodesOf, rowsReadBy } from '../../../tests/explained-plans.ts';
import { aCommission } from '../../../tests/ledger-rows.ts';
import { aPartner, type PartnerScene } from '../../../tests/partner-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { findRows } from './find.store.ts';

let world: World;
let admin: TestUser;
let scene: PartnerScene;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
  scene = await aPartner(world);
  await world.db
    .updateTable('organisations')
    .set({ name: 'Hale Kūlia' })
    .where('id', '=', scene.organisation)
    .execute();
  await world.db.updateTable('locations').set({ name: 'Kūlia Cove' }).where('id', '=', scene.placeId).execute();
});
afterAll(() => world.close());

const ask = (search: string) =>
  world.call(`GET /api/admin/find?search=${encodeURIComponent(search)}`, { cookie: admin.cookie });
const find = async (search: string): Promise<Found[]> => (await ask(search)).body.found;
const of = async (kind: FoundKind, search: string) => (await find(search)).filter((one) => one.kind === kind);

test('partners, places and listings are found by a part of the name, without ʻokina, kahakō and case', async () => {
  const listing = await world.aListing({ name: 'Sail to Kūlia Bay' });
  const paths = [
    `/partners?open=${scene.organisation}`,
    `/locations?open=${scene.placeId}`,
    `/content?open=${listing}`,
  ];
  for (const search of ['kulia', 'KŪLIA', 'uʻlia']) expect((await find(search)).map(({ path }) => path)).toEqual(paths);
  expect((await find('kulia')).map(({ kind, name, note }) => [kind, name, note])).toEqual([
    ['partner', 'Hale Kūlia', scene.owner.email],
    ['place', 'Kūlia Cove', 'Hale Kūlia'],
    ['listing', 'Sail to Kūlia Bay', expect.any(String)],
  ]);
  await world.call(`DELETE /api/business-listings/${listing}`, { cookie: admin.cookie });
  expect(await of('listing', 'kulia')).toEqual([]);
  for (const search of ['%', '_', '\\', 'k%lia']) expect(await find(search)).toEqual([]);
});

test('a place that is deleted is found no more', async () => {
  const body = { name: 'Mokihana Point', description: '', address: '' };
  const { id } = (await world.call('POST /api/admin/locations', { cookie: admin.cookie, body })).body;
  expect((await of('place', 'mokihana')).map(({ path }) => path)).toEqual([`/locations?open=${id}`]);
  await world.call(`DELETE /api/admin/locations/${id}`, { cookie: admin.cookie });
  expect(await of('place', 'mokihana')).toEqual([]);
});

test('who is invited and has not come yet is found too, each by the address, and a listing by its Japanese name', async () => {
  const body = { invited_email: 'keola@lanai.example', stakeholder_type: 'partner', organization_name: 'Garden Lānai' };
  const { id } = (await world.call('POST /api/stakeholder/invite', { cookie: admin.cookie, body })).body;
  const invited = { kind: 'partner', name: 'Garden Lānai', note: 'keola@lanai.example', path: `/partners?open=${id}` };
  expect(await find('garden lanai')).toEqual([invited]);
  expect(await find('keola@')).toEqual([invited]);
  expect((await of('partner', scene.owner.email)).map(({ name }) => name)).toEqual(['Hale Kūlia']);
  const listing = await world.aListing({ name: 'Reef walk at dawn', name_ja: 'カイマナ・リーフ' });
  expect((await find('リーフ')).map(({ path }) => path)).toEqual([`/content?open=${listing}`]);
  await world.call(`POST /api/stakeholder/invitations/${id}/revoke`, { cookie: admin.cookie });
  expect(await find('keola@')).toEqual([]);
});

test('a code is found by how it begins, with and without dashes, and leads to its place', async () => {
  const { code } = await world.aCode({ location_id: scene.placeId });
  const found = [{ kind: 'code', name: code, note: 'Kūlia Cove', path: `/locations?open=${scene.placeId}` }];
  for (const typed of [code, code.slice(0, 9), code.replaceAll('-', ''), code.toLowerCase().slice(0, 11)])
    expect(await of('code', typed)).toEqual(found);
  expect(await of('code', code.slice(5))).toEqual([]);
});

test('a booking is found by how its transaction id or its reference begins', async () => {
  const id = await aCommission(world, scene.organisation, 'Reef walk');
  const booking = world.db.updateTable('bookings').set({ reference: 'ZX-99 417' }).where('id', '=', id);
  const { transaction_id } = await booking.returning('transaction_id').executeTakeFirstOrThrow();
  const found = [{ kind: 'booking', name: transaction_id, note: 'ZX-99 417, Reef walk', path: `/bookings?open=${id}` }];
  for (const typed of [transaction_id, transaction_id.toUpperCase().slice(0, -2), 'ZX-99', 'zx99417'])
    expect(await of('booking', typed)).toEqual(found);
  expect(await of('booking', '99417')).toEqual([]);
});

test('of a booking’s experience the newest booking is found', async () => {
  const listing_id = await world.aListing({ name: 'Night paddle' });
  const bookedOn = (day: string) => world.aBooking({ listing_id, booked_at: new Date(`2026-10-${day}T20:00:00Z`) });
  const [newest] = [await bookedOn('20'), await bookedOn('03'), await bookedOn('11')];
  await world.aBooking({ listing_id, status: 'cancelled' });
  expect((await of('booking', 'night padd')).map(({ path }) => path)).toEqual([`/bookings?open=${newest}`]);
});

test('a tool is found by its name, and leads to its screen', async () => {
  expect((await of('tool', 'hold')).map(({ path }) => path)).toEqual(['/money/holds']);
});

test('at most five of a kind are told, by name; of nothing, and of too much, nothing is', async () => {
  // Of a name of its own each time that it is repeated.
  const watch = `Manta ${randomUUID().slice(0, 8)}`;
  for (const number of [6, 3, 1, 5, 2, 4]) await world.aListing({ name: `${watch} ${number}` });
  const names = (await of('listing', watch)).map(({ name }) => name);
  expect(names).toEqual([1, 2, 3, 4, 5].map((number) => `${watch} ${number}`));
  for (const search of ['', '  ']) expect(await find(search)).toEqual([]);
  expect((await world.call('GET /api/admin/find', { cookie: admin.cookie })).body).toEqual({ found: [] });
  expect((await ask('x'.repeat(101))).status).toBe(400);
});

test('among 10,000 of each, listings, codes and bookings are found by index, whatever the collation of the database', {
  timeout: 120_000,
}, async () => {
  const listing = await world.aListing({ name: 'Lantern paddle' });
  await onServer(
    await ownerOf(world),
    `insert into listings (name, description, category, price_range)
       select 'Listing ' || n, repeat('What it is. ', 10), 'Shopping', '$' from generate_series(1, 10000) n;
     insert into users (email) select 'host-of-' || n || '@example.com' from generate_series(1, 10000) n;
     insert into organisations (kind, name, owner_id)
       select 'partner', email, id from users where email like 'host-of-%';
     insert into bookings (transaction_id, user_id, listing_id, platform, amount_cents, booked_at, reference)
       select 'txn_' || md5(n::text), '${scene.owner.id}', ${listing}, 'external', 100, now(), 'R' || n
       from generate_series(1, 10000) n;
     insert into qr_codes (code, location_id)
       select regexp_replace(translate(upper(substr(md5(n::text), 1, 16)), 'ILOU', '1105'), '(.{4})(.{4})(.{4})(.{4})', '\\1-\\2-\\3-\\4'),
         ${scene.placeId} from generate_series(1, 10000) n;
     analyze`,
  );
  const asked = { words: 'lantern', codeStart: 'ABCD', transactionStart: 'txn_abc', referenceStart: 'R77' };
  const explaining = new Explaining({ analyze: true });
  await findRows(world.db.withPlugin(explaining), world.clock.now(), asked, 5);
  const plans = explaining.plans.map(({ plan }) => plan);
  const scans = plans.flatMap(nodesOf).filter((node) => node['Node Type'] === 'Seq Scan');
  const scanned = scans.map((node) => node['Relation Name']);
  expect(scanned).toContain('organisations');
  for (const table of ['listings', 'bookings', 'qr_codes']) expect(scanned).not.toContain(table);
  const { listings = 0, bookings = 0, qr_codes: codes = 0 } = rowsReadBy(plans);
  expect([listings, bookings, codes].every((rows) => rows < 100)).toBe(true);
});

test('codes and bookings are looked for by how they begin with indexes that serve any collation', async () => {
  const { rows } = await world.db.executeQuery<{ name: string }>(
    CompiledQuery.raw(`select i.indexrelid::regclass::text as name from pg_index i join pg_opclass o on o.oid = i.indclass[0]
      where o.opcname = 'text_pattern_ops' order by 1`),
  );
  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining([...['bookings_by_reference_start', 'bookings_by_transaction_start', 'qr_codes_by_start']]),
  );
});
