import { BoundedMap } from '../../platform/bounded-map.ts';
import { siteOf } from '../../platform/http/networks.ts';
import type { RateLimits, Spend } from '../../platform/limits/rate-limits.ts';

/** So long is what was read of a site's counts used before they are read again. */
const freshMs = 2_000;
const mostSites = 5_000;
/** Of one site; the oldest goes. */
const mostCampaigns = 500;

/** What a site has had of campaigns on a day, as far as this process knows: those alone that it counted for. */
interface Site {
  day: string;
  readAt: number;
  counted: BoundedMap<string, number>;
}

/**
 * How much of each campaign has counted of each site today. All processes share it through the limits; this process reads it of those that
 * it has itself counted for there, so that readers of a site that has had its share are shown another.
 */
export class SiteShares {
  readonly #limits: Pick<RateLimits, 'trySpend' | 'spentOf'>;
  readonly #sites = new BoundedMap<string, Site>(mostSites);

  constructor(limits: Pick<RateLimits, 'trySpend' | 'spentOf'>) {
    this.#limits = limits;
  }

  /** Counts one more impression, where its site has had fewer than so many. @returns whether it counts */
  async take(
    { campaign, network, day, most }: { campaign: string; network: string; day: string; most: number },
    now: Date,
  ) {
    const site = siteOf(network);
    const known = this.#sites.get(site);
    const kept =
      known?.day === day ? known : { day, readAt: 0, counted: new BoundedMap<string, number>(mostCampaigns) };
    if (kept !== known) this.#sites.set(site, kept);
    if (kept.counted.get(campaign) === undefined) kept.counted.set(campaign, 0);
    kept.readAt = 0;
    return await this.#limits.trySpend({ ...spendOf(day, campaign, site), most }, now);
  }

  /**
   * What has counted of a site on a day, by campaign; nothing of those that this process has counted nothing for, and what was known where it
   * cannot be read: what counts is decided where it is counted.
   */
  async of(network: string, day: string, now: Date): Promise<(campaign: string) => number> {
    const site = siteOf(network);
    const known = this.#sites.get(site);
    if (known?.day !== day) return () => 0;
    if (now.getTime() - known.readAt >= freshMs) {
      known.readAt = now.getTime();
      const campaigns = [...known.counted].map(([campaign]) => campaign);
      const spends = campaigns.map((campaign) => spendOf(day, campaign, site));
      const spent = await this.#limits.spentOf(spends, now).catch(() => undefined);
      if (spent) for (const [at, campaign] of campaigns.entries()) known.counted.set(campaign, spent[at]!);
    }
    return (campaign) => known.counted.get(campaign) ?? 0;
  }
}

const spendOf = (day: string, campaign: string, site: string): Spend => ({
  limit: 'sponsored-campaign-impressions',
  key: `${day} ${campaign} ${site}`,
});
