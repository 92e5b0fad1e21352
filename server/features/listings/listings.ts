import { hawaiiMonth } from '../../../contract/hawaii-time.ts';
import type { Experience } from '../../../contract/listings.ts';
import type { Role } from '../../../contract/roles.ts';
import type { Category, PriceRange } from '../../../contract/values.ts';
import type { Context } from '../../platform/context.ts';
import type { Settings } from '../../platform/settings.ts';
import { deriveKey } from '../../platform/settings.ts';
import { newClickId } from '../links/links.ts';
import { trackedLink } from '../platforms/platforms.ts';
import type { ListingRow } from './listings.store.ts';

export { GuideVersion } from './guide-version.ts';
export { KnownListings } from './known-listings.ts';
export { factsColumn, type ListingChange, type ListingRow, listingColumns } from './listings.store.ts';

/** Who looks at listings: decides about links, commission rates and words. */
export interface Viewer {
  role: Role | undefined;
  /** The language they read. */
  language: string;
  visitId: number | null;
  now: Date;
  settings: Settings;
}

/** The caller, as far as listings are concerned. */
export const viewerOf = ({
  caller,
  clock,
  settings,
  reader,
}: Pick<Context, 'caller' | 'clock' | 'settings' | 'reader'>): Viewer => ({
  role: caller?.role,
  language: reader.language,
  visitId: caller?.visitId ?? null,
  now: clock.now(),
  settings,
});

/** Anybody, whoever asks: for what is kept outside their session. */
export const guestOf = ({ clock, settings, reader }: Pick<Context, 'clock' | 'settings' | 'reader'>): Viewer => ({
  role: undefined,
  language: reader.language,
  visitId: null,
  now: clock.now(),
  settings,
});

/** What a listing is called, and the words about it, as they are stored. */
type Named = Pick<ListingRow, 'name' | 'name_ja'>;

/** What a listing is called for readers of a language. */
export const nameFor = (language: string, { name, name_ja }: Named): Pick<Experience, 'name' | 'name_language'> =>
  language === 'ja' && name_ja ? { name: name_ja, name_language: 'ja' } : { name };

const descriptionFor = (language: string, { description, description_ja }: ListingRow) =>
  language === 'ja' && description_ja
    ? ({ description: description_ja, description_language: 'ja' } as const)
    : { description };

/** What a viewer sees of a listing. A signed-in traveler's booking link carries their click id; commission rates and advertisers are for admins. */
export function presentExperience(row: ListingRow, viewer: Viewer): Experience {
  const { commission_rate, advertiser_id, image_words, has_details, open_months, ...rest } = row;
  const { name_ja: _, description_ja: __, ...shown } = rest;
  return {
    ...shown,
    ...nameFor(viewer.language, row),
    ...descriptionFor(viewer.language, row),
    // The table's own checks hold both to the contract's lists.
    category: row.category as Category,
    price_range: row.price_range as PriceRange,
    booking_url: viewer.role === 'traveler' && row.booking_url ? linkFor(row, viewer) : row.booking_url,
    // Told where there are any alone: a list is no longer than its listings make it.
    ...(image_words && { image_words }),
    ...(has_details && { has_details }),
    ...(open_months && !open_months.includes(hawaiiMonth(viewer.now)) && { closed_this_month: true as const }),
    ...(viewer.role === 'admin' ? { commission_rate, advertiser_id } : {}),
  };
}

function linkFor(row: ListingRow, { settings, visitId, now }: Viewer): string | null {
  const key = deriveKey(settings.secretKeys[0], 'click');
  const clickId = newClickId(key, { visitId: visitId ?? 0, listingId: row.id, madeAt: now });
  return trackedLink(row.booking_url ?? '', clickId, settings);
}
