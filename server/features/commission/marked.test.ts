import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { organisationOf } from '../../../tests/an-organisation.ts';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { aCommission } from '../../../tests/ledger-rows.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { withTransaction } from '../../platform/database/database.ts';
import { followMarked, releasePayable } from './commission.ts';

const others = 20_000;
let world: World;
let partner: TestUser;
let organisation: string;
beforeAll(async () => {
  world = await createWorld();
  partner = await world.aUser({ role: 'partner' });
  organisation = (await organisationOf(world, partner.id))!;
  const listing = await world.aListing();
  // Many whose commissions follow from them, and which nobody has changed since.
  await onServer(
    await ownerOf(world),
    `insert into bookings (transaction_id, user_id, listing_id, platform, amount_cents, booked_at, status)
       select 'other_' || n, '${partner.id}', ${listing}, 'fareharbor', 10000, '2026-11-01', 'pending' from generate_series(1, ${others}) n;
     insert into commissions (booking_id, partner_share, platform_rate, listing_id, booked_at, state, basis, amount_cents, platform_cents)
       select id, 0, 0.15, listing_id, booked_at, 'estimated', 'estimated', 10000, 1500 from bookings;
     do $$ begin if to_regclass('commission_marks') is not null then delete from commission_marks; end if; end $$;
     analyze`,
  );
}, 60_000);
afterAll(() => world.close());

const explained = async (id: string) => {
  const { status, body } = await world.call(`GET /api/bookings/${id}/explanation`, { cookie: partner.cookie });
  expect(status).toBe(200);
  return body;
};
const night = async () => {
  await followMarked(world, world.clock.now());
  await releasePayable(world, world.clock.now());
};

/** As a process of a version without a ledger changes a booking. */
const changeAsBefore = (id: string, values: object) =>
  world.db.updateTable('bookings').set(values).where('id', '=', id).execute();

test('what a process of an older version has changed of bookings, their commissions follow the night after', async () => {
  const estimated = { status: 'pending', estimated: true };
  const completed = await aCommission(world, organisation, 'Reef walk', estimated);
  const cancelled = await aCommission(world, organisation, 'Kayaks', estimated);
  const refunded = await aCommission(world, organisation, 'Snorkeling');
  const corrected = await aCommission(world, organisation, 'Zip line');
  const day = new Date(world.clock.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 10);
  const moved = await aCommission(world, organisation, 'Sunset sail', { status: 'confirmed', check_in_date: day });
  await night();
  expect(await explained(refunded)).toMatchObject({ state: 'payable', share: 60 });

  await changeAsBefore(completed, { status: 'completed', estimated: false, amount_cents: 90_000 });
  await changeAsBefore(cancelled, { status: 'cancelled' });
  await changeAsBefore(refunded, { status: 'cancelled' });
  await changeAsBefore(corrected, { amount_cents: 20_000 });
  await changeAsBefore(moved, { check_in_date: '2026-12-24' });
  await night();
  expect(await explained(completed)).toMatchObject({ state: 'payable', amount: 900, share: 135 });
  for (const id of [cancelled, refunded]) expect(await explained(id)).toMatchObject({ state: 'none', share: 0 });
  expect(await explained(corrected)).toMatchObject({ state: 'payable', amount: 200, share: 30 });
  expect(await explained(moved)).toMatchObject({
    state: 'pending',
    travel_day: '2026-12-24',
    payable_on: '2027-01-07',
  });
  const reversed = (await explained(refunded)).entries.at(-1);
  expect(reversed).toMatchObject({ kind: 'reversal', amount: 60 });
});

test('a booking that such a process has made is posted the night after', async () => {
  const listing_id = await world.aListing({ commission_rate: 0.25 });
  const id = await world.aBooking({ partner_id: partner.id, listing_id, amount_cents: 10_000 });
  await night();
  expect(await explained(id)).toMatchObject({ state: 'estimated', share: 15 });
});

test('a night reads what has changed, not all bookings, and once', async () => {
  const id = await aCommission(world, organisation, 'Night dive', { status: 'confirmed' });
  await changeAsBefore(id, { status: 'cancelled' });
  const { scanned, done } = await withTransaction(world.db, async (tx) => {
    const so = async () => {
      const { rows } = await sql<{ scanned: string }>`select sum(seq_tup_read + idx_tup_fetch) as scanned
        from pg_stat_xact_user_tables where relname in ('bookings', 'commissions', 'commission_marks')`.execute(tx);
      return Number(rows[0]!.scanned);
    };
    const before = await so();
    const did = await followMarked({ ...world, db: tx }, world.clock.now());
    return { scanned: (await so()) - before, done: did };
  });
  expect(done).toBeGreaterThanOrEqual(1);
  expect(scanned).toBeLessThan(others / 20);
  expect(await followMarked(world, world.clock.now())).toBe(0);
});
