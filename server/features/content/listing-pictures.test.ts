import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditContentOf } from '../../../tests/audit-content.ts';
import { aForm } from '../../../tests/sent-files.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { tidyTasks } from '../../tidying.ts';
import { drawListingPicture, forgetPastPictures } from './listing-pictures.ts';

const endWaitingPictures = tidyTasks['pictures that nothing draws']!;

let world: World;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());

const never = new AbortController().signal;
const picture = (background = '#2a6f7f', width = 700) =>
  sharp({ create: { width, height: 480, channels: 3, background } })
    .jpeg()
    .toBuffer();
async function upload(content: Buffer, by = admin): Promise<string> {
  const { body, headers } = aForm(content, { name: 'reef.jpg' });
  const reply = await world.call('POST /api/uploads/picture', { cookie: by.cookie, body, headers });
  expect(reply.status, reply.raw).toBe(201);
  return reply.body.id;
}
const put = (listing: number, body: object, by = admin) =>
  world.call(`PUT /api/admin/listings/${listing}/picture`, { cookie: by.cookie, body });
const remove = (listing: number, body?: object) =>
  world.call(`DELETE /api/admin/listings/${listing}/picture`, { cookie: admin.cookie, ...(body && { body }) });
const edited = async (listing: number) =>
  (await world.call(`GET /api/admin/listings/${listing}`, { cookie: admin.cookie })).body;
const seen = async (listing: number) => (await world.call(`GET /api/business-listings/${listing}`)).body;
const draw = (id: string) => drawListingPicture(world, id, never);
/** Sends a picture and has it drawn. */
async function show(listing: number, content: Buffer): Promise<string> {
  const id = await upload(content);
  expect((await put(listing, { upload: id })).body.sent_picture).toEqual({ id, state: 'waiting', problem: null });
  await draw(id);
  return id;
}

