import { distance } from '../format.ts';
import { counted } from './counted.ts';

/** Words of the map. */
export const map = {
  label: 'Map of experiences',
  help: 'Arrow keys move the map, plus and minus zoom. All that it shows is listed below it.',
  loading: 'Unrolling the map',
  failed: 'The map could not be loaded. The list shows the same experiences.',
  locate: 'Centre on my location',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  toSatellite: 'Show the satellite picture',
  toStandard: 'Show the standard map',
  here: 'You are here',
  legend: 'Legend',
  legendPin: 'One experience',
  legendFeatured: 'Featured',
  legendCluster: 'Several close together',
  shown: 'On the map now',
  pin: (name: string, kind: string, distance: string | null) =>
    distance ? `${name}, ${kind}, ${distance} away` : `${name}, ${kind}`,
  cluster: (count: number, name: string) => `${counted(count, 'experience', 'experiences')} around ${name}`,
  zoomTo: 'Zoom in to see each',
  away: (distance: string) => `${distance} away`,
  distance,
  limited: (shown: number, all: number) =>
    `The ${shown} nearest of ${all} single ones here. Zoom in to see the others.`,
  limitedHere: (shown: number, all: number) => `${shown} of ${all} that stand close together here. The list shows all.`,
  nothingHere: 'Nothing in this part of the map.',
  toNearest: 'Show the nearest',
  withoutPosition: (count: number) =>
    `${counted(count, 'experience has', 'experiences have')} no position; the list shows all.`,
  close: 'Close',
  detailsFailed: 'The details did not arrive. Please check your connection.',
  again: 'Try Again',
  tilesFailed:
    'The map pictures did not arrive. You see the outline of the islands; all pins are in their real places.',
  locating: 'Looking for your position',
  denied: 'Your position is switched off for this site. Allow it in the browser’s settings, or move the map by hand.',
  unavailable: 'Your position could not be found. Move the map by hand, or try again under open sky.',
  farAway: 'You are far from the islands, so the map stays here. Distances count from where you are.',
  pictures: (source: string) => `Map pictures: ${source}. Coastline: Natural Earth.`,
  outline: 'Coastline: Natural Earth.',
  /** Islands by their Hawaiian names, where a language has others. */
  islands: {} as Readonly<Record<string, string>>,
};
