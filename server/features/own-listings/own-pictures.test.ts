import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mostListingPictures } from '../../../contract/own-listing-form.ts';
import { AdvertiserScene } from '../../../tests/advertiser-scene.ts';
import { auditContentOf } from '../../../tests/audit-content.ts';
import { countLockWaits } from '../../../tests/lock-waits.ts';
import { aForm, aPngOf } from '../../../tests/sent-files.ts';
import { createWorld, type Reply, type TestUser, type World } from '../../../tests/world.ts';
import { drawListingPicture, forgetPastPictures } from '../content/listing-pictures.ts';

let world: World;
let scene: AdvertiserScene;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  scene = await AdvertiserScene.make(world);
});
afterAll(() => world.close());

const said = ({ status, body }: Reply) => [status, body.code];
const never = new AbortController().signal;
const plain = (background = '#2a6f7f', width = 900, height = 600) =>
  sharp({ create: { width, height, channels: 3, background } });
const jpeg = (background?: string) => plain(background).jpeg().toBuffer();

const upload = (content: Buffer | string, by: TestUser = scene.owner) =>
  world.call('POST /api/uploads/picture', { cookie: by.cookie, ...aForm(content, { name: 'reef.jpg' }) });
const take = (listing: number, id: string, more: object = {}) =>
  scene.call(`POST /api/own-listings/${listing}/pictures`, { upload: id, words: null, crop: null, ...more });
const pictures = async (listing: number) => (await scene.call(`GET /api/own-listings/${listing}/pictures`)).body;
const details = (listing: number) => world.call(`GET /api/business-listings/${listing}/details`);
const experience = async (listing: number) => (await world.call(`GET /api/business-listings/${listing}`)).body;

/** Sends a picture and has it drawn. */
async function add(listing: number, content: Buffer, more: object = {}): Promise<string> {
  const { id } = (await upload(content)).body;
  const sent = await take(listing, id, more);
  expect(sent.status, sent.raw).toBe(200);
  await drawListingPicture(world, id, never);
  return id;
}
const arrange = async (listing: number, wanted: { id: string; words: string | null }[], replaces?: string) =>
  scene.call(`PUT /api/own-listings/${listing}/pictures`, {
    pictures: wanted,
    replaces: replaces ?? (await pictures(listing)).version,
  });

test('whoever decides about a first publication sees all its pictures with their words, and approves no others', async () => {
  const { id } = (await scene.create()).body;
  const first = await add(id, await jpeg('#ff0000'), { words: 'A red canoe at sunrise' });
  await add(id, await jpeg('#00ff00'));
  await scene.step(id, 'submit');
  const looked = await scene.waiting(id);
  expect(looked.pictures).toMatchObject([
    { url: `/listing-pictures/${first}/640.webp`, words: 'A red canoe at sunrise' },
    { words: null },
  ]);
  const [one, other] = (await pictures(id)).pictures;
  await arrange(id, [
    { id: one.id, words: 'A red canoe by night' },
    { id: other.id, words: other.words },
  ]);
  expect(said(await scene.approve(looked))).toEqual([409, 'changed_meanwhile']);
  const again = await scene.waiting(id);
  expect(again.pictures[0].words).toBe('A red canoe by night');
  expect((await scene.approve(again)).status).toBe(200);
  // Of another price they wait for nobody.
  await scene.change(id, { price_range: '$$$' });
  expect((await scene.waiting(id)).pictures).toEqual([]);
});

test('what was decided tells of the pictures that were there then, as far as they are still kept', async () => {
  const { id } = (await scene.create()).body;
  const first = await add(id, await jpeg('#ff0000'), { words: 'A red canoe' });
  const second = await add(id, await jpeg('#00ff00'));
  const urlOf = (picture: string) => `/listing-pictures/${picture}/640.webp`;
  const told = async () => {
    const { rows } = await scene.proposals('?sort=-submitted&limit=200');
    const row = rows.find(({ listing_id }: { listing_id: number }) => listing_id === id);
    return row.pictures.map(({ url, words }: { url: string; words: string | null }) => [url, words]);
  };
  const then = [
    [urlOf(first), 'A red canoe'],
    [urlOf(second), null],
  ];
  await scene.step(id, 'submit');
  expect(await told()).toEqual(then);
  await scene.decline(await scene.waiting(id));
  await add(id, await jpeg('#0000ff'));
  const [red, , blue] = (await pictures(id)).pictures;
  await arrange(id, [
    { id: blue.id, words: null },
    { id: red.id, words: 'Another word' },
  ]);
  expect(await told()).toEqual(then);
  await forgetPastPictures(world.db, new Date(world.clock.now().getTime() + 31 * 86_400_000));
  expect(await told()).toEqual(then.slice(0, 1));
  // Of another price it shows what it is about while that waits alone.
  const live = await scene.published();
  await add(live, await jpeg());
  await scene.change(live, { price_range: '$$$' });
  expect((await scene.waiting(live)).image_url).toEqual(expect.any(String));
  const decided = await scene.decline(await scene.waiting(live));
  expect(decided.body).toMatchObject({ image_url: null, pictures: [] });
});

