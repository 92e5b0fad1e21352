import { divIcon, type Map as LeafletMap, type Marker, marker } from 'leaflet';
import type { MapListing } from '../../../../contract/map.ts';
import type { Cluster, Grouped, Position } from './geometry.ts';
import styles from './island-map.module.css';
import { clusterIcon, pinIcon } from './map-icons.ts';

export interface MarkerWords {
  pin(listing: MapListing): string;
  cluster(cluster: Cluster<MapListing>): string;
}

interface Options {
  words: MarkerWords;
  onPin(listing: MapListing): void;
  onCluster(cluster: Cluster<MapListing>): void;
}

interface Shown {
  marker: Marker;
  name: () => string;
  /** Null for a cluster. */
  listing: MapListing | null;
}

const touch = 44;
/** Pins are stacked by their pixels from the top of the map. */
const aboveAllPins = 10_000;

/** The pins and clusters that stand on the map: what stays is left alone, so that moving costs what changes. */
export class IslandMarkers {
  readonly #map: LeafletMap;
  readonly #options: Options;
  readonly #shown = new Map<string, Shown>();
  #selected: number | null = null;

  constructor(map: LeafletMap, options: Options) {
    this.#map = map;
    this.#options = options;
  }

  show({ pins, clusters }: Grouped<MapListing>): void {
    const wanted = new Map<string, () => Shown>();
    for (const cluster of clusters) wanted.set(cluster.id, () => this.#cluster(cluster));
    for (const [pin, shift] of spread(pins)) wanted.set(`${pin.id} ${shift}`, () => this.#pin(pin, shift));
    for (const [key, one] of this.#shown) {
      if (wanted.has(key)) continue;
      one.marker.remove();
      this.#shown.delete(key);
    }
    for (const [key, make] of wanted) if (!this.#shown.has(key)) this.#shown.set(key, make());
    this.select(this.#selected);
  }

  /** Makes one pin stand out. */
  select(id: number | null): void {
    this.#selected = id;
    for (const { marker, listing } of this.#shown.values())
      marker.getElement()?.classList.toggle(styles.selected!, listing !== null && listing.id === id);
  }

  /** Says anew what they are called, as distances have changed. */
  rename(): void {
    for (const { marker, name } of this.#shown.values()) marker.getElement()?.setAttribute('aria-label', name());
  }

  #pin(listing: MapListing, [right, down]: Shift): Shown {
    const { words, onPin } = this.#options;
    const anchor: [number, number] = [touch / 2 - right, touch - down];
    const made = this.#button(listing, pinIcon(listing.is_featured), anchor, () => onPin(listing));
    return this.#named({ marker: made, listing, name: () => words.pin(listing) });
  }

  #cluster(cluster: Cluster<MapListing>): Shown {
    const { words, onCluster } = this.#options;
    const anchor: [number, number] = [touch / 2, touch / 2];
    const made = this.#button(cluster.position, clusterIcon(cluster.count), anchor, () => onCluster(cluster));
    // Its figure stands for several, and no single pin may hide it.
    made.setZIndexOffset(aboveAllPins);
    return this.#named({ marker: made, listing: null, name: () => words.cluster(cluster) });
  }

  #named(shown: Shown): Shown {
    shown.marker.getElement()?.setAttribute('aria-label', shown.name());
    return shown;
  }

  #button({ latitude, longitude }: Position, html: Element, iconAnchor: [number, number], press: () => void): Marker {
    const icon = divIcon({
      html: html as HTMLElement,
      className: styles.pin ?? '',
      iconSize: [touch, touch],
      iconAnchor,
    });
    const made = marker([latitude, longitude], { icon, riseOnHover: true }).on('click', press).addTo(this.#map);
    made.getElement()!.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      press();
    });
    return made;
  }
}

/** Pixels to the right and down. */
type Shift = readonly [number, number];

/** As many fit beside each other on the narrowest phone. */
const mostInRow = 5;

/** Pins on one spot stand side by side in rows, the last of them on the spot. */
function spread(pins: readonly MapListing[]): [MapListing, Shift][] {
  const spots = new Map<string, MapListing[]>();
  for (const pin of pins) {
    const spot = `${pin.latitude.toFixed(5)} ${pin.longitude.toFixed(5)}`;
    spots.set(spot, [...(spots.get(spot) ?? []), pin]);
  }
  return [...spots.values()].flatMap((here) =>
    here
      .toSorted((one, other) => one.id - other.id)
      .map((pin, index): [MapListing, Shift] => {
        const row = Math.floor(index / mostInRow);
        const inRow = Math.min(here.length - row * mostInRow, mostInRow);
        const below = Math.ceil(here.length / mostInRow) - 1 - row;
        return [pin, [((index % mostInRow) - (inRow - 1) / 2) * touch, -below * touch]];
      }),
  );
}
