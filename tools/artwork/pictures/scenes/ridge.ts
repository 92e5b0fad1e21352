import type { Scene } from '../draw.ts';
import { ground, mix } from '../ink.ts';
import { ridge } from '../land.ts';
import { cloud, sky } from '../sky.ts';
import { bush, palm } from '../trees.ts';
import { ripples, sea } from '../water.ts';

/** Fluted windward cliffs above a bay. */
export const ridgeScene: Scene = {
  hours: ['morning', 'golden', 'noon', 'dawn'],
  draw(sheet) {
    const { chance, inks } = sheet;
    const peaks = (count: number, low: number, high: number) =>
      Array.from({ length: count }, () => chance.between(low, high));
    return [
      sky(sheet, 470),
      cloud(sheet, chance.between(480, 620), 150, 300),
      cloud(sheet, 130, 210, 190),
      ridge(sheet, {
        base: 474,
        peaks: peaks(7, 120, 200),
        color: inks.land[0],
        shade: mix(inks.land[0], inks.land[1], 0.5),
      }),
      ridge(sheet, {
        base: 474,
        peaks: [330, 290, 300, 250, 262, 190, 200, 130, 120, 60, 30],
        to: 900,
        color: inks.land[1],
        shade: inks.land[2],
        flutes: 44,
        saddle: [0.74, 0.9],
      }),
      ridge(sheet, {
        base: 478,
        peaks: [120, 170, 110, 70, 40],
        to: 560,
        color: inks.land[2],
        shade: inks.land[3],
        flutes: 12,
        saddle: [0.6, 0.8],
      }),
      sea(sheet, 474),
      ripples(sheet, 484, 600, 40, inks.foam, 0.55),
      ground(
        [
          [-20, 552],
          [240, 560],
          [520, 600],
          [760, 604],
          [980, 570],
        ],
        inks.leafDark,
      ),
      bush(chance, 90, 590, 210, inks.leafDark, inks.leaf),
      bush(chance, 270, 612, 150, inks.leafDark, inks.leaf),
      palm(chance, [850, 650], 350, -46, inks.ink, [inks.leafDark, inks.leaf]),
      palm(chance, [925, 660], 250, 30, inks.ink, [inks.leafDark, inks.leaf]),
    ].join('');
  },
};
