import { recordEvents } from '../../../contract/analytics.ts';
import { BoundedMap } from '../../platform/bounded-map.ts';
import { siteOf } from '../../platform/http/networks.ts';
import { limitOf } from '../../platform/limits/limits.ts';
import type { RateLimits, Spend } from '../../platform/limits/rate-limits.ts';

/** So long is what was read used before it is read again. */
const freshMs = 2_000;
/** Campaigns of sites; what is forgotten is read again. */
const mostKnown = 50_000;

/** What the least that is told takes of a network's budgets of bytes. */
const leastBytes = 2_000;
/** By what a network is bound in what it tells, and how much of it the least that is told takes. */
const tellings = [
  ...recordEvents.stores.map((limit) => ({ limit, cost: leastBytes })),
  { limit: `${recordEvents.limit}-network` as const, cost: 1 },
];

/** A reader's site on a day. */
export interface SiteDay {
  network: string;
  day: string;
}

/**
 * How much of each campaign has counted of each site today, so that readers of a site that has had its share are shown another. All processes
 * share it through the limits, and each keeps for a moment what it has read.
 */
export class SiteShares {
  readonly #limits: Pick<RateLimits, 'trySpend' | 'spentOf'>;
  readonly #known = new BoundedMap<string, { counted: number; readAt: number }>(mostKnown);

  constructor(limits: Pick<RateLimits, 'trySpend' | 'spentOf'>) {
    this.#limits = limits;
  }

  /** Counts one more impression, where its site has had fewer than so many. @returns whether it counts */
  async take(at: SiteDay, campaign: string, most: number, now: Date): Promise<boolean> {
    const known = this.#known.get(keyOf(at, campaign));
    if (known) known.readAt = -Infinity;
    return await this.#limits.trySpend({ ...spendOf(at, campaign), most }, now);
  }

  /** What has counted of a campaign, as far as it is known here: nothing of one that was not learned. */
  counted(at: SiteDay, campaign: string): number {
    return this.#known.get(keyOf(at, campaign))?.counted ?? 0;
  }

  /** Whether a network can tell of what it is shown, as far as that is known here. */
  canTell(network: string): boolean {
    return !this.#known.get(keyOfTelling(network))?.counted;
  }

  /**
   * Reads whether the network can tell of what it is shown, and what has counted of the campaigns, where that is not known or was read too long
   * ago. Where it cannot be read it stays as it was known: what counts is decided where it is counted.
   * @returns whether something is known now that was not
   */
  async learn(at: SiteDay, campaigns: readonly string[], now: Date): Promise<boolean> {
    const isOld = (key: string) => {
      const known = this.#known.get(key);
      return !known || now.getTime() - known.readAt >= freshMs;
    };
    const asked = campaigns.filter((campaign) => isOld(keyOf(at, campaign)));
    const ofNetwork = isOld(keyOfTelling(at.network)) ? tellingsOf(at.network) : [];
    if (asked.length + ofNetwork.length === 0) return false;
    const spends = [...asked.map((campaign) => spendOf(at, campaign)), ...ofNetwork];
    const spent = await this.#limits.spentOf(spends, now).catch(() => undefined);
    if (ofNetwork.length > 0) this.#noteTelling(at.network, ofNetwork, spent?.slice(asked.length), now);
    let isNew = false;
    for (const [index, campaign] of asked.entries()) {
      const before = this.counted(at, campaign);
      const counted = spent ? spent[index]! : before;
      isNew ||= counted !== before;
      this.#known.set(keyOf(at, campaign), { counted, readAt: now.getTime() });
    }
    return isNew;
  }

  #noteTelling(
    network: string,
    spends: readonly Required<Omit<Spend, 'most'>>[],
    spent: readonly number[] | undefined,
    now: Date,
  ): void {
    const isFull = spent
      ? spends.some(({ limit, cost }, index) => spent[index]! + cost > limitOf(limit).amount)
      : !this.canTell(network);
    this.#known.set(keyOfTelling(network), { counted: Number(isFull), readAt: now.getTime() });
  }
}

export const spendOf = ({ network, day }: SiteDay, campaign: string): Spend => ({
  limit: 'sponsored-campaign-impressions',
  key: `${day} ${campaign} ${siteOf(network)}`,
});
const tellingsOf = (network: string) => tellings.map((one) => ({ ...one, key: network }));
const keyOf = (at: SiteDay, campaign: string) => spendOf(at, campaign).key;
const keyOfTelling = (network: string) => `telling ${network}`;
