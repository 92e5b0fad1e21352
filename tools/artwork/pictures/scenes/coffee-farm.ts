import type { Scene } from '../draw.ts';
import { block, disc, facet, fill, ground, line, mix, moved, oval, type Point } from '../ink.ts';
import { ridge } from '../land.ts';
import { blade } from '../leaves.ts';
import { cloud, type Sheet, sky } from '../sky.ts';
import { palm } from '../trees.ts';
import { ripples } from '../water.ts';

/** A coffee branch: paired leaves with cherries at every joint. */
function branch({ chance, inks }: Sheet, start: Point, turn: number, joints: number, gap: number): string {
  const parts = [line(`M-30 0L${joints * gap} 0`, inks.earth, 9)];
  for (let joint = 0; joint < joints; joint += 1) {
    const x = joint * gap + 20;
    const size = gap * (1.5 - joint * 0.1);
    parts.push(blade([x, 0], 62 + chance.between(-8, 8), size, size * 0.42, inks.leaf, inks.leafLight, 0.15));
    parts.push(blade([x, 0], -58 + chance.between(-8, 8), size, size * 0.42, inks.leafDark, inks.leaf, 0.1));
  }
  for (let joint = 0; joint < joints; joint += 1) {
    const x = joint * gap + 20;
    for (const [dx, dy] of [
      [-14, -9],
      [12, -11],
      [-11, 12],
      [14, 10],
      [0, 1],
    ] as const) {
      const color = chance.pick([inks.accent, inks.accent, mix(inks.accent, inks.ink, 0.22), inks.ochre]);
      parts.push(disc(x + dx, dy, 13, color), oval(x + dx - 4, dy - 5, 3.6, 2.6, inks.paper, 0.7));
    }
  }
  parts.push(blade([joints * gap, 0], 12, gap * 1.2, gap * 0.46, inks.leaf, inks.leafLight, 0.1));
  return moved(parts.join(''), start[0], start[1], 1, turn);
}

/** Rows of coffee on a slope, a drying house with a rolling roof, the coast far below. */
export const coffeeFarmScene: Scene = {
  hours: ['morning', 'golden'],
  draw(sheet) {
    const { chance, inks } = sheet;
    const rows = Array.from({ length: 7 }, (_, index) => {
      const y = 402 + index * index * 5.4 + index * 11;
      const size = 12 + index * 5.4;
      const bushes = Array.from({ length: Math.ceil(1000 / size) }, (_, place): Point => {
        const x = place * size;
        return [x, y - (x / 960) * 60 + Math.sin(x / 190) * 12 + chance.between(-3, 3)];
      });
      const leaves = (shift: number, reach: number, color: string) =>
        bushes
          .map(([x, py]) =>
            disc(x - shift * size, py - shift * size * 1.3, size * reach * chance.between(0.85, 1.15), color),
          )
          .join('');
      const cherries = bushes
        .filter((_, place) => place % 3 === 1)
        .map(([x, py]) => disc(x + size * 0.2, py - size * 0.1, size * 0.16, inks.accent));
      return leaves(0, 0.82, inks.leafDark) + leaves(0.24, 0.46, inks.leaf) + cherries.join('');
    });
    return [
      sky(sheet, 300, { x: 230, y: 150, r: 46 }),
      cloud(sheet, 520, 110, 260),
      ground(
        [
          [-20, 296],
          [980, 296],
        ],
        inks.sea[1],
        420,
      ),
      ripples(sheet, 304, 350, 20, inks.foam, 0.55),
      ridge(sheet, {
        base: 300,
        peaks: [10, 40, 90, 150, 210, 170, 120],
        from: 480,
        to: 1040,
        color: inks.land[0],
        shade: inks.land[1],
        saddle: [0.88, 0.96],
      }),
      ground(
        [
          [-20, 356],
          [220, 340],
          [480, 352],
          [740, 326],
          [980, 300],
        ],
        inks.land[1],
      ),
      ground(
        [
          [-20, 392],
          [240, 378],
          [480, 380],
          [740, 348],
          [980, 330],
        ],
        mix(inks.leafLight, inks.earth, 0.25),
      ),
      block(600, 268, 190, 76, inks.paper),
      block(600, 268, 190, 14, mix(inks.paper, inks.ink, 0.25)),
      ...[618, 664, 744].map((x) => block(x, 294, 26, 30, inks.ink)),
      block(704, 290, 30, 54, inks.earth),
      facet(
        [
          [584, 274],
          [628, 222],
          [762, 222],
          [806, 274],
        ],
        inks.accent,
      ),
      facet(
        [
          [762, 222],
          [806, 274],
          [716, 274],
          [716, 222],
        ],
        mix(inks.accent, inks.ink, 0.2),
      ),
      ...[640, 660, 680, 700, 740].map((x) => line(`M${x} 224L${x - 6} 272`, mix(inks.accent, inks.ink, 0.25), 2)),
      palm(chance, [850, 338], 190, 28, inks.ink, [inks.leafDark, inks.leaf]),
      palm(chance, [560, 360], 150, -20, inks.ink, [inks.leafDark, inks.leaf]),
      fill('M330 660C420 560 470 470 500 392L520 392C520 470 520 560 500 660', mix(inks.earth, inks.sand, 0.45)),
      ...rows,
      branch(sheet, [-16, 560], -14, 5, 74),
      branch(sheet, [700, 650], -24, 5, 66),
    ].join('');
  },
};
