import { useCallback } from 'react';
import { browserApi } from '../../api.ts';
import { track } from '../../features/analytics/track.ts';
import type { CardBooking } from '../../features/listings/explore-booking.tsx';
import type { MapEvent } from '../../features/map/map-events.ts';
import { MapSection } from '../../features/map/map-section.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { map as words } from '../../messages/en/map.ts';
import { platformOf } from '../../shell/in-app/follow-link.tsx';
import page from '../../ui/page.module.css';
import type { Found } from './use-found.ts';

/** What was found, on the map; what has no position is counted. */
export function ExploreMap({ found, booking }: { found: Found; booking: CardBooking }) {
  const isSignedIn = useSession().user !== null;
  const onEvent = useCallback((event: MapEvent) => note(event, isSignedIn), [isSignedIn]);
  const { positions, experiences, tiles, summary } = found;
  const loadListing = async (id: number) =>
    experiences.find((one) => one.id === id) ??
    (await browserApi('GET /api/business-listings/{id}', { params: { id: String(id) } }));
  const missing = summary.count - positions.length;
  return (
    <>
      <MapSection {...{ tiles, booking, loadListing, onEvent }} listings={positions} />
      {missing > 0 && <p className={page.lead}>{words.withoutPosition(missing)}</p>}
    </>
  );
}

/** The events about the visitor's position say nothing of who they are. */
function note({ type, ...data }: MapEvent, user_authenticated: boolean): void {
  const { business_listing_id, booking_url, ...told } = { business_listing_id: undefined, booking_url: null, ...data };
  if (type === 'location_permission_granted' || type === 'location_permission_denied') {
    track(type, told);
    return;
  }
  const platform = booking_url ? platformOf(booking_url) : undefined;
  const distance = ('distance' in told ? told.distance : null) ?? undefined;
  track(type, { ...told, distance, platform, user_authenticated }, business_listing_id);
}
