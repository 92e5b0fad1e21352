import type { Scene } from '../draw.ts';
import { block, facet, ground, line, mix, oval, type Point, pebble } from '../ink.ts';
import { blade, clump, frond } from '../leaves.ts';
import { type Sheet, sky, streaks } from '../sky.ts';
import { treeFern } from '../trees.ts';
import { ripples } from '../water.ts';

/** A rock wall of leaning slabs, hung with green. */
function cliff({ chance, inks }: Sheet, left: number, right: number, top: number, rock: string): string {
  const crest: Point[] = [];
  for (let x = left; x < right; x += chance.between(36, 70)) crest.push([x, top + chance.between(-22, 20)]);
  const slabs: string[] = [];
  for (let x = left; x < right - 20; x += chance.between(34, 62)) {
    const y = top + chance.between(30, 150);
    slabs.push(
      facet(
        [
          [x, y],
          [x + chance.between(20, 40), y + chance.between(-20, 16)],
          [x + chance.between(22, 44), y + chance.between(120, 260)],
          [x + chance.between(-4, 10), y + chance.between(90, 200)],
        ],
        chance.pick([mix(rock, inks.ink, 0.28), mix(rock, inks.leafLight, 0.24)]),
      ),
    );
  }
  const fringe = crest.map(([x, y]): Point => [x + 14, y + chance.between(26, 84)]).reverse();
  return [
    facet([[left, 520], ...crest, [right, top + 10], [right, 520]], rock),
    ...slabs,
    facet([[left, top], ...crest, [right, top + 4], [right, top + 40], ...fringe, [left, top + 40]], inks.leafDark),
    ...crest.map(([x, y]) =>
      oval(
        x + 16,
        y + 2,
        chance.between(18, 40),
        chance.between(9, 19),
        chance.pick([inks.leaf, inks.leaf, inks.leafDark]),
      ),
    ),
  ].join('');
}

/** A fall into a pool, framed by ferns. */
export const waterfallScene: Scene = {
  hours: ['morning', 'rain', 'golden', 'noon'],
  draw(sheet) {
    const { chance, inks, layout } = sheet;
    const rock = mix(inks.land[2], inks.ink, 0.25);
    const [x, lip, wide] = [chance.between(440, 540), 120 + (layout % 3) * 34, layout % 2 === 0 ? 62 : 44];
    const shaded = mix(inks.foam, inks.sea[0], 0.5);
    const fall = (from: number, to: number, half: number) => [
      facet(
        [
          [x - half, from],
          [x + half, from],
          [x + half * 1.25, to],
          [x - half * 1.3, to],
        ],
        inks.foam,
      ),
      ...Array.from({ length: 6 }, () => {
        const start = x + chance.between(-0.8, 0.8) * half;
        const y = chance.between(from + 10, to - 90);
        return line(
          `M${start.toFixed(0)} ${y.toFixed(0)}l${((start - x) * 0.18).toFixed(0)} ${chance.between(40, 120).toFixed(0)}`,
          shaded,
          5,
        );
      }),
    ];
    const twoSteps = layout % 2 === 1;
    return [
      sky(sheet, 300),
      streaks(sheet, 20, 90, 3),
      facet(
        [
          [0, 300],
          [0, 150],
          [160, 90],
          [330, 130],
          [480, 70],
          [640, 120],
          [800, 60],
          [960, 130],
          [960, 300],
        ],
        inks.land[1],
      ),
      cliff(sheet, -20, x - wide * 0.7, lip - 10, rock),
      cliff(sheet, x + wide * 0.7, 980, lip - 22, rock),
      block(x - wide * 1.2, lip, wide * 2.4, 400, mix(rock, inks.ink, 0.35)),
      ...(twoSteps
        ? [
            ...fall(lip, 300, wide * 0.42),
            facet(
              [
                [x - wide * 1.4, 296],
                [x + wide * 1.4, 290],
                [x + wide * 1.6, 330],
                [x - wide * 1.5, 334],
              ],
              mix(rock, inks.ink, 0.2),
            ),
            ...fall(302, 500, wide * 0.66),
          ]
        : fall(lip, 500, wide * 0.55)),
      ground(
        [
          [-20, 486],
          [200, 478],
          [420, 486],
          [600, 486],
          [800, 476],
          [980, 484],
        ],
        inks.sea[1],
      ),
      oval(x, 494, wide * 2.4, 20, inks.sea[0]),
      oval(x, 492, wide * 1.6, 12, inks.foam),
      ...[0.5, 0.75, 1].map((part) => oval(x, 500 + part * 44, wide * 3.4 * part, 5, inks.foam, 0.4)),
      ripples(sheet, 510, 620, 22, inks.foam, 0.5),
      ground(
        [
          [-20, 580],
          [260, 584],
          [480, 620],
          [760, 598],
          [980, 570],
        ],
        inks.sea[2],
      ),
      ...[
        [150, 560, 70],
        [258, 592, 48],
        [760, 572, 64],
        [690, 602, 40],
      ].map(
        ([rx, ry, size]) =>
          pebble(
            [
              [rx! - size!, ry!],
              [rx! - size! * 0.5, ry! - size! * 0.5],
              [rx! + size! * 0.4, ry! - size! * 0.46],
              [rx! + size!, ry!],
              [rx!, ry! + size! * 0.2],
            ],
            inks.land[3],
          ) + oval(rx! - size! * 0.08, ry! - size! * 0.36, size! * 0.4, size! * 0.09, inks.leaf),
      ),
      treeFern(chance, [70, 640], 300, inks.ink, [inks.leafDark, inks.leaf]),
      clump(chance, [890, 668], 250, [inks.leaf, inks.leafDark], inks.leafLight),
      ...[120, 95, 150].map((angle) => frond([980, 560], angle, 250, inks.leafDark, 0.3, 0.2)),
      ...[20, 110, 190].map((left) => blade([left, 668], chance.between(50, 120), 140, 40, inks.leaf, inks.leafLight)),
    ].join('');
  },
};
