/** Skies and what is in them; and the sheet everything is drawn on. */
import { block, type Chance, disc, fill, ground, height, line, mix, type Point, width } from './ink.ts';
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

/** A few dry strokes of the roller, so that flat ink looks printed. */
export function grain({ chance, inks }: Sheet): string {
  const strokes = Array.from({ length: 18 }, () => {
    const [x, y, wide] = [chance.between(-40, width), chance.between(0, height), chance.between(30, 150)];
    return `M${x.toFixed(0)} ${y.toFixed(0)}h${wide.toFixed(0)}`;
  });
  return line(strokes.join(''), inks.paper, 1.4, 0.06);
}
