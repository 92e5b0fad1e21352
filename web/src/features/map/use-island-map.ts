import { type RefObject, startTransition, useEffect, useRef, useState } from 'react';
import type { MapListing } from '../../../../contract/map.ts';
import { map as words } from '../../messages/en/map.ts';
import { defaultCentre, distanceKm, type Position, zoomLimits } from './geometry.ts';
import { IslandMap, type Shown } from './island-map.ts';
import type { MapEvent, MapMode } from './map-events.ts';

/** Who is farther than this from every listing is not on the islands, and has no use for a map of where they are. */
const farKm = 300;
/** What a phone shows of the first view, by the half: whatever lies nearer to Honolulu needs no other centre. */
const firstViewKm = 1.5;

interface MapState {
  listings: readonly MapListing[];
  tiles: Readonly<Record<MapMode, string>> | null;
  own: Position | null;
  mode: MapMode;
  nameOf: (listing: MapListing) => string;
  onEvent: ((event: MapEvent) => void) | undefined;
}

const isNear = (position: Position, km: number, listings: readonly MapListing[]) =>
  listings.some((one) => distanceKm(position, one) <= km);

/** The listing that the address names, as the way back from signing in does. */
const namedIn = (listings: readonly MapListing[]) => {
  const id = /^#experience-(\d+)$/.exec(location.hash)?.[1];
  return listings.find((one) => String(one.id) === id) ?? null;
};

const firstCentre = (listings: readonly MapListing[]): Position =>
  namedIn(listings) ?? (isNear(defaultCentre, firstViewKm, listings) ? defaultCentre : (listings[0] ?? defaultCentre));

/** Ties the map to the screen: what it is given goes in, what it shows and what was tapped comes out. */
export function useIslandMap({ listings, tiles, own, mode, nameOf, onEvent }: MapState) {
  const frame: RefObject<HTMLDivElement | null> = useRef(null);
  const island = useRef<IslandMap | null>(null);
  // Null until the listings stand on the map.
  const [shown, setShown] = useState<(Shown & { zoom: number }) | null>(null);
  const [picturesFailed, setPicturesFailed] = useState(false);
  const [selected, setSelected] = useState<MapListing | null>(null);
  const [isFar, setFar] = useState(false);
  const latest = useRef({ nameOf, onEvent, own });
  latest.current = { nameOf, onEvent, own };

  const select = (listing: MapListing | null) => {
    island.current?.select(listing?.id ?? null);
    setSelected(listing);
    if (!listing) return;
    const { own, onEvent } = latest.current;
    onEvent?.({
      type: 'map_pin_clicked',
      business_listing_id: listing.id,
      distance: own && distanceKm(own, listing),
      is_featured: listing.is_featured,
      zoom_level: island.current?.zoom ?? zoomLimits.initial,
    });
  };
  const goToOwn = (at: Position) => {
    const far = !isNear(at, farKm, listings);
    setFar(far);
    if (!far) island.current?.goTo(at);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: one map for as long as the screen lasts
  useEffect(() => {
    const made = new IslandMap({
      container: frame.current!,
      tiles,
      centre: firstCentre(listings),
      words: { here: words.here, pin: (one) => latest.current.nameOf(one), cluster: clusterName },
      // The list below may wait a moment; the map under a finger may not.
      onShown: (next) => startTransition(() => setShown({ ...next, zoom: island.current?.zoom ?? zoomLimits.initial })),
      onPin: select,
      onPictures: setPicturesFailed,
    });
    island.current = made;
    return () => {
      island.current = null;
      made.remove();
    };
  }, []);

  const isStarted = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the map shows follows the listings alone
  useEffect(() => {
    if (!isStarted.current) {
      // The empty map first; what stands on it is work enough for a task of its own.
      const timer = setTimeout(start);
      return () => clearTimeout(timer);
    }
    const now = island.current!.setListings(listings);
    setSelected((before) => listings.find((one) => one.id === before?.id) ?? null);
    // A new search: whoever found nothing here is taken to the best of what there is.
    if (now.pins.length + now.clusters.length === 0 && listings[0]) island.current!.goTo(listings[0]);
  }, [listings]);
  const start = () => {
    isStarted.current = true;
    const first = island.current!.setListings(listings);
    const named = namedIn(listings);
    if (named) select(named);
    onEvent?.({
      type: 'map_initialized',
      pins_count: first.pins.length,
      clusters_count: first.clusters.length,
      has_user_location: latest.current.own !== null,
      map_mode: mode,
    });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a position once found moves the map once
  useEffect(() => {
    island.current?.setOwn(own);
    if (own) goToOwn(own);
  }, [own]);

  const isFirstMode = useRef(true);
  useEffect(() => {
    if (!isFirstMode.current) island.current?.setMode(mode);
    isFirstMode.current = false;
  }, [mode]);

  return { frame, island, shown, picturesFailed, selected, select, goToOwn, isFar };
}

export const clusterName = ({ count, listings }: { count: number; listings: readonly MapListing[] }) =>
  words.cluster(count, listings[0]?.name ?? '');
