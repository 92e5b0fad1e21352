import { randomUUID } from 'node:crypto';
import type { Random } from '../db/seed/generated-random.ts';
import { takeDemoNews } from '../server/features/bookings/booking-news.ts';
import { completeTravelled, recordConversion } from '../server/features/bookings/bookings.ts';
import { addDetails } from '../server/features/bookings/claims.ts';
import { decideBooking } from '../server/features/bookings/decide-booking.ts';
import { decideHold, followMarked, releasePayable, setHold } from '../server/features/commission/commission.ts';
import { preparePayout, releasePayouts, withdrawPayouts } from '../server/features/commission/payouts.ts';
import { type Db, withTransaction } from '../server/platform/database/database.ts';
import { RateLimits } from '../server/platform/limits/rate-limits.ts';
import type { ModelBooking, ModelPayout } from './ledger-model.ts';
import { cardOf, fates, termsOf } from './ledger-rate-changes.ts';
import type { LedgerScene } from './ledger-scene.ts';

/** One thing that is done to the product, and what the model is then told. */
export interface Operation {
  name: string;
  /** What it must not meet another operation of the same moment at; the outcome would depend on which comes first. */
  touches: { booking?: ModelBooking | undefined; partner?: string | undefined; alone?: boolean };
  /** May be run several times at once, and in a transaction that is then lost. */
  run: (db: Db) => Promise<unknown>;
  /** Told once, with what the run gave. */
  apply: (result: never) => void;
}

/** The model knows no limits. */
const unlimited = (db: Db) => ({ limits: new RateLimits(db, false), recordEvent: () => {} });

const amounts = [0, 1, 3, 2_500, 4_999, 9_990, 12_345, 100_000, 2_000_000];
const statuses = ['confirmed', 'completed', 'cancelled'] as const;

/** A random operation that fits the scene as it is. */
export function drawOperation(scene: LedgerScene, random: Random): Operation {
  const makers = [
    ...[book, book, book, tell, tell, tell, tell, tell, decide, decide, travel, hold, hold],
    ...[judge, judge, card, terms, prepare, prepare, prepare, settle, settle, settle],
  ];
  for (;;) {
    const operation = random.pick(makers)(scene, random);
    if (operation) return operation;
  }
}

type Maker = (scene: LedgerScene, random: Random) => Operation | undefined;

/** Mostly one of the last: these change most. */
function aBooking({ model }: LedgerScene, random: Random): ModelBooking | undefined {
  const from = random.chance(0.8) ? model.bookings.slice(-60) : model.bookings;
  return from.length > 0 ? random.pick(from) : undefined;
}

const book: Maker = (scene, random) => {
  const [traveler, listing] = [random.pick(scene.travelers), random.pick(scene.listings)];
  return bookBy(scene, traveler, listing, random.whole(1, 1e9));
};

/** Somebody follows a link, and the product is told so many milliseconds later. */
export function bookBy(
  { model, now, settings, idOf, bookedBy }: LedgerScene,
  traveler: LedgerScene['travelers'][number],
  listing: LedgerScene['listings'][number],
  lateMs: number,
): Operation {
  const clientTime = new Date(now().getTime() - lateMs);
  const conversion = { ...traveler, listingId: listing.id, bookingUrl: undefined, clientTime };
  return {
    name: 'book',
    touches: { partner: traveler.partner },
    run: (db) => recordConversion(db, settings, now(), conversion),
    apply: ({ booking_id }: { booking_id: string }) => {
      const made = model.book(traveler.partner, listing.platform, listing.cents, listing.rate);
      idOf.set(made, booking_id);
      bookedBy.set(made, traveler.userId);
    },
  };
}

const tell: Maker = (scene, random) => {
  const booking = aBooking(scene, random);
  if (!booking) return undefined;
  const { model, now, transactionOf } = scene;
  const status = random.pick(statuses);
  const cents = random.chance(0.6) ? random.pick(amounts) : undefined;
  const said = async (db: Db) => ({
    transaction_id: await transactionOf(db, booking),
    status,
    ...(cents !== undefined && { amount: cents / 100 }),
  });
  return {
    name: `news ${status} ${cents}`,
    touches: { booking },
    run: (db) =>
      withTransaction(db, async (tx) => {
        const body = Buffer.from(JSON.stringify(await said(tx)));
        await takeDemoNews(tx, now(), { id: 1, source: 'demo', body } as never);
      }),
    apply: () => {
      const later = { pending: statuses, confirmed: ['completed', 'cancelled'], completed: [], cancelled: [] };
      const isNews = (later[booking.status] as readonly string[]).includes(status) || booking.status === status;
      if (!isNews) return;
      booking.status = status;
      if (cents !== undefined) Object.assign(booking, { cents: BigInt(cents), told: true });
      model.look(booking);
    },
  };
};

