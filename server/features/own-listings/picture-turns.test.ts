import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mostWaitingPictures } from '../../../contract/own-listing-form.ts';
import { AdvertiserScene } from '../../../tests/advertiser-scene.ts';
import { aForm } from '../../../tests/sent-files.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { drawListingPicture } from '../content/listing-pictures.ts';

let world: World;
let jpeg: Buffer;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  jpeg = await sharp({ create: { width: 480, height: 320, channels: 3, background: '#2a6f7f' } })
    .jpeg()
    .toBuffer();
});
afterAll(() => world.close());

/** An advertiser with some listings, and how to send a picture for one of them. */
async function anAdvertiser(count: number) {
  const scene = await AdvertiserScene.make(world);
  const listings: number[] = [];
  for (let n = 0; n < count; n++) listings.push((await scene.create()).body.id);
  const upload = async () =>
    (await world.call('POST /api/uploads/picture', { cookie: scene.owner.cookie, ...aForm(jpeg, { name: 'a.jpg' }) }))
      .body.id as string;
  const take = (listing: number, id: string) =>
    scene.call(`POST /api/own-listings/${listing}/pictures`, { upload: id, words: null, crop: null });
  const send = async (listing = listings[0]!) => {
    const id = await upload();
    const { status, raw } = await take(listing, id);
    expect(status, raw).toBe(200);
    return id;
  };
  return { scene, listings, upload, take, send };
}

/** Which of some pictures were shown, the first one first. */
async function drawn(ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ content: string }>`
    select d.content from audit_entries e join audit_details d using (sequence)
    where e.action = 'listing_picture_added' order by e.sequence`.execute(world.db);
  return rows.flatMap(({ content }) => ids.find((id) => content.includes(id)) ?? []);
}

test('whoever sends many pictures is drawn no earlier than others their first ones, and how many they had lately counts', async () => {
  const [many, few] = [await anAdvertiser(1), await anAdvertiser(1)];
  const theirs = [await many.send(), await many.send(), await many.send(), await many.send()];
  const own = [await few.send(), await few.send()];
  await world.jobs.work('listing-picture', ({ id }, signal) => drawListingPicture(world, id, signal));
  const first = [theirs[0], own[0], theirs[1], own[1], theirs[2], theirs[3]] as string[];
  await expect.poll(() => drawn(first), { timeout: 60_000 }).toEqual(first);
  // Four were drawn of one, and two of the other: it is not by who is quicker to send.
  await world.jobs.endWork();
  const later = [await many.send(), await many.send(), await few.send(), await few.send()];
  const [third, fourth, ...others] = [later[2]!, later[3]!, later[0]!, later[1]!];
  const second = [third, fourth, ...others];
  await world.jobs.work('listing-picture', ({ id }, signal) => drawListingPicture(world, id, signal));
  await expect.poll(() => drawn(second), { timeout: 60_000 }).toEqual(second);
  await world.jobs.endWork();
  // An hour later they are as any others.
  world.clock.advance(3_601);
  const last = [await many.send(), await few.send()];
  await world.jobs.work('listing-picture', ({ id }, signal) => drawListingPicture(world, id, signal));
  await expect.poll(() => drawn(last), { timeout: 60_000 }).toEqual(last);
  await world.jobs.endWork();
}, 120_000);

test('an organisation has so many pictures that wait, however they are sent; others have as many of their own', async () => {
  const { scene, listings, upload, take, send } = await anAdvertiser(12);
  for (let n = 0; n < mostWaitingPictures - 6; n++) await send(listings[n % listings.length]);
  // One for each listing, all at once, and half of them too many.
  const uploads: string[] = [];
  for (const _ of listings) uploads.push(await upload());
  const replies = await Promise.all(uploads.map((id, at) => take(listings[at]!, id)));
  const refused = replies.filter(({ status }) => status !== 200);
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(6).fill([409, 'own_pictures_waiting']));
  expect(refused[0]!.raw).toContain(`${mostWaitingPictures} pictures of yours`);
  // The upload is still there.
  const late = uploads[replies.indexOf(refused[0]!)]!;
  expect((await take(listings[0]!, late)).body.code).toBe('own_pictures_waiting');
  await (await anAdvertiser(1)).send();
  const { sent } = (await scene.call(`GET /api/own-listings/${listings[0]}/pictures`)).body;
  await drawListingPicture(world, sent[0].id, new AbortController().signal);
  expect((await take(listings[0]!, late)).status).toBe(200);
}, 60_000);
