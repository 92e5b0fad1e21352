import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from './world.ts';

const page = readFileSync(join(import.meta.dirname, '../docs/operating.md'), 'utf8');

/** The first block of SQL below a heading of docs/operating.md. */
function sqlBelow(heading: string): string {
  const [, section] = page.split(`\n## ${heading}\n`);
  const sql = section?.split('\n## ')[0]?.match(/```sql\n(.*?)```/s)?.[1];
  if (!sql) throw new Error(`docs/operating.md has no SQL below "${heading}"`);
  return sql;
}

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('the place that docs/operating.md inserts is in the guide, and its code can be printed and scanned', async () => {
  // Kept before, so that the place comes to a list that was asked for already.
  expect((await world.call('GET /api/business-listings')).body).toEqual([]);
  const { rows } = await world.database.pool.query(sqlBelow('Places, experiences and codes'));
  expect(rows).toEqual([
    {
      code: expect.stringMatching(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/),
      location_id: expect.any(Number),
    },
  ]);
  const [{ code, location_id }] = rows;
  const names = ['Morning Canoe off Ala Moana', 'Noodles at the Corner'];
  const namesOf = (experiences: { name: string }[]) => experiences.map(({ name }) => name);

  const place = await world.call(`GET /api/locations/${location_id}`);
  expect(place.status).toBe(200);
  expect(JSON.stringify(place.body)).toContain('Hale Kai, lobby');
  expect(namesOf(place.body.experiences)).toEqual(names);
  expect(namesOf((await world.call('GET /api/business-listings')).body).sort()).toEqual(names);
  expect(namesOf((await world.call('GET /api/business-listings?search=saimin')).body)).toEqual([names[1]]);

  const { cookie } = await world.aUser({ role: 'admin' });
  const cards = await world.call('GET /api/admin/rate-cards', { cookie });
  expect(cards.body.map((card: { listings_below: number }) => card.listings_below)).toEqual([0]);

  const image = await world.call(`GET /api/qr/codes/${code}/image?format=png&size=1024`);
  expect([image.status, image.headers['content-type']]).toEqual([200, 'image/png']);
  const scan = await world.call('POST /api/qr/scan', { body: { qr_code_id: code, device_info: { type: 'mobile' } } });
  expect(scan.body.qr_data).toMatchObject({ location_id });
});
