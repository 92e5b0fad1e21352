import { birds } from '../animals.ts';
import { sloop, voyager } from '../boats.ts';
import type { Scene } from '../draw.ts';
import { fill, ground, line, mix, oval } from '../ink.ts';
import { ridge } from '../land.ts';
import { blade, clump } from '../leaves.ts';
import { cloud, sky, streaks } from '../sky.ts';
import { cottage, figure } from '../things.ts';
import { bush, palm } from '../trees.ts';
import { glitter, ripples, sea } from '../water.ts';

/** The picture of the landing page: from a bluff at first light, two travelers look over a whole bay. */
export const landingScene: Scene = {
  hours: ['dawn'],
  draw(sheet) {
    const { chance, inks } = sheet;
    const shoal = mix(inks.sea[0], inks.paper, 0.35);
    return [
      sky(sheet, 360, { x: 400, y: 262, r: 84 }),
      streaks(sheet, 50, 190, 5),
      cloud(sheet, 150, 150, 240),
      cloud(sheet, 660, 110, 200),
      ridge(sheet, {
        base: 364,
        peaks: [10, 40, 90, 60, 120, 150, 190],
        from: 330,
        color: inks.land[0],
        shade: mix(inks.land[0], inks.land[1], 0.5),
        saddle: [0.8, 0.94],
      }),
      ridge(sheet, {
        base: 372,
        peaks: [24, 90, 160, 200, 260, 250, 310, 300, 340],
        from: 520,
        to: 1040,
        color: inks.land[1],
        shade: inks.land[2],
        flutes: 34,
        saddle: [0.8, 0.93],
      }),
      sea(sheet, 362),
      glitter(sheet, 400, 372, 560, inks.glow),
      ripples(sheet, 376, 560, 46, inks.foam, 0.6),
      fill('M330 452C480 430 640 424 800 436C680 452 560 470 420 474C370 472 340 464 330 452', shoal, 0.6),
      ridge(sheet, {
        base: 420,
        peaks: [30, 90, 150, 210, 190, 250],
        from: 700,
        to: 1060,
        color: inks.land[2],
        shade: inks.land[3],
        flutes: 14,
        saddle: [0.76, 0.9],
      }),
      fill('M548 440C600 420 690 410 780 407L980 400L980 450C840 446 660 450 548 440', inks.leafDark),
      ...[
        [690, 56],
        [760, 64],
        [850, 60],
      ].map(([x, wide], index) =>
        cottage(x!, 418, wide!, inks.paper, index === 1 ? inks.accent : inks.ochre, inks.ink, inks.glow),
      ),
      ...[650, 726, 806, 900].map((x) =>
        palm(chance, [x, 422], chance.between(80, 120), chance.between(-14, 14), inks.ink, [inks.leafDark, inks.leaf]),
      ),
      fill('M580 430C680 444 840 444 980 432L980 446C840 458 680 456 580 430', inks.sand),
      sloop(610, 400, 50, inks.ink, [inks.paper, inks.paper]),
      voyager(390, 468, 150, inks.ink, [inks.accent, mix(inks.accent, inks.paper, 0.35)]),
      oval(390, 484, 130, 6, inks.foam, 0.7),
      ground(
        [
          [-20, 470],
          [90, 478],
          [190, 520],
          [330, 548],
          [520, 560],
          [700, 540],
          [860, 520],
          [980, 516],
        ],
        inks.leafDark,
      ),
      bush(chance, 730, 560, 190, inks.leafDark, inks.leaf),
      bush(chance, 900, 556, 230, inks.leafDark, inks.leaf),
      ground(
        [
          [-20, 500],
          [120, 520],
          [240, 560],
          [420, 584],
          [640, 590],
          [980, 570],
        ],
        inks.leaf,
      ),
      fill(
        'M286 660C330 640 352 628 330 612C306 596 330 580 344 572L356 572C348 582 336 592 358 608C392 630 360 644 340 660',
        inks.sand,
      ),
      line('M352 574C340 586 324 594 346 610C372 630 340 644 316 660', mix(inks.sand, inks.earth, 0.3), 2.4),
      figure(346, 584, 66, inks.accent, inks.ink),
      figure(388, 588, 62, inks.paper, inks.ink),
      palm(chance, [120, 650], 500, 66, inks.ink, [inks.leafDark, inks.leaf]),
      palm(chance, [40, 650], 380, -24, inks.ink, [inks.leafDark, inks.leaf]),
      clump(chance, [60, 668], 190, [inks.leaf, inks.leafDark], inks.leafLight),
      clump(chance, [210, 676], 140, [inks.leafDark, inks.leaf], inks.leafLight),
      clump(chance, [890, 672], 220, [inks.leafDark, inks.leaf], inks.leafLight),
      clump(chance, [700, 680], 150, [inks.leaf, inks.leafDark], inks.leafLight),
      ...[470, 520, 580].map((x) => blade([x, 668], chance.between(60, 120), 90, 28, inks.leafDark, inks.leaf)),
      birds(chance, 540, 190, inks.ink),
    ].join('');
  },
};
