/** Ridges and hills. */
import { facet, ground, height, type Point, width } from './ink.ts';
import type { Sheet } from './sky.ts';

export interface RidgeShape {
  /** Where the land meets water or plain. */
  base: number;
  /** Heights of the peaks above the base, left to right, evenly spread between `from` and `to`. */
  peaks: readonly number[];
  from?: number;
  to?: number;
  color: string;
  shade: string;
  /** Narrow flutes down the lit sides, as on the windward cliffs. */
  flutes?: number;
  /** How high the gaps stand between two peaks, as a share of the lower one. */
  saddle?: readonly [number, number];
}

/** A range of faceted peaks, lit from the left, with weathered edges. */
export function ridge(
  { chance }: Sheet,
  { base, peaks, from = -60, to = width + 60, color, shade, flutes = 0, saddle = [0.5, 0.74] }: RidgeShape,
): string {
  const gap = (to - from) / Math.max(1, peaks.length - 1);
  const crest: Point[] = [];
  const summits: { peak: Point; valley: Point; index: number }[] = [];
  for (const [order, high] of peaks.entries()) {
    const peak: Point = [from + gap * order + chance.between(-0.14, 0.14) * gap, base - high];
    const next = peaks[order + 1];
    crest.push(peak);
    if (next === undefined) continue;
    const low = Math.min(high, next) * chance.between(...saddle);
    const valley: Point = [peak[0] + gap * chance.between(0.42, 0.6), base - low];
    summits.push({ peak, valley, index: crest.length - 1 });
    crest.push(valley);
  }
  const weathered = crest.flatMap((point, index) => {
    const next = crest[index + 1];
    if (!next) return [point];
    const steps = [0.25, 0.5, 0.75].map((part): Point => {
      const rough = Math.abs(next[1] - point[1]) * 0.13 + 4;
      return [
        point[0] + (next[0] - point[0]) * part + chance.between(-rough, rough) * 0.5,
        point[1] + (next[1] - point[1]) * part + chance.between(-rough, rough),
      ];
    });
    return [point, ...steps];
  });
  const parts = [
    facet([[weathered[0]![0] - gap * 0.3, base], ...weathered, [weathered.at(-1)![0] + gap * 0.3, base]], color),
  ];
  for (const { peak, index } of summits) {
    const flank = weathered.slice(index * 4, index * 4 + 5);
    const depth = base - peak[1];
    const sway = Math.min(depth * 0.1, gap * 0.16);
    const inner = [0.86, 0.7, 0.52, 0.36, 0.2, 0.08].map((part, step): Point => {
      const aside = (step % 2 === 0 ? 1 : -0.6) * sway * chance.between(0.5, 1.1);
      return [peak[0] + aside + part * sway * 0.8, peak[1] + part * depth];
    });
    const foot: Point = [flank.at(-1)![0] + chance.between(-0.02, 0.12) * gap, base];
    parts.push(facet([peak, ...flank.slice(1), foot, [peak[0] + sway * 0.4, base], ...inner], shade));
  }
  for (let count = 0; count < flutes; count += 1) {
    const start = chance.pick(weathered);
    const depth = (base - start[1]) * chance.between(0.45, 0.9);
    const half = chance.between(4, 10);
    const drift = chance.between(-8, 10);
    parts.push(
      facet(
        [
          [start[0], start[1] + 3],
          [start[0] + drift + half, start[1] + depth],
          [start[0] + drift - half * 0.4, start[1] + depth * 0.92],
        ],
        shade,
      ),
    );
  }
  return parts.join('');
}

/** Soft hills: one even tone down to `bottom`. */
export function hills({ chance }: Sheet, y: number, swing: number, color: string, bottom = height): string {
  const points: Point[] = Array.from({ length: 7 }, (_, step) => [step * 160, y + chance.between(-swing, swing)]);
  return ground(points, color, bottom);
}
