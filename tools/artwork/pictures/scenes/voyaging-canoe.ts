import { birds } from '../animals.ts';
import { voyager } from '../boats.ts';
import type { Scene } from '../draw.ts';
import { fill, ground, mix } from '../ink.ts';
import { ridge } from '../land.ts';
import { sky, stars, streaks } from '../sky.ts';
import { glitter, ripples, sea } from '../water.ts';

/** A double-hulled canoe under sail at the hour when the first stars can steer it. */
export const voyagingCanoeScene: Scene = {
  hours: ['dusk', 'dawn'],
  draw(sheet) {
    const { chance, inks } = sheet;
    return [
      sky(sheet, 430, { x: 300, y: 372, r: 70 }),
      stars(chance, inks.paper, 26, 200),
      streaks(sheet, 180, 320, 5),
      ridge(sheet, {
        base: 432,
        peaks: [16, 60, 150, 210, 160, 90, 30, 10],
        from: 420,
        to: 1010,
        color: inks.land[0],
        shade: inks.land[1],
        saddle: [0.8, 0.95],
      }),
      sea(sheet, 430),
      glitter(sheet, 300, 442, 610, inks.glow),
      ripples(sheet, 444, 620, 40, inks.foam, 0.5),
      voyager(chance.between(540, 600), 500, 330, inks.ink, [inks.accent, mix(inks.accent, inks.paper, 0.35)]),
      fill('M330 536C460 516 700 520 830 532C780 552 420 556 330 536', inks.foam, 0.8),
      ground(
        [
          [-20, 600],
          [220, 588],
          [480, 610],
          [740, 592],
          [980, 604],
        ],
        inks.sea[2],
      ),
      birds(chance, 160, 250, inks.ink),
    ].join('');
  },
};
