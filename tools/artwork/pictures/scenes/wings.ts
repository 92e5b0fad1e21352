import type { Scene } from '../draw.ts';
import { facet, fill, line, mix, moved } from '../ink.ts';
import { ridge } from '../land.ts';
import { tufts } from '../leaves.ts';
import { cloud, sky } from '../sky.ts';
import { figure } from '../things.ts';
import { palm } from '../trees.ts';
import { ripples, sea, shore } from '../water.ts';

/** A wing held over a small board on its foil. */
function winger(x: number, y: number, size: number, cloth: string, stripe: string, body: string, turn: number): string {
  const wing = moved(
    fill('M-70 6C-50 -44 40 -54 78 -6C40 -20 -16 -14 -70 6', cloth) +
      fill('M-34 -20C-10 -40 24 -42 46 -28C20 -26 -6 -20 -30 -6', stripe) +
      line('M-70 6C-50 -44 40 -54 78 -6', body, 3),
    4,
    -86,
    1,
    turn,
  );
  return moved(
    [
      wing,
      figure(0, -8, 46, body),
      line('M4 -36L12 -84', body, 4),
      line('M-40 -6L44 -8', stripe, 9),
      line('M0 -4L0 22', body, 3.4),
      line('M-26 24L26 20', body, 3),
    ].join(''),
    x,
    y,
    size / 100,
  );
}

/** A windy lagoon with coloured wings, mountains across the isthmus. */
export const wingsScene: Scene = {
  hours: ['noon', 'golden'],
  draw(sheet) {
    const { chance, inks } = sheet;
    return [
      sky(sheet, 340),
      cloud(sheet, 300, 120, 320),
      cloud(sheet, 720, 180, 240),
      ridge(sheet, {
        base: 342,
        peaks: [40, 110, 180, 220, 190, 230, 170, 120, 60, 20],
        from: 120,
        to: 900,
        color: inks.land[0],
        shade: inks.land[1],
        flutes: 22,
        saddle: [0.74, 0.9],
      }),
      sea(sheet, 340),
      ...[392, 440, 494].map((y) => ripples(sheet, y, y + 12, 16, inks.foam, 0.85)),
      ripples(sheet, 350, 540, 34, inks.foam, 0.6),
      winger(250, 420, 84, inks.ochre, inks.paper, inks.ink, -16),
      winger(chance.between(400, 440), 470, 150, inks.accent, inks.paper, inks.ink, -22),
      winger(720, 400, 66, inks.paper, inks.sea[2], inks.ink, -10),
      fill('M300 506Q420 484 560 506Q420 500 300 506', inks.foam),
      shore(sheet, 570, 530),
      facet(
        [
          [-20, 640],
          [100, 600],
          [260, 612],
          [420, 640],
          [420, 660],
          [-20, 660],
        ],
        mix(inks.sand, inks.earth, 0.2),
      ),
      tufts(chance, [10, 616], [330, 630], 30, 46, inks.leaf),
      palm(chance, [850, 660], 380, 76, inks.ink, [inks.leafDark, inks.leaf]),
    ].join('');
  },
};
