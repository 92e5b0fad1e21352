import { useId, useRef, useState } from 'react';
import type { Experience } from '../../../../contract/listings.ts';
import type { MapListing } from '../../../../contract/map.ts';
import { map as words } from '../../messages/en/map.ts';
import { Notice } from '../../ui/notice.tsx';
import { Status } from '../../ui/status.tsx';
import type { CardBooking } from '../listings/explore-booking.tsx';
import { useKinds } from '../listings/kinds.ts';
import { distanceKm, zoomLimits } from './geometry.ts';
import { MapControls } from './map-controls.tsx';
import type { MapEvent, MapMode } from './map-events.ts';
import { MapLegend } from './map-legend.tsx';
import { MapPanel } from './map-panel.tsx';
import styles from './map-view.module.css';
import { ShownList } from './shown-list.tsx';
import { useIslandMap } from './use-island-map.ts';
import { useOwnPosition } from './use-own-position.ts';

export interface MapViewProps {
  listings: readonly MapListing[];
  /** Where pictures come from; null where nobody could say. */
  tiles: { standard: string; satellite: string; attribution: string } | null;
  booking: CardBooking;
  /** Fetches all that is known of a listing. */
  loadListing: (id: number) => Promise<Experience>;
  /** Told what happens, for whoever counts it. */
  onEvent?: ((event: MapEvent) => void) | undefined;
}

/** The map with all that belongs to it: buttons, the selected listing, legend, and the same in a list. */
export function MapView({ listings, tiles, booking, loadListing, onEvent }: MapViewProps) {
  const [mode, setMode] = useState<MapMode>('standard');
  const { own, ask } = useOwnPosition(onEvent);
  const helpId = useId();
  const box = useRef<HTMLElement>(null);
  const opener = useRef<HTMLElement | null>(null);
  const kindOf = useKinds();
  const distanceOf = (listing: MapListing) => (own.at ? distanceKm(own.at, listing) : null);
  const nameOf = (listing: MapListing) => {
    const km = distanceOf(listing);
    return words.pin(listing.name, kindOf(listing), km === null ? null : words.distance(km));
  };

  const { frame, island, shown, picturesFailed, selected, select, goToOwn, isFar } = useIslandMap({
    listings,
    tiles,
    own: own.at,
    mode,
    nameOf,
    onEvent,
  });

  const open = (listing: MapListing) => {
    opener.current = document.activeElement as HTMLElement | null;
    island.current?.goTo(listing);
    select(listing);
    // The row that was tapped may be far below it.
    box.current?.scrollIntoView({ block: 'nearest' });
  };
  const close = () => {
    select(null);
    const back = opener.current?.isConnected ? opener.current : frame.current;
    back?.focus({ preventScroll: true });
  };
  const locate = async () => {
    if (own.state === 'asking') return;
    const at = own.at ?? (await ask());
    if (at) goToOwn(at);
  };

  return (
    <div className={styles.view}>
      <Status>
        {own.state === 'denied' && <Notice tone="warn">{words.denied}</Notice>}
        {own.state === 'unavailable' && <Notice tone="warn">{words.unavailable}</Notice>}
        {isFar && <Notice>{words.farAway}</Notice>}
      </Status>
      <section ref={box} className={styles.box} aria-label={words.label}>
        <p id={helpId} className="visually-hidden">
          {words.help}
        </p>
        {/* biome-ignore lint/a11y/useSemanticElements: a map that arrow keys move is no other element */}
        <div ref={frame} className={styles.map} role="group" aria-label={words.label} aria-describedby={helpId} />
        <MapControls
          mode={mode}
          isLocating={own.state === 'asking'}
          zoom={shown?.zoom ?? zoomLimits.initial}
          onLocate={locate}
          onZoom={(steps) => island.current?.zoomBy(steps)}
          onMode={setMode}
          canChange={tiles !== null}
        />
        {selected && (
          <MapPanel
            key={selected.id}
            listing={selected}
            distanceKm={distanceOf(selected)}
            booking={booking}
            loadListing={loadListing}
            onEvent={onEvent}
            onClose={close}
            onHeight={(height) => island.current?.keepClear(selected, height)}
          />
        )}
      </section>
      <p className={styles.source}>{tiles ? words.pictures(tiles.attribution) : words.outline}</p>
      <Status>{picturesFailed && <Notice tone="warn">{words.tilesFailed}</Notice>}</Status>
      <MapLegend />
      {shown && (
        <ShownList
          shown={shown}
          selected={selected}
          hasListings={listings.length > 0}
          distanceOf={distanceOf}
          onOpen={open}
          onCluster={(cluster) => island.current?.open(cluster)}
          onNearest={() => island.current?.goToNearest()}
        />
      )}
    </div>
  );
}
