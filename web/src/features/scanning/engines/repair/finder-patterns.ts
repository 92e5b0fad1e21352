import type { Pixels } from '../level-light.ts';

/** The nested squares in three corners of a code. */
export interface FinderPattern {
  /** Centre, in pixels. */
  x: number;
  y: number;
  /** Side of one module, in pixels. */
  module: number;
  /** In how many of the rows looked at it was seen. */
  sightings: number;
}

/** Two of three rows are left out: even small patterns are hit twice then. */
const rowStep = 3;
/** In pixels: smaller ones are noise as a rule, and of a code that small nothing is left to repair. */
const leastModule = 3;
const leastMiddle = 5;
const mostPatterns = 5;

/**
 * Patterns in a picture of black and white, the surest first. Seen along any straight line through its centre, such a
 * pattern is dark, light, dark, light and dark for one, one, three, one and one modules.
 */
export function findFinderPatterns({ width, height, data }: Pixels): FinderPattern[] {
  const pixels = new Uint32Array(data.buffer);
  const found: FinderPattern[] = [];
  for (let y = rowStep; y < height; y += rowStep) {
    const row = y * width;
    let [a, b, c, d, e] = [0, 0, 0, 0, 0];
    let start = 0;
    for (let x = 1; x <= width; x++) {
      if (x < width && pixels[row + x] === pixels[row + start]) continue;
      a = b;
      b = c;
      c = d;
      d = e;
      e = x - start;
      // Most runs are of noise or print; the middle one tells them without arithmetic.
      if (c >= leastMiddle && a > 0 && data[(row + start) * 4] === 0 && moduleOf(a, b, c, d, e) > 0)
        confirm(pixels, width, height, x - e - d - c / 2, y, found);
      start = x;
    }
  }
  return found
    .filter(({ sightings }) => sightings > 1)
    .sort((one, other) => other.sightings - one.sightings)
    .slice(0, mostPatterns);
}

/** Side of a module if the five runs have a pattern's proportions, or 0. */
function moduleOf(a: number, b: number, c: number, d: number, e: number): number {
  const module = (a + b + c + d + e) / 7;
  const slack = module * 0.7;
  const isPattern =
    Math.abs(a - module) < slack &&
    Math.abs(b - module) < slack &&
    Math.abs(c - 3 * module) < 2 * slack &&
    Math.abs(d - module) < slack &&
    Math.abs(e - module) < slack;
  return isPattern && module >= leastModule ? module : 0;
}

/** Looks down and across the supposed centre, and takes the pattern in if both agree. */
function confirm(pixels: Uint32Array, width: number, height: number, x: number, y: number, found: FinderPattern[]) {
  const down = cross(pixels, width, height, Math.floor(x), y, 0, 1);
  if (!down) return;
  const across = cross(pixels, width, height, Math.floor(x), Math.round(y + down.shift), 1, 0);
  if (!across || Math.max(down.module, across.module) > 2 * Math.min(down.module, across.module)) return;
  const seen = {
    x: Math.floor(x) + across.shift,
    y: y + down.shift,
    module: (down.module + across.module) / 2,
    sightings: 1,
  };
  const known = found.find((one) => Math.hypot(one.x - seen.x, one.y - seen.y) < 2 * one.module);
  if (!known) {
    found.push(seen);
    return;
  }
  const share = 1 / ++known.sightings;
  known.x += (seen.x - known.x) * share;
  known.y += (seen.y - known.y) * share;
  known.module += (seen.module - known.module) * share;
}

/** The five runs both ways from a point, as the module they say and how far off the centre the point was, in pixels. */
function cross(
  pixels: Uint32Array,
  width: number,
  height: number,
  x: number,
  y: number,
  stepX: number,
  stepY: number,
): { module: number; shift: number } | null {
  const runs = [0, 0, 0, 0, 0, 0];
  for (const sign of [-1, 1]) {
    let [column, row] = [x, y];
    let before = pixels[y * width + x];
    for (let run = 0; run < 3; ) {
      column += sign * stepX;
      row += sign * stepY;
      if (column < 0 || row < 0 || column >= width || row >= height) return null;
      const here = pixels[row * width + column];
      if (here !== before) run++;
      before = here;
      if (run < 3) {
        const at = sign < 0 ? 2 - run : 3 + run;
        runs[at] = runs[at]! + 1;
      }
    }
  }
  const [a, b, upper, lower, d, e] = runs as [number, number, number, number, number, number];
  const module = moduleOf(a, b, upper + lower + 1, d, e);
  return module > 0 ? { module, shift: (lower - upper) / 2 + 0.5 } : null;
}
