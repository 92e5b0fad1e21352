import type { ModelBooking } from './ledger-model.ts';
import { bookBy, decideTo, holdBy, judgeAs, type Operation, prepareFor, settleAs } from './ledger-operations.ts';
import { cardOf, termsOf } from './ledger-rate-changes.ts';
import type { LedgerScene } from './ledger-scene.ts';

/**
 * What a short run of random operations hardly comes to: payouts that take back what an earlier one has taken.
 * @param given.happen does an operation and compares
 * @param given.pass lets days go by and compares
 */
export async function comeToRareStates(
  scene: LedgerScene,
  { happen, pass }: { happen: (one: Operation) => Promise<void>; pass: (days: number) => Promise<void> },
): Promise<void> {
  const { model } = scene;
  const partner = 'Hale A';
  // Cards that were made before hold by then.
  await pass(6);
  await happen(cardOf(scene, 'standard', 1_500, 1, 14));
  await happen(termsOf(scene, partner, 'standard', 0));
  await pass(1);
  const guests = scene.travelers.filter((one) => one.partner === partner);
  async function aCompleted(cents: number): Promise<ModelBooking> {
    await happen(bookBy(scene, guests.shift()!, scene.listings[0]!, 1));
    const booking = model.bookings.at(-1)!;
    await happen(decideTo(scene, booking, 'completed', cents));
    return booking;
  }
  const freed = async (booking: ModelBooking) => {
    for (const rule of booking.holds.keys()) await happen(judgeAs(scene, booking, rule, 'released'));
  };
  const [lowered, reopened] = [await aCompleted(100_000), await aCompleted(40_000)];
  await pass(15);
  for (const booking of [lowered, reopened]) await freed(booking);
  await happen(prepareFor(scene, partner));
  const first = model.payouts.at(-1)!;
  await happen(decideTo(scene, lowered, 'completed', 60_000));
  await happen(settleAs(scene, first, true));
  // What a payout has taken no rule holds, until the next one takes it back.
  await happen(holdBy(scene, reopened, 'own_account'));
  await happen(decideTo(scene, reopened, 'confirmed'));
  const more = await aCompleted(200_000);
  await pass(15);
  await freed(more);
  await happen(prepareFor(scene, partner));
  await happen(settleAs(scene, model.payouts.at(-1)!, true));
}