const decide: Maker = (scene, random) => {
  const booking = aBooking(scene, random);
  if (!booking) return undefined;
  const isFinal = booking.status === 'completed' || booking.status === 'cancelled';
  const allowed = isFinal ? (['pending', ...statuses] as const) : statuses;
  const status = random.pick(allowed);
  const cents = random.chance(0.5) ? random.pick(amounts) : undefined;
  return decideTo(scene, booking, status, cents, random.chance(0.2) ? 'duplicate' : undefined);
};

/** An administrator decides what a booking is. */
export function decideTo(
  { model, now, settings, admins, idOf }: LedgerScene,
  booking: ModelBooking,
  status: ModelBooking['status'],
  cents?: number,
  clawback?: 'duplicate',
): Operation {
  const decision = { status, amount: cents === undefined ? undefined : cents / 100, reason: 'As told', clawback };
  return {
    name: `decide ${status} ${cents}`,
    touches: { booking },
    // Told twice, the second finds it pending, which no decision makes it.
    run: (db) =>
      decideBooking({ db, settings }, now(), admins[0]!, idOf.get(booking)!, decision).catch(
        (error: { code?: string }) => {
          if (error.code !== 'booking_transition' || status !== 'pending') throw error;
        },
      ),
    apply: () => {
      booking.status = status;
      if (cents !== undefined) Object.assign(booking, { cents: BigInt(cents), told: true });
      model.look(booking);
    },
  };
}

const travel: Maker = (scene, random) => {
  // One of long ago takes no day of now.
  const recent = scene.model.bookings.slice(-60).filter(({ status }) => status === 'pending');
  if (recent.length === 0) return undefined;
  const booking = random.pick(recent);
  const { now, settings, idOf, bookedBy, day } = scene;
  const [arrival, departure] = [day(random.whole(0, 9)), random.chance(0.5) ? day(random.whole(9, 15)) : null];
  const details = {
    booking_reference: `R-${randomUUID()}`,
    ...{ check_in_date: arrival, check_out_date: departure, guest_count: 2 },
  };
  const actor = { userId: bookedBy.get(booking)!, requestId: 'model' };
  return {
    name: 'travel',
    touches: { booking },
    run: (db) => addDetails({ db, settings, ...unlimited(db) }, now(), actor, idOf.get(booking)!, details),
    apply: () => {
      booking.travel = departure ?? arrival;
    },
  };
};

const rules = ['own_account', 'burst', 'repeated'];

const hold: Maker = (scene, random) => {
  const booking = aBooking(scene, random);
  return booking && holdBy(scene, booking, random.pick(rules));
};

/** A rule holds a booking. */
export function holdBy({ model, now, idOf }: LedgerScene, booking: ModelBooking, rule: string): Operation {
  return {
    name: `hold ${rule}`,
    touches: { booking },
    run: (db) => withTransaction(db, (tx) => setHold(tx, now(), { bookingId: idOf.get(booking)!, rule })),
    apply: () => {
      if (!booking.holds.has(rule)) booking.holds.set(rule, 'open');
      model.look(booking);
    },
  };
}

const judge: Maker = (scene, random) => {
  const held = scene.model.bookings.filter((one) => one.holds.size > 0);
  if (held.length === 0) return undefined;
  const booking = random.pick(held);
  const rule = random.pick([...booking.holds.keys()]);
  return judgeAs(scene, booking, rule, random.chance(0.7) ? 'released' : 'voided');
};

