import type { Scene } from '../draw.ts';
import { block, facet, fill, ground, line, mix, oval, type Point } from '../ink.ts';
import { ridge } from '../land.ts';
import { clump } from '../leaves.ts';
import { cloud, type Sheet, sky } from '../sky.ts';
import { festoon, figure } from '../things.ts';
import { bush, palm } from '../trees.ts';
import { glitter, ripples, sea } from '../water.ts';

/** A long white house of shaded balconies under a low-pitched roof. */
function house({ chance, inks, night }: Sheet, x: number, foot: number, bays: number, floors: number): string {
  const [bay, storey] = [66, 60];
  const [wide, high] = [bays * bay, floors * storey];
  const top = foot - high;
  const room = mix(inks.ink, inks.sea[2], 0.4);
  const lamp = mix(inks.ochre, inks.paper, 0.25);
  const balconies: string[] = [];
  for (let floor = 0; floor < floors; floor += 1) {
    for (let place = 0; place < bays; place += 1) {
      const [left, ceiling] = [x + place * bay, top + floor * storey];
      const lit = chance.holds(night ? 0.55 : 0.2);
      balconies.push(
        block(left + 7, ceiling + 8, bay - 14, storey - 10, lit ? lamp : room),
        block(left + 7, ceiling + 8, bay - 14, 9, mix(inks.paper, inks.ink, 0.35)),
        block(left + 12 + chance.whole(0, 2) * 12, ceiling + 17, 9, storey - 20, mix(inks.paper, inks.sand, 0.4)),
        block(left + 4, ceiling + storey - 24, bay - 8, 22, inks.paper),
        ...[12, 22, 32, 42].map((shift) =>
          block(left + shift, ceiling + storey - 19, 3, 14, mix(inks.sea[1], inks.paper, 0.3)),
        ),
      );
    }
  }
  const roof: Point[] = [
    [x - 26, top + 4],
    [x + 40, top - 50],
    [x + wide - 40, top - 50],
    [x + wide + 26, top + 4],
  ];
  return [
    block(x, top, wide, high, mix(inks.paper, inks.sand, 0.25)),
    ...balconies,
    facet(roof, inks.accent),
    facet(
      [
        [x + wide - 40, top - 50],
        [x + wide + 26, top + 4],
        [x + wide - 90, top + 4],
        [x + wide - 74, top - 50],
      ],
      mix(inks.accent, inks.ink, 0.22),
    ),
    ...Array.from({ length: bays * 2 }, (_, index) =>
      line(
        `M${x + 44 + (index * (wide - 88)) / (bays * 2 - 1)} ${top - 46}L${x + 6 + (index * (wide - 12)) / (bays * 2 - 1)} ${top}`,
        mix(inks.accent, inks.ink, 0.2),
        1.8,
      ),
    ),
    block(x - 10, foot - 4, wide + 20, 12, mix(inks.paper, inks.ink, 0.2)),
  ].join('');
}

/** A hotel of balconies between the palms, its lawn going down to water. */
export const hotelScene: Scene = {
  hours: ['golden', 'dusk', 'noon', 'night'],
  draw(sheet) {
    const { chance, inks, layout, night } = sheet;
    const late = layout % 2 === 1;
    const floors = [4, 3, 2, 2][layout % 4]!;
    const bays = [6, 8, 8, 9][layout % 4]!;
    const left = 930 - bays * 66;
    const pool = mix(inks.sea[0], '#35aba8', 0.6);
    return [
      sky(sheet, 400, late ? { x: 190, y: night ? 120 : 300, r: night ? 40 : 60 } : undefined),
      late ? '' : cloud(sheet, 280, 120, 280) + cloud(sheet, 640, 80, 180),
      ridge(sheet, {
        base: 402,
        peaks: [30, 80, 140, 110, 170, 200, 160, 120, 150, 100],
        color: inks.land[0],
        shade: inks.land[1],
        flutes: 12,
        saddle: [0.8, 0.94],
      }),
      sea(sheet, 400, 640),
      late ? glitter(sheet, 190, 408, 600, inks.glow) : '',
      ripples(sheet, 410, 600, 30, inks.foam, 0.6),
      ground(
        [
          [232, 520],
          [262, 488],
          [340, 466],
          [560, 458],
          [980, 456],
        ],
        inks.leafDark,
        520,
      ),
      palm(chance, [left + 40, 470], 340, -36, inks.ink, [inks.leafDark, inks.leaf]),
      palm(chance, [900, 460], 400, 20, inks.ink, [inks.leafDark, inks.leaf]),
      house(sheet, left, 492, bays, floors),
      ...[0.1, 0.3, 0.55, 0.8].map((part) => bush(chance, left + bays * 66 * part, 508, 90, inks.leafDark, inks.leaf)),
      ground(
        [
          [150, 560],
          [240, 510],
          [420, 496],
          [700, 500],
          [980, 494],
        ],
        inks.leaf,
      ),
      ground(
        [
          [40, 640],
          [200, 566],
          [420, 544],
          [700, 552],
          [980, 540],
        ],
        mix(inks.leaf, inks.leafLight, 0.55),
      ),
      oval(640, 582, 220, 36, inks.paper),
      oval(640, 580, 206, 30, pool),
      oval(600, 576, 120, 12, mix(pool, inks.foam, 0.4)),
      ...[470, 810].map(
        (x) =>
          fill(`M${x - 54} 540Q${x} 480 ${x + 54} 540`, inks.accent) +
          fill(`M${x - 18} 540Q${x} 478 ${x + 18} 540`, inks.paper) +
          line(`M${x} 506L${x} 588`, inks.ink, 4),
      ),
      figure(840, 596, 64, inks.paper, inks.ink),
      figure(412, 590, 64, inks.ochre, inks.ink),
      night
        ? festoon([300, 470], [620, 470], 34, 9, inks.ink, inks.ochre, 6) +
          festoon([620, 470], [940, 470], 34, 9, inks.ink, inks.ochre, 6)
        : '',
      fill('M-20 660C60 600 120 560 180 546L200 566C140 590 100 620 60 660', inks.sand),
      palm(chance, [96, 660], 460, 50, inks.ink, [inks.leafDark, inks.leaf]),
      palm(chance, [30, 660], 320, -16, inks.ink, [inks.leafDark, inks.leaf]),
      clump(chance, [920, 670], 190, [inks.leaf, inks.leafDark], inks.leafLight),
      clump(chance, [330, 672], 130, [inks.leafDark, inks.leaf], inks.leafLight),
    ].join('');
  },
};
