import { afterAll, beforeAll, expect, test } from 'vitest';
import { listingFields } from '../../../contract/listing-form.ts';
import { builtWeb } from '../../../tests/page-apps.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' }, webFolder: builtWeb });
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());

const name_ja = '朝のカヤック';
const description_ja =
  '日の出とともに漕ぎ出し、リーフとウミガメを越えて、八時には浜で朝食を。初めての方もどうぞ、案内人がそばにいます。';
const japanese = { 'accept-language': 'ja' };

const read = async (path: string, headers: Record<string, string> = japanese, cookie?: string) =>
  (await world.call(`GET /api/${path}`, { headers, ...(cookie && { cookie }) })).body;
const edited = async (id: number) =>
  (await world.call(`GET /api/admin/listings/${id}`, { cookie: admin.cookie })).body as Record<string, unknown>;
const change = async (id: number, more: object) => {
  const now = await edited(id);
  const content = Object.fromEntries(listingFields.map((field) => [field, now[field]]));
  const body = { booking_url: 'https://fareharbor.com/makai', ...content, replaces: now.version, ...more };
  return await world.call(`PUT /api/business-listings/${id}`, { cookie: admin.cookie, body });
};
const aTranslated = (more: object = {}) =>
  world.aListing({ booking_url: 'https://fareharbor.com/makai', name_ja, description_ja, ...more });
const shown = { name: name_ja, name_language: 'ja', description: description_ja, description_language: 'ja' };

test('wherever a listing is read, Japanese readers have its Japanese words, and all others the English ones', async () => {
  const traveler = await world.aUser();
  const id = await aTranslated({ name: 'Morning Kayak', latitude: 21.3, longitude: -157.8 });
  const place = await world.aPlace({ listings: [id] });
  const { code } = await world.aCode({ location_id: place });
  await world.call(`PUT /api/saved/${id}`, { cookie: traveler.cookie, body: {} });
  const scan = async (headers: Record<string, string>) =>
    (await world.call('POST /api/qr/scan', { headers, body: { qr_code_id: code } })).body;
  const everywhere = async (headers: Record<string, string>) => [
    await read(`business-listings/${id}`, headers),
    (await read('business-listings?search=morning+kayak', headers))[0],
    (await read(`locations/${place}`, headers)).experiences[0],
    (await read('saved', headers, traveler.cookie))[0].experience,
    (await scan(headers)).experiences[0],
    // As it was kept.
    (await scan(headers)).experiences[0],
  ];
  const onMap = async (headers: Record<string, string>) =>
    (await read('business-listings/map?search=morning+kayak', headers)).listings[0];
  for (const one of await everywhere(japanese)) expect(one).toMatchObject(shown);
  expect(await onMap(japanese)).toMatchObject({ id, name: name_ja, name_language: 'ja' });
  for (const one of [...(await everywhere({ 'accept-language': 'en' })), await onMap({ 'accept-language': 'en' })]) {
    expect(one.name).toBe('Morning Kayak');
    expect(one).not.toHaveProperty('name_language');
    expect(JSON.stringify(one)).not.toContain('ja');
  }
});

test('what has no Japanese words is told in English, each of the two for itself', async () => {
  const id = await aTranslated({ name: 'Half Told', description_ja: null });
  const half = await read(`business-listings/${id}`);
  expect(half).toMatchObject({ name: name_ja, name_language: 'ja' });
  expect(half).not.toHaveProperty('description_language');
  const plain = await read(`business-listings/${await world.aListing({ name: 'Untold' })}`);
  expect(plain.name).toBe('Untold');
  expect(plain).not.toHaveProperty('name_language');
});