/** An administrator decides about what a rule holds. */
export function judgeAs(
  { model, now, admins, idOf }: LedgerScene,
  booking: ModelBooking,
  rule: string,
  state: 'released' | 'voided',
): Operation {
  return {
    name: `judge ${rule} ${state}`,
    touches: { booking },
    run: (db) =>
      withTransaction(db, async (tx) => {
        const holds = tx.selectFrom('commission_holds').select('id').where('booking_id', '=', idOf.get(booking)!);
        const { id } = await holds.where('rule', '=', rule).executeTakeFirstOrThrow();
        await decideHold(tx, now(), admins[1]!, id, { state, reason: 'Looked at' });
      }),
    apply: () => {
      booking.holds.set(rule, state);
      model.look(booking);
    },
  };
}

const card: Maker = (scene, random) => {
  const tier = random.pick(['standard', 'gold']);
  const share = random.pick([0, 333, 1_000, 1_500, 2_222, 10_000]);
  const days = random.pick([0, 3, 14, 14, 30]);
  return cardOf(scene, tier, share, random.whole(1, 5), days, random.pick(fates));
};

const terms: Maker = (scene, random) => {
  const { model, partners } = scene;
  const [partner] = random.pick([...partners]);
  const tier = model.cards.some((one) => one.tier === 'gold') ? random.pick(['standard', 'gold']) : 'standard';
  return termsOf(scene, partner, tier, random.pick([0, 5_000, 20_000]), random.pick(fates));
};

const prepare: Maker = (scene, random) => prepareFor(scene, random.pick([...scene.partners.keys()]));

/** A payout of a partner is prepared. */
export function prepareFor({ model, now, admins, partners, payoutIds }: LedgerScene, partner: string): Operation {
  const id = partners.get(partner)!;
  const run = randomUUID();
  return {
    name: 'prepare',
    touches: { partner, alone: true },
    run: (db) => preparePayout(db, now(), admins[0]!, run, id),
    apply: (paid: { id: string; cents: number } | undefined) => {
      const payout = model.prepare(partner, 'first');
      if (!payout !== !paid) throw new Error(`a payout of ${JSON.stringify(paid)} where the model has ${!!payout}`);
      if (payout) payoutIds.set(payout, paid!.id);
    },
  };
}

const settle: Maker = (scene, random) => {
  const open = scene.model.payouts.filter(({ state }) => state === 'prepared');
  if (open.length === 0) return undefined;
  return settleAs(scene, random.pick(open), random.chance(0.7));
};

/** A payout is said to be paid, or withdrawn. */
export function settleAs(
  { model, now, admins, payoutIds }: LedgerScene,
  payout: ModelPayout,
  isReleased: boolean,
): Operation {
  const ids = [payoutIds.get(payout)!];
  return {
    name: isReleased ? 'release' : 'withdraw',
    touches: { partner: payout.partner, alone: true },
    run: (db) =>
      isReleased
        ? releasePayouts(db, now(), admins[1]!, ids)
        : withdrawPayouts(db, now(), admins[1]!, { ids, reason: 'Not yet' }),
    apply: () => {
      if (isReleased) model.release(payout);
      else model.withdraw(payout);
    },
  };
}

/** Tells the model what rules have held: whether they are right to is shown by their own tests. */
export async function noteHolds({ model, idOf }: LedgerScene, db: Db): Promise<void> {
  const bookings = new Map([...idOf].map(([booking, id]) => [id, booking]));
  for (const { booking_id, rule } of await db.selectFrom('commission_holds').select(['booking_id', 'rule']).execute()) {
    const booking = bookings.get(booking_id);
    if (!booking || booking.holds.has(rule)) continue;
    booking.holds.set(rule, 'open');
    model.look(booking);
  }
}

/** What each day does, twice at once as by two workers. */
export async function passDays(scene: LedgerScene, db: Db, days: number): Promise<void> {
  const { model, clock, now, settings } = scene;
  clock.advance(days * 86_400);
  model.today = scene.day(0);
  const aDay = async () => {
    await completeTravelled({ db, settings }, now());
    await followMarked({ db, settings }, now());
    await releasePayable({ db, settings }, now());
  };
  await Promise.all([aDay(), aDay()]);
  for (const booking of model.bookings) {
    if (booking.status === 'confirmed' && booking.travel !== undefined && booking.travel < model.today)
      booking.status = 'completed';
    else if (booking.put?.certainty !== 'pending') continue;
    model.look(booking);
  }
}
