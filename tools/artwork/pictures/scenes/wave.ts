import { birds } from '../animals.ts';
import type { Scene } from '../draw.ts';
import { disc, fill, ground, line, mix } from '../ink.ts';
import { ridge } from '../land.ts';
import { sky, streaks } from '../sky.ts';
import { foam, rider } from '../surfing.ts';
import { ripples, sea } from '../water.ts';

/** A hollow wave with a rider on its shoulder. */
export const waveScene: Scene = {
  hours: ['morning', 'dusk', 'golden'],
  draw(sheet) {
    const { chance, inks } = sheet;
    const [light, middle, deep] = [mix(inks.sea[0], inks.foam, 0.3), inks.sea[1], inks.sea[2]];
    const face =
      'M980 640L980 236C900 176 770 128 650 142C556 154 486 204 462 286C494 246 560 226 604 262C652 304 640 392 580 440C500 500 320 520 -20 534L-20 660Z';
    const lines = [
      'M636 330C634 420 540 500 240 548',
      'M672 300C690 420 590 530 330 580',
      'M716 276C752 420 650 560 440 620',
      'M764 256C820 420 740 570 560 650',
      'M820 246C884 400 830 560 690 650',
      'M884 246C944 390 920 540 830 650',
    ];
    return [
      sky(sheet, 360, { x: 240, y: 210, r: 62 }),
      streaks(sheet, 60, 180, 4),
      ridge(sheet, { base: 362, peaks: [30, 90, 60, 130, 80, 40], to: 620, color: inks.land[0], shade: inks.land[1] }),
      sea(sheet, 360),
      ripples(sheet, 372, 520, 24, inks.foam, 0.55),
      fill(
        'M462 286C494 246 560 226 604 262C652 304 640 392 580 440C540 474 470 490 400 500C470 440 520 370 462 286',
        deep,
      ),
      fill(face, middle),
      fill('M980 640L980 420C860 560 600 600 -20 596L-20 660Z', deep),
      ...lines.map((data, index) => line(data, index % 2 === 0 ? light : mix(middle, deep, 0.6), 8 - index * 0.5, 0.9)),
      fill(
        'M980 236C900 176 770 128 650 142C556 154 486 204 462 286C480 226 560 176 650 178C770 178 890 226 980 292',
        light,
      ),
      foam(
        sheet,
        [
          [462, 288],
          [470, 262],
          [486, 236],
          [508, 210],
          [536, 188],
          [570, 168],
          [606, 154],
          [644, 146],
          [690, 142],
        ],
        17,
        inks.foam,
      ),
      foam(
        sheet,
        [
          [452, 310],
          [444, 330],
          [462, 318],
          [430, 300],
          [448, 284],
        ],
        12,
        inks.foam,
      ),
      foam(
        sheet,
        [
          [730, 146],
          [776, 156],
          [826, 172],
          [880, 194],
          [936, 222],
        ],
        10,
        inks.foam,
      ),
      ...Array.from({ length: 22 }, () =>
        disc(chance.between(380, 660), chance.between(96, 300), chance.between(1.6, 5), inks.foam),
      ),
      rider(352, 500, 92, inks.ink, inks.accent, 9),
      line('M300 516C220 528 120 538 20 540', inks.foam, 6, 0.9),
      foam(
        sheet,
        [
          [20, 600],
          [80, 606],
          [140, 600],
          [200, 610],
          [260, 604],
          [330, 612],
        ],
        15,
        inks.foam,
      ),
      ground(
        [
          [-40, 600],
          [120, 606],
          [250, 610],
          [350, 640],
        ],
        inks.foam,
      ),
      birds(chance, 90, 120, inks.ink),
    ].join('');
  },
};
