/** Rooms one buys in: a back wall, a floor, shelves, a window to the street. */

import { block, disc, facet, fill, line, mix, moved, oval } from './ink.ts';
import { clump } from './leaves.ts';
import type { Sheet } from './sky.ts';

/** Wall of boards, floor, a counter in front; `tone` is the colour of the wall. */
export function shopRoom({ inks }: Sheet, tone: string): string {
  const floor = mix(inks.earth, inks.sand, 0.5);
  return [
    block(0, 0, 960, 640, tone),
    ...Array.from({ length: 16 }, (_, index) => block(index * 64, 0, 2.4, 520, mix(tone, inks.ink, 0.14))),
    block(0, 0, 960, 30, mix(inks.earth, inks.ink, 0.3)),
    block(0, 520, 960, 120, floor),
    block(0, 512, 960, 12, mix(inks.earth, inks.ink, 0.15)),
    ...[548, 584].map((y) => block(0, y, 960, 3, mix(floor, inks.ink, 0.2))),
  ].join('');
}

/** A sash window with the street's light in it. */
export function shopWindow({ inks, chance }: Sheet, x: number, y: number, wide: number, high: number): string {
  return [
    block(x - 10, y - 10, wide + 20, high + 20, inks.paper),
    block(x, y, wide, high, inks.sky[1]),
    block(x, y + high * 0.62, wide, high * 0.38, inks.leaf),
    disc(x + wide * 0.7, y + high * 0.28, wide * 0.12, inks.glow),
    facet(
      [
        [x, y + high * 0.64],
        [x + wide * 0.3, y + high * 0.36],
        [x + wide * 0.52, y + high * 0.56],
        [x + wide * 0.72, y + high * 0.42],
        [x + wide, y + high * 0.66],
      ],
      inks.land[1],
    ),
    block(x, y + high * 0.62, wide, high * 0.4, inks.land[2]),
    clump(chance, [x + wide * 0.28, y + high + 4], high * 0.36, [inks.leaf, inks.leafDark], inks.leafLight),
    block(x + wide / 2 - 3, y, 6, high, inks.paper),
    block(x, y + high * 0.5 - 3, wide, 6, inks.paper),
    block(x - 18, y + high + 8, wide + 36, 12, inks.paper),
  ].join('');
}

export const shelf = ({ inks }: Sheet, x: number, y: number, wide: number) =>
  block(x, y, wide, 12, inks.earth) +
  block(x, y + 12, wide, 5, mix(inks.earth, inks.ink, 0.4)) +
  [0.08, 0.92]
    .map((part) =>
      facet(
        [
          [x + wide * part - 4, y + 14],
          [x + wide * part + 4, y + 14],
          [x + wide * part - 2, y + 40],
        ],
        mix(inks.earth, inks.ink, 0.3),
      ),
    )
    .join('');

export function counter({ inks }: Sheet, x: number, wide: number, front: string): string {
  return [
    block(x, 468, wide, 150, front),
    ...Array.from({ length: Math.floor(wide / 90) }, (_, index) =>
      line(`M${x + 16 + index * 90} 496h66v100h-66Z`, mix(front, inks.ink, 0.25), 4),
    ),
    block(x - 14, 452, wide + 28, 20, mix(inks.earth, inks.ink, 0.2)),
  ].join('');
}

/** A turned wooden bowl, its rim towards us. */
export const woodenBowl = (x: number, y: number, size: number, wood: string, dark: string) =>
  fill(
    `M${x - size} ${y - size * 0.78}C${x - size} ${y + size * 0.1} ${x - size * 0.4} ${y} ${x} ${y}C${x + size * 0.4} ${y} ${x + size} ${y + size * 0.1} ${x + size} ${y - size * 0.78}`,
    wood,
  ) +
  line(
    `M${x - size * 0.86} ${y - size * 0.4}Q${x} ${y - size * 0.1} ${x + size * 0.86} ${y - size * 0.4}`,
    dark,
    size * 0.05,
    0.5,
  ) +
  oval(x, y - size * 0.78, size, size * 0.24, dark) +
  oval(x, y - size * 0.75, size * 0.84, size * 0.17, wood, 0.6);

export function vase(x: number, y: number, size: number, color: string, band: string): string {
  const drawing =
    fill('M-16 0C-44 -20 -44 -70 -16 -84L-20 -104L20 -104L16 -84C44 -70 44 -20 16 0', color) +
    fill('M-36 -44C-30 -50 30 -50 36 -44L34 -32C28 -38 -28 -38 -34 -32', band);
  return moved(drawing, x, y, size / 104);
}

