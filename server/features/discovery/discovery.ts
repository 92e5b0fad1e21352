import type { Experience, Place } from '../../../contract/discovery.ts';
import type { Role } from '../../../contract/roles.ts';
import type { Category, PriceRange } from '../../../contract/values.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Settings } from '../../platform/settings.ts';
import { deriveKey } from '../../platform/settings.ts';
import { newClickId, trackedLink } from '../links/links.ts';
import {
  findPlace,
  type ListingQuery,
  type ListingRow,
  listCuratedListings,
  searchListings,
} from './discovery.store.ts';

export { type ListingRow, listingColumns } from './discovery.store.ts';
export { GuideVersion } from './guide-version.ts';

/** Who looks at listings: decides about links and commission rates. */
export interface Viewer {
  role: Role | undefined;
  visitId: number | null;
  now: Date;
  settings: Settings;
}

/** The caller, as far as listings are concerned. */
export const viewerOf = ({ caller, clock, settings }: Pick<Context, 'caller' | 'clock' | 'settings'>): Viewer => ({
  role: caller?.role,
  visitId: caller?.visitId ?? null,
  now: clock.now(),
  settings,
});

/** Anybody, whoever asks: for what is kept outside their session. */
export const guestOf = ({ clock, settings }: Pick<Context, 'clock' | 'settings'>): Viewer => ({
  role: undefined,
  visitId: null,
  now: clock.now(),
  settings,
});

/** What a viewer sees of a listing. A signed-in traveler's booking link carries their click id; commission rates are for admins. */
export function presentExperience(row: ListingRow, viewer: Viewer): Experience {
  const { commission_rate, ...shown } = row;
  return {
    ...shown,
    // The table's own checks hold both to the contract's lists.
    category: row.category as Category,
    price_range: row.price_range as PriceRange,
    booking_url: viewer.role === 'traveler' && row.booking_url ? linkFor(row, viewer) : row.booking_url,
    ...(viewer.role === 'admin' ? { commission_rate } : {}),
  };
}

function linkFor(row: ListingRow, { settings, visitId, now }: Viewer): string | null {
  const key = deriveKey(settings.secretKeys[0], 'click');
  const clickId = newClickId(key, { visitId: visitId ?? 0, listingId: row.id, madeAt: now });
  return trackedLink(row.booking_url ?? '', clickId, settings);
}

const largestList = 100;

export interface ListingFilter {
  category?: string | undefined;
  search?: string | undefined;
  featured?: 'true' | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
}

/** What a filter asks for, in one form however it was put. */
export const queryOf = (filter: ListingFilter): ListingQuery => ({
  category: filter.category || undefined,
  words: filter.search?.trim().toLowerCase() ?? '',
  isFeatured: filter.featured === 'true',
  limit: filter.limit ?? largestList,
  offset: filter.offset ?? 0,
});

/** Listings for a viewer: matching a search and a category, or all, featured first. */
export async function listExperiences(
  db: Db,
  query: ListingQuery,
  viewer: Viewer,
): Promise<{ experiences: Experience[]; mayBeWidened: boolean }> {
  const { rows, mayBeWidened } = await searchListings(db, query);
  return { experiences: rows.map((row) => presentExperience(row, viewer)), mayBeWidened };
}

/** A place with what it shows, or nothing when there is no such place. */
export async function findPlaceWithExperiences(
  db: Db,
  locationId: number,
  viewer: Viewer,
): Promise<{ place: Place; experiences: Experience[] } | undefined> {
  const [place, rows] = await Promise.all([findPlace(db, locationId), listCuratedListings(db, locationId)]);
  return place && { place, experiences: rows.map((row) => presentExperience(row, viewer)) };
}
