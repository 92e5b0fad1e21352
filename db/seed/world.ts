import type { Category, PriceRange } from '../../contract/values.ts';
import { hawaiiListings } from './listings-hawaii.ts';
import { kauaiListings } from './listings-kauai.ts';
import { mauiListings } from './listings-maui.ts';
import { oahuListings } from './listings-oahu.ts';
import { people } from './people.ts';
import { codes, places } from './places.ts';

export type Island = 'Oʻahu' | 'Maui' | 'Kauaʻi' | 'Hawaiʻi Island';

export type PartnerType = 'hotel' | 'vacation_rental' | 'cafe' | 'visitor_center' | 'affiliate';

/** What the drawn picture of a place or listing shows; each kind is drawn by `tools/artwork/pictures`. */
export type SceneKind =
  | 'bowl-shelf'
  | 'cafe-table'
  | 'canoe'
  | 'canyon'
  | 'coffee-farm'
  | 'crater'
  | 'farm-table'
  | 'fish-table'
  | 'fishpond'
  | 'forest-trail'
  | 'garden-lanai'
  | 'harbor'
  | 'hotel'
  | 'kapa-studio'
  | 'lava'
  | 'lei-stand'
  | 'luau-dusk'
  | 'manta'
  | 'museum-hall'
  | 'night-market'
  | 'observatory'
  | 'palm-beach'
  | 'picnic-table'
  | 'poke-table'
  | 'print-room'
  | 'ranch'
  | 'reef'
  | 'ridge'
  | 'river'
  | 'sailboat'
  | 'sea-cliffs'
  | 'shirt-rail'
  | 'snorkel-cove'
  | 'spine'
  | 'surf-beach'
  | 'taro-terrace'
  | 'town-street'
  | 'valley'
  | 'voyaging-canoe'
  | 'waterfall'
  | 'wave'
  | 'whale'
  | 'wings';

/** The light a picture is drawn in. */
export type PictureHour = 'dawn' | 'morning' | 'noon' | 'golden' | 'dusk' | 'night' | 'rain';

export interface SeedPerson {
  key: string;
  email: string;
  name: string;
  given_name: string;
  role: 'traveler' | 'partner' | 'advertiser' | 'admin';
  partner_type: PartnerType | null;
  organization_name: string | null;
  phone: string | null;
  home: string | null;
  interests: readonly string[];
}

export interface SeedListing {
  key: string;
  name: string;
  category: Category;
  subcategory: string;
  description: string;
  address: string;
  island: Island;
  phone: string;
  /** Null together with `longitude`: the listing is in lists and not on the map. */
  latitude: number | null;
  longitude: number | null;
  price_range: PriceRange;
  /** About the mean of its reviews, which generated-reviews.ts writes; null: nobody has reviewed it. */
  rating: number | null;
  is_featured: boolean;
  /** A fraction of the booking's amount. */
  commission_rate: number;
  /** Null: nothing to book, one walks in. */
  booking_url: string | null;
  website_url: string | null;
  /** Key of the advertiser who manages it; null: the product's own editors do. */
  advertiser: string | null;
  /** Null: the listing has no picture. */
  scene: SceneKind | null;
  /** The hour its picture shows, where its words name one. */
  hour?: PictureHour;
}

export interface SeedPlace {
  key: string;
  name: string;
  description: string;
  address: string;
  island: Island;
  latitude: number;
  longitude: number;
  /** Key of the partner whose place it is. */
  owner: string;
  scene: SceneKind;
  hour?: PictureHour;
  /** Keys of the listings it shows, in this order. */
  curated: readonly string[];
}

export interface SeedCode {
  key: string;
  /** Key of the place it is printed for. */
  place: string;
  /** Where the printed card stands. */
  label: string;
  status: 'active' | 'paused' | 'expired' | 'replaced';
  /** Key of the newer code of the same place; exactly for replaced codes. */
  replaced_by: string | null;
}

export interface SeedWorld {
  people: readonly SeedPerson[];
  /** In the order of their row ids: the first is location 1. */
  places: readonly SeedPlace[];
  listings: readonly SeedListing[];
  codes: readonly SeedCode[];
}

/** The demo's small Hawaiʻi: plain data, no row ids, linked by keys. */
export const seed: SeedWorld = {
  people,
  places,
  listings: [...oahuListings, ...mauiListings, ...kauaiListings, ...hawaiiListings],
  codes,
};

