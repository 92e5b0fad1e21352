import type { Scene } from '../draw.ts';
import { block, disc, facet, fill, ground, line, mix, moved, oval } from '../ink.ts';
import { ridge } from '../land.ts';
import { blade, clump } from '../leaves.ts';
import { cloud, type Sheet, sky } from '../sky.ts';
import { festoon } from '../things.ts';
import { bush, palm, umbrellaTree } from '../trees.ts';
import { ripples, sea } from '../water.ts';

/** A cane armchair seen from the side. */
function chair(x: number, y: number, size: number, cane: string, cushion: string, turned: boolean): string {
  const drawing = [
    line('M-44 0L-38 -52L34 -48L40 0M-40 -36L38 -32', cane, 6),
    fill('M-46 -60C-60 -100 -58 -128 -44 -138C-32 -136 -30 -100 -26 -62', cane),
    line('M-48 -74L-36 -76M-50 -90L-36 -92M-50 -106L-38 -108', cushion, 2.4),
    line('M-46 -86C-10 -92 30 -90 38 -78L36 -50', cane, 6),
    block(-40, -66, 78, 17, cushion, 8),
  ].join('');
  return `<g transform="translate(${x} ${y}) scale(${(turned ? -1 : 1) * (size / 138)} ${size / 138})">${drawing}</g>`;
}

/** A round table with what the hour asks for. */
function table({ inks }: Sheet, x: number, y: number, size: number): string {
  const drawing = [
    line('M0 -60L0 0M-26 2L0 -10L26 2', inks.ink, 6),
    oval(0, -62, 62, 11, inks.earth),
    oval(0, -65, 62, 11, mix(inks.earth, inks.paper, 0.4)),
    fill('M-40 -94L-18 -94L-21 -68L-37 -68', inks.paper),
    line('M-19 -88q12 2 0 13', inks.paper, 3.4),
    fill('M10 -80C10 -66 46 -66 46 -80', inks.sea[2]),
    disc(20, -84, 8, inks.ochre),
    disc(34, -84, 8, inks.accent),
    disc(27, -92, 8, inks.leafLight),
  ].join('');
  return moved(drawing, x, y, size / 100);
}

/** What one sees beyond the rail, by layout. */
const views: ((sheet: Sheet) => string)[] = [
  (sheet) =>
    sea(sheet, 300, 470) +
    ripples(sheet, 312, 440, 24, sheet.inks.foam, 0.6) +
    bush(sheet.chance, 200, 450, 170, sheet.inks.leafDark, sheet.inks.leaf) +
    bush(sheet.chance, 760, 456, 200, sheet.inks.leafDark, sheet.inks.leaf) +
    palm(sheet.chance, [640, 470], 290, 40, sheet.inks.ink, [sheet.inks.leafDark, sheet.inks.leaf]),
  (sheet) =>
    ground(
      [
        [-20, 340],
        [480, 330],
        [980, 344],
      ],
      sheet.inks.leaf,
    ) +
    umbrellaTree(sheet.chance, [520, 440], 220, 380, sheet.inks.ink, sheet.inks.leafDark, sheet.inks.leaf) +
    ground(
      [
        [-20, 430],
        [480, 440],
        [980, 424],
      ],
      sheet.inks.leafLight,
    ) +
    bush(sheet.chance, 140, 470, 220, sheet.inks.leafDark, sheet.inks.leaf) +
    bush(sheet.chance, 840, 470, 200, sheet.inks.leafDark, sheet.inks.leaf) +
    [90, 150, 190, 800, 850, 890].map((x) => disc(x, 420 + (x % 7) * 4, 7, sheet.inks.accent)).join(''),
  (sheet) =>
    ground(
      [
        [-20, 330],
        [480, 350],
        [980, 330],
      ],
      sheet.inks.land[2],
    ) +
    bush(sheet.chance, 330, 420, 200, sheet.inks.leafDark, sheet.inks.leaf) +
    bush(sheet.chance, 620, 430, 230, sheet.inks.leafDark, sheet.inks.leaf) +
    palm(sheet.chance, [200, 450], 300, -30, sheet.inks.ink, [sheet.inks.leafDark, sheet.inks.leaf]) +
    ground(
      [
        [-20, 430],
        [480, 420],
        [980, 436],
      ],
      sheet.inks.leafDark,
    ) +
    [120, 260, 420, 560, 700, 860]
      .map((x) => disc(x, 440 - (x % 5) * 5, 9, sheet.inks.accent) + disc(x + 22, 452, 7, sheet.inks.ochre))
      .join(''),
];

