import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importFields } from '../../../contract/listing-import-forms.ts';
import { aboutIt, aListingFile, ListingImporter } from '../../../tests/listings-scene.ts';
import { createWorld, type World } from '../../../tests/world.ts';

let here: World;
let there: World;
let by: ListingImporter;
let other: ListingImporter;
beforeAll(async () => {
  [here, there] = await Promise.all([createWorld(), createWorld()]);
  by = new ListingImporter(here, await here.aUser({ role: 'admin' }));
  other = new ListingImporter(there, await there.aUser({ role: 'admin' }));
}, 60_000);
afterAll(() => Promise.all([here.close(), there.close()]));

async function exported(body: object, from = by): Promise<string> {
  const begun = await from.call('POST /api/admin/exports/listings', body);
  expect(begun.status).toBe(201);
  await from.work(begun.body.id);
  const file = await from.call(`GET /api/long-work/${begun.body.id}/result`);
  expect([file.status, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  return file.bytes.toString();
}

const counts = ({ outcomes }: { outcomes: Record<string, number> }) =>
  Object.fromEntries(Object.entries(outcomes).filter(([, rows]) => rows > 0));
/** All that is edited of listings, whose by name; and of those that can be told apart, all that there is. */
const contents = async (world: World) =>
  (
    await sql`select l.name, l.name_ja, l.description, l.description_ja, category, subcategory, address, latitude, longitude, phone,
        website_url, booking_url, price_range, commission_rate, is_active, is_featured, o.name as advertiser
      from listings l left join organisations o on o.id = l.organisation_id where deleted_at is null
      order by l.name, address`.execute(world.db)
  ).rows;
const standing = async () =>
  (await sql`select count(*), md5(string_agg(l::text, '' order by l.id)) from listings l`.execute(here.db)).rows[0];

const row = {
  ...{ category: 'Restaurants', booking_url: 'https://a.example/b', commission_rate: 0.29, price_range: '$$$$' },
  description: aboutIt,
};
const awkward = [
  { name: 'Kāne, "noon"', description: `${aboutIt}\nSecond line, with "marks".\n\nThird` },
  { name: 'ʻOno', name_ja: 'ハワイʻi', description_ja: '海'.repeat(50), phone: '+1 808 555 0100', is_active: false },
  { name: '=1+1', address: '-1 Lane', phone: '0312345678', latitude: -0.0000001, longitude: -157.812345678 },
  { name: '＝1', address: '@ the pier', phone: '12345678901234567890', subcategory: "'=quoted", is_featured: true },
  { name: 'Reef;=1+41', address: 'At;"=1+1;"', description: `${aboutIt}\n- Shoes;\t=1+1\n'- Water` },
  { name: '007', address: '1E5', website_url: 'https://makai.example/?a=1,2', commission_rate: 0.08 },
];

test('what is exported is imported as no change, whatever is in it, and anywhere else as the same listings', async () => {
  for (const world of [here, there]) {
    const owner = await world.aUser({ role: 'advertiser', email: 'owner@koa.example' });
    await world.db.updateTable('organisations').set({ name: 'Koa, Inc.' }).where('owner_id', '=', owner.id).execute();
  }
  const { id: advertiser_id } = await here.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'owner@koa.example')
    .executeTakeFirstOrThrow();
  for (const [at, more] of awkward.entries()) {
    const body = { ...row, ...more, ...(at === 0 && { advertiser_id }) };
    expect([more.name, (await by.call('POST /api/business-listings', body)).status]).toEqual([more.name, 201]);
  }
  // More than a statement reads at once.
  const many = Array.from({ length: 1_200 }, (_, at) => ({
    ...row,
    ...{ commission_rate: '12%', name: `Outing ${at}`, address: `${at} Road` },
  }));
  await by.import((await by.check(aListingFile(many))).id);
  const before = await standing();

  const whole = await exported({});
  expect(whole.split('\r\n')[0]).toBe(
    '\ufeffid,name,description,name_ja,description_ja,category,subcategory,address,'.concat(
      'latitude,longitude,phone,website_url,booking_url,price_range,commission_rate,is_active,is_featured,advertiser',
    ),
  );
  const again = await by.check(whole);
  expect([again.state, again.rows, counts(again)]).toEqual(['checked', 1_206, { unchanged: 1_206 }]);
  await by.import(again.id);
  expect(await standing()).toEqual(before);
  // The same by their names.
  const unnumbered = await exported({ with_numbers: false });
  expect(counts(await by.check(unnumbered))).toEqual({ unchanged: 1_206 });

  await there.db.deleteFrom('listings').execute();
  const taken = await other.check(unnumbered);
  expect([await other.rows(taken.id, '&outcome=wrong'), counts(taken)]).toEqual([[], { new: 1_206 }]);
  await other.import(taken.id);
  expect(await contents(there)).toEqual(await contents(here));
}, 120_000);

test('what came before the editor asked for as much is no change either; changed in one cell it is asked for', async () => {
  const old = await here.aListing({ name: 'Old outing', description: `Old <b>words</b>.\r\n${aboutIt}` });
  await here.db
    .updateTable('listings')
    .set({ booking_url: null, category: 'Shopping' })
    .where('id', '=', old)
    .execute();
  const deleted = await here.aListing({ name: 'Gone' });
  await by.call(`DELETE /api/business-listings/${deleted}`);
  const lines = await exported({});
  expect(lines).not.toContain('Gone');
  const checked = await by.check(lines);
  expect(await by.rows(checked.id, '&outcome=wrong')).toEqual([]);
  expect(counts(checked)).toEqual({ unchanged: checked.rows });
  const changed = await by.check(lines.replace('Old <b>', 'Older <b>'));
  const [wrong, ...others] = await by.rows(changed.id, '&outcome=wrong');
  expect([others, wrong.listing_id]).toEqual([[], old]);
  expect(wrong.faults.map(({ column }: { column: string }) => column).sort()).toEqual(['booking_url', 'description']);
});

test('where there are none it is the columns alone, as the template has them', async () => {
  await there.db.deleteFrom('listings').execute();
  const file = await exported({}, other);
  expect(file.split('\r\n').slice(1)).toEqual(['']);
  expect(file.slice(1, -2).split(',')).toEqual(importFields);
});
