import { type Box, distanceKm, type Position } from '../../platform/distance.ts';
import { Refusal } from '../../platform/http/refusal.ts';

const box = (south: number, north: number, west: number, east: number): Box => ({ south, north, west, east });

/** The box around each island that people live on and visit, in degrees; no two of them overlap. */
const islands: Readonly<Record<string, Box>> = {
  Oʻahu: box(21.25, 21.72, -158.29, -157.64),
  Maui: box(20.57, 21.04, -156.7, -155.97),
  Kauaʻi: box(21.86, 22.24, -159.8, -159.29),
  'Hawaiʻi Island': box(18.9, 20.28, -156.07, -154.79),
  Molokaʻi: box(21.05, 21.23, -157.32, -156.7),
  Lānaʻi: box(20.72, 20.95, -157.07, -156.79),
};

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

function distanceTo(position: Position, { south, north, west, east }: Box): number {
  const nearest = {
    latitude: within(position.latitude, south, north),
    longitude: within(position.longitude, west, east),
  };
  return distanceKm(position, nearest);
}

/** As far as Niʻihau is from Kauaʻi, and a boat from its harbour: what is farther is a mistake, as a longitude without its sign. */
const farthestKm = 60;

/** The island that a position is on, or the nearest; undefined far from all of them. */
export function islandOf(position: Position): string | undefined {
  const byDistance = Object.entries(islands).map(([name, around]) => ({ name, km: distanceTo(position, around) }));
  const { name, km } = byDistance.reduce((nearest, one) => (one.km < nearest.km ? one : nearest));
  return km > farthestKm ? undefined : name;
}

/** @throws Refusal `invalid_request` at both fields for a position far from all islands */
export function requireIsland(position: Position): void {
  if (islandOf(position) !== undefined) return;
  const message = 'must be on one of the islands, or near one';
  const fields = ['body.latitude', 'body.longitude'].map((path) => ({ path, code: 'custom', message }));
  throw new Refusal('invalid_request', { detail: `body.latitude: ${message}` }).withFields(fields);
}