/** A shaded veranda with two chairs, and what lies beyond it. */
export const gardenLanaiScene: Scene = {
  hours: ['morning', 'golden', 'noon', 'dusk', 'dawn'],
  draw(sheet) {
    const { chance, inks, layout } = sheet;
    const evening = layout === 3;
    const wood = mix(inks.earth, inks.ink, 0.35);
    const floor = mix(inks.earth, inks.sand, 0.45);
    const cushions = [inks.accent, inks.sea[2], inks.ochre, inks.paper];
    return [
      sky(sheet, 350, layout % 2 === 0 ? undefined : { x: 470, y: 220, r: 50 }),
      cloud(sheet, chance.between(300, 420), 190, 240),
      ridge(sheet, {
        base: 352,
        peaks: layout % 3 === 0 ? [30, 80, 120, 90, 40] : [150, 200, 170, 130, 180, 220, 160],
        color: inks.land[0],
        shade: inks.land[1],
        flutes: 12,
        saddle: [0.76, 0.92],
      }),
      views[layout % views.length]!(sheet),
      block(-10, 496, 980, 160, floor),
      ...[512, 532, 558, 592].map((y) => block(-10, y, 980, 3, mix(floor, inks.ink, 0.25))),
      facet(
        [
          [300, 496],
          [660, 496],
          [760, 640],
          [180, 640],
        ],
        mix(inks.sea[2], inks.paper, 0.2),
      ),
      facet(
        [
          [318, 504],
          [642, 504],
          [724, 628],
          [214, 628],
        ],
        mix(inks.sea[2], inks.paper, 0.55),
      ),
      facet(
        [
          [332, 512],
          [628, 512],
          [696, 618],
          [244, 618],
        ],
        mix(inks.sea[2], inks.paper, 0.2),
      ),
      ...Array.from({ length: 21 }, (_, index) => block(20 + index * 46, 420, 5, 80, inks.paper)),
      block(-10, 412, 980, 11, inks.paper),
      block(-10, 492, 980, 8, inks.paper),
      ...[60, 900].map(
        (x) => block(x - 13, 60, 26, 440, inks.paper) + block(x + 4, 60, 9, 440, mix(inks.paper, inks.ink, 0.18)),
      ),
      facet(
        [
          [-10, -10],
          [970, -10],
          [970, 62],
          [-10, 62],
        ],
        wood,
      ),
      ...Array.from({ length: 13 }, (_, index) => block(10 + index * 80, -10, 14, 84, mix(wood, inks.ink, 0.4))),
      block(-10, 58, 980, 12, inks.paper),
      evening
        ? festoon([0, 82], [480, 82], 34, 9, inks.ink, inks.ochre, 6) +
          festoon([480, 82], [960, 82], 34, 9, inks.ink, inks.ochre, 6)
        : line('M480 70L480 104', inks.ink, 3) + fill('M448 138C450 110 510 110 512 138', inks.ochre),
      chair(330, 606, 196, wood, cushions[layout % 4]!, false),
      chair(640, 606, 196, wood, cushions[layout % 4]!, true),
      table(sheet, 486, 612, 112),
      clump(chance, [60, 640], 200, [inks.leaf, inks.leafDark], inks.leafLight),
      block(20, 590, 80, 60, inks.accent, 8),
      clump(chance, [900, 640], 230, [inks.leafDark, inks.leaf], inks.leafLight),
      block(856, 586, 90, 64, mix(inks.paper, inks.ochre, 0.4), 8),
      blade([980, 90], 205, 190, 54, inks.leafDark, inks.leaf, 0.3),
      blade([980, 80], 235, 170, 54, inks.leaf, inks.leafLight, 0.3),
    ].join('');
  },
};