test('pictures are added behind each other, ordered, worded and left out, and guests see them so', async () => {
  const listing = await scene.published();
  const first = await add(listing, await jpeg('#ff0000'), { words: 'A red canoe at sunrise' });
  const second = await add(listing, await jpeg('#00ff00'));
  const now = await pictures(listing);
  expect(now.pictures.map(({ id, words }: { id: string; words: string }) => [id, words])).toEqual([
    [first, 'A red canoe at sunrise'],
    [second, null],
  ]);
  expect((await experience(listing)).image_url).toBe(`/listing-pictures/${first}/640.webp`);
  const arranged = await arrange(listing, [
    { id: second, words: 'Green reef' },
    { id: first, words: 'A red canoe' },
  ]);
  expect(arranged.status, arranged.raw).toBe(200);
  expect((await experience(listing)).image_url).toContain(second);
  expect((await details(listing)).body.pictures).toMatchObject([
    { url: `/listing-pictures/${second}/640.webp`, words: 'Green reef', widths: [320, 640, 900] },
    { words: 'A red canoe' },
  ]);
  // Words of pictures keep to the rules of content as well.
  const priced = await arrange(listing, [{ id: first, words: 'A canoe for 49$' }]);
  expect([priced.status, priced.body.fields[0].path]).toEqual([400, 'body.pictures.0.words']);
  const { id: next } = (await upload(await jpeg())).body;
  const cheap = await take(listing, next, { words: 'The cheapest reef' });
  expect([cheap.status, cheap.body.fields[0].path]).toEqual([400, 'body.words']);
  // Of two who arrange them at once one wins.
  expect(said(await arrange(listing, [{ id: first, words: null }], now.version))).toEqual([409, 'changed_meanwhile']);
  await arrange(listing, [{ id: first, words: null }]);
  expect((await details(listing)).body.pictures).toHaveLength(1);
  await arrange(listing, []);
  expect((await experience(listing)).image_url).toBeNull();
  expect(await auditContentOf(world, 'listing_pictures_arranged', String(listing))).toHaveLength(3);
  // What it showed can be shown again by an administrator.
  const { earlier_pictures } = (await scene.call(`GET /api/admin/listings/${listing}`, undefined, scene.admin)).body;
  expect(earlier_pictures).toHaveLength(2);
});

