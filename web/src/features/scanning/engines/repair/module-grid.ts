import type { FinderPattern } from './finder-patterns.ts';

/**
 * Where a code's four corners are seen, in pixels: x and y of the top left one, then top right, bottom left and bottom
 * right. Three of them are the middles of the finder patterns, so each lies 3.5 modules inside.
 */
export type Corners = Float64Array;

/** Says of a pixel: 1 dark, -1 light, 0 where it cannot be told. */
export type Tone = (x: number, y: number) => number;

/** Points whose tone is known, one after the other: column, row (0 is the middle of the first module), tone by weight. */
export type KnownPoints = Float64Array;

/** From 1, all known points are seen as they should be, to -1: of those that can be told, and of all. */
export interface Fit {
  agreement: number;
  score: number;
}

/** Pixel of a column and row of the code; both may be fractions. */
export interface GridMap {
  x(column: number, row: number): number;
  y(column: number, row: number): number;
}

/** By how much corners are moved in search of a better fit, in modules. */
const steps = [1, 0.5, 0.25];
const mostRounds = 4;
const directions = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => [x, y] as const)).filter(([x, y]) => x || y);

/** The perspective in which a code with this many modules a side is seen. */
export function createMap(corners: Corners, side: number): GridMap {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0, x3 = 0, y3 = 0, x2 = 0, y2 = 0] = corners;
  const [dx1, dy1, dx2, dy2] = [x1 - x2, y1 - y2, x3 - x2, y3 - y2];
  const [dx3, dy3] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const determinant = dx1 * dy2 - dx2 * dy1;
  const g = (dx3 * dy2 - dx2 * dy3) / determinant;
  const h = (dx1 * dy3 - dx3 * dy1) / determinant;
  const [a, b, d, e] = [x1 - x0 + g * x1, x3 - x0 + h * x3, y1 - y0 + g * y1, y3 - y0 + h * y3];
  const span = side - 7;
  const depth = (across: number, down: number) => g * across + h * down + span;
  return {
    x: (column, row) => (a * (column - 3) + b * (row - 3) + x0 * span) / depth(column - 3, row - 3),
    y: (column, row) => (d * (column - 3) + e * (row - 3) + y0 * span) / depth(column - 3, row - 3),
  };
}

/** Codes that two finder patterns may belong to: as neighbours along either edge or across, and either way round. */
export function guessCorners(one: FinderPattern, other: FinderPattern): Corners[] {
  const square = (x: number, y: number, acrossX: number, acrossY: number): Corners => {
    const [rightX, rightY, lowX, lowY] = [x + acrossX, y + acrossY, x - acrossY, y + acrossX];
    return Float64Array.of(x, y, rightX, rightY, lowX, lowY, rightX - acrossY, rightY + acrossX);
  };
  const guess = (from: FinderPattern, to: FinderPattern) => {
    const [x, y] = [to.x - from.x, to.y - from.y];
    return [
      square(from.x, from.y, x, y),
      square(from.x, from.y, y, -x),
      square(from.x + (x - y) / 2, from.y + (x + y) / 2, (y - x) / 2, -(x + y) / 2),
    ];
  };
  return [...guess(one, other), ...guess(other, one)];
}

/** How well a code of this many modules a side fits at a place. */
export function fitOf(corners: Corners, side: number, points: KnownPoints, toneAt: Tone): Fit {
  const map = createMap(corners, side);
  let [sum, told, all] = [0, 0, 0];
  for (let at = 0; at < points.length; at += 3) {
    const [column, row, known] = [points[at]!, points[at + 1]!, points[at + 2]!];
    const tone = toneAt(Math.floor(map.x(column, row)), Math.floor(map.y(column, row)));
    sum += tone * known;
    if (tone !== 0) told += Math.abs(known);
    all += Math.abs(known);
  }
  return { agreement: told > 0 ? sum / told : 0, score: sum / all };
}

/** Moves one corner at a time as long as the code fits better, ever less far. */
export function improveCorners(guess: Corners, module: number, measure: (corners: Corners) => Fit): Corners {
  const corners = guess.slice();
  let best = measure(corners).score;
  for (const step of steps) {
    let isBetter = true;
    for (let round = 0; round < mostRounds && isBetter; round++) {
      isBetter = false;
      for (let at = 0; at < corners.length; at += 2)
        for (const [x, y] of directions) {
          const before = corners.slice(at, at + 2);
          corners[at] = corners[at]! + x * step * module;
          corners[at + 1] = corners[at + 1]! + y * step * module;
          const { score } = measure(corners);
          if (score > best) [best, isBetter] = [score, true];
          else corners.set(before, at);
        }
    }
  }
  return corners;
}