test('a picture that is sent is shown once it is drawn, in sizes of its own names, and in the pack in one', async () => {
  const listing = await world.aListing({ image_url: '/pictures/reef.avif', image_color: '#123456' });
  const place = await world.aPlace({ listings: [listing] });
  const id = await upload(await picture());
  const waiting = await put(listing, { upload: id });
  expect([waiting.status, waiting.body.sent_picture.state]).toEqual([200, 'waiting']);
  expect((await seen(listing)).image_url).toBe('/pictures/reef.avif');
  await draw(id);
  const shown = await seen(listing);
  expect(shown).toMatchObject({ image_url: `/listing-pictures/${id}/640.webp`, image_widths: [320, 640, 700] });
  expect(shown.image_color).toMatch(/^#2/);
  for (const width of shown.image_widths)
    for (const type of ['avif', 'webp']) {
      const file = await world.call(`GET /listing-pictures/${id}/${width}.${type}`);
      expect([file.status, file.headers['content-type']]).toEqual([200, `image/${type}`]);
      expect(file.headers['cache-control']).toContain('immutable');
      expect((await sharp(file.bytes).metadata()).width).toBe(width);
    }
  const { files } = (await world.call(`GET /api/locations/${place}/pack`)).body;
  const { length } = (await world.call(`GET ${shown.image_url}`)).bytes;
  expect(files.filter(({ path }: { path: string }) => path.startsWith('/listing-pictures/'))).toEqual([
    { path: shown.image_url, bytes: length },
  ]);
  const now = await edited(listing);
  expect(now.sent_picture).toBeNull();
  expect(now.earlier_pictures).toMatchObject([{ url: '/pictures/reef.avif' }]);
  expect(now.history.slice(0, 2).map(({ action }: { action: string }) => action)).toEqual([
    'listing_picture_changed',
    'listing_picture_sent',
  ]);
  expect(await auditContentOf(world, 'listing_picture_changed', String(listing))).toMatchObject([
    { before: { image_url: '/pictures/reef.avif' }, after: { image_url: shown.image_url } },
  ]);
});

test('another size, another picture or another name is not found', async () => {
  const id = await show(await world.aListing(), await picture());
  for (const path of [`${id}/960.webp`, '00000000-0000-4000-8000-000000000000/640.webp'])
    expect((await world.call(`GET /listing-pictures/${path}`)).status, path).toBe(404);
  for (const path of [`${id}/640.svg`, `${id}/..%2f640.webp`, 'x/640.webp'])
    expect((await world.call(`GET /listing-pictures/${path}`)).status, path).toBe(400);
});

test('one that cannot be drawn is said to be none, and what guests saw stays', async () => {
  const listing = await world.aListing();
  const good = await show(listing, await picture());
  const bytes = await picture('#ff0000', 1_200);
  await show(listing, bytes.subarray(0, bytes.length - 400));
  expect((await seen(listing)).image_url).toContain(good);
  const { sent_picture } = await edited(listing);
  expect(sent_picture).toMatchObject({ state: 'failed', problem: 'it is cut off, or cannot be read' });
});

test('a process that ends in the middle leaves the old one, and the work to the next', async () => {
  const listing = await world.aListing();
  const old = await show(listing, await picture());
  const id = await upload(await picture('#aa3300'));
  await put(listing, { upload: id });
  const stopped = new AbortController();
  const drawing = drawListingPicture(world, id, stopped.signal);
  stopped.abort(new Error('the process ends'));
  await expect(drawing).rejects.toThrow();
  expect((await seen(listing)).image_url).toContain(old);
  expect((await edited(listing)).sent_picture.state).toBe('waiting');
  await Promise.all([draw(id), draw(id)]);
  expect((await seen(listing)).image_url).toContain(id);
  expect(await auditContentOf(world, 'listing_picture_changed', String(listing))).toHaveLength(2);
  // Nor is it drawn once more.
  await draw(id);
});

test('of two that are sent the later one is shown, in whichever order they are drawn', async () => {
  const listing = await world.aListing();
  const [first, second] = [await upload(await picture()), await upload(await picture('#aa3300'))];
  await put(listing, { upload: first });
  await put(listing, { upload: second });
  await draw(second);
  await draw(first);
  expect((await seen(listing)).image_url).toContain(second);
});

test('of two administrators who change it at once the first wins, and the other is told and has the upload still', async () => {
  const other = await world.aUser({ role: 'admin' });
  const listing = await world.aListing({ image_url: '/pictures/reef.avif', image_color: '#123456' });
  const { picture_version: opened } = await edited(listing);
  const [theirs, late] = [await upload(await picture()), await upload(await picture('#aa3300'), other)];
  expect((await put(listing, { upload: theirs, replaces: opened })).status).toBe(200);
  const told = await put(listing, { upload: late, replaces: opened }, other);
  expect([told.status, told.body.code]).toEqual([409, 'changed_meanwhile']);
  expect((await remove(listing, { replaces: opened })).body.code).toBe('changed_meanwhile');
  // The same sent again, as after an answer that was lost, is no change of somebody else's.
  expect((await put(listing, { upload: theirs, replaces: opened })).status).toBe(200);
  const { picture_version: sent } = await edited(listing);
  await draw(theirs);
  expect((await seen(listing)).image_url).toContain(theirs);
  expect((await auditContentOf(world, 'listing_picture_sent', String(listing))).length).toBe(1);
  // Whoever saw it wait has seen what is shown now.
  expect((await put(listing, { upload: late, replaces: sent }, other)).status).toBe(200);
  await draw(late);
  const { picture_version: now } = await edited(listing);
  expect((await put(listing, { earlier: theirs, replaces: sent })).body.code).toBe('changed_meanwhile');
  expect((await put(listing, { earlier: theirs, replaces: now })).body.image_url).toContain(theirs);
  expect((await put(listing, { earlier: theirs, replaces: now })).status).toBe(200);
  expect((await remove(listing, { replaces: now })).body.code).toBe('changed_meanwhile');
  expect((await remove(listing, { replaces: theirs })).body.image_url).toBeNull();
  expect((await remove(listing, { replaces: theirs })).status).toBe(200);
});

test('it is removed, and shown again; the same asked for twice changes nothing', async () => {
  const listing = await world.aListing();
  const [one, two] = [await show(listing, await picture()), await show(listing, await picture('#aa3300'))];
  expect((await put(listing, { upload: two })).status).toBe(200);
  expect((await remove(listing)).body.image_url).toBeNull();
  expect((await remove(listing)).status).toBe(200);
  expect((await edited(listing)).earlier_pictures.map(({ id }: { id: string }) => id).sort()).toEqual(
    [one, two].sort(),
  );
  expect((await put(listing, { earlier: one })).body.image_url).toContain(one);
  await put(listing, { earlier: one });
  expect((await seen(listing)).image_widths).toEqual([320, 640, 700]);
  expect(await auditContentOf(world, 'listing_picture_removed', String(listing))).toHaveLength(1);
  expect(await auditContentOf(world, 'listing_picture_changed', String(listing))).toHaveLength(3);
});

test('those shown before stand in the order in which they were shown last, whatever was sent and refused since', async () => {
  const elsewhere = { image_url: '/pictures/reef.avif', image_color: '#123456' };
  const listing = await world.aListing({ ...elsewhere, created_at: world.clock.now() });
  const ids = [];
  for (const background of ['#2a6f7f', '#aa3300']) {
    world.clock.advance(60);
    ids.push(await show(listing, await picture(background)));
  }
  const earlier = async () => (await edited(listing)).earlier_pictures.map(({ url }: { url: string }) => url);
  const urls = ids.map((id) => `/listing-pictures/${id}/640.webp`);
  expect(await earlier()).toEqual([urls[0], '/pictures/reef.avif']);
  for (let failed = 0; failed < 8; failed++) {
    world.clock.advance(60);
    await put(listing, { upload: await upload(await picture()) });
    await endWaitingPictures(world.db, new Date(world.clock.now().getTime() + 86_400_000));
  }
  expect((await edited(listing)).sent_picture.state).toBe('failed');
  expect(await earlier()).toEqual([urls[0], '/pictures/reef.avif']);
  world.clock.advance(60);
  await put(listing, { earlier: ids[0] });
  expect(await earlier()).toEqual([urls[1], '/pictures/reef.avif']);
});

test('one that nothing has drawn for a day is said to have failed, and its upload goes; a younger one waits on', async () => {
  const [listing, younger] = [await world.aListing(), await world.aListing()];
  const id = await upload(await picture());
  await put(listing, { upload: id });
  const inADay = world.clock.now().getTime() + 86_400_000;
  world.clock.advance(60);
  await put(younger, { upload: await upload(await picture()) });
  await endWaitingPictures(world.db, new Date(inADay - 1));
  expect((await edited(listing)).sent_picture.state).toBe('waiting');
  await endWaitingPictures(world.db, new Date(inADay));
  expect((await edited(listing)).sent_picture).toEqual({
    ...{ id, state: 'failed', problem: 'it was not drawn, and has to be sent again' },
  });
  expect(await world.db.selectFrom('uploads').select('id').where('id', '=', id).execute()).toEqual([]);
  expect((await edited(younger)).sent_picture.state).toBe('waiting');
  // Should its job come after all, nothing is drawn of it.
  await draw(id);
  expect((await seen(listing)).image_url).toBeNull();
});

test('what nobody has been shown for thirty days is forgotten', async () => {
  const listing = await world.aListing();
  const one = await show(listing, await picture());
  const two = await show(listing, await picture('#aa3300'));
  const day = 86_400_000;
  const in29 = new Date(world.clock.now().getTime() + 29 * day);
  const in30 = new Date(world.clock.now().getTime() + 30 * day);
  await forgetPastPictures(world.db, in29);
  expect((await world.call(`GET /listing-pictures/${one}/640.webp`)).status).toBe(200);
  await forgetPastPictures(world.db, in30);
  expect((await world.call(`GET /listing-pictures/${one}/640.webp`)).status).toBe(404);
  expect((await world.call(`GET /listing-pictures/${two}/640.webp`)).status).toBe(200);
  expect((await put(listing, { earlier: one })).status).toBe(404);
});

test('what is not there, not theirs or deleted gets no picture', async () => {
  const [listing, other] = [await world.aListing(), await world.aListing()];
  const id = await upload(await picture());
  const somebody = await world.aUser({ role: 'admin' });
  expect((await put(listing, { upload: id }, somebody)).status).toBe(404);
  expect((await put(2_000_000_000, { upload: id })).status).toBe(404);
  expect((await put(listing, { upload: id, earlier: id })).status).toBe(400);
  expect((await put(listing, {})).status).toBe(400);
  await put(listing, { upload: id });
  await draw(id);
  expect((await put(other, { earlier: id })).status).toBe(404);
  expect((await put(other, { upload: id })).status).toBe(404);
  await world.call(`DELETE /api/business-listings/${listing}`, { cookie: admin.cookie });
  expect((await remove(listing)).body.code).toBe('listing_deleted');
});