test('Japanese words are changed beside the English, stand in the history, and are seen at once', async () => {
  const id = await world.aListing({ name: 'Told later', booking_url: 'https://fareharbor.com/makai' });
  const place = await world.aPlace({ listings: [id] });
  const listed = async () => (await read(`locations/${place}`)).experiences[0].name;
  expect(await listed()).toBe('Told later');
  expect((await change(id, { name_ja, description_ja })).body).toMatchObject({ name_ja, description_ja });
  expect(await listed()).toBe(name_ja);
  const [latest] = (await edited(id)).history as { changes: object[] }[];
  expect(latest!.changes).toEqual([
    { field: 'name_ja', before: null, after: name_ja },
    { field: 'description_ja', before: null, after: description_ja },
  ]);
  expect((await change(id, { name_ja: null, description_ja: null })).status).toBe(200);
  expect(await listed()).toBe('Told later');
});

test.each([
  [{ name_ja: '' }, 'body.name_ja'],
  [{ name_ja: 'あ'.repeat(201) }, 'body.name_ja'],
  [{ description_ja: 'あ'.repeat(39) }, 'body.description_ja'],
  [{ description_ja: '' }, 'body.description_ja'],
  [{ description_ja: 'あ'.repeat(5_001) }, 'body.description_ja'],
])('%o is refused where it stands', async (more, path) => {
  const id = await world.aListing({ booking_url: 'https://fareharbor.com/makai' });
  const reply = await change(id, more);
  expect([reply.status, reply.body.fields?.[0]?.path]).toEqual([400, path]);
});

test('it is searched in Japanese: any part of a word, half-width letters, one letter, and English beside it', async () => {
  const id = await aTranslated({ name: 'Turtle Paddle', name_ja: '月夜のウミガメツアー' });
  const found = async (search: string) =>
    (await read(`business-listings?search=${encodeURIComponent(search)}`)).map((one: { id: number }) => one.id);
  for (const search of ['ウミガメツアー', 'ガメツ', 'ｳﾐｶﾞﾒツアー', '月夜', 'turtle 月夜', '月夜turt', '月'])
    expect(await found(search), search).toEqual([id]);
  for (const search of ['山夜', 'ツアーウミガメ', 'whale 月夜']) expect(await found(search), search).toEqual([]);
  expect((await read(`business-listings/summary?search=${encodeURIComponent('月夜')}`)).count).toBe(1);
});

test('Japanese letters among English words are found, by guests and at the desk', async () => {
  const description =
    'A counter of eight seats, a walk from the sand. Fish of the morning, rice of the fall, and 天ぷら on Fridays at sunset.';
  const words = { address: '銀座通り 5, Honolulu', description };
  const id = await world.aListing({
    name: '寿司 Ginza Counter',
    booking_url: 'https://fareharbor.com/makai',
    ...words,
  });
  await change(id, { name_ja: '海辺の夕食' });
  const asked = (path: string, cookie?: string) => read(path, japanese, cookie);
  for (const search of ['寿司', '寿司 ginza', 'ginza 寿', '銀座', '天ぷら', '寿司 海辺']) {
    const found = await asked(`business-listings?search=${encodeURIComponent(search)}`);
    expect([search, found.map((one: { id: number }) => one.id)]).toEqual([search, [id]]);
  }
  expect(await asked(`business-listings?search=${encodeURIComponent('寿司 山')}`)).toEqual([]);
  const search = encodeURIComponent('寿司');
  const { rows } = await asked(`admin/listings?search=${search}`, admin.cookie);
  expect(rows.map((one: { id: number }) => one.id)).toEqual([id]);
  const found = await asked(`admin/find?search=${search}`, admin.cookie);
  expect(JSON.stringify(found)).toContain('寿司 Ginza Counter');
});

test('a kept list of a Japanese search is made anew once a listing has what was searched', async () => {
  const path = `business-listings?search=${encodeURIComponent('虹の谷')}`;
  expect(await read(path)).toEqual([]);
  const id = await world.aListing({ name: 'Valley', booking_url: 'https://fareharbor.com/makai' });
  expect(await read(path)).toEqual([]);
  await change(id, { name_ja: '虹の谷を歩く' });
  expect(await read(path)).toMatchObject([{ id, name: '虹の谷を歩く' }]);
});
