import {
  divIcon,
  type LatLngBounds,
  type LatLngExpression,
  type Map as LeafletMap,
  latLngBounds,
  type Marker,
  map,
  marker,
  type TileLayer,
} from 'leaflet';
import 'leaflet/dist/leaflet.css';
import type { MapListing } from '../../../../contract/map.ts';
import { drawCoast } from './coast-layer.ts';
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
import { IslandMarkers, type MarkerWords } from './island-markers.ts';
import type { MapMode } from './map-events.ts';
import { hereIcon } from './map-icons.ts';
import { pictureLayer } from './picture-layer.ts';

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
  words: MarkerWords & { here: string };
  onShown(shown: Shown): void;
  onPin(listing: MapListing): void;
  /** Told after each round of pictures: whether none of them came. */
  onPictures(failed: boolean): void;
}

/** Where the coast of an island shows as one. */
const outlineZoom = 11;
const touch = 44;
const gap = 8;
const controlsHeight = gap + touch + gap;
const at = ({ latitude, longitude }: Position): LatLngExpression => [latitude, longitude];
const isStill = () => getComputedStyle(document.documentElement).getPropertyValue('--quick').trim() === '0s';

/** The map itself, without React: pictures over a coastline, pins and clusters of what is in view. */
export class IslandMap {
  readonly #options: Options;
  readonly #map: LeafletMap;
  readonly #markers: IslandMarkers;
  readonly #grouped = new Map<number | null, Grouped<MapListing>>();
  #listings: readonly MapListing[] = [];
  #own: Position | null = null;
  #ownMarker: Marker | undefined;
  #pictures: TileLayer | undefined;
  readonly #firstPictures: ReturnType<typeof setTimeout>;
  /** Where a row of taps on the zoom buttons leads; Leaflet forgets those that come while it moves. */
  #wantedZoom: number | null = null;
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
    const { words, onPin } = options;
    this.#markers = new IslandMarkers(this.#map, { words, onPin, onCluster: (cluster) => this.open(cluster) });
    drawCoast(this.#map);
    // A task of its own: the coast is seen before the first picture can be.
    this.#firstPictures = setTimeout(() => this.setMode('standard'));
    // A wheel scrolls the page until one has turned to the map.
    this.#map
      .on('focus', () => this.#map.scrollWheelZoom.enable())
      .on('blur', () => this.#map.scrollWheelZoom.disable());
    this.#map.on('dragstart', () => {
      this.#isTouched = true;
    });
    this.#map.on('zoomend', () => this.#goOnZooming());
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
    this.#markers.select(id);
  }

  setOwn(position: Position | null): void {
    if (position === this.#own) return;
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
    this.#markers.rename();
  }

  setMode(mode: MapMode): void {
    clearTimeout(this.#firstPictures);
    this.#pictures?.remove();
    const { tiles, onPictures } = this.#options;
    const tell = (failed: boolean) => {
      onPictures(failed);
      if (failed) this.#showCoast();
    };
    if (tiles) this.#pictures = pictureLayer(tiles[mode], mode, tell).addTo(this.#map);
    else tell(true);
  }

  zoomBy(steps: number): void {
    this.#isTouched = true;
    const from = this.#wantedZoom ?? this.#map.getZoom();
    const to = Math.min(zoomLimits.max, Math.max(zoomLimits.min, from + steps));
    const isMoving = this.#wantedZoom !== null;
    if (to === from) return;
    this.#wantedZoom = to;
    if (!isMoving) this.#map.setZoom(to);
  }

  #goOnZooming(): void {
    const wanted = this.#wantedZoom;
    if (wanted !== null && wanted !== this.#map.getZoom()) this.#map.setZoom(wanted);
    else this.#wantedZoom = null;
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

  /** Keeps a pin clear of the buttons along the top and of what covers the foot of the map. */
  keepClear(position: Position, footHeight: number): void {
    this.#map.panInside(at(position), {
      paddingTopLeft: [touch, controlsHeight + touch],
      paddingBottomRight: [touch, footHeight + gap * 2],
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
    clearTimeout(this.#firstPictures);
    this.#map.remove();
  }

  /** From far enough to know an island by its coast, unless somebody is already finding their way. */
  #showCoast(): void {
    if (this.#isTouched || this.#map.getZoom() <= outlineZoom) return;
    this.#isTouched = true;
    this.#map.setZoom(outlineZoom);
  }

  #update(): Shown {
    const shown = this.#shownIn(this.#map.getBounds());
    this.#markers.show(shown);
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
}

const boundsOf = (positions: readonly Position[]) =>
  latLngBounds(positions.map((one) => [one.latitude, one.longitude] as [number, number]));
