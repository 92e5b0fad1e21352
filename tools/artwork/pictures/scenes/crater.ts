import { birds } from '../animals.ts';
import type { Scene } from '../draw.ts';
import { facet, ground, type Point } from '../ink.ts';
import { sky, streaks } from '../sky.ts';
import { palm } from '../trees.ts';
import { glitter, ripples, sea } from '../water.ts';

/** The long crater rim at the end of the bay, with the sun behind it. */
export const craterScene: Scene = {
  hours: ['dawn', 'dusk', 'golden'],
  draw(sheet) {
    const { chance, inks } = sheet;
    const sea0 = 420;
    const rim: Point[] = [
      [130, sea0],
      [230, 352],
      [268, 338],
      [300, 322],
      [352, 332],
      [390, 326],
      [470, 306],
      [512, 288],
      [560, 262],
      [606, 230],
      [640, 196],
      [664, 176],
      [682, 168],
      [704, 178],
      [732, 226],
      [760, 262],
      [790, 300],
      [860, 350],
      [930, 372],
      [1000, 384],
      [1000, sea0],
    ];
    const gullies = rim.slice(2, -6).map(([x, y], index): Point[] => [
      [x, y + 2],
      [x + 30 + (index % 3) * 10, sea0],
      [x + 8 + (index % 2) * 8, sea0],
    ]);
    return [
      sky(sheet, sea0, { x: 560, y: 226, r: 76 }),
      streaks(sheet, 60, 250, 6),
      facet(rim, inks.land[1]),
      ...gullies.map((points) => facet(points, inks.land[2], 0.8)),
      facet(
        [
          [682, 168],
          [704, 178],
          [732, 226],
          [760, 262],
          [790, 300],
          [860, 350],
          [930, 372],
          [1000, 384],
          [1000, sea0],
          [790, sea0],
          [740, 372],
          [752, 330],
          [706, 284],
          [714, 240],
        ],
        inks.land[2],
      ),
      ground(
        [
          [90, 416],
          [380, 402],
          [700, 406],
          [980, 396],
        ],
        inks.land[3],
        424,
      ),
      sea(sheet, sea0),
      glitter(sheet, 540, 430, 600, inks.glow),
      ripples(sheet, 430, 620, 40, inks.foam, 0.55),
      palm(chance, [96, 660], 450, 60, inks.ink, [inks.ink, inks.leafDark]),
      palm(chance, [30, 660], 330, -20, inks.ink, [inks.ink, inks.leafDark]),
      birds(chance, 300, 150, inks.ink),
    ].join('');
  },
};
