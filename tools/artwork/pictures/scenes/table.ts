import { coffee, flowers, greens, grilledFish, papaya, pastries, pitcher, poke } from '../dishes.ts';
import type { Scene } from '../draw.ts';
import { block, facet, mix } from '../ink.ts';
import { hills, ridge } from '../land.ts';
import { blade } from '../leaves.ts';
import { cloud, type Sheet, sky } from '../sky.ts';
import { bush, palm } from '../trees.ts';
import { ripples, sea } from '../water.ts';

/** What lies beyond the table: bay, field or harbour. */
function beyond(sheet: Sheet, view: number): string {
  const { chance, inks } = sheet;
  if (view % 2 === 1)
    return [
      ridge(sheet, {
        base: 320,
        peaks: [20, 60, 100, 140, 150, 120, 80, 40],
        color: inks.land[0],
        shade: mix(inks.land[0], inks.land[1], 0.5),
        saddle: [0.9, 0.98],
      }),
      hills(sheet, 316, 8, inks.land[1]),
      ...Array.from({ length: 7 }, (_, index) =>
        hills(
          sheet,
          330 + index * 16,
          2,
          [inks.leaf, inks.leafLight, inks.leafDark, mix(inks.accent, inks.land[1], 0.5)][index % 4]!,
        ),
      ),
      bush(chance, 120, 400, 170, inks.leafDark, inks.leaf),
      bush(chance, 860, 400, 190, inks.leafDark, inks.leaf),
    ].join('');
  return [
    ridge(sheet, {
      base: 320,
      peaks: [40, 90, 150, 190, 140, 100, 50, 20],
      to: 760,
      color: inks.land[0],
      shade: inks.land[1],
      flutes: 12,
      saddle: [0.76, 0.92],
    }),
    sea(sheet, 318, 470),
    ripples(sheet, 328, 440, 26, inks.foam, 0.6),
    palm(chance, [830, 470], 330, 40, inks.ink, [inks.leafDark, inks.leaf]),
  ].join('');
}

/** A table laid outdoors, with the dish one came for. */
function laid(sheet: Sheet, view: number, dishes: string): string {
  const { chance, inks } = sheet;
  const cloth = [
    inks.paper,
    mix(inks.ochre, inks.paper, 0.55),
    mix(inks.accent, inks.paper, 0.6),
    mix(inks.sea[0], inks.paper, 0.5),
  ][view % 4]!;
  return [
    sky(sheet, 320, view % 2 === 1 ? { x: 690, y: 210, r: 54 } : undefined),
    cloud(sheet, chance.between(240, 400), 130, 280),
    beyond(sheet, view),
    block(-10, 440, 980, 210, mix(inks.leafDark, inks.ink, 0.25)),
    facet(
      [
        [60, 446],
        [900, 446],
        [1010, 660],
        [-50, 660],
      ],
      cloth,
    ),
    facet(
      [
        [60, 446],
        [900, 446],
        [906, 458],
        [54, 458],
      ],
      mix(cloth, inks.paper, 0.5),
    ),
    ...Array.from({ length: 11 }, (_, index) =>
      facet(
        [
          [110 + index * 72, 458],
          [126 + index * 72, 458],
          [480 + (126 + index * 72 - 480) * 1.3, 660],
          [480 + (104 + index * 72 - 480) * 1.3, 660],
        ],
        mix(cloth, [inks.sea[2], inks.accent, inks.leaf, inks.sea[2]][view % 4]!, 0.16),
      ),
    ),
    dishes,
    blade([1000, 60], 200, 230, 60, inks.leafDark, inks.leaf, 0.3),
    blade([1000, 40], 225, 210, 56, inks.leaf, inks.leafLight, 0.35),
    blade([990, 20], 250, 150, 46, inks.leafDark, inks.leaf, 0.3),
  ].join('');
}

export const pokeTableScene: Scene = {
  hours: ['noon', 'morning'],
  draw: (sheet) =>
    laid(sheet, 0, poke(sheet, 470, 520, 350) + pitcher(sheet, 210, 500, 210) + papaya(sheet, 760, 530, 200)),
};

export const farmTableScene: Scene = {
  hours: ['golden', 'dusk'],
  draw: (sheet) =>
    laid(
      sheet,
      1,
      [
        flowers(sheet, 480, 480, 240),
        papaya(sheet, 250, 540, 210),
        greens(sheet, 720, 530, 260),
        pitcher(sheet, 90, 500, 190),
      ].join(''),
    ),
};

export const picnicTableScene: Scene = {
  hours: ['morning', 'noon'],
  draw: (sheet) =>
    laid(sheet, 2, papaya(sheet, 250, 530, 240) + pitcher(sheet, 720, 510, 230) + greens(sheet, 490, 550, 240)),
};

export const fishTableScene: Scene = {
  hours: ['dusk', 'golden'],
  draw: (sheet) =>
    laid(sheet, 4, grilledFish(sheet, 480, 540, 520) + pitcher(sheet, 150, 490, 200) + flowers(sheet, 830, 490, 190)),
};

export const cafeTableScene: Scene = {
  hours: ['morning', 'golden', 'dawn'],
  draw: (sheet) =>
    laid(
      sheet,
      sheet.layout % 2 === 0 ? 6 : 3,
      coffee(sheet, 420, 540, 250) + pastries(sheet, 680, 550, 260) + flowers(sheet, 190, 500, 200),
    ),
};
