/**
 * The commission ledger once more, in memory and in other terms than the product's: what each booking is worth to whom, added up by
 * account. It is told what happened, in the order in which it happened.
 */

export interface ModelCard {
  tier: string;
  /** Parts of ten thousand. */
  share: bigint;
  from: string;
  /** How many days after travel it is due. */
  days: number;
}

export interface ModelBooking {
  /** The name of the partner's organisation; undefined where nobody is credited. */
  partner: string | undefined;
  platform: string;
  status: 'pending' | 'confirmed' | 'completed' | 'cancelled';
  cents: bigint;
  /** Whether anybody has told the amount; it is assumed until then. */
  told: boolean;
  /** Parts of ten thousand. */
  share: bigint;
  rate: bigint;
  days: number;
  travel: string | undefined;
  completedOn: string | undefined;
  holds: Map<string, 'open' | 'released' | 'voided'>;
  /** What payouts have taken. */
  taken: bigint;
  /** Where its money was put when it was last looked at. */
  put: { bucket: string; certainty: string; partner: bigint; platform: bigint } | undefined;
}

export interface ModelPayout {
  partner: string;
  state: 'prepared' | 'released' | 'withdrawn';
  items: [ModelBooking, bigint][];
  by: string;
}

/** What a run has to come to, for its accounts to say that the rarer rules of payouts hold. */
export const rareStates = ['asked back and held', 'asked back and paid', 'less due than paid out'] as const;

const addDays = (day: string, days: number) =>
  new Date(new Date(`${day}T12:00:00Z`).getTime() + days * 24 * 3_600_000).toISOString().slice(0, 10);
/** What is due of a booking beyond what is paid out of it, in cents: less than nothing where it is asked back. */
const dueOf = ({ put, taken }: ModelBooking): bigint => (put?.bucket === 'payable' ? put.partner : 0n) - taken;

/** Half a cent upwards. */
const part = (cents: bigint, of: bigint) => (cents * of + 5_000n) / 10_000n;

export class LedgerModel {
  today: string;
  readonly cards: ModelCard[] = [{ tier: 'standard', share: 1_500n, from: '2000-01-01', days: 14 }];
  readonly tiers = new Map<string, string>();
  readonly minimums = new Map<string, bigint>();
  readonly bookings: ModelBooking[] = [];
  readonly payouts: ModelPayout[] = [];
  /** The rare states that it has come to. */
  readonly reached = new Set<(typeof rareStates)[number]>();

  constructor(today: string) {
    this.today = today;
  }

  /** A pending booking of today. */
  book(partner: string | undefined, platform: string, cents: bigint, rate: bigint): ModelBooking {
    const tier = partner && this.tiers.get(partner);
    const held = this.cards.filter((card) => card.from <= this.today);
    const own = held.filter((card) => card.tier === tier);
    const cards = own.length > 0 ? own : held.filter((card) => card.tier === 'standard');
    const last = cards.reduce((best, card) => (card.from >= best.from ? card : best));
    const booking: ModelBooking = {
      ...{ partner, platform, cents, rate, status: 'pending', told: false, taken: 0n },
      ...{
        share: partner ? last.share : 0n,
        days: partner ? last.days : 14,
        travel: undefined,
        completedOn: undefined,
        holds: new Map(),
        put: undefined,
      },
    };
    this.bookings.push(booking);
    this.look(booking);
    return booking;
  }

  /** Puts a booking's money where it belongs today. */
  look(booking: ModelBooking): void {
    const { status, cents, told, share, rate, days, holds, taken } = booking;
    if (status === 'completed') booking.completedOn ??= this.today;
    else booking.completedOn = undefined;
    if (status === 'cancelled') {
      booking.put = undefined;
      return;
    }
    const day = booking.travel ?? booking.completedOn;
    const waited = taken > 0n || (told && day !== undefined && addDays(day, days) <= this.today);
    const certainty = { pending: 'estimated', confirmed: 'pending', completed: waited ? 'earned' : 'pending' }[status];
    const decisions = [...holds.values()];
    const voided = decisions.includes('voided');
    const held = decisions.includes('open') && taken <= 0n;
    booking.put = {
      bucket: held ? 'held' : certainty === 'earned' ? 'payable' : certainty,
      certainty,
      partner: voided ? 0n : part(cents, share),
      platform: part(cents, rate),
    };
  }

  /** What is due of each booking of a partner. */
  due(partner: string): [ModelBooking, bigint][] {
    return this.bookings
      .filter((one) => one.partner === partner)
      .map((one): [ModelBooking, bigint] => [one, dueOf(one)])
      .filter(([, cents]) => cents !== 0n);
  }

  /** @returns whether there is a payout */
  prepare(partner: string, by: string): ModelPayout | undefined {
    const items = this.due(partner);
    const sum = items.reduce((total, [, cents]) => total + cents, 0n);
    if (sum <= 0n || sum < (this.minimums.get(partner) ?? 5_000n)) return undefined;
    for (const [booking, cents] of items) booking.taken += cents;
    // What is no longer paid out can be held again.
    for (const [booking, cents] of items) {
      if (cents >= 0n) continue;
      const before = booking.put?.bucket;
      this.look(booking);
      if (booking.put?.bucket !== before) this.reached.add('asked back and held');
    }
    const payout: ModelPayout = { partner, state: 'prepared', items, by };
    this.payouts.push(payout);
    return payout;
  }

  /** Says that it was paid, unless something in it is on hold by now, or less of it is due than is paid out. */
  release(payout: ModelPayout): void {
    const waits = payout.items.some(
      ([one, cents]) => cents > 0n && ([...one.holds.values()].includes('open') || dueOf(one) < 0n),
    );
    if (payout.items.some(([one, cents]) => cents > 0n && dueOf(one) < 0n)) this.reached.add('less due than paid out');
    if (waits) return;
    payout.state = 'released';
    if (payout.items.some(([, cents]) => cents < 0n)) this.reached.add('asked back and paid');
  }

  withdraw(payout: ModelPayout): void {
    payout.state = 'withdrawn';
    for (const [booking, cents] of payout.items) booking.taken -= cents;
    for (const [booking] of payout.items) this.look(booking);
  }

  /** What stands on every account on which anything stands, in cents. */
  accounts(): Record<string, number> {
    const sums = new Map<string, bigint>();
    const add = (account: string, cents: bigint) => sums.set(account, (sums.get(account) ?? 0n) + cents);
    for (const { partner, platform, put, taken } of this.bookings) {
      if (partner) add(`${partner} payable`, -taken);
      if (!put) continue;
      if (partner) add(`${partner} ${put.bucket}`, put.partner);
      add(`${platform} ${put.certainty}`, -put.platform);
      add(`house ${put.certainty}`, put.platform - put.partner);
    }
    for (const { partner, state, items } of this.payouts) {
      const sum = items.reduce((total, [, cents]) => total + cents, 0n);
      if (state !== 'withdrawn') add(`${partner} ${state === 'released' ? 'paid' : 'in_payout'}`, sum);
    }
    return Object.fromEntries(
      [...sums].filter(([, cents]) => cents !== 0n).map(([name, cents]) => [name, Number(cents)]),
    );
  }
}