/** A short-sleeved shirt on a hanger, printed with leaves, blossoms or waves. */
export function shirt(
  x: number,
  y: number,
  size: number,
  cloth: string,
  print: readonly [string, string],
  pattern: number,
): string {
  const motif = (mx: number, my: number, index: number) => {
    const color = print[index % 2]!;
    if (pattern === 0)
      return moved(
        [0, 72, 144, 216, 288].map((turn) => moved(oval(0, -7, 4.6, 7.4, color), 0, 0, 1, turn)).join('') +
          disc(0, 0, 3, print[1]),
        mx,
        my,
      );
    if (pattern === 1)
      return moved(
        fill('M0 -15C10 -8 10 8 0 15C-10 8 -10 -8 0 -15', color) + line('M0 -12L0 12', cloth, 1.6),
        mx,
        my,
        1,
        index * 50,
      );
    return line(`M${mx - 12} ${my}q6 -9 12 0t12 0`, color, 3.4);
  };
  const body = 'M-34 -70L-12 -84Q0 -74 12 -84L34 -70L62 -36L44 -20L36 -32L38 70L-38 70L-36 -32L-44 -20L-62 -36';
  const spots: string[] = [];
  for (let row = 0; row < 5; row += 1)
    for (let column = 0; column < 3; column += 1)
      spots.push(motif(-24 + column * 24 + (row % 2) * 8 - 4, -48 + row * 28, row + column));
  const drawing = [
    line('M0 -84L0 -96Q0 -106 8 -104', '#5a4a3c', 3),
    fill(body, cloth),
    ...spots,
    motif(-48, -38, 1),
    motif(48, -38, 0),
    line('M0 -76L0 70', print[1], 1.6, 0.5),
    fill('M-12 -84Q0 -74 12 -84L22 -62L0 -70L-22 -62', cloth),
    line('M-12 -84L-22 -62L0 -72L22 -62L12 -84', print[0], 2),
    ...[-44, -14, 16, 46].map((by) => disc(3, by, 2.6, print[1])),
  ].join('');
  return moved(drawing, x, y, size / 170);
}

/** A full ring of blossoms hanging from a peg. */
export function lei(x: number, y: number, high: number, colors: readonly [string, string]): string {
  const wide = high * 0.3;
  const beads = Array.from({ length: 34 }, (_, index) => {
    const turn = (index / 34) * Math.PI * 2;
    const [bx, by] = [
      x + Math.sin(turn) * wide * (0.66 + 0.34 * Math.sin(turn / 2) ** 2),
      y + high * 0.5 - Math.cos(turn) * high * 0.5,
    ];
    return disc(bx, by, high * 0.058, colors[index % 2]!);
  });
  return disc(x, y - 6, 4, '#5a4a3c') + beads.join('');
}

/** A sheet pinned to a line or wall, printed with one plain picture. */
export function print({ inks }: Sheet, x: number, y: number, wide: number, subject: number, tone: string): string {
  const subjects = [
    fill('M-36 44L-36 16L-14 -14L2 8L14 -6L36 20L36 44', tone) + disc(14, -26, 11, inks.accent),
    moved(
      fill('M0 -46C22 -24 22 20 0 46C-22 20 -22 -24 0 -46', tone) +
        line('M0 -40L0 42M0 -20L12 -30M0 -4L15 -16M0 12L14 0M0 -20L-12 -30M0 -4L-15 -16M0 12L-14 0', inks.paper, 2),
      0,
      0,
    ),
    [-26, -6, 14, 34].map((by) => line(`M-34 ${by}q9 -14 17 0t17 0t17 0t17 0`, tone, 5)).join(''),
    fill('M-30 20C-20 -20 20 -30 34 -4C20 24 -10 30 -30 20', tone) +
      fill('M-28 16L-42 2L-42 34', tone) +
      disc(20, -4, 3, inks.paper) +
      line('M-6 -14L0 18M6 -18L12 14', inks.paper, 2.4),
  ];
  return moved(
    block(-50, -66, 100, 132, inks.paper) +
      block(-42, -58, 84, 116, mix(inks.paper, inks.sand, 0.5)) +
      subjects[subject % subjects.length]!,
    x,
    y,
    wide / 100,
  );
}
