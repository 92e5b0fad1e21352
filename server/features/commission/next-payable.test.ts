import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCommission, aDoubt } from '../../../tests/ledger-rows.ts';
import { aPartner, type PartnerScene } from '../../../tests/partner-scene.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { withTransaction } from '../../platform/database/database.ts';
import { setHold } from './holds.ts';

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
