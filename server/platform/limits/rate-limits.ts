import { createHash } from 'node:crypto';
import { BoundedMap } from '../bounded-map.ts';
import { Batch } from '../database/batch.ts';
import type { Db } from '../database/database.ts';
import { Refusal } from '../http/refusal.ts';
import { type LimitName, limitOf } from './limits.ts';
import { deleteEndedCounters, findSpent, giveBackToCounters, takeFromCounters } from './rate-limits.store.ts';

/** What is spent: of which limit, whose, and how much of it; 1 unless told. */
export interface Spend {
  limit: LimitName;
  key: string;
  cost?: number;
  /** Where this key has less than the limit's amount; it may grow as long as its window lasts. */
  most?: number;
}

/** What this process holds of a counter: taken from it and not spent yet. */
interface Lease {
  left: number;
  /** Up to which amount the counter has nothing more to give in this window; 0 where that is not known. */
  spentUpTo: number;
  endsAt: Date;
}

/** Until when somebody is refused, or that they are not. */
type Outcome = Date | 'passed';

/** Of a limit above the first a process takes the second, of what is left, at once; of a smaller one, what it needs. */
const exactUpTo = 500;
const leaseShare = 0.02;
const mostLeases = 50_000;
const tidyEvery = 500;
const tidiedAtOnce = 1_000;
/** Given back by a stop: one statement, which its time-out ends if it must. */
const mostGivenBack = 5_000;

const slotOf = ({ limit, key }: Spend) => `${limit} ${key}`;
const keyOf = (slot: string) => createHash('sha256').update(slot).digest();
const amountOf = ({ limit, most = Infinity }: Spend) => Math.min(limitOf(limit).amount, most);
const takeOf = (spend: Spend, need: number) => {
  const { seconds } = limitOf(spend.limit);
  const amount = amountOf(spend);
  const share = amount > exactUpTo ? leaseShare : 0;
  return { key: keyOf(slotOf(spend)), limit: spend.limit, need, share, amount, seconds };
};

/**
 * Spends of the limits, which all processes share through the database, over connections that no work holds: a transaction may
 * spend without a second connection of its own pool. Of large ones a process takes a block and spends it
 * from memory, and gives back what is left of it when it stops; where it cannot, that is lost until the window ends, so that
 * less than the limit may pass and never more.
 */
export class RateLimits {
  readonly #db: Db;
  readonly #enabled: boolean;
  /** The oldest ones go singly: what is forgotten here still counts as spent in the database. */
  readonly #leases = new BoundedMap<string, Lease>(mostLeases);
  readonly #takes: Batch<{ spend: Spend; now: Date }, Outcome>;
  #takenSinceTidied = 0;

  /** @param db the connections kept for this. */
  constructor(db: Db, enabled: boolean) {
    this.#db = db;
    this.#enabled = enabled;
    this.#takes = new Batch((asked) => this.#takeAll(asked));
  }

  /**
   * Spends, in a step of its own that stays whatever becomes of the work.
   * @param refusal what to refuse with, given the seconds to wait.
   * @throws what `refusal` gives, `rate_limited` unless told; the database's error where it cannot be asked.
   */
  async spend(spend: Spend, now: Date, refusal = rateLimited): Promise<void> {
    const outcome = await this.#outcomeOf(spend, now);
    if (outcome !== 'passed') throw noted(refusal(secondsUntil(outcome, now)), spend.limit);
  }

