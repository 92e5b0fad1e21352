import {
  divIcon,
  type LatLngBounds,
  type LatLngExpression,
  type Map as LeafletMap,
  latLngBounds,
  type Marker,
  map,
  marker,
  polygon,
  svg,
  type TileLayer,
  tileLayer,
} from 'leaflet';
import 'leaflet/dist/leaflet.css';
import type { MapListing } from '../../../../../contract/explore.ts';
import { islands } from './coastline.ts';
import {
  type Cluster,
  clusterRadius,
  type Grouped,
  group,
  mostPins,
  nearestPins,
  type Position,
  zoomLimits,
} from './geometry.ts';
import styles from './island-map.module.css';
import type { MapMode } from './map-events.ts';
import { clusterIcon, hereIcon, pinIcon } from './map-icons.ts';

/** What the map shows of the listings in its view. */
export interface Shown {
  /** At most 15, the nearest first. */
  pins: readonly MapListing[];
  /** How many single ones lie in view. */
  single: number;
  clusters: readonly Cluster<MapListing>[];
}

interface Options {
  container: HTMLElement;
  tiles: Readonly<Record<MapMode, string>> | null;
  centre: Position;
  words: { here: string; pin(listing: MapListing): string; cluster(cluster: Cluster<MapListing>): string };
  onShown(shown: Shown): void;
  onPin(listing: MapListing): void;
  /** Told after each round of pictures: whether none of them came. */
  onPictures(failed: boolean): void;
}

/** Pictures are drawn up to here, and enlarged beyond. */
const finestPictures = 16;
/** Where the coast of an island shows as one. */
const outlineZoom = 11;
const touch = 44;
const at = ({ latitude, longitude }: Position): LatLngExpression => [latitude, longitude];
const isStill = () => getComputedStyle(document.documentElement).getPropertyValue('--quick').trim() === '0s';

/** The map itself, without React: pictures over a coastline, pins and clusters of what is in view. */
export class IslandMap {
  readonly #options: Options;
  readonly #map: LeafletMap;
  readonly #markers = new Map<string, Marker>();
  readonly #grouped = new Map<number | null, Grouped<MapListing>>();
  #listings: readonly MapListing[] = [];
  #own: Position | null = null;
  #ownMarker: Marker | undefined;
  #pictures: TileLayer | undefined;
  #selected: number | null = null;
  #isTouched = false;

