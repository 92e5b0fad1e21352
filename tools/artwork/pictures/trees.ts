/** Trees and bushes. */
import { type Chance, disc, facet, fill, ground, line, outline, oval, type Point } from './ink.ts';
import { bend, frond } from './leaves.ts';

/** A coconut palm rooted at `foot`, its crown leaning sideways by `lean`. */
export function palm(
  chance: Chance,
  foot: Point,
  high: number,
  lean: number,
  trunk: string,
  crown: readonly [string, string],
): string {
  const head: Point = [foot[0] + lean, foot[1] - high];
  const control: Point = [foot[0] + lean * 0.15, foot[1] - high * 0.55];
  const half = high * 0.021 + 2;
  const edge = (sign: number): Point[] =>
    Array.from({ length: 9 }, (_, step) => {
      const [x, y] = bend(foot, control, head, step / 8);
      return [x + sign * half * (1.35 - 0.8 * (step / 8)), y];
    });
  const long = high * 0.4 + 26;
  const back = [168, 128, 88, 48, 10].map((angle) =>
    frond(head, angle + chance.between(-9, 9), long * chance.between(0.72, 0.9), crown[1], 0.3),
  );
  const front = [196, 152, 108, 66, 24, -14].map((angle) =>
    frond(head, angle + chance.between(-8, 8), long * chance.between(0.85, 1.05), crown[0], 0.42),
  );
  const nut = Math.min(7, high * 0.02);
  const nuts = [-1.1, 0.5, 1.7].map((shift) =>
    oval(head[0] + shift * nut, head[1] + nut * 1.2 + Math.abs(shift) * 2, nut * 0.85, nut, trunk),
  );
  return [...back, fill(outline([...edge(-1), ...edge(1).reverse()]), trunk), ...nuts, ...front].join('');
}

/** A tree fern or hāpuʻu: a straight trunk with a wheel of fronds. */
export function treeFern(
  chance: Chance,
  foot: Point,
  high: number,
  trunk: string,
  crown: readonly [string, string],
): string {
  const head: Point = [foot[0] + chance.between(-8, 8), foot[1] - high];
  const half = 5 + high * 0.02;
  const long = 80 + high * 0.34;
  const wheel = (angles: readonly number[], color: string, droop: number) =>
    angles
      .map((angle) => frond(head, angle + chance.between(-7, 7), long * chance.between(0.8, 1.1), color, droop, 0.2))
      .join('');
  return [
    wheel([160, 120, 90, 60, 20], crown[1], 0.28),
    facet(
      [
        [foot[0] - half * 1.4, foot[1]],
        [head[0] - half * 0.7, head[1]],
        [head[0] + half * 0.7, head[1]],
        [foot[0] + half * 1.4, foot[1]],
      ],
      trunk,
    ),
    wheel([186, 146, 106, 74, 34, -6], crown[0], 0.46),
  ].join('');
}

/** A round-headed tree or bush made of lobes, lit from above. */
export function bush(chance: Chance, x: number, y: number, wide: number, dark: string, lit: string): string {
  const lobes = (count: number, reach: number, lift: number, size: number, color: string) =>
    Array.from({ length: count }, (_, index) => {
      const angle = Math.PI * (0.06 + (0.88 * index) / (count - 1));
      const radius = wide * size * chance.between(0.85, 1.18);
      return disc(
        x - Math.cos(angle) * wide * reach,
        y - wide * lift - Math.sin(angle) * wide * reach * 0.7,
        radius,
        color,
      );
    }).join('');
  return [
    lobes(7, 0.36, 0.1, 0.15, dark),
    ground(
      [
        [x - wide * 0.5, y - wide * 0.1],
        [x, y - wide * 0.34],
        [x + wide * 0.5, y - wide * 0.1],
      ],
      dark,
      y,
    ),
    lobes(5, 0.22, 0.22, 0.105, lit),
    oval(x, y - wide * 0.22, wide * 0.27, wide * 0.1, lit),
    oval(x + wide * 0.07, y - wide * 0.1, wide * 0.3, wide * 0.12, dark),
  ].join('');
}

/** A monkeypod: short trunk, forked limbs, an umbrella of a crown. */
export function umbrellaTree(
  chance: Chance,
  foot: Point,
  high: number,
  wide: number,
  trunk: string,
  dark: string,
  lit: string,
): string {
  const [x, y] = foot;
  const top = y - high;
  const limb = (toX: number, toY: number, thick: number) =>
    line(`M${x} ${y - high * 0.3}Q${x + (toX - x) * 0.3} ${y - high * 0.55} ${toX} ${toY}`, trunk, thick);
  const dome = (shiftX: number, shiftY: number, scale: number, color: string) =>
    Array.from({ length: 13 }, (_, step) => {
      const angle = (Math.PI * step) / 12;
      const radius = wide * 0.15 * scale * chance.between(0.82, 1.12);
      return disc(
        x + shiftX - Math.cos(angle) * wide * 0.38 * scale,
        top + shiftY + high * 0.16 - Math.sin(angle) * high * 0.34 * scale,
        radius,
        color,
      );
    }).join('') + oval(x + shiftX, top + shiftY + high * 0.06, wide * 0.42 * scale, high * 0.2 * scale, color);
  return [
    facet(
      [
        [x - high * 0.06, y],
        [x - high * 0.03, y - high * 0.35],
        [x + high * 0.03, y - high * 0.35],
        [x + high * 0.07, y],
      ],
      trunk,
    ),
    limb(x - wide * 0.3, top + high * 0.1, high * 0.035),
    limb(x + wide * 0.28, top + high * 0.12, high * 0.035),
    limb(x + wide * 0.04, top + high * 0.05, high * 0.04),
    dome(0, 0, 1, dark),
    dome(-wide * 0.05, -high * 0.09, 0.68, lit),
    dome(wide * 0.06, high * 0.06, 0.5, dark),
  ].join('');
}
