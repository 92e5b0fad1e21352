import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import { forEachOf, postMissing } from './daily.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('a day that is told to end keeps what was done, and leaves the rest to whoever has its turn next', async () => {
  for (let count = 0; count < 3; count++) await world.aBooking({ status: 'confirmed' });
  const { db, clock } = world;
  const ids = (await db.selectFrom('bookings').select('id').orderBy('id').execute()).map(({ id }) => id);
  const turn = new AbortController();
  const done: string[] = [];
  const work = async (_tx: unknown, id: string) => {
    done.push(id);
    turn.abort(new Error('its time is over'));
  };
  await expect(forEachOf(db, async () => ids, work, turn.signal)).rejects.toThrow('its time is over');
  expect(done).toEqual(ids.slice(0, 1));
  await expect(postMissing(db, clock.now(), turn.signal)).rejects.toThrow('its time is over');
  expect(await postMissing(db, clock.now())).toBe(3);
});
