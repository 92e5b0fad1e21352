import { browserApi } from '../../api.ts';
import { track } from '../../features/analytics/track.ts';
import type { CardBooking } from '../../features/discovery/explore-booking.tsx';
import type { MapEvent } from '../../features/discovery/map/map-events.ts';
import { MapSection } from '../../features/discovery/map/map-section.tsx';
import { map as words } from '../../messages/en/map.ts';
import page from '../../ui/page.module.css';
import type { Found } from './use-found.ts';

/** What was found, on the map; what has no position is counted. */
export function ExploreMap({ found, booking }: { found: Found; booking: CardBooking }) {
  const { positions, experiences, tiles, summary } = found;
  const loadListing = async (id: number) =>
    experiences.find((one) => one.id === id) ??
    (await browserApi('GET /api/business-listings/{id}', { params: { id: String(id) } }));
  const missing = summary.count - positions.length;
  return (
    <>
      <MapSection {...{ tiles, booking, loadListing }} listings={positions} onEvent={note} />
      {missing > 0 && <p className={page.lead}>{words.withoutPosition(missing)}</p>}
    </>
  );
}

function note({ type, ...data }: MapEvent): void {
  const { business_listing_id, ...told } = { business_listing_id: undefined, ...data };
  track(type, 'distance' in told ? { ...told, distance: told.distance ?? undefined } : told, business_listing_id);
}