  constructor(options: Options) {
    this.#options = options;
    const moves = !isStill();
    this.#map = map(options.container, {
      center: at(options.centre),
      zoom: zoomLimits.initial,
      minZoom: zoomLimits.min,
      maxZoom: zoomLimits.max,
      zoomControl: false,
      attributionControl: false,
      scrollWheelZoom: false,
      zoomAnimation: moves,
      fadeAnimation: moves,
      markerZoomAnimation: moves,
      inertia: moves,
    });
    this.#drawCoast();
    this.setMode('standard');
    // A wheel scrolls the page until one has turned to the map.
    this.#map
      .on('focus', () => this.#map.scrollWheelZoom.enable())
      .on('blur', () => this.#map.scrollWheelZoom.disable());
    this.#map.on('dragstart', () => {
      this.#isTouched = true;
    });
    this.#map.on('moveend', () => this.#update());
  }

  /** Puts other listings on the map; gives what it shows of them. */
  setListings(listings: readonly MapListing[]): Shown {
    this.#listings = listings;
    this.#grouped.clear();
    return this.#update();
  }

  /** Which pin stands out. */
  select(id: number | null): void {
    this.#selected = id;
    for (const [key, one] of this.#markers)
      one.getElement()?.classList.toggle(styles.selected!, key.startsWith(`${id} `));
  }

  setOwn(position: Position | null): void {
    this.#own = position;
    this.#ownMarker?.remove();
    this.#ownMarker =
      position === null
        ? undefined
        : marker(at(position), {
            icon: divIcon({
              html: hereIcon(this.#options.words.here) as HTMLElement,
              className: '',
              iconSize: [20, 20],
            }),
            interactive: false,
            keyboard: false,
            zIndexOffset: -500,
          }).addTo(this.#map);
    this.#update();
  }

  setMode(mode: MapMode): void {
    this.#pictures?.remove();
    const { tiles, onPictures } = this.#options;
    if (!tiles) {
      onPictures(true);
      this.#showCoast();
      return;
    }
    let [came, failed] = [0, 0];
    this.#pictures = tileLayer(tiles[mode], {
      minZoom: zoomLimits.min,
      maxZoom: zoomLimits.max,
      maxNativeZoom: finestPictures,
      className: mode === 'standard' ? (styles.standard ?? '') : '',
    })
      .on('loading', () => {
        [came, failed] = [0, 0];
      })
      .on('tileload', () => {
        came += 1;
      })
      .on('tileerror', () => {
        failed += 1;
      })
      .on('load', () => {
        if (came + failed === 0) return;
        onPictures(came === 0);
        if (came === 0) this.#showCoast();
      })
      .addTo(this.#map);
  }

  zoomBy(steps: number): void {
    this.#isTouched = true;
    this.#map.setZoom(this.#map.getZoom() + steps);
  }

  /** Moves to a place. */
  goTo(position: Position, zoom: number = this.#map.getZoom()): void {
    this.#isTouched = true;
    this.#map.setView(at(position), zoom);
  }

  /** Moves to whichever listing is nearest to what is in view. */
  goToNearest(): void {
    const [nearest] = nearestPins(this.#listings, this.centre, 1);
    if (nearest) this.goTo(nearest);
  }

  /** Goes so near that the members of a cluster stand apart. */
  open(cluster: Cluster<MapListing>): void {
    const fitting = this.#map.getBoundsZoom(boundsOf(cluster.listings).pad(0.5));
    const nearer = Math.max(this.#map.getZoom() + 1, fitting);
    this.goTo(cluster.position, Math.min(zoomLimits.max, nearer));
  }

  /** Keeps a pin clear of what covers the foot of the map. */
  keepClear(position: Position, footHeight: number): void {
    this.#map.panInside(at(position), {
      paddingTopLeft: [touch, touch * 2],
      paddingBottomRight: [touch * 2, footHeight + touch],
    });
  }

  get zoom(): number {
    return this.#map.getZoom();
  }

  get centre(): Position {
    const { lat, lng } = this.#map.getCenter();
    return { latitude: lat, longitude: lng };
  }

  remove(): void {
    this.#map.remove();
  }

  /** Under the pictures, so that it is seen wherever they are missing. */
  #drawCoast(): void {
    const pane = this.#map.createPane('coast');
    pane.classList.add(styles.coastPane!);
    const renderer = svg({ pane: 'coast', padding: 0.5 });
    for (const { name, coast } of islands) {
      const ring = polygon(coast.map(at) as [number, number][], {
        pane: 'coast',
        renderer,
        className: styles.coast ?? '',
        interactive: false,
      });
      ring.addTo(this.#map);
      const words = document.createElement('span');
      words.textContent = name;
      marker(ring.getBounds().getCenter(), {
        pane: 'coast',
        icon: divIcon({ html: words, className: styles.island ?? '', iconSize: [120, 28] }),
        interactive: false,
        keyboard: false,
      }).addTo(this.#map);
    }
  }

  /** From far enough to know an island by its coast, unless somebody is already finding their way. */
  #showCoast(): void {
    if (this.#isTouched || this.#map.getZoom() <= outlineZoom) return;
    this.#isTouched = true;
    this.#map.setZoom(outlineZoom);
  }

  #update(): Shown {
    const view = this.#map.getBounds();
    const shown = this.#shownIn(view);
    const wanted = new Map<string, () => Marker>();
    for (const cluster of shown.clusters) wanted.set(cluster.id, () => this.#clusterMarker(cluster));
    for (const [pin, shift] of spread(shown.pins)) wanted.set(`${pin.id} ${shift}`, () => this.#pinMarker(pin, shift));
    for (const [key, one] of this.#markers) {
      if (wanted.has(key)) continue;
      one.remove();
      this.#markers.delete(key);
    }
    for (const [key, make] of wanted) if (!this.#markers.has(key)) this.#markers.set(key, make().addTo(this.#map));
    this.select(this.#selected);
    this.#options.onShown(shown);
    return shown;
  }

  #shownIn(view: LatLngBounds): Shown {
    const radius = clusterRadius(this.#map.getZoom());
    const grouped = this.#grouped.get(radius) ?? group(this.#listings, this.#map.getZoom());
    this.#grouped.set(radius, grouped);
    const inView = (position: Position) => view.contains(at(position));
    const single = grouped.pins.filter(inView);
    const from = this.#own && inView(this.#own) ? this.#own : this.centre;
    return {
      pins: nearestPins(single, from, mostPins),
      single: single.length,
      clusters: grouped.clusters.filter(({ position }) => inView(position)),
    };
  }

  #pinMarker(listing: MapListing, shift: number): Marker {
    const icon = divIcon({
      html: pinIcon(listing.is_featured) as unknown as HTMLElement,
      className: styles.pin ?? '',
      iconSize: [touch, touch],
      iconAnchor: [touch / 2 - shift, touch],
    });
    return this.#button(listing, icon, this.#options.words.pin(listing), () => this.#options.onPin(listing));
  }

  #clusterMarker(cluster: Cluster<MapListing>): Marker {
    const icon = divIcon({
      html: clusterIcon(cluster.count) as HTMLElement,
      className: styles.pin ?? '',
      iconSize: [touch, touch],
    });
    return this.#button(cluster.position, icon, this.#options.words.cluster(cluster), () => this.open(cluster));
  }

  #button(position: Position, icon: ReturnType<typeof divIcon>, name: string, press: () => void): Marker {
    const made = marker(at(position), { icon, riseOnHover: true }).on('click', press);
    return made.on('add', () => {
      const element = made.getElement()!;
      element.setAttribute('aria-label', name);
      element.addEventListener('keydown', (event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        press();
      });
    });
  }
}

const boundsOf = (positions: readonly Position[]) =>
  latLngBounds(positions.map((one) => [one.latitude, one.longitude] as [number, number]));

/** Pins on one spot stand side by side, each shifted by so many pixels. */
function spread(pins: readonly MapListing[]): [MapListing, number][] {
  const spots = new Map<string, MapListing[]>();
  for (const pin of pins) {
    const spot = `${pin.latitude.toFixed(5)} ${pin.longitude.toFixed(5)}`;
    spots.set(spot, [...(spots.get(spot) ?? []), pin]);
  }
  return [...spots.values()].flatMap((here) =>
    here
      .toSorted((one, other) => one.id - other.id)
      .map((pin, index): [MapListing, number] => [pin, (index - (here.length - 1) / 2) * touch]),
  );
}
