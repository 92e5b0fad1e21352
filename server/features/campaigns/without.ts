import type { getCampaignResults } from '../../../contract/campaign-results.ts';
import { mostResultRows } from '../../../contract/campaign-results-form.ts';
import type { Answer } from '../../../contract/endpoint.ts';
import { addDays, hawaiiDayStart } from '../../../contract/hawaii-time.ts';
import type { Db } from '../../platform/database/database.ts';
import { sumListings } from '../analytics/analytics.ts';
import type { ResultScope } from './results.store.ts';
import { findOwned, findWithout } from './without.store.ts';

type Without = NonNullable<Answer<typeof getCampaignResults>['without']>;

const startOf = (day: string) => hawaiiDayStart(new Date(`${day}T12:00:00Z`));

/**
 * What came of an advertiser's listings by no campaign, those that brought the most first; null where a campaign is asked for, or the
 * listings of all.
 */
export async function readWithout(db: Db, scope: ResultScope, isMoneySeen: boolean): Promise<Without | null> {
  const { organisation, listing, campaign, from, until } = scope;
  if (campaign || !(organisation || listing)) return null;
  const owned = await findOwned(db, organisation, listing);
  const ids = owned.map((one) => one.listing_id);
  const told = new Map((await findWithout(db, scope, ids)).map((row) => [row.listing_id, row]));
  const span = { from: startOf(from), to: startOf(addDays(until, 1)) };
  const rolled = new Map((await sumListings(db, ids, span)).map((row) => [row.key, row]));
  return owned
    .map(({ listing_id, ...named }) => {
      const { bookings, revenue_cents, followed } = told.get(listing_id)!;
      const { openings = 0, clicks = 0 } = rolled.get(String(listing_id)) ?? {};
      const links = Math.max(0, clicks - followed);
      return { listing_id, ...named, opens: openings, links, bookings, revenue: revenue_cents / 100 };
    })
    .filter(({ opens, links, bookings }) => opens + links + bookings > 0)
    .sort(
      (one, other) =>
        (isMoneySeen ? other.revenue - one.revenue : 0) || other.bookings - one.bookings || other.links - one.links,
    )
    .slice(0, mostResultRows)
    .map((row) => ({ ...row, revenue: isMoneySeen ? row.revenue : null }));
}
