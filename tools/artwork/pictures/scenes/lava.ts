import type { Scene } from '../draw.ts';
import { disc, facet, ground, line, mix, oval, type Point, pebble } from '../ink.ts';
import { tufts } from '../leaves.ts';
import { type Sheet, sky, stars } from '../sky.ts';
import { figure } from '../things.ts';
import { treeFern } from '../trees.ts';

/** A rising plume of steam, lit from below. */
function plume({ chance }: Sheet, x: number, y: number, high: number, lit: string, pale: string): string {
  return Array.from({ length: 9 }, (_, step) => {
    const part = step / 8;
    const size = 20 + 58 * part;
    return disc(
      x + part * part * 130 + chance.between(-16, 16),
      y - part * high,
      size,
      mix(lit, pale, Math.min(1, part * 1.5)),
      0.92,
    );
  }).join('');
}

/** A crater with a lake of fire in its floor, watched from the rim. */
export const lavaScene: Scene = {
  hours: ['dusk', 'night'],
  draw(sheet) {
    const { chance, inks } = sheet;
    const fire = ['#e2492f', '#f4803c', '#fbc25e'] as const;
    const rock = (part: number) => mix(inks.land[1], inks.ink, part);
    const crack = (points: readonly Point[], thick: number) =>
      line(`M${points.map(([x, y]) => `${x} ${y}`).join('L')}`, fire[1], thick);
    const rope = (x: number, y: number, wide: number) =>
      [0, 1, 2, 3]
        .map((step) =>
          line(
            `M${x - wide + step * 12} ${y + step * 9}Q${x} ${y - wide * 0.36 + step * 9} ${x + wide - step * 12} ${y + step * 9}`,
            rock(0.55),
            4,
          ),
        )
        .join('');
    return [
      sky(sheet, 330),
      stars(chance, inks.paper, 30, 160),
      ground(
        [
          [-20, 316],
          [160, 300],
          [330, 262],
          [520, 228],
          [620, 226],
          [760, 252],
          [980, 300],
        ],
        inks.land[0],
        420,
      ),
      plume(sheet, 470, 390, 330, fire[1], mix(inks.cloud, inks.sky[1], 0.35)),
      facet(
        [
          [-20, 330],
          [130, 322],
          [250, 340],
          [330, 336],
          [640, 340],
          [760, 326],
          [980, 334],
          [980, 460],
          [-20, 460],
        ],
        rock(0.3),
      ),
      ...Array.from({ length: 16 }, (_, index) =>
        facet(
          [
            [index * 64 - 20, 338],
            [index * 64 + 12, 344],
            [index * 64 + chance.between(0, 30), 400 + chance.between(0, 26)],
          ],
          rock(0.5),
        ),
      ),
      ground(
        [
          [-20, 420],
          [200, 402],
          [480, 396],
          [760, 404],
          [980, 424],
        ],
        rock(0.55),
      ),
      pebble(
        [
          [250, 430],
          [330, 404],
          [480, 396],
          [640, 404],
          [730, 432],
          [640, 462],
          [470, 470],
          [320, 458],
        ],
        fire[0],
      ),
      pebble(
        [
          [290, 430],
          [360, 412],
          [480, 406],
          [610, 412],
          [680, 432],
          [600, 450],
          [470, 456],
          [350, 448],
        ],
        fire[1],
      ),
      pebble(
        [
          [380, 428],
          [480, 416],
          [580, 428],
          [480, 442],
        ],
        fire[2],
      ),
      ...[
        [340, 426, 52],
        [560, 440, 60],
        [470, 412, 40],
        [630, 424, 36],
      ].map(([x, y, w]) => oval(x!, y!, w!, 7, rock(0.75))),
      ...Array.from({ length: 20 }, () =>
        disc(chance.between(360, 620), chance.between(260, 400), chance.between(1.6, 4), fire[2]),
      ),
      ground(
        [
          [-20, 500],
          [160, 470],
          [340, 486],
          [560, 478],
          [780, 492],
          [980, 462],
        ],
        rock(0.75),
      ),
      crack(
        [
          [120, 500],
          [170, 512],
          [200, 530],
          [260, 536],
          [300, 560],
        ],
        5,
      ),
      crack(
        [
          [820, 500],
          [760, 516],
          [740, 540],
          [680, 548],
          [640, 580],
        ],
        5,
      ),
      crack(
        [
          [260, 536],
          [330, 528],
          [360, 540],
        ],
        3.4,
      ),
      rope(470, 540, 120),
      rope(250, 590, 90),
      rope(760, 600, 110),
      ground(
        [
          [-20, 590],
          [150, 568],
          [330, 606],
          [560, 622],
          [760, 608],
          [980, 574],
        ],
        inks.ink,
      ),
      figure(690, 616, 62, inks.ink),
      figure(726, 614, 54, inks.ink),
      treeFern(chance, [90, 640], 250, inks.ink, [inks.ink, inks.leafDark]),
      tufts(chance, [780, 606], [960, 596], 26, 50, inks.leafDark),
    ].join('');
  },
};
