import { afterAll, beforeAll, expect, test } from 'vitest';
import { countLockWaits } from '../../../tests/lock-waits.ts';
import { bookingOf } from '../../../tests/platform-news.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { withTransaction } from '../../platform/database/database.ts';
import { completeTravelled } from './bookings.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test.each([
  ['cancelled', 'cancelled', { status: 'cancelled' }],
  ['moved to another day', 'confirmed', { check_in_date: '2026-12-24', check_out_date: null }],
])('what is %s while the day completes it is not completed', async (_, status, meanwhile) => {
  const travelled = { status: 'confirmed', check_in_date: '2026-11-19', check_out_date: null };
  const [id, other] = [await world.aBooking(travelled), await world.aBooking(travelled)];
  const completing = await withTransaction(world.db, async (tx) => {
    await tx.updateTable('bookings').set(meanwhile).where('id', '=', id).execute();
    const run = completeTravelled(world, world.clock.now());
    await expect.poll(() => countLockWaits(world), { timeout: 20_000 }).toBe(1);
    return { run };
  });
  expect(await completing.run).toBeGreaterThan(0);
  expect((await bookingOf(world, id)).status).toBe(status);
  expect(await bookingOf(world, other)).toMatchObject({ status: 'completed' });
});
