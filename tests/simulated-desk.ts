import type { Random } from '../db/seed/generated-random.ts';
import { decideBooking } from '../server/features/bookings/decide-booking.ts';
import {
  dismissPlatformBooking,
  matchPlatformBooking,
  unmatchPlatformBooking,
} from '../server/features/bookings/platform-bookings.ts';
import type { Actor } from '../server/platform/audit/audit.ts';
import type { Sale } from '../simulators/books.ts';
import type { World } from './world.ts';

/**
 * An administrator at the desk of the platforms' news, who takes back what was matched and puts away what is nobody's, wrongly each time, and
 * sets it right in the end: by matching it, or by confirming the booking with its reference.
 */
export class SimulatedDesk {
  readonly #world: World;
  readonly #admin: Actor;
  /** Our bookings by the references of the sales that were taken from them, or that were theirs and put away. */
  readonly #takenBack = new Map<string, string>();
  readonly #putAway = new Map<string, string>();

  constructor(world: World, admin: Actor) {
    this.#world = world;
    this.#admin = admin;
  }

  #now = () => this.#world.clock.now();

  /** What platforms have told of these sales, in the order of their references. */
  async #toldOf(sales: readonly Sale[]) {
    if (sales.length === 0) return [];
    const rows = this.#world.db.selectFrom('platform_bookings').select(['id', 'reference', 'state', 'booking_id']);
    const references = sales.map(({ reference }) => reference);
    return await rows.where('reference', 'in', references).orderBy('reference').execute();
  }

  /** Takes one of the sales that are matched from its booking. @returns whether there was one */
  async takeBack(sales: readonly Sale[], random: Random): Promise<boolean> {
    const matched = (await this.#toldOf(sales)).filter(({ state }) => state === 'matched');
    if (matched.length === 0) return false;
    const { id, reference, booking_id } = random.pick(matched);
    await unmatchPlatformBooking(this.#world, this.#now(), { actor: this.#admin, reason: 'Looked alike' }, id);
    this.#takenBack.set(reference, booking_id!);
    return true;
  }

  /** Puts one of the sales away that are nobody's. @param bookingOf whose each is. @returns whether there was one */
  async putAway(sales: readonly Sale[], bookingOf: (reference: string) => string, random: Random): Promise<boolean> {
    const nobodys = (await this.#toldOf(sales)).filter(({ state }) => state === 'unmatched' || state === 'proposed');
    const open = nobodys.filter(({ reference }) => !this.#takenBack.has(reference));
    if (open.length === 0) return false;
    const { id, reference } = random.pick(open);
    await dismissPlatformBooking(this.#world, this.#now(), { actor: this.#admin, reason: 'None of ours' }, id);
    this.#putAway.set(reference, bookingOf(reference));
    return true;
  }

  /** Sets right what was taken back or put away of these sales, and is nobody's still. */
  async setRight(sales: readonly Sale[]): Promise<void> {
    for (const { id, reference, state } of await this.#toldOf(sales)) {
      const bookingId = this.#takenBack.get(reference);
      if (!bookingId || state === 'matched') continue;
      const decision = { actor: this.#admin, reason: 'It was theirs' };
      await matchPlatformBooking(this.#world, this.#now(), decision, id, { booking_id: bookingId });
    }
    for (const { reference, state, booking_id } of await this.#toldOf(sales)) {
      const bookingId = this.#putAway.get(reference);
      if (!bookingId || state !== 'settled' || booking_id) continue;
      const amount = sales.find((one) => one.reference === reference)!.cents / 100;
      const decision = { status: 'confirmed', amount, booking_reference: reference, reason: 'It was theirs' } as const;
      await decideBooking(this.#world, this.#now(), this.#admin, bookingId, decision);
    }
  }
}