  /**
   * Spends where there is enough left.
   * @returns whether it was spent.
   * @throws the database's error where it cannot be asked.
   */
  async trySpend(spend: Spend, now: Date): Promise<boolean> {
    return (await this.#outcomeOf(spend, now)) === 'passed';
  }

  /**
   * How much of each was spent in the window that lasts, with what processes hold of it; spends nothing.
   * @throws the database's error where it cannot be asked.
   */
  async spentOf(spends: readonly Spend[], now: Date): Promise<number[]> {
    if (!this.#enabled || spends.length === 0) return spends.map(() => 0);
    return await findSpent(
      this.#db,
      spends.map((spend) => keyOf(slotOf(spend))),
      now,
    );
  }

  /**
   * Whether there is anything left; spends nothing.
   * @throws the database's error where it cannot be asked.
   */
  async hasRoom(spend: Spend, now: Date): Promise<boolean> {
    const lease = this.#leases.get(slotOf(spend));
    if (lease && lease.endsAt > now && lease.left > 0) return true;
    if (lease && lease.endsAt > now && lease.spentUpTo >= amountOf(spend)) return false;
    const [spent] = await this.spentOf([spend], now);
    return spent! < amountOf(spend);
  }

  /** Gives back what was spent and then not used. Never fails. */
  async giveBack(spends: readonly Spend[]): Promise<void> {
    const unspent = new Map<Lease, { key: Buffer; left: number; endsAt: Date }>();
    for (const spend of spends) {
      const slot = slotOf(spend);
      const lease = this.#leases.get(slot);
      if (!lease) continue;
      const known = unspent.get(lease) ?? { key: keyOf(slot), left: 0, endsAt: lease.endsAt };
      known.left += spend.cost ?? 1;
      unspent.set(lease, known);
    }
    if (unspent.size === 0) return;
    await giveBackToCounters(this.#db, [...unspent.values()]).catch(() => {});
    // Also where somebody was told meanwhile that nothing is left.
    for (const lease of unspent.keys()) lease.spentUpTo = 0;
  }

  /**
   * Refuses whoever has nothing left, and spends nothing.
   * @throws Refusal `rate_limited`; the database's error where it cannot be asked.
   */
  async check(spend: Spend, now: Date): Promise<void> {
    if (!this.#enabled) return;
    const [counter] = await takeFromCounters(this.#db, [{ ...takeOf(spend, 0), share: 0 }], now);
    const isHeld = (this.#leases.get(slotOf(spend))?.left ?? 0) > 0;
    if (counter!.isSpent && !isHeld) throw noted(rateLimited(secondsUntil(counter!.endsAt, now)), spend.limit);
  }

  /** Gives back what this process took and did not spend; of very many, those of the longest windows. Never fails. */
  async close(): Promise<void> {
    const unspent = [...this.#leases]
      .filter(([, { left }]) => left > 0)
      .sort(([, one], [, other]) => other.endsAt.getTime() - one.endsAt.getTime())
      .slice(0, mostGivenBack)
      .map(([slot, { left, endsAt }]) => ({ key: keyOf(slot), left, endsAt }));
    this.#leases.clear();
    if (unspent.length > 0) await giveBackToCounters(this.#db, unspent).catch(() => {});
  }

  async #outcomeOf(spend: Spend, now: Date): Promise<Outcome> {
    if (!this.#enabled) return 'passed';
    return this.#spendHere(spend, now) ?? (await this.#takes.ask({ spend, now }));
  }

  /** Spends from what this process holds. @returns nothing where the counter must be asked. */
  #spendHere(spend: Spend, now: Date): Outcome | undefined {
    const lease = this.#leases.get(slotOf(spend));
    if (!lease || lease.endsAt <= now) return undefined;
    if (this.#pay(lease, spend.cost ?? 1)) return 'passed';
    return lease.spentUpTo >= amountOf(spend) ? lease.endsAt : undefined;
  }

  #pay(lease: Lease, cost: number): boolean {
    if (lease.left < cost) return false;
    lease.left -= cost;
    return true;
  }

  /** One statement for all that came in this turn. */
  async #takeAll(asked: { spend: Spend; now: Date }[]): Promise<Outcome[]> {
    const now = asked.at(-1)!.now;
    const needs = new Map<string, { spend: Spend; need: number }>();
    for (const { spend } of asked) {
      const need = (needs.get(slotOf(spend))?.need ?? 0) + (spend.cost ?? 1);
      needs.set(slotOf(spend), { spend, need });
    }
    const slots = [...needs.keys()];
    const takes = [...needs.values()].map(({ spend, need }) => takeOf(spend, need));
    this.#tidySometimes(takes.length, now);
    const given = await takeFromCounters(this.#db, takes, now);
    const leases = new Map(
      given.map(({ granted, isSpent, endsAt }, at) => {
        const spentUpTo = isSpent ? takes[at]!.amount : 0;
        const lease = this.#join(slots[at]!, { left: granted, spentUpTo, endsAt });
        return [slots[at]!, lease];
      }),
    );
    return asked.map(({ spend }) => {
      const lease = leases.get(slotOf(spend))!;
      return this.#pay(lease, spend.cost ?? 1) ? 'passed' : lease.endsAt;
    });
  }

  /** Adds what was taken to what is held of the same window; answers may come in another order than they were asked for. */
  #join(slot: string, taken: Lease): Lease {
    const held = this.#leases.get(slot);
    if (held?.endsAt.getTime() === taken.endsAt.getTime()) {
      held.left += taken.left;
      held.spentUpTo = Math.max(held.spentUpTo, taken.spentUpTo);
      return held;
    }
    if (!held || held.endsAt < taken.endsAt) this.#leases.set(slot, taken);
    return taken;
  }

  /** Removes more ended counters than were made since, beside the requests: what fails is done the next time. */
  #tidySometimes(taken: number, now: Date): void {
    this.#takenSinceTidied += taken;
    if (this.#takenSinceTidied < tidyEvery) return;
    this.#takenSinceTidied = 0;
    deleteEndedCounters(this.#db, now, tidiedAtOnce).catch(() => {});
  }
}

const secondsUntil = (end: Date, now: Date) => Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000));
/** Which limit it was is for the security events. */
const noted = (refusal: Refusal, limit: LimitName) => refusal.noting({ reason: limit, ...refusal.note });
const rateLimited = (seconds: number) => new Refusal('rate_limited', {}, seconds);
