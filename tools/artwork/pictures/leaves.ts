/** Leaves and small plants, as silhouettes with one or two tones. */
import { type Chance, facet, fill, line, moved, type Point, softOutline } from './ink.ts';

export const bend = (from: Point, control: Point, to: Point, part: number): Point => [
  (1 - part) ** 2 * from[0] + 2 * part * (1 - part) * control[0] + part ** 2 * to[0],
  (1 - part) ** 2 * from[1] + 2 * part * (1 - part) * control[1] + part ** 2 * to[1],
];

/** A feathered leaf (coconut, fern) from `start` towards `angle` (degrees, 0 is right, 90 is up), drooping at its tip. */
export function frond(start: Point, angle: number, long: number, color: string, droop = 0.45, blade = 0.26): string {
  const radians = (angle * Math.PI) / 180;
  const control: Point = [start[0] + Math.cos(radians) * long * 0.6, start[1] - Math.sin(radians) * long * 0.6];
  const tip: Point = [start[0] + Math.cos(radians) * long, start[1] - Math.sin(radians) * long * 0.8 + long * droop];
  const steps = Math.max(7, Math.round(long / 13));
  const side = (sign: 1 | -1): Point[] =>
    Array.from({ length: steps }, (_, step) => {
      const part = 0.06 + (0.94 * step) / steps;
      const [rib, ahead] = [bend(start, control, tip, part), bend(start, control, tip, Math.min(1, part + 0.08))];
      const heading = Math.atan2(ahead[1] - rib[1], ahead[0] - rib[0]);
      const reach = long * blade * Math.sin(Math.PI * (0.16 + 0.78 * part)) ** 0.8;
      const spread = heading + sign * (0.95 - 0.35 * part);
      // Leaflets hang, so those below the rib are longer than those above it.
      const hang = reach * (Math.sin(spread) > 0 ? 1 : 0.72);
      const leaflet: Point = [rib[0] + Math.cos(spread) * hang, rib[1] + Math.sin(spread) * hang + reach * 0.12];
      return [rib, leaflet] as const;
    }).flat();
  const stalk = Math.max(1.2, long * 0.013);
  const [left, right]: [Point, Point] = [
    [start[0] + Math.sin(radians) * stalk, start[1] + Math.cos(radians) * stalk],
    [start[0] - Math.sin(radians) * stalk, start[1] - Math.cos(radians) * stalk],
  ];
  return facet([left, ...side(1), tip, ...side(-1).reverse(), right], color);
}

/** A long plain leaf with a pale rib (banana, tī). */
export function blade(
  start: Point,
  angle: number,
  long: number,
  wide: number,
  color: string,
  rib: string,
  droop = 0.25,
): string {
  const radians = (angle * Math.PI) / 180;
  const control: Point = [start[0] + Math.cos(radians) * long * 0.55, start[1] - Math.sin(radians) * long * 0.7];
  const tip: Point = [start[0] + Math.cos(radians) * long, start[1] - Math.sin(radians) * long + long * droop];
  const along = (sign: number): Point[] =>
    [0.12, 0.3, 0.5, 0.7, 0.87].map((part) => {
      const [here, ahead] = [bend(start, control, tip, part), bend(start, control, tip, part + 0.05)];
      const heading = Math.atan2(ahead[1] - here[1], ahead[0] - here[0]) + (sign * Math.PI) / 2;
      const reach = (wide / 2) * Math.sin(Math.PI * part ** 0.85);
      return [here[0] + Math.cos(heading) * reach, here[1] + Math.sin(heading) * reach];
    });
  const ribLine = [0, 0.25, 0.5, 0.75, 0.94].map((part) => bend(start, control, tip, part));
  return (
    fill(
      `${softOutline([start, ...along(1), tip])}${softOutline([tip, ...along(-1).reverse(), start]).replace(/^M[^C]+/, '')}`,
      color,
    ) + line(softOutline(ribLine), rib, Math.max(1.6, wide * 0.05))
  );
}

/** A fan of blades from one root. */
export function clump(chance: Chance, root: Point, size: number, colors: readonly string[], rib: string): string {
  return [160, 30, 125, 60, 95]
    .map((angle, order) =>
      blade(
        root,
        angle + chance.between(-10, 10),
        size * chance.between(0.8, 1.1),
        size * 0.26,
        colors[order % colors.length]!,
        rib,
        0.3,
      ),
    )
    .join('');
}

/** A kalo plant: heart leaves nodding on thin stems. */
export function taro(
  chance: Chance,
  root: Point,
  size: number,
  colors: readonly [string, string],
  stem: string,
): string {
  const heart = (x: number, y: number, s: number, turn: number, color: string) =>
    moved(
      fill('M0 -16C14 -44 46 -30 40 2C36 26 14 44 0 62C-14 44 -36 26 -40 2C-46 -30 -14 -44 0 -16', color) +
        line('M0 -12L0 50M0 2L22 -14M0 2L-22 -14M0 18L22 10M0 18L-22 10', stem, 2.6, 0.55),
      x,
      y,
      s,
      turn,
    );
  return [
    [-0.55, 0.7, 34],
    [0.6, 0.62, -38],
    [-0.2, 1, 12],
    [0.28, 0.88, -14],
  ]
    .map(([aside, up, turn], order) => {
      const [x, y] = [
        root[0] + aside! * size * chance.between(0.85, 1.1),
        root[1] - up! * size * chance.between(0.9, 1.08),
      ];
      return (
        line(
          `M${root[0]} ${root[1]}Q${root[0] + aside! * size * 0.2} ${y + size * 0.3} ${x} ${y}`,
          stem,
          size * 0.035,
        ) + heart(x, y, size / 110, turn! + chance.between(-8, 8), colors[order % 2]!)
      );
    })
    .join('');
}

/** Grass or reeds along a line. */
export function tufts(chance: Chance, from: Point, to: Point, count: number, high: number, color: string): string {
  return Array.from({ length: count }, () => {
    const part = chance.between(0, 1);
    const [x, y] = [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
    const lean = chance.between(-0.4, 0.5) * high;
    return fill(
      `M${(x - 3).toFixed(1)} ${y.toFixed(1)}q${(lean * 0.3).toFixed(1)} ${(-high * 0.6).toFixed(1)} ${(lean + 3).toFixed(1)} ${(-high * chance.between(0.7, 1.2)).toFixed(1)}q${(-lean * 0.4 + 2).toFixed(1)} ${(high * 0.4).toFixed(1)} 3 ${(high * 0.9).toFixed(1)}`,
      color,
    );
  }).join('');
}
