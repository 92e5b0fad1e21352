import { bird } from '../animals.ts';
import type { Scene } from '../draw.ts';
import { block, ground, mix, oval, type Point, pebble } from '../ink.ts';
import { ridge } from '../land.ts';
import { cloud, sky } from '../sky.ts';
import { figure } from '../things.ts';
import { bush, palm } from '../trees.ts';
import { ripples, sea } from '../water.ts';

/** A long curved wall of stones holding a still pond, with helpers on it. */
export const fishpondScene: Scene = {
  hours: ['morning', 'dawn'],
  draw(sheet) {
    const { chance, inks } = sheet;
    const rock = mix(inks.ink, inks.earth, 0.35);
    const along = (part: number): Point => [-40 + 1040 * part, 560 - Math.sin(Math.PI * part * 0.92) * 120 - part * 28];
    const stones = Array.from({ length: 120 }, (_, index) => {
      const part = index / 119;
      const [x, y] = along(part);
      const size = (26 - 13 * part) * chance.between(0.75, 1.2);
      const color = chance.pick([rock, mix(rock, inks.paper, 0.16), mix(rock, inks.paper, 0.3)]);
      const py = y + chance.between(-10, 26) * (1.2 - part * 0.6);
      return pebble(
        [
          [x - size, py],
          [x - size * 0.4, py - size * 0.62],
          [x + size * 0.6, py - size * 0.56],
          [x + size, py + size * 0.1],
          [x, py + size * 0.5],
        ],
        color,
      );
    });
    const walker = (part: number, color: string) => {
      const [x, y] = along(part);
      return figure(x, y - 12, 56 - 26 * part, color, inks.ink);
    };
    return [
      sky(sheet, 370),
      cloud(sheet, 230, 110, 300),
      cloud(sheet, 700, 150, 230),
      ridge(sheet, {
        base: 374,
        peaks: [250, 220, 280, 250, 290, 240, 200, 150, 110, 60],
        color: inks.land[0],
        shade: mix(inks.land[0], inks.land[1], 0.65),
        flutes: 40,
        saddle: [0.8, 0.94],
      }),
      ridge(sheet, {
        base: 380,
        peaks: [30, 80, 120, 80, 40, 20],
        from: 380,
        color: inks.land[1],
        shade: inks.land[2],
        flutes: 8,
        saddle: [0.7, 0.88],
      }),
      sea(sheet, 374),
      ripples(sheet, 384, 450, 26, inks.foam, 0.5),
      ground(
        [along(0), along(0.2), along(0.4), along(0.6), along(0.8), along(1)],
        mix(inks.sea[0], inks.leafLight, 0.3),
      ),
      ...[0, 1, 2, 3].map((step) => oval(480, 560 + step * 22, 420 - step * 40, 5, inks.paper, 0.3)),
      ...[420, 500, 640].map((x) => block(x, 520, 50, 4, inks.foam, 2, 0.8)),
      ...stones,
      walker(0.34, inks.accent),
      walker(0.42, inks.paper),
      walker(0.5, inks.ochre),
      walker(0.72, inks.accent),
      ground(
        [
          [-20, 640],
          [160, 608],
          [330, 620],
          [430, 660],
        ],
        inks.leafDark,
      ),
      ground(
        [
          [560, 660],
          [720, 622],
          [860, 606],
          [980, 600],
        ],
        inks.leafDark,
      ),
      bush(chance, 90, 634, 170, inks.leafDark, inks.leaf),
      bush(chance, 720, 646, 150, inks.leafDark, inks.leaf),
      palm(chance, [880, 650], 400, -30, inks.ink, [inks.leafDark, inks.leaf]),
      bird(560, 470, 22, inks.paper),
      bird(600, 456, 16, inks.paper),
    ].join('');
  },
};
