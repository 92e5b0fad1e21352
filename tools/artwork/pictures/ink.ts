/** The pens and inks: a sheet of 960 by 640, seeded chance, and shapes as SVG text. Pure; the same seed draws the same. */

export const width = 960;
export const height = 640;

export type Point = readonly [x: number, y: number];

/** Chance that repeats itself for the same key. */
export interface Chance {
  between(low: number, high: number): number;
  whole(low: number, high: number): number;
  pick<T>(choices: readonly T[]): T;
  holds(probability: number): boolean;
}

/** 32-bit FNV-1a. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const unit of Buffer.from(text)) value = Math.imul(value ^ unit, 0x01000193) >>> 0;
  return value;
}

/** Mulberry32 behind a few friendlier questions. */
export function chanceOf(key: string): Chance {
  let state = hash(key);
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    between: (low, high) => low + (high - low) * next(),
    whole: (low, high) => Math.floor(low + (high - low + 1) * next()),
    pick: (choices) => choices[Math.floor(next() * choices.length)]!,
    holds: (probability) => next() < probability,
  };
}

const n = (value: number) => String(Math.round(value * 10) / 10);
const at = ([x, y]: Point) => `${n(x)} ${n(y)}`;
const faded = (opacity: number) => (opacity === 1 ? '' : ` opacity="${opacity}"`);

/** Straight-edged outline through the points, as path data. */
export const outline = (points: readonly Point[]): string => `M${points.map(at).join('L')}`;

/** Soft outline through the points (Catmull-Rom), as path data; continues `from` when given. */
export function softOutline(points: readonly Point[]): string {
  const parts = [`M${at(points[0]!)}`];
  for (let index = 0; index < points.length - 1; index += 1) {
    const [before, start, end, after] = [
      points[Math.max(0, index - 1)]!,
      points[index]!,
      points[index + 1]!,
      points[Math.min(points.length - 1, index + 2)]!,
    ];
    const leave: Point = [start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6];
    const reach: Point = [end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6];
    parts.push(`C${at(leave)} ${at(reach)} ${at(end)}`);
  }
  return parts.join('');
}

export const fill = (data: string, color: string, opacity = 1) =>
  `<path d="${data}Z" fill="${color}"${faded(opacity)}/>`;

export const line = (data: string, color: string, thickness: number, opacity = 1) =>
  `<path d="${data}" fill="none" stroke="${color}" stroke-width="${n(thickness)}" stroke-linecap="round" stroke-linejoin="round"${faded(opacity)}/>`;

/** A filled shape with straight edges. */
export const facet = (points: readonly Point[], color: string, opacity = 1) => fill(outline(points), color, opacity);

/** A filled shape with soft edges, closed through its first point. */
export function pebble(points: readonly Point[], color: string, opacity = 1): string {
  const [first, second] = points;
  const wrapped = [points.at(-1)!, ...points, first!, second!];
  // The run-in and run-out only shape the tangents, so they are cut off again.
  const curves = softOutline(wrapped).split('C').slice(2, -1).join('C');
  return fill(`M${at(first!)}C${curves}`, color, opacity);
}

export const disc = (x: number, y: number, radius: number, color: string, opacity = 1) =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${color}"${faded(opacity)}/>`;

export const oval = (x: number, y: number, rx: number, ry: number, color: string, opacity = 1) =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${color}"${faded(opacity)}/>`;

export const block = (x: number, y: number, wide: number, high: number, color: string, radius = 0, opacity = 1) =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(wide)}" height="${n(high)}" rx="${n(radius)}" fill="${color}"${faded(opacity)}/>`;

/** Everything from the soft line through `points` down to `bottom`. */
export function ground(points: readonly Point[], color: string, bottom = height): string {
  const [first, last] = [points[0]!, points.at(-1)!];
  return fill(`${softOutline(points)}L${at([last[0], bottom])}L${at([first[0], bottom])}`, color);
}

export const moved = (content: string, x: number, y: number, scale = 1, turn = 0) =>
  `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)}) scale(${Math.round(scale * 1000) / 1000})">${content}</g>`;

export const mirrored = (content: string) => `<g transform="translate(${width} 0) scale(-1 1)">${content}</g>`;

/** Content shown only inside the path. Names must be unique within one picture. */
export const within = (name: string, data: string, content: string) =>
  `<clipPath id="${name}"><path d="${data}Z"/></clipPath><g clip-path="url(#${name})">${content}</g>`;

/** The colour a part of the way from one to another, both `#rrggbb`. */
export function mix(from: string, to: string, part: number): string {
  const channel = (color: string, index: number) => Number.parseInt(color.slice(1 + 2 * index, 3 + 2 * index), 16);
  const mixed = [0, 1, 2].map((index) => Math.round(channel(from, index) * (1 - part) + channel(to, index) * part));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
