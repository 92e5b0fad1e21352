import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { Explaining, rowsReadBy } from '../../../tests/explained-plans.ts';
import { aCommission, aDoubt } from '../../../tests/ledger-rows.ts';
import { aPartner, type PartnerScene } from '../../../tests/partner-scene.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { type Db, withTransaction } from '../../platform/database/database.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import { setHold } from './holds.ts';
import { findPayableAfter } from './statements.store.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

async function nextOf({ organisation, owner }: PartnerScene) {
  const { status, body } = await world.call(`GET /api/organisations/${organisation}/earnings`, owner);
  expect(status).toBe(200);
  return body.next;
}

/** A confirmed booking of so many cents with its day of travel, of which the partner earns 15 %. */
const confirmed = ({ organisation }: PartnerScene, amount_cents: number, check_in_date: string) =>
  aCommission(world, organisation, 'Reef walk', { status: 'confirmed', amount_cents, check_in_date });

test('what becomes payable next is all that is certain on the first of its days', async () => {
  const [scene, other] = [await aPartner(world), await aPartner(world)];
  await confirmed(other, 99_900, '2026-11-22');
  expect(await nextOf(scene)).toBeNull();
  // An estimate waits for no day.
  await aCommission(world, scene.organisation, 'Reef walk', { status: 'pending', estimated: true });
  expect(await nextOf(scene)).toBeNull();
  await confirmed(scene, 20_000, '2026-12-05');
  expect(await nextOf(scene)).toEqual({ day: '2026-12-19', amount: 30 });
  const [held, asked] = [await confirmed(scene, 10_001, '2026-11-30'), await confirmed(scene, 10_001, '2026-11-30')];
  expect(await nextOf(scene)).toEqual({ day: '2026-12-14', amount: 30 });
  // What is on hold waits for a person.
  await withTransaction(world.db, (tx) => setHold(tx, world.clock.now(), { bookingId: held, rule: 'burst' }));
  expect(await nextOf(scene)).toEqual({ day: '2026-12-14', amount: 15 });
  // So does what a person is asked about.
  await aDoubt(world, asked);
  expect(await nextOf(scene)).toEqual({ day: '2026-12-19', amount: 30 });
});

test('the first day is found without reading what becomes payable later, however much that is', async () => {
  const scene = await aPartner(world);
  const booking = await confirmed(scene, 20_000, '2026-12-05');
  await onServer(
    await ownerOf(world),
    `with more as (insert into bookings (transaction_id, user_id, listing_id, platform, amount_cents, estimated, status, booked_at, partner_id)
         select 'later-' || n, b.user_id, b.listing_id, b.platform, 20000, false, b.status, b.booked_at, b.partner_id
         from bookings b, generate_series(1, 5000) n where b.id = '${booking}' returning id)
       insert into commissions (booking_id, organisation_id, rate_card_id, partner_share, platform_rate, listing_id, booked_at, state, basis,
         amount_cents, partner_cents, platform_cents, payable_on)
       select m.id, c.organisation_id, c.rate_card_id, c.partner_share, c.platform_rate, c.listing_id, c.booked_at, 'pending', 'pending',
         20000, 3000, 5000, c.payable_on + 1 + (row_number() over () % 250)::integer from more m, commissions c where c.booking_id = '${booking}';
     analyze commissions, bookings`,
  );
  expect(await nextOf(scene)).toEqual({ day: '2026-12-19', amount: 30 });
  for (const after of [null, '2026-12-19']) {
    const explaining = new Explaining({ analyze: true });
    await withTenant(world.db, { organisation: scene.organisation }, (tx) =>
      findPayableAfter(tx.withPlugin(explaining) as Db, scene.organisation, after),
    );
    const { commissions = 0, bookings = 0 } = rowsReadBy(explaining.plans.map(({ plan }) => plan));
    expect(commissions).toBeGreaterThan(0);
    expect(commissions + bookings).toBeLessThan(100);
  }
});
