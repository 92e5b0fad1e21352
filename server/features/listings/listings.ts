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
export { type ListingChange, type ListingRow, listingColumns } from './listings.store.ts';

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