/** A day's drive on the largest island; anything farther is a slip on the map or the wrong island. */
const farthestCuratedKm = 120;
const shortestDescription = 100;

/** Refuses a world with duplicate keys, references that lead nowhere, or curated lists out of reach. Throws one error naming every fault. */
export function checkSeedWorld(world: SeedWorld): void {
  const faults = [
    ...duplicateKeys(world),
    ...shortDescriptions(world),
    ...brokenListings(world),
    ...brokenPlaces(world),
    ...brokenCodes(world),
  ];
  if (faults.length > 0) throw new Error(`The seed world is inconsistent:\n${faults.join('\n')}`);
}

function duplicateKeys({ people, places, listings, codes }: SeedWorld): string[] {
  // Places and listings share the folder of pictures, so they share one space of keys.
  const spaces = { person: people, 'place or listing': [...places, ...listings], code: codes };
  return Object.entries(spaces).flatMap(([what, rows]) => {
    const keys = rows.map((row) => row.key);
    const repeated = new Set(keys.filter((key, index) => keys.indexOf(key) !== index));
    return [...repeated].map((key) => `two of kind ${what} are called ${key}`);
  });
}

function shortDescriptions({ places, listings }: SeedWorld): string[] {
  return [...places, ...listings]
    .filter((row) => row.description.length < shortestDescription)
    .map((row) => `${row.key}: description has ${row.description.length} characters, not ${shortestDescription}`);
}

function brokenListings({ people, listings }: SeedWorld): string[] {
  const advertisers = new Set(people.filter((person) => person.role === 'advertiser').map((person) => person.key));
  return listings.flatMap((listing) => [
    ...((listing.latitude === null) === (listing.longitude === null) ? [] : [`${listing.key}: half a position`]),
    ...(listing.advertiser === null || advertisers.has(listing.advertiser)
      ? []
      : [`${listing.key}: no advertiser ${listing.advertiser}`]),
  ]);
}

function brokenPlaces({ people, places, listings }: SeedWorld): string[] {
  const partners = new Set(people.filter((person) => person.role === 'partner').map((person) => person.key));
  const byKey = new Map(listings.map((listing) => [listing.key, listing]));
  return places.flatMap((place) => {
    const faults = partners.has(place.owner) ? [] : [`${place.key}: no partner ${place.owner}`];
    if (new Set(place.curated).size !== place.curated.length) faults.push(`${place.key}: curates a listing twice`);
    for (const key of place.curated) {
      const listing = byKey.get(key);
      if (!listing) faults.push(`${place.key}: no listing ${key}`);
      else if (listing.latitude === null || listing.longitude === null) {
        if (listing.island !== place.island) faults.push(`${place.key}: ${key} is on ${listing.island}`);
      } else {
        const km = distanceKm(place, { latitude: listing.latitude, longitude: listing.longitude });
        if (km > farthestCuratedKm) faults.push(`${place.key}: ${key} is ${Math.round(km)} km away`);
      }
    }
    return faults;
  });
}

function brokenCodes({ places, codes }: SeedWorld): string[] {
  const placeKeys = new Set(places.map((place) => place.key));
  const byKey = new Map(codes.map((code) => [code.key, code]));
  return codes.flatMap((code) => {
    const faults = placeKeys.has(code.place) ? [] : [`code ${code.key}: no place ${code.place}`];
    const newer = code.replaced_by === null ? undefined : byKey.get(code.replaced_by);
    if ((code.status === 'replaced') !== (code.replaced_by !== null)) {
      faults.push(`code ${code.key}: status ${code.status} and replaced_by ${code.replaced_by} contradict each other`);
    } else if (code.status === 'replaced' && (newer?.place !== code.place || newer.status !== 'active')) {
      faults.push(`code ${code.key}: ${code.replaced_by} is no active code of the same place`);
    }
    return faults;
  });
}

interface Position {
  latitude: number;
  longitude: number;
}

/** Great-circle distance on a sphere of 6371 km. */
function distanceKm(from: Position, to: Position): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const haversine =
    Math.sin(radians(to.latitude - from.latitude) / 2) ** 2 +
    Math.cos(radians(from.latitude)) *
      Math.cos(radians(to.latitude)) *
      Math.sin(radians(to.longitude - from.longitude) / 2) ** 2;
  return 2 * 6371 * Math.asin(Math.sqrt(haversine));
}
