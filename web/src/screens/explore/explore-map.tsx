import { browserApi } from '../../api.ts';
import type { CardBooking } from '../../features/discovery/explore-booking.tsx';
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
      <MapSection listings={positions} tiles={tiles} booking={booking} loadListing={loadListing} />
      {missing > 0 && <p className={page.lead}>{words.withoutPosition(missing)}</p>}
    </>
  );
}
