/** What most pictures stand on: skies, clouds, ridges, water. */
import { block, type Chance, disc, facet, fill, ground, height, line, mix, oval, type Point, width } from './ink.ts';
import type { Inks } from './palettes.ts';

/** One picture in the making: its chance, its inks, and which of the scene's layouts it is. */
export interface Sheet {
  chance: Chance;
  inks: Inks;
  night: boolean;
  layout: number;
}

/** Flat sky in three bands down to `horizon`, with a sun or moon where `sun` says. */
export function sky(
  { chance, inks, night }: Sheet,
  horizon: number,
  sun?: { x: number; y: number; r: number },
): string {
  const band = (share: number, color: string) => {
    const y = horizon * share;
    const points: Point[] = [0, 1, 2, 3, 4].map((step) => [step * 240, y + chance.between(-14, 14)]);
    return ground(points, color, horizon + 2);
  };
  const parts = [
    block(0, 0, width, horizon + 2, inks.sky[0]),
    band(0.4, mix(inks.sky[0], inks.sky[1], 0.6)),
    band(0.58, inks.sky[1]),
    band(0.78, mix(inks.sky[1], inks.sky[2], 0.7)),
    band(0.9, inks.sky[2]),
  ];
  if (sun) {
    if (!night) parts.push(disc(sun.x, sun.y, sun.r * 1.55, inks.glow, 0.28));
    parts.push(disc(sun.x, sun.y, sun.r, inks.glow));
  }
  if (night) parts.push(stars(chance, inks.paper, 46, horizon * 0.75));
  return parts.join('');
}

export function stars(chance: Chance, color: string, count: number, bottom: number): string {
  return Array.from({ length: count }, () =>
    disc(chance.between(0, width), chance.between(0, bottom), chance.pick([1.1, 1.5, 2.3]), color, 0.85),
  ).join('');
}

/** A trade-wind cloud: flat base, rounded heads, a shaded underside. */
export function cloud({ chance, inks }: Sheet, x: number, y: number, wide: number): string {
  const heads = Math.max(3, Math.round(wide / 55));
  const shade = mix(inks.cloud, inks.sky[1], 0.45);
  const parts: string[] = [];
  for (let index = 0; index < heads; index += 1) {
    const along = (index + 0.5) / heads;
    const radius = wide * (0.1 + 0.13 * Math.sin(Math.PI * along)) * chance.between(0.8, 1.15);
    const headX = x + wide * (along - 0.5) * 0.78;
    parts.push(fill(`M${headX - radius} ${y}A${radius} ${radius} 0 0 1 ${headX + radius} ${y}`, inks.cloud));
  }
  parts.push(block(x - wide / 2, y - wide * 0.05, wide, wide * 0.075, inks.cloud, wide * 0.037));
  parts.push(block(x - wide * 0.36, y - wide * 0.012, wide * 0.8, wide * 0.037, shade, wide * 0.018));
  return parts.join('');
}

/** Long bars of high cloud. */
export function streaks({ chance, inks }: Sheet, top: number, bottom: number, count: number): string {
  return Array.from({ length: count }, () => {
    const wide = chance.between(120, 380);
    const thick = chance.between(5, 11);
    return block(
      chance.between(-60, width - 120),
      chance.between(top, bottom),
      wide,
      thick,
      inks.cloud,
      thick / 2,
      0.7,
    );
  }).join('');
}

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

/** A few dry strokes of the roller, so that flat ink looks printed. */
export function grain({ chance, inks }: Sheet): string {
  const strokes = Array.from({ length: 18 }, () => {
    const [x, y, wide] = [chance.between(-40, width), chance.between(0, height), chance.between(30, 150)];
    return `M${x.toFixed(0)} ${y.toFixed(0)}h${wide.toFixed(0)}`;
  });
  return line(strokes.join(''), inks.paper, 1.4, 0.09);
}
