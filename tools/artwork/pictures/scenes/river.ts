import type { Scene } from '../draw.ts';
import { facet, fill, ground, line, mix, moved, type Point } from '../ink.ts';
import { ridge } from '../land.ts';
import { clump, frond } from '../leaves.ts';
import { cloud, sky } from '../sky.ts';
import { figure } from '../things.ts';
import { bush, palm } from '../trees.ts';
import { ripples } from '../water.ts';

/** A double kayak seen from the side. */
function kayak(x: number, y: number, long: number, hull: string, crew: string, paddle: string): string {
  const drawing = [
    figure(-24, -2, 44, crew),
    figure(24, -2, 44, crew),
    line('M-44 -30L4 -8M6 -32L52 -4', paddle, 3),
    fill('M-92 -8C-60 -2 60 -2 92 -8C76 12 50 14 0 14C-50 14 -76 12 -92 -8', hull),
    fill('M-60 16C-30 22 30 22 60 16C40 26 -40 26 -60 16', crew, 0.25),
  ].join('');
  return moved(drawing, x, y, long / 184);
}

/** Still water between green banks, mountains at the end. */
export const riverScene: Scene = {
  hours: ['morning', 'rain', 'golden'],
  draw(sheet) {
    const { chance, inks } = sheet;
    const bank = (points: readonly Point[], color: string) => ground(points, color);
    return [
      sky(sheet, 380),
      cloud(sheet, chance.between(420, 560), 110, 280),
      ridge(sheet, {
        base: 390,
        peaks: [200, 250, 180, 230, 270, 190, 240],
        color: inks.land[0],
        shade: mix(inks.land[0], inks.land[1], 0.6),
        flutes: 26,
        saddle: [0.72, 0.9],
      }),
      ridge(sheet, {
        base: 400,
        peaks: [190, 150, 90, 40, 60, 130, 170],
        color: inks.land[1],
        shade: inks.land[2],
        flutes: 16,
        saddle: [0.7, 0.88],
      }),
      ground(
        [
          [-20, 386],
          [480, 392],
          [980, 386],
        ],
        inks.sea[0],
      ),
      ...[40, 150, 250, 340].map((x) => bush(chance, x, 404, 130, inks.leafDark, inks.leaf)),
      ...[620, 710, 820, 920].map((x) => bush(chance, x, 404, 140, inks.leafDark, inks.leaf)),
      ...[40, 150, 250, 340, 620, 710, 820, 920].map((x) =>
        fill(`M${x - 64} 404Q${x} ${chance.between(440, 480).toFixed(0)} ${x + 64} 404`, inks.land[2], 0.75),
      ),
      ground(
        [
          [-20, 452],
          [240, 462],
          [480, 446],
          [720, 464],
          [980, 452],
        ],
        mix(inks.sea[0], inks.sea[1], 0.6),
      ),
      ground(
        [
          [-20, 520],
          [240, 512],
          [480, 530],
          [720, 516],
          [980, 524],
        ],
        inks.sea[1],
      ),
      ground(
        [
          [-20, 590],
          [300, 600],
          [600, 584],
          [980, 600],
        ],
        inks.sea[2],
      ),
      facet(
        [
          [452, 404],
          [506, 404],
          [520, 470],
          [440, 470],
        ],
        inks.paper,
        0.28,
      ),
      bank(
        [
          [-60, 420],
          [120, 430],
          [250, 452],
          [200, 484],
          [60, 520],
          [-60, 560],
        ],
        inks.leafDark,
      ),
      palm(chance, [140, 470], 250, 36, inks.ink, [inks.leafDark, inks.leaf]),
      palm(chance, [70, 490], 180, -22, inks.ink, [inks.leafDark, inks.leaf]),
      ripples(sheet, 430, 630, 34, inks.foam, 0.5),
      kayak(chance.between(500, 600), 524, 200, inks.accent, inks.ink, inks.paper),
      bank(
        [
          [620, 700],
          [720, 640],
          [830, 600],
          [980, 588],
        ],
        inks.leafDark,
      ),
      clump(chance, [900, 660], 230, [inks.leaf, inks.leafDark], inks.leafLight),
      ...[150, 120, 175].map((angle) => frond([990, 470], angle, 240, inks.leafDark, 0.4, 0.2)),
      clump(chance, [10, 670], 170, [inks.leafDark, inks.leaf], inks.leafLight),
    ].join('');
  },
};