/** Asks for some things at once: each has read what it decides by, or waits to, before the first one can write. */
async function askTogether(listing: number, asks: readonly (() => Promise<Reply>)[]): Promise<Reply[]> {
  const client = await world.database.pool.connect();
  try {
    await client.query('begin');
    await client.query('select from listings where id = $1 for update', [listing]);
    const asked = asks.map((ask) => ask());
    await expect.poll(() => countLockWaits(world), { timeout: 10_000 }).toBe(asks.length);
    await client.query('commit');
    return await Promise.all(asked);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test('of two who arrange the pictures at the same moment one wins; of two who send the last one there is room for too', async () => {
  const listing = await scene.published();
  const id = await add(listing, await jpeg());
  const { version } = await pictures(listing);
  const wordings = ['Red', 'Blue'].map((words) => () => arrange(listing, [{ id, words }], version));
  const arranged = await askTogether(listing, wordings);
  expect(arranged.map(said).sort()).toEqual([
    [200, undefined],
    [409, 'changed_meanwhile'],
  ]);
  const winner = arranged.find(({ status }) => status === 200)!;
  expect((await pictures(listing)).pictures[0].words).toBe(winner.body.pictures[0].words);
  for (let count = 1; count < mostListingPictures - 1; count++)
    await take(listing, (await upload(await jpeg())).body.id);
  const last = [(await upload(await jpeg())).body.id, (await upload(await jpeg())).body.id];
  const sent = await askTogether(
    listing,
    last.map((one) => () => take(listing, one)),
  );
  expect(sent.map(said).sort()).toEqual([
    [200, undefined],
    [409, 'own_pictures_full'],
  ]);
});

test('an administrator’s picture takes the place of the first, and the others stay', async () => {
  const listing = await scene.published();
  await world.db.updateTable('listings').set({ image_url: '/pictures/reef.avif' }).where('id', '=', listing).execute();
  const second = await add(listing, await jpeg());
  expect((await pictures(listing)).pictures.map(({ url }: { url: string }) => url)).toEqual([
    '/pictures/reef.avif',
    `/listing-pictures/${second}/640.webp`,
  ]);
  const { id } = (await upload(await jpeg('#0000ff'), scene.admin)).body;
  await scene.call(`PUT /api/admin/listings/${listing}/picture`, { upload: id }, scene.admin);
  await drawListingPicture(world, id, never);
  const shown = async () => (await pictures(listing)).pictures.map((one: { id: string }) => one.id);
  expect(await shown()).toEqual([id, second]);
  await scene.call(`DELETE /api/admin/listings/${listing}/picture`, undefined, scene.admin);
  expect(await shown()).toEqual([second]);
  expect((await experience(listing)).image_url).toContain(second);
});

test('of a picture the part that was chosen is drawn, once it stands upright', async () => {
  const listing = await scene.published();
  // The left half red, the right half blue, and then turned by a quarter.
  const half = await plain('#0000ff', 600, 1_200).png().toBuffer();
  const turned = await plain('#ff0000', 1_200, 1_200)
    .composite([{ input: half, left: 600, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const id = await add(listing, turned, { crop: { left: 0, top: 0.5, width: 1, height: 0.5 } });
  const { bytes } = await world.call(`GET /listing-pictures/${id}/640.webp`);
  const { width, height } = await sharp(bytes).metadata();
  expect({ width, height }).toEqual({ width: 640, height: 320 });
  const { channels } = await sharp(bytes).stats();
  expect(channels[2]!.mean).toBeGreaterThan(220);
  expect(channels[0]!.mean).toBeLessThan(30);
  const small = await add(listing, await jpeg(), { crop: { left: 0, top: 0, width: 0.3, height: 0.3 } });
  expect((await pictures(listing)).sent).toMatchObject([
    { id: small, state: 'failed', problem: expect.stringContaining('pixels are too few') },
  ]);
  const { id: next } = (await upload(await jpeg())).body;
  for (const crop of [
    { left: 0.5, top: 0, width: 0.6, height: 1 },
    { left: -1, top: 0, width: 1, height: 1 },
    { left: 0, top: 0, width: 0, height: 1 },
  ])
    expect(said(await take(listing, next, { crop }))).toEqual([400, 'invalid_request']);
});

/** Each file, and what is to become of it: a status of the upload, or what the drawing says. */
const hostile: Record<string, { make: () => Buffer | Promise<Buffer>; refused?: number; problem?: string }> = {
  'an SVG with a script': {
    make: () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    refused: 415,
  },
  'a page that calls itself a picture': {
    make: () => Buffer.from('<!doctype html><script>alert(1)</script>'),
    refused: 415,
  },
  'a GIF': { make: () => plain().gif().toBuffer(), refused: 415 },
  'a program': { make: () => Buffer.from('4d5a900003000000', 'hex'), refused: 415 },
  '20,000 by 20,000 pixels': {
    make: () => aPngOf({ width: 20_000, height: 20_000, rows: Buffer.alloc(20_001) }),
    refused: 415,
  },
  'a bomb': {
    // A megabyte of nothing, many times over.
    make: () => aPngOf({ width: 7_900, height: 5_000, colour: 2, rows: Buffer.alloc(40_000_000) }),
    problem: 'cut off, or cannot be read',
  },
  'half a picture': { make: async () => (await jpeg()).subarray(0, 2_000), problem: 'cut off, or cannot be read' },
};

test.each(Object.entries(hostile))(
  '%s is refused, and nothing of it is shown',
  async (_name, { make, refused, problem }) => {
    const listing = await scene.published();
    const sent = await upload(await make());
    if (refused) return expect(sent.status).toBe(refused);
    expect(sent.status, sent.raw).toBe(201);
    await take(listing, sent.body.id);
    await drawListingPicture(world, sent.body.id, never);
    expect(await pictures(listing)).toMatchObject({
      pictures: [],
      sent: [{ state: 'failed', problem: expect.stringContaining(problem!) }],
    });
    expect((await experience(listing)).image_url).toBeNull();
  },
);

test('what is no pixel of a picture stays behind: a script, a position, an archive', async () => {
  const listing = await scene.published();
  const photo = await plain()
    .withExif({ IFD0: { Copyright: 'zzsecret' }, IFD3: { GPSLatitude: '21/1 17/1 0/1', GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer();
  const polyglot = Buffer.concat([
    photo,
    Buffer.from('<script>zzsecret</script>PK\u0003\u0004'),
    deflateSync('zzsecret'),
  ]);
  const id = await add(listing, polyglot);
  for (const type of ['avif', 'webp']) {
    const { bytes, headers } = await world.call(`GET /listing-pictures/${id}/640.${type}`);
    expect(headers['content-type']).toBe(`image/${type}`);
    expect([bytes.includes('zzsecret'), bytes.includes('<script>')]).toEqual([false, false]);
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
  }
});

test('what is another advertiser’s is not there, nor is another’s upload taken; a listing has eight', async () => {
  const listing = await scene.published();
  const id = await add(listing, await jpeg());
  const other = await AdvertiserScene.make(world);
  const theirs = await other.published();
  const body = { upload: id, words: null, crop: null };
  const { body: own } = await upload(await jpeg());
  const tries = [
    await other.call(`GET /api/own-listings/${listing}/pictures`),
    await other.call(`POST /api/own-listings/${listing}/pictures`, body),
    await other.call(`POST /api/own-listings/${theirs}/pictures`, body),
    await other.call(`POST /api/own-listings/${theirs}/pictures`, { ...body, upload: own.id }),
    await other.call(`PUT /api/own-listings/${listing}/pictures`, { pictures: [], replaces: 'none' }),
  ];
  for (const reply of tries) expect(said(reply)).toEqual([404, 'not_found']);
  const { version } = (await other.call(`GET /api/own-listings/${theirs}/pictures`)).body;
  const stolen = { pictures: [{ id, words: null }], replaces: version };
  expect(said(await other.call(`PUT /api/own-listings/${theirs}/pictures`, stolen))).toEqual([
    409,
    'changed_meanwhile',
  ]);
  const { id: draft } = (await other.create()).body;
  await other.call(`DELETE /api/own-listings/${draft}`);
  expect(said(await other.call(`GET /api/own-listings/${draft}/pictures`))).toEqual([404, 'not_found']);
  for (let at = 1; at < 8; at++) await take(listing, (await upload(await jpeg())).body.id);
  expect(said(await take(listing, (await upload(await jpeg())).body.id))).toEqual([409, 'own_pictures_full']);
});

test('guests are told the facts of a listing that they find, and of no other', async () => {
  const facts = {
    ...{ open_months: [1, 2, 12], steps: 'few', transfer: 'helped', hearing: 'written', sensory: 'calm' },
    ...{ meeting_point: 'At the pier', meeting_latitude: 21.3, meeting_longitude: -157.9 },
  };
  const listing = await scene.published(facts);
  expect((await details(listing)).body).toEqual({ ...facts, pictures: [] });
  await scene.step(listing, 'pause');
  expect(said(await details(listing))).toEqual([404, 'not_found']);
});

test('pictures of a draft are for its organisation and administrators, and go with it thirty days after it was deleted', async () => {
  const { id: listing } = (await scene.create()).body;
  const picture = await add(listing, await jpeg());
  const waits = (await upload(await jpeg('#445566'))).body.id;
  expect((await take(listing, waits)).status).toBe(200);
  const file = (id: string, by?: TestUser) =>
    world.call(`GET /listing-pictures/${id}/640.webp`, by ? { cookie: by.cookie } : {});
  const statuses = async () => {
    const others = [await world.aUser(), await world.aUser({ role: 'advertiser' }), undefined];
    const all = [scene.owner, scene.admin, ...others];
    return await Promise.all(all.map(async (by) => (await file(picture, by)).status));
  };
  expect(await statuses()).toEqual([200, 200, 404, 404, 404]);
  expect((await file(picture, scene.owner)).headers['cache-control']).toBe('private, max-age=300');
  expect((await scene.call(`DELETE /api/own-listings/${listing}`)).status).toBe(200);
  expect(await statuses()).toEqual([200, 200, 404, 404, 404]);
  await drawListingPicture(world, waits, never);
  const rows = async () =>
    await world.db
      .selectFrom('listing_pictures')
      .select(['id', 'past_since'])
      .where('listing_id', '=', listing)
      .execute();
  expect(await rows()).toEqual([{ id: picture, past_since: world.clock.now() }]);
  const uploads = world.db.selectFrom('uploads').select('id').where('id', 'in', [waits, picture]);
  expect(await uploads.execute()).toEqual([]);
  world.clock.advance(31 * 86_400);
  await forgetPastPictures(world.db, world.clock.now());
  world.clock.advance(-31 * 86_400);
  expect(await rows()).toEqual([]);
});

test('a picture of a listing that is published is for everybody, also when it is paused', async () => {
  const listing = await scene.published();
  const picture = await add(listing, await jpeg());
  const file = () => world.call(`GET /listing-pictures/${picture}/640.webp`);
  expect((await file()).headers['cache-control']).toBe('public, max-age=31536000, immutable');
  await scene.step(listing, 'pause');
  expect((await file()).status).toBe(200);
});
