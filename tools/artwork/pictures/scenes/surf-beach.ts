import type { Scene } from '../draw.ts';
import { block, facet, fill, mix, moved, oval } from '../ink.ts';
import { ridge } from '../land.ts';
import { cloud, sky } from '../sky.ts';
import { foam, rider } from '../surfing.ts';
import { palm } from '../trees.ts';
import { sea } from '../water.ts';

/** Long lines of swell rolling in, boards upright in the sand. */
export const surfBeachScene: Scene = {
  hours: ['golden', 'noon', 'dusk', 'morning'],
  draw(sheet) {
    const { chance, inks } = sheet;
    const roll = (y: number, from: number, to: number, tall: number) =>
      [
        fill(
          `M${from} ${y}C${from + 60} ${y - tall} ${to - 120} ${y - tall * 1.3} ${to} ${y}`,
          mix(inks.sea[0], inks.foam, 0.2),
        ),
        foam(
          sheet,
          Array.from(
            { length: Math.round((to - from) / (tall * 0.55)) },
            (_, index) => [from + index * tall * 0.55, y - 3] as const,
          ),
          tall * 0.32,
          inks.foam,
        ),
        block(from - tall * 0.2, y - tall * 0.2, to - from + tall * 0.1, tall * 0.46, inks.foam, tall * 0.23),
      ].join('');
    const board = (x: number, y: number, high: number, color: string, stripe: string, turn: number) =>
      moved(
        oval(0, -high / 2, high * 0.13, high / 2, color) +
          block(-2.4, -high * 0.97, 4.8, high * 0.94, stripe) +
          block(-high * 0.12, -high * 0.42, high * 0.24, high * 0.06, stripe),
        x,
        y,
        1,
        turn,
      );
    return [
      sky(sheet, 300, { x: chance.between(560, 700), y: 176, r: 58 }),
      cloud(sheet, 230, 130, 260),
      ridge(sheet, {
        base: 302,
        peaks: [140, 190, 120, 80, 40, 20],
        to: 560,
        color: inks.land[0],
        shade: inks.land[1],
        flutes: 8,
        saddle: [0.65, 0.85],
      }),
      sea(sheet, 300, 560),
      roll(366, 420, 900, 30),
      roll(430, 60, 560, 44),
      rider(600, 428, 46, inks.ink, inks.paper, -4),
      roll(500, 380, 1010, 58),
      rider(360, 500, 60, inks.ink, inks.accent, 5),
      facet(
        [
          [-20, 560],
          [240, 548],
          [520, 562],
          [760, 546],
          [980, 556],
          [980, 660],
          [-20, 660],
        ],
        inks.foam,
      ),
      facet(
        [
          [-20, 576],
          [240, 564],
          [520, 580],
          [760, 562],
          [980, 574],
          [980, 660],
          [-20, 660],
        ],
        inks.sand,
      ),
      board(740, 628, 250, inks.accent, inks.paper, -5),
      board(806, 632, 280, inks.paper, inks.sea[2], 3),
      board(872, 626, 230, inks.ochre, inks.ink, 8),
      palm(chance, [110, 660], 470, 70, inks.ink, [inks.leafDark, inks.leaf]),
      oval(820, 634, 150, 8, mix(inks.sand, inks.earth, 0.4)),
    ].join('');
  },
};
