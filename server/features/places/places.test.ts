import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('a place shows its experiences in the order that its host gave them, opened or scanned', async () => {
  const names = ['Of the first', 'Of the second', 'Of the third'];
  const [first, second, third] = await Promise.all(names.map((name) => world.aListing({ name })));
  const place = await world.aPlace({ listings: [third!, first!, second!] });
  const { code } = await world.aCode({ location_id: place });
  const opened = async () => (await world.call(`GET /api/locations/${place}`)).body;
  const scanned = async () => (await world.call('POST /api/qr/scan', { body: { qr_code_id: code } })).body;
  for (const show of [opened, scanned])
    expect((await show()).experiences.map((one: { id: number }) => one.id)).toEqual([third, first, second]);
  const toEnd = { position: 9 };
  await world.db.updateTable('curated_listings').set(toEnd).where('listing_id', '=', third!).execute();
  for (const show of [opened, scanned])
    expect((await show()).experiences.map((one: { id: number }) => one.id)).toEqual([first, second, third]);
});
