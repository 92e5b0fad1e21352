/** What is on the table. */

import { block, disc, facet, fill, line, mix, moved, oval } from './ink.ts';
import { blade } from './leaves.ts';
import type { Sheet } from './sky.ts';

export function poke({ chance, inks }: Sheet, x: number, y: number, size: number): string {
  const cubes = Array.from({ length: 26 }, () => {
    const [cx, cy] = [chance.between(-64, 64), chance.between(-52, -20)];
    return moved(
      block(
        -11,
        -9,
        22,
        18,
        chance.pick([inks.accent, mix(inks.accent, inks.ink, 0.2), mix(inks.accent, inks.paper, 0.25)]),
        4,
      ),
      cx,
      cy - (1 - (cx / 70) ** 2) * 16,
      1,
      chance.between(-30, 30),
    );
  });
  const garnish = Array.from({ length: 14 }, () =>
    line(
      `M${chance.between(-60, 60).toFixed(0)} ${chance.between(-66, -30).toFixed(0)}q8 -8 16 -2`,
      chance.pick([inks.leaf, inks.leafDark, inks.paper]),
      4,
    ),
  );
  const drawing = [
    oval(0, 30, 84, 10, inks.ink, 0.25),
    oval(0, -28, 92, 30, inks.paper),
    ...cubes,
    ...garnish,
    fill('M-92 -30C-90 4 -62 26 -36 30L36 30C62 26 90 4 92 -30C60 -8 -60 -8 -92 -30', inks.sea[2]),
    line('M-87 -12C-40 10 40 10 87 -12', inks.paper, 4),
    line('M60 -70L150 -120M72 -64L160 -108', inks.earth, 6),
  ];
  return moved(drawing.join(''), x, y, size / 184);
}

export function grilledFish({ inks }: Sheet, x: number, y: number, size: number): string {
  const skin = mix(inks.sea[1], inks.ink, 0.2);
  const drawing = [
    oval(0, 6, 170, 26, inks.ink, 0.25),
    oval(0, -4, 166, 34, inks.paper),
    oval(0, -8, 140, 24, mix(inks.paper, inks.sand, 0.5)),
    blade([-120, 4], 20, 150, 40, inks.leaf, inks.leafLight, 0.2),
    blade([110, 6], 160, 150, 40, inks.leafDark, inks.leaf, 0.2),
    fill('M-116 -22C-70 -66 40 -66 96 -26C40 6 -70 6 -116 -22', skin),
    fill('M84 -26L134 -56C126 -34 126 -20 134 0', skin),
    fill('M-116 -22C-70 -8 40 -8 96 -26C40 6 -70 6 -116 -22', mix(skin, inks.paper, 0.5)),
    ...[-50, -20, 10, 40].map((shift) => line(`M${shift} -50L${shift - 14} -16`, inks.ink, 5)),
    disc(-92, -30, 5, inks.paper),
    ...[-16, 20].map(
      (shift) => disc(shift, -2, 17, inks.ochre) + disc(shift, -2, 12, mix(inks.ochre, inks.paper, 0.5)),
    ),
    disc(128, -16, 12, inks.accent),
    disc(148, -12, 10, inks.accent),
  ];
  return moved(drawing.join(''), x, y, size / 340);
}

export function papaya({ chance, inks }: Sheet, x: number, y: number, size: number): string {
  const seeds = Array.from({ length: 18 }, () => disc(chance.between(-26, 26), chance.between(-12, 10), 3.4, inks.ink));
  const drawing = [
    oval(0, 12, 84, 10, inks.ink, 0.25),
    oval(0, -2, 84, 34, inks.leaf),
    oval(0, -6, 78, 29, mix(inks.accent, inks.ochre, 0.5)),
    oval(0, -4, 40, 15, mix(inks.accent, inks.ink, 0.2)),
    ...seeds,
    facet(
      [
        [54, -26],
        [100, -44],
        [92, -10],
      ],
      inks.leafLight,
    ),
  ];
  return moved(drawing.join(''), x, y, size / 170);
}

export function pitcher({ inks }: Sheet, x: number, y: number, size: number): string {
  const drawing = [
    oval(0, 0, 46, 8, inks.ink, 0.25),
    line('M36 -84C74 -84 74 -34 36 -34', inks.paper, 8),
    fill('M-40 -112L40 -112L34 0L-34 0', mix(inks.sky[1], inks.paper, 0.5)),
    fill('M-38 -82L38 -82L34 0L-34 0', inks.ochre),
    ...[
      [-14, -50],
      [12, -30],
      [-4, -16],
    ].map(([cx, cy]) => disc(cx!, cy!, 9, mix(inks.ochre, inks.paper, 0.55))),
    fill('M-44 -118L44 -118L40 -108L-40 -108', inks.paper),
    line('M14 -60L30 -150', inks.accent, 5),
  ];
  return moved(drawing.join(''), x, y, size / 150);
}

