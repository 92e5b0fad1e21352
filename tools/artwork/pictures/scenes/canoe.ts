import { birds } from '../animals.ts';
import { outrigger } from '../boats.ts';
import type { Scene } from '../draw.ts';
import { fill, ground, mix } from '../ink.ts';
import { ridge } from '../land.ts';
import { frond } from '../leaves.ts';
import { cloud, sky, streaks } from '../sky.ts';
import { glitter, ripples, sea } from '../water.ts';

/** An outrigger with its crew sliding down a swell. */
export const canoeScene: Scene = {
  hours: ['golden', 'morning', 'dusk'],
  draw(sheet) {
    const { chance, inks } = sheet;
    const swell = (y: number, tall: number, color: string) =>
      ground(
        [
          [-20, y],
          [140, y - tall * 0.3],
          [330, y - tall],
          [520, y - tall * 0.5],
          [720, y + tall * 0.3],
          [980, y],
        ],
        color,
      );
    return [
      sky(sheet, 340, { x: 680, y: 230, r: 66 }),
      cloud(sheet, 250, 130, 260),
      streaks(sheet, 60, 200, 3),
      ridge(sheet, {
        base: 342,
        peaks: [120, 180, 140, 200, 110, 60, 24],
        to: 560,
        color: inks.land[0],
        shade: inks.land[1],
        flutes: 12,
        saddle: [0.66, 0.86],
      }),
      sea(sheet, 340),
      glitter(sheet, 680, 352, 520, inks.glow),
      ripples(sheet, 356, 460, 24, inks.foam, 0.55),
      swell(452, 34, inks.sea[1]),
      fill('M120 440C220 410 300 408 380 420C300 424 220 430 120 440', inks.foam, 0.85),
      swell(500, 60, mix(inks.sea[1], inks.sea[2], 0.6)),
      outrigger(470, 466, 430, inks.accent, inks.ink),
      fill(
        'M262 492C330 476 420 486 520 500C620 508 690 500 720 486C700 520 600 530 500 520C400 512 320 500 262 492',
        inks.foam,
      ),
      swell(566, 44, inks.sea[2]),
      fill('M40 552C180 512 330 508 440 534C320 528 180 534 40 552', inks.foam, 0.85),
      fill('M560 590C680 566 800 572 900 590C800 584 680 584 560 590', inks.foam, 0.6),
      ripples(sheet, 560, 630, 12, inks.foam, 0.5),
      birds(chance, 420, 150, inks.ink),
      ...[205, 240, 275].map((angle) => frond([990, -10], angle, 300, inks.leafDark, 0.12, 0.22)),
    ].join('');
  },
};
