import { type Box, distanceKm, type Position } from '../../platform/distance.ts';

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

/** The island that a position is on, or the nearest. */
export function islandOf(position: Position): string {
  const byDistance = Object.entries(islands).map(([name, around]) => ({ name, km: distanceTo(position, around) }));
  return byDistance.reduce((nearest, one) => (one.km < nearest.km ? one : nearest)).name;
}