export const flowers = ({ chance, inks }: Sheet, x: number, y: number, size: number) =>
  moved(
    [150, 110, 70, 35]
      .map((angle) => blade([0, -60], angle + chance.between(-8, 8), 110, 26, inks.leaf, inks.leafLight, 0.3))
      .join('') +
      [
        [-34, -130],
        [10, -152],
        [46, -120],
      ]
        .map(
          ([fx, fy]) =>
            line(`M0 -60L${fx} ${fy}`, inks.leafDark, 4) +
            [0, 72, 144, 216, 288].map((turn) => moved(oval(0, -13, 9, 14, inks.accent), fx!, fy!, 1, turn)).join('') +
            disc(fx!, fy!, 6, inks.ochre),
        )
        .join('') +
      fill('M-24 0C-40 -24 -30 -58 -18 -64L18 -64C30 -58 40 -24 24 0', inks.paper),
    x,
    y,
    size / 170,
  );

export function greens({ chance, inks }: Sheet, x: number, y: number, size: number): string {
  const leaves = [170, 140, 115, 90, 65, 40, 10].map((angle, index) =>
    blade(
      [0, -30],
      angle + chance.between(-8, 8),
      66,
      34,
      [inks.leaf, inks.leafLight, inks.leafDark][index % 3]!,
      inks.leafLight,
      0.35,
    ),
  );
  const bits = Array.from({ length: 9 }, () =>
    disc(chance.between(-50, 50), chance.between(-58, -28), 8, chance.pick([inks.accent, inks.ochre, inks.paper])),
  );
  const wood = mix(inks.earth, inks.ochre, 0.35);
  const drawing = [
    oval(0, 6, 76, 9, inks.ink, 0.25),
    oval(0, -32, 88, 20, mix(wood, inks.ink, 0.4)),
    ...leaves,
    ...bits,
    fill('M-88 -34C-86 0 -50 8 0 8C50 8 86 0 88 -34C60 -14 -60 -14 -88 -34', wood),
  ];
  return moved(drawing.join(''), x, y, size / 180);
}

export function coffee({ inks }: Sheet, x: number, y: number, size: number): string {
  const drawing = [
    oval(0, 12, 96, 16, inks.ink, 0.25),
    oval(0, 4, 92, 18, inks.paper),
    oval(0, 2, 60, 9, mix(inks.paper, inks.ink, 0.16)),
    line('M50 -64C92 -66 88 -16 40 -20', inks.paper, 12),
    fill('M-58 -78C-56 -20 -40 2 0 2C40 2 56 -20 58 -78', inks.paper),
    fill('M-57 -58C-54 -46 54 -46 57 -58L56 -48C52 -36 -52 -36 -56 -48', inks.accent),
    oval(0, -78, 58, 12, mix(inks.paper, inks.ink, 0.12)),
    oval(0, -76, 50, 9, mix(inks.earth, inks.ink, 0.4)),
    line('M-18 -104C-34 -124 -2 -138 -18 -162M16 -104C0 -126 32 -140 16 -170', inks.paper, 6, 0.7),
  ];
  return moved(drawing.join(''), x, y, size / 190);
}

export function pastries({ chance, inks }: Sheet, x: number, y: number, size: number): string {
  const bun = (bx: number, by: number) =>
    [
      oval(bx, by, 34, 25, mix(inks.ochre, inks.earth, 0.45)),
      oval(bx - 4, by - 6, 25, 15, mix(inks.ochre, inks.earth, 0.2)),
      ...Array.from({ length: 9 }, () =>
        disc(bx + chance.between(-22, 18), by + chance.between(-16, 4), 2.4, inks.paper),
      ),
    ].join('');
  const drawing = [
    oval(0, 14, 116, 16, inks.ink, 0.25),
    oval(0, 6, 112, 21, inks.sea[2]),
    oval(0, 3, 92, 14, mix(inks.sea[2], inks.paper, 0.3)),
    bun(-44, -14),
    bun(40, -14),
    bun(-2, -46),
  ];
  return moved(drawing.join(''), x, y, size / 224);
}
