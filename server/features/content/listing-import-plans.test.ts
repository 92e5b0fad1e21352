import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { Explaining, rowsReadBy } from '../../../tests/explained-plans.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import type { Db } from '../../platform/database/database.ts';
import { findNamed } from './listing-imports.store.ts';

const listings = 5_000;
const asked = 100;
/** Longer than what the index has of a name. */
const alike = 'A morning on the reef with breakfast, number';
let world: World;
beforeAll(async () => {
  world = await createWorld();
  const of = (
    name: string,
    count: number,
  ) => `insert into listings (name, description, category, booking_url, price_range, commission_rate)
    select ${name} || ' ' || n, repeat('On the reef. ', 10), 'Restaurants', 'https://a.example', '$$', 0.12 from generate_series(1, ${count}) n;`;
  await onServer(await ownerOf(world), `${of("'Outing'", listings)} ${of(`'${alike}'`, 2 * asked)} analyze listings`);
}, 60_000);
afterAll(() => world.close());

const namesOf = (name: string) =>
  Array.from({ length: asked }, (_, at) => ({
    ...{ number: at + 2, name: `${name} ${at + 1}`, category: 'Restaurants', address: null },
  }));

test.each([
  ['those that are named', 'OUTING', asked],
  ['those that begin as they do, once', alike, 2 * asked],
  ['none', 'A name of none', 0],
])('of all listings the check of rows reads %s', async (_, name, most) => {
  const explaining = new Explaining({ analyze: true });
  await findNamed(world.db.withPlugin(explaining) as Db, namesOf(name));
  expect(rowsReadBy(explaining.plans.map(({ plan }) => plan)).listings).toBe(most);
  expect((await findNamed(world.db, namesOf(name))).size).toBe(most && asked);
});
