import { sql } from 'kysely';
import type { PriceRange } from '../../contract/values.ts';
import { detectPlatform } from '../../server/features/platforms/platforms.ts';
import type { Db } from '../../server/platform/database/database.ts';
import { type Random, Weighted } from './generated-random.ts';

export interface BookableListing {
  id: number;
  name: string;
  category: string;
  price_range: PriceRange;
  commission_rate: number;
  booking_url: string;
  platform: 'fareharbor' | 'viator' | 'external';
}

export interface PrintedCode {
  id: number;
  locationId: number;
  partnerId: string | null;
  island: string;
  /** What one can book at its place, the popular more often. */
  listings: Weighted<BookableListing>;
}

/**
 * What generated visitors can do: the active codes of the database, weighted by place and by where the card stands, and
 * the listings of their places, weighted by Zipf's law over one order of popularity.
 * @throws Error when there is no active code.
 */
export async function readWorld(db: Db, random: Random): Promise<Weighted<PrintedCode>> {
  const { rows: codes } = await sql<{ id: number; location_id: number; partner_id: string | null; island: string }>`
    select c.id, c.location_id, p.partner_id, p.island from qr_codes c join locations p on p.id = c.location_id
    where c.status = 'active' and c.expires_at is null order by c.id`.execute(db);
  if (codes.length === 0)
    throw new Error('There is no active code that could have been scanned: load the demo data first.');
  const { rows: shown } = await sql<Omit<BookableListing, 'platform'> & { location_id: number }>`
    select k.location_id, l.id, l.name, l.category, l.price_range, l.commission_rate, l.booking_url
    from curated_listings k join listings l on l.id = k.listing_id
    where not k.is_hidden and l.is_active and l.booking_url is not null order by k.location_id, l.id`.execute(db);

  const popularity = zipf(
    shown.map((listing) => listing.id),
    random,
  );
  const places = new Map<number, { weight: number; listings: Weighted<BookableListing> }>();
  for (const { location_id } of codes) {
    if (places.has(location_id)) continue;
    const listings = shown
      .filter((listing) => listing.location_id === location_id)
      .map(({ location_id: _, ...listing }) => ({ ...listing, platform: detectPlatform(listing.booking_url) }));
    places.set(location_id, {
      weight: random.around(4),
      listings: new Weighted(listings, (listing) => popularity.get(listing.id)!),
    });
  }
  const printed = codes.map(({ id, location_id, partner_id, island }) => ({
    id,
    locationId: location_id,
    partnerId: partner_id,
    island,
    listings: places.get(location_id)!.listings,
  }));
  return new Weighted(printed, (code) => places.get(code.locationId)!.weight * random.around(1));
}

/** Weights by an invented order of popularity: the n-th is chosen 1/n as often as the first. */
function zipf(ids: readonly number[], random: Random): Map<number, number> {
  const order = [...new Set(ids)].map((id) => ({ id, at: random.next() })).sort((one, other) => one.at - other.at);
  return new Map(order.map(({ id }, rank) => [id, 1 / (rank + 1)]));
}
