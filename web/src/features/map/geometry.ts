/** Where something is, in degrees. */
export interface Position {
  latitude: number;
  longitude: number;
}

export const zoomLimits = { min: 10, max: 18, initial: 15 } as const;
/** Honolulu, where the map opens unless it knows better. */
export const defaultCentre: Position = { latitude: 21.3069, longitude: -157.8583 };
export const mostPins = 15;
const earthRadiusKm = 6371;
const metresPerDegree = (earthRadiusKm * 1000 * Math.PI) / 180;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Along the surface of a round Earth (haversine), in kilometres. */
export function distanceKm(from: Position, to: Position): number {
  const halfNorth = Math.sin(radians(to.latitude - from.latitude) / 2);
  const halfEast = Math.sin(radians(to.longitude - from.longitude) / 2);
  const chord =
    halfNorth * halfNorth + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * halfEast * halfEast;
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** Within how many metres listings become one cluster; null where each stands for itself. */
export function clusterRadius(zoom: number): number | null {
  if (zoom >= 16) return null;
  if (zoom >= 14) return 50;
  return zoom >= 12 ? 100 : 200;
}

export interface Cluster<L> {
  /** Stays the same while its members do. */
  id: string;
  position: Position;
  count: number;
  listings: readonly L[];
}

export interface Grouped<L> {
  clusters: readonly Cluster<L>[];
  pins: readonly L[];
}

/**
 * Gathers listings by the radius of a zoom: each that is still free takes in all free ones within the radius of it, in the
 * order given. Two or more are a cluster in the middle of its members, one alone is a pin.
 */
export function group<L extends Position & { id: number }>(listings: readonly L[], zoom: number): Grouped<L> {
  const radius = clusterRadius(zoom);
  if (radius === null) return { clusters: [], pins: listings };
  const cells = new Cells(listings, radius);
  const taken = new Set<L>();
  const clusters: Cluster<L>[] = [];
  const pins: L[] = [];
  for (const seed of listings) {
    if (taken.has(seed)) continue;
    const members = cells.near(seed).filter((one) => !taken.has(one) && distanceKm(seed, one) * 1000 <= radius);
    for (const one of members) taken.add(one);
    if (members.length === 1) pins.push(seed);
    else clusters.push(clusterOf(members));
  }
  return { clusters, pins };
}

function clusterOf<L extends Position & { id: number }>(listings: readonly L[]): Cluster<L> {
  const mean = (of: (one: L) => number) => listings.reduce((sum, one) => sum + of(one), 0) / listings.length;
  return {
    id: listings.map(({ id }) => id).join('-'),
    position: { latitude: mean((one) => one.latitude), longitude: mean((one) => one.longitude) },
    count: listings.length,
    listings,
  };
}

/** Listings by squares at least as wide as the radius, so that whatever is within it lies in one of nine. */
class Cells<L extends Position> {
  readonly #cells = new Map<string, L[]>();
  readonly #north: number;
  readonly #east: number;

  constructor(listings: readonly L[], radius: number) {
    const farthest = Math.min(89, Math.max(0, ...listings.map(({ latitude }) => Math.abs(latitude))));
    // A little wider than the radius: a square never cuts off what the exact distance lets in.
    this.#north = (radius * 1.01) / metresPerDegree;
    this.#east = this.#north / Math.cos(radians(farthest));
    for (const one of listings) {
      const [row, column] = this.#cellOf(one);
      const key = `${row} ${column}`;
      const cell = this.#cells.get(key);
      if (cell) cell.push(one);
      else this.#cells.set(key, [one]);
    }
  }

  #cellOf({ latitude, longitude }: Position): [number, number] {
    return [Math.floor(latitude / this.#north), Math.floor(longitude / this.#east)];
  }

  /** All in the nine squares around; the seed itself first. */
  near(seed: L): L[] {
    const [row, column] = this.#cellOf(seed);
    const found: L[] = [seed];
    for (let up = -1; up <= 1; up++)
      for (let right = -1; right <= 1; right++)
        for (const one of this.#cells.get(`${row + up} ${column + right}`) ?? []) if (one !== seed) found.push(one);
    return found;
  }
}

/** The few pins nearest to a point, nearest first. */
export function nearestPins<L extends Position>(pins: readonly L[], from: Position, most: number = mostPins): L[] {
  return pins
    .map((pin) => ({ pin, km: distanceKm(from, pin) }))
    .sort((one, other) => one.km - other.km)
    .slice(0, most)
    .map(({ pin }) => pin);
}
