import { birds } from '../animals.ts';
import type { Scene } from '../draw.ts';
import { facet, line, mix } from '../ink.ts';
import { hills, ridge } from '../land.ts';
import { blade } from '../leaves.ts';
import { cloud, sky } from '../sky.ts';
import { figure } from '../things.ts';
import { bush } from '../trees.ts';
import { ripples, sea } from '../water.ts';

/** A path along a narrow green spine, two walkers, the sea below. */
export const spineScene: Scene = {
  hours: ['golden', 'morning', 'dawn'],
  draw(sheet) {
    const { chance, inks } = sheet;
    const path = 'M90 660C230 612 150 560 290 530S330 470 420 440S440 380 506 332';
    return [
      sky(sheet, 330),
      cloud(sheet, 690, 130, 320),
      cloud(sheet, 130, 220, 190),
      sea(sheet, 326),
      ripples(sheet, 340, 540, 30, inks.foam, 0.5),
      hills(sheet, 610, 6, inks.land[2]),
      ridge(sheet, {
        base: 440,
        peaks: [30, 110, 200, 240, 230, 280, 300],
        from: 430,
        color: inks.land[0],
        shade: inks.land[1],
        flutes: 22,
        saddle: [0.72, 0.9],
      }),
      ridge(sheet, {
        base: 660,
        peaks: [60, 180, 330, 400, 380, 300, 260, 220],
        from: 330,
        to: 1040,
        color: inks.land[1],
        shade: inks.land[2],
        flutes: 40,
        saddle: [0.78, 0.92],
      }),
      facet(
        [
          [-20, 500],
          [70, 470],
          [180, 448],
          [250, 424],
          [330, 410],
          [400, 372],
          [470, 330],
          [520, 316],
          [546, 340],
          [560, 352],
          [604, 420],
          [660, 470],
          [740, 560],
          [820, 600],
          [880, 670],
          [-20, 670],
        ],
        inks.leaf,
      ),
      facet(
        [
          [520, 316],
          [546, 340],
          [560, 352],
          [604, 420],
          [660, 470],
          [740, 560],
          [820, 600],
          [880, 670],
          [560, 670],
          [590, 590],
          [530, 530],
          [566, 460],
          [508, 400],
          [536, 370],
        ],
        inks.leafDark,
      ),
      line(path, inks.sand, 15),
      line(path, mix(inks.sand, inks.earth, 0.3), 4),
      bush(chance, 70, 560, 120, inks.leafDark, inks.leafLight),
      bush(chance, 196, 480, 90, inks.leafDark, inks.leafLight),
      bush(chance, 420, 600, 110, inks.leafDark, inks.leafLight),
      figure(318, 500, 50, inks.accent, inks.ink),
      figure(356, 484, 45, inks.paper, inks.ink),
      ...[40, 90, 250, 300].map((x) =>
        blade([x, 670], chance.between(50, 130), chance.between(90, 140), 28, inks.leafDark, inks.leaf),
      ),
      birds(chance, 650, 240, inks.paper),
    ].join('');
  },
};
