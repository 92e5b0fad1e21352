import type { getCampaignResults } from '../../../contract/campaign-results.ts';
import { mostResultCells, mostResultRows } from '../../../contract/campaign-results-form.ts';
import type { Answer } from '../../../contract/endpoint.ts';
import { addDays, hawaiiDayStart } from '../../../contract/hawaii-time.ts';
import type { Db } from '../../platform/database/database.ts';
import { readListingDays } from '../analytics/analytics.ts';
import { type BookedAlone, findFollowed } from './attributed.store.ts';
import { eachDay, requireFew } from './result-bounds.ts';
import type { ResultScope } from './results.store.ts';
import type { OwnedListing } from './without.store.ts';

type Without = NonNullable<Answer<typeof getCampaignResults>['without']>;

/** What came of one thing by itself, money in cents. */
interface Sum {
  engagements: number;
  links: number;
  bookings: number;
  revenue_cents: number;
}

/** The same of a listing and a day. */
export interface AloneLine extends Sum, OwnedListing {
  day: string;
}

const startOf = (day: string) => hawaiiDayStart(new Date(`${day}T12:00:00Z`));
const none: Sum = { engagements: 0, links: 0, bookings: 0, revenue_cents: 0 };

/**
 * What came of listings by no campaign, by day and listing: each line in which anything did, in that order.
 * @param alone what was booked of them so
 * @throws Refusal `results_too_large` where there is more to add up than one answer can
 */
export async function findAlone(
  db: Db,
  scope: ResultScope,
  owned: readonly OwnedListing[],
  alone: readonly BookedAlone[],
): Promise<AloneLine[]> {
  const ids = owned.map((one) => one.listing_id);
  const span = { from: startOf(scope.from), to: startOf(addDays(scope.until, 1)) };
  const rolled = await readListingDays(db, ids, span, mostResultCells + 1);
  requireFew(rolled.length, 'days and listings');
  const byId = new Map(owned.map((one) => [one.listing_id, one]));
  const lines = new Map<string, AloneLine>();
  const lineOf = (listing_id: number, day: string): AloneLine => {
    const key = `${day} ${listing_id}`;
    const line = lines.get(key) ?? { ...byId.get(listing_id)!, day, ...none };
    lines.set(key, line);
    return line;
  };
  for (const { key, day, openings, clicks } of rolled)
    Object.assign(lineOf(Number(key), day), { engagements: openings, links: clicks });
  for (const { listing_id, day, followed } of await findFollowed(db, scope, ids)) {
    const line = lineOf(listing_id, day);
    line.links = Math.max(0, line.links - followed);
  }
  for (const { listing_id, day, bookings, revenue_cents } of alone)
    add(lineOf(listing_id, day), { ...none, bookings, revenue_cents });
  return [...lines.values()]
    .filter(({ engagements, links, bookings }) => engagements + links + bookings > 0)
    .sort((one, other) => (one.day === other.day ? byName(one, other) : one.day < other.day ? -1 : 1));
}

const byName = (one: OwnedListing, other: OwnedListing) =>
  one.advertiser.localeCompare(other.advertiser, 'en') ||
  one.listing.localeCompare(other.listing, 'en') ||
  one.listing_id - other.listing_id;

function add(to: Sum, { engagements, links, bookings, revenue_cents }: Sum): void {
  to.engagements += engagements;
  to.links += links;
  to.bookings += bookings;
  to.revenue_cents += revenue_cents;
}

/** The same in all, by day, and by listing and place, those that brought the most first. */
export function tellAlone(
  scope: ResultScope,
  lines: readonly AloneLine[],
  alone: readonly BookedAlone[],
  isMoneySeen: boolean,
): Without {
  const dollars = (cents: number) => (isMoneySeen ? cents / 100 : null);
  const told = ({ revenue_cents, ...counts }: Sum) => ({ ...counts, revenue: dollars(revenue_cents) });
  const most = <One extends Pick<Sum, 'bookings' | 'revenue_cents'>>(all: Iterable<One>) =>
    [...all]
      .sort(
        (one, other) => (isMoneySeen ? other.revenue_cents - one.revenue_cents : 0) || other.bookings - one.bookings,
      )
      .slice(0, mostResultRows);
  const total = { ...none };
  const days = new Map(eachDay(scope).map((day) => [day, { ...none }]));
  const listings = new Map<number, Sum & OwnedListing>();
  for (const { day, listing_id, listing, advertiser, ...sum } of lines) {
    const ofListing = listings.get(listing_id) ?? { listing_id, listing, advertiser, ...none };
    listings.set(listing_id, ofListing);
    for (const to of [total, days.get(day)!, ofListing]) add(to, sum);
  }
  const places = new Map<number | null, Omit<BookedAlone, 'listing_id' | 'day'>>();
  for (const { location_id, place, bookings, revenue_cents } of alone) {
    const so = places.get(location_id) ?? { location_id, place, bookings: 0, revenue_cents: 0 };
    so.bookings += bookings;
    so.revenue_cents += revenue_cents;
    places.set(location_id, so);
  }
  const byLinks = [...listings.values()].sort(
    (one, other) => other.links - one.links || other.engagements - one.engagements,
  );
  return {
    total: told(total),
    days: [...days].map(([day, sum]) => ({ day, ...told(sum) })),
    listings: most(byLinks).map(({ listing_id, listing, advertiser, ...sum }) => ({
      ...{ listing_id, listing, advertiser },
      ...told(sum),
    })),
    places: most(places.values()).map(({ revenue_cents, ...one }) => ({ ...one, revenue: dollars(revenue_cents) })),
    file_lines: lines.length,
  };
}
