import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { holdsOf } from '../../../tests/held-scene.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { followMarked, forEachOf, releasePayable } from './daily.ts';

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
  await expect(followMarked(world, clock.now(), turn.signal)).rejects.toThrow('its time is over');
  expect(await followMarked(world, clock.now())).toBe(3);
});

test('what was completed before there was a ledger is asked about before it is payable', async () => {
  const partner = await world.aUser({ role: 'partner' });
  const day = (before: number) => new Date(world.clock.now().getTime() - before * 86_400_000);
  const given = { partner_id: partner.id, status: 'completed', estimated: false, amount_cents: 40_000 };
  const travel = { check_in_date: day(30).toISOString().slice(0, 10), booked_at: day(40) };
  const own = await world.aBooking({ ...given, ...travel, user_id: partner.id });
  const others = await world.aBooking({ ...given, ...travel });
  await followMarked(world, world.clock.now());
  await releasePayable(world, world.clock.now());
  const rows = await world.db.selectFrom('commissions').select(['booking_id', 'state', 'due_cents']).execute();
  expect(rows.find(({ booking_id }) => booking_id === own)).toMatchObject({ state: 'held', due_cents: 0 });
  expect(Object.keys(await holdsOf(world, own))).toEqual(['own_account']);
  expect(rows.find(({ booking_id }) => booking_id === others)).toMatchObject({ state: 'payable', due_cents: 6_000 });
});

test('a booking that cannot be put back to wait keeps nobody else’s commission from becoming payable', async () => {
  const partner = await world.aUser({ role: 'partner' });
  const day = (before: number) => new Date(world.clock.now().getTime() - before * 86_400_000);
  const given = { partner_id: partner.id, status: 'completed', estimated: false, amount_cents: 40_000 };
  const travel = { check_in_date: day(30).toISOString().slice(0, 10), booked_at: day(40) };
  const early = await world.aBooking({ ...given, ...travel });
  await followMarked(world, world.clock.now());
  await releasePayable(world, world.clock.now());
  await world.db.updateTable('bookings').set({ estimated: true }).where('id', '=', early).execute();
  const later = { ...travel, check_in_date: day(5).toISOString().slice(0, 10) };
  const other = await world.aBooking({ ...given, ...later });
  await onServer(
    await ownerOf(world),
    `create function refuse_early() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
     create trigger refuse_early before update on commissions for each row when (old.booking_id = '${early}') execute function refuse_early()`,
  );
  await followMarked(world, world.clock.now()).catch(() => {});
  world.clock.advance(20 * 86_400);
  await expect(releasePayable(world, world.clock.now())).rejects.toThrow('refused');
  const of = world.db.selectFrom('commissions').select('state');
  expect(await of.where('booking_id', '=', other).execute()).toEqual([{ state: 'payable' }]);
});
