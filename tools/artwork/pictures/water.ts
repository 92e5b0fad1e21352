/** Open water, its lights, and where it meets the sand. */
import { block, fill, ground, height, mix, oval, type Point, width } from './ink.ts';
import type { Sheet } from './sky.ts';

/** Open water from `top` to `bottom`: far, middle and near tone with broken edges. */
export function sea({ chance, inks }: Sheet, top: number, bottom = height): string {
  const deep = bottom - top;
  const edge = (y: number, swing: number): Point[] =>
    Array.from({ length: 9 }, (_, step) => [step * 120, y + chance.between(-swing, swing)]);
  return [
    block(0, top, width, deep, inks.sea[0]),
    ground(edge(top + deep * 0.2, deep * 0.02), mix(inks.sea[0], inks.sea[1], 0.55), bottom),
    ground(edge(top + deep * 0.4, deep * 0.03), inks.sea[1], bottom),
    ground(edge(top + deep * 0.72, deep * 0.04), mix(inks.sea[1], inks.sea[2], 0.7), bottom),
  ].join('');
}

/** Lens-shaped glints, small at the top and wide at the bottom. */
export function ripples(
  { chance }: Sheet,
  top: number,
  bottom: number,
  count: number,
  color: string,
  opacity = 0.6,
): string {
  return Array.from({ length: count }, () => {
    const part = chance.between(0, 1) ** 1.3;
    const y = top + (bottom - top) * part;
    const wide = 14 + 90 * part * chance.between(0.5, 1.1);
    const x = chance.between(-20, width - 10);
    const thick = 1.2 + 4 * part;
    return fill(
      `M${x.toFixed(1)} ${y.toFixed(1)}q${(wide / 2).toFixed(1)} ${-thick.toFixed(1)} ${wide.toFixed(1)} 0q${(-wide / 2).toFixed(1)} ${thick.toFixed(1)} ${-wide.toFixed(1)} 0`,
      color,
      opacity,
    );
  }).join('');
}

/** The path of light under a low sun or moon. */
export function glitter({ chance }: Sheet, x: number, top: number, bottom: number, color: string): string {
  return Array.from({ length: 16 }, (_, step) => {
    const part = step / 15;
    const y = top + (bottom - top) * part;
    const half = (10 + 46 * part) * chance.between(0.5, 1.1);
    return oval(x + chance.between(-9, 9) * (1 + 2 * part), y, half, 1.6 + 2.4 * part, color, 0.9);
  }).join('');
}

/** A beach in the foreground, with one line of foam where the sea ends. */
export function shore({ chance, inks }: Sheet, left: number, right: number): string {
  const middle = (left + right) / 2;
  const points = (drop: number): Point[] => [
    [-20, left + drop],
    [200, left * 0.75 + right * 0.25 + chance.between(-12, 4) + drop],
    [430, middle + 14 + drop],
    [700, right * 0.8 + left * 0.2 + chance.between(-8, 8) + drop],
    [width + 20, right + drop],
  ];
  return [
    ground(points(-16), mix(inks.sea[1], inks.foam, 0.35)),
    ground(points(-4), inks.foam),
    ground(points(8), mix(inks.sand, inks.earth, 0.22)),
    ground(points(26), inks.sand),
  ].join('');
}
