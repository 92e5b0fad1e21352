import { sql } from 'kysely';
import type { Category, PriceRange } from '../../../contract/values.ts';
import type { Db } from '../../../server/platform/database/database.ts';
import { type AdvertisedListing, advertisedListings } from '../advertised.ts';
import type { PartnerType } from '../world.ts';
import { seed } from '../world.ts';

/** A listing as visitors come to know it. */
export interface GuideListing {
  id: number;
  name: string;
  category: Category;
  price_range: PriceRange;
  booking_url: string | null;
}

/** A place of the demo with its printed cards. */
export interface GuidePlace {
  key: string;
  id: number;
  island: string;
  kind: PartnerType;
  /** In the order in which they are shown. */
  listings: GuideListing[];
  /** Codes that count, and those that credit nobody any more. */
  cards: string[];
  oldCards: string[];
}

/** What the history's people walk through, by the keys of the seed. */
export interface Guide {
  places: GuidePlace[];
  place: (key: string) => GuidePlace;
  listing: (key: string) => GuideListing;
  /** One that the advertiser makes meanwhile, whose id is told once it is there. */
  advertised: (listing: AdvertisedListing) => GuideListing;
}

/** Reads the rows that the seed's world became. */
export async function readGuide(db: Db): Promise<Guide> {
  const { rows: listings } = await sql<GuideListing>`
    select id, name, category, price_range, booking_url from listings order by id`.execute(db);
  const { rows: places } = await sql<{ id: number; name: string }>`select id, name from locations order by id`.execute(
    db,
  );
  const { rows: codes } = await sql<{ code: string; location_id: number; isOpen: boolean }>`
    select code, location_id, status = 'active' and expires_at is null as "isOpen" from qr_codes order by id`.execute(
    db,
  );

  const listingOf = byKey(seed.listings, listings);
  const placeOf = byKey(seed.places, places);
  const guide = seed.places.map((place) => {
    const { id } = placeOf(place.key);
    const cards = codes.filter((code) => code.location_id === id);
    return {
      ...{ key: place.key, id, island: place.island },
      kind: seed.people.find(({ key }) => key === place.owner)!.partner_type!,
      listings: place.curated.map(listingOf),
      cards: cards.filter(({ isOpen }) => isOpen).map(({ code }) => code),
      oldCards: cards.filter(({ isOpen }) => !isOpen).map(({ code }) => code),
    };
  });
  const idOf = new Map(listings.map(({ id, name }) => [name, id]));
  const made = new Map(
    advertisedListings.map(({ key, content: { name, category, price_range, booking_url } }) => [
      key,
      { id: idOf.get(name) ?? 0, name, category, price_range, booking_url },
    ]),
  );
  return {
    places: guide,
    place: (key) => guide.find((one) => one.key === key)!,
    listing: listingOf,
    advertised: ({ key }) => made.get(key)!,
  };
}

/** Names are told apart; keys are not stored. */
function byKey<Row extends { name: string }>(seeds: readonly { key: string; name: string }[], rows: readonly Row[]) {
  const byName = new Map(rows.map((row) => [row.name, row]));
  const found = new Map(seeds.map(({ key, name }) => [key, byName.get(name)]));
  return (key: string): Row => {
    const row = found.get(key);
    if (!row) throw new Error(`the demo's ${key} is not there any more`);
    return row;
  };
}

/** The click that somebody's newest booking link of a listing carries: what they book by it says so. */
export async function findClickOf(db: Db, email: string, listingId: number): Promise<string | undefined> {
  const { rows } = await sql<{ click_id: string }>`
    select c.click_id from clicks c join users u on u.id = c.user_id
    where u.email = ${email} and c.listing_id = ${listingId} order by c.clicked_at desc limit 1`.execute(db);
  return rows[0]?.click_id;
}
