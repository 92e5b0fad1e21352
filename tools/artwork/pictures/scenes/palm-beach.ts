import { birds } from '../animals.ts';
import { outrigger, sloop } from '../boats.ts';
import type { Scene } from '../draw.ts';
import { fill, line, mix, moved, oval } from '../ink.ts';
import { hills, ridge } from '../land.ts';
import { clump, tufts } from '../leaves.ts';
import { cloud, type Sheet, sky, stars, streaks } from '../sky.ts';
import { cottage } from '../things.ts';
import { palm } from '../trees.ts';
import { glitter, ripples, sea, shore } from '../water.ts';

function parasol(x: number, y: number, size: number, colors: readonly [string, string], pole: string): string {
  const wedge = (from: number, to: number, color: string) =>
    fill(`M0 -100L${from} -58Q${(from + to) / 2} -50 ${to} -58`, color);
  const top = [
    [-64, -32],
    [-32, 0],
    [0, 32],
    [32, 64],
  ]
    .map(([from, to], index) => wedge(from!, to!, colors[index % 2]!))
    .join('');
  return moved(
    line('M0 -96L0 2', pole, 4) + fill('M-64 -58C-56 -88 -30 -100 0 -102C30 -100 56 -88 64 -58', colors[0]) + top,
    x,
    y,
    size / 100,
    -8,
  );
}

const lounger = (x: number, y: number, size: number, cloth: string, wood: string) =>
  moved(
    line('M-50 0L-44 -14L40 -14L46 0M40 -14L66 -48', wood, 5) +
      fill('M-52 -20L38 -20L64 -54L72 -50L44 -12L-52 -12', cloth),
    x,
    y,
    size / 100,
  );

/** What stands on the sand, by layout. */
const furniture: ((sheet: Sheet) => string)[] = [
  ({ inks }) =>
    parasol(330, 566, 130, [inks.accent, inks.paper], inks.ink) +
    lounger(400, 580, 92, inks.paper, inks.ink) +
    lounger(270, 590, 92, inks.paper, inks.ink),
  ({ inks }) =>
    outrigger(340, 560, 270, inks.accent, inks.ink, 0) + oval(340, 580, 120, 6, mix(inks.sand, inks.earth, 0.4)),
  ({ inks }) => cottage(250, 556, 210, inks.paper, inks.accent, inks.ink, inks.ochre),
  ({ inks }) =>
    line('M600 520Q720 620 850 516', inks.accent, 9) +
    line('M610 524Q720 604 842 520', mix(inks.accent, inks.paper, 0.5), 4),
  ({ inks }) =>
    cottage(190, 552, 130, inks.paper, inks.sea[2], inks.ink, inks.ochre) +
    cottage(330, 566, 150, inks.paper, inks.accent, inks.ink, inks.ochre),
  ({ inks, chance }) =>
    tufts(chance, [60, 600], [420, 610], 30, 44, inks.leaf) +
    line('M190 600L196 550M250 606L254 556M310 604L312 556M192 566L314 570', inks.earth, 6),
];

/** A bay with leaning palms; a headland closes it. */
export const palmBeachScene: Scene = {
  hours: ['noon', 'golden', 'morning', 'dusk', 'dawn', 'night'],
  draw(sheet) {
    const { chance, inks, layout, night } = sheet;
    const low = chance.between(300, 350);
    const sunny = layout % 2 === 1 || night;
    const crown = [inks.leafDark, inks.leaf] as const;
    const sunX = chance.between(420, 560);
    return [
      sky(sheet, low, sunny ? { x: sunX, y: low - (night ? 190 : 70), r: 56 } : undefined),
      night ? stars(chance, inks.paper, 20, 200) : '',
      sunny ? streaks(sheet, 60, low - 90, 4) : cloud(sheet, 320, 140, 290) + cloud(sheet, 640, 210, 160),
      ridge(sheet, {
        base: low + 2,
        peaks: layout % 3 === 0 ? [40, 70, 110, 190, 150, 90] : [160, 200, 130, 90, 50, 16],
        from: layout % 3 === 0 ? 420 : -60,
        to: layout % 3 === 0 ? 1020 : 480,
        color: inks.land[0],
        shade: inks.land[1],
        flutes: 8,
        saddle: [0.6, 0.85],
      }),
      sea(sheet, low, 640),
      sunny ? glitter(sheet, sunX, low + 8, 500, inks.glow) : '',
      ripples(sheet, low + 14, 500, 34, inks.foam, 0.6),
      sloop(chance.between(330, 470), low + 50, 62, inks.ink, [inks.paper, inks.paper]),
      shore(sheet, 500 + (layout % 2) * 20, 570),
      furniture[layout % furniture.length]!(sheet),
      hills(sheet, 622, 8, mix(inks.sand, inks.earth, 0.2)),
      ...(layout % 2 === 0
        ? [palm(chance, [850, 640], 430, -90, inks.ink, crown), palm(chance, [930, 660], 330, 34, inks.ink, crown)]
        : [palm(chance, [840, 640], 360, 60, inks.ink, crown), palm(chance, [610, 610], 440, 76, inks.ink, crown)]),
      clump(chance, [930, 680], 170, [inks.leafDark, inks.leaf], inks.leafLight),
      night ? '' : birds(chance, 180, 220, inks.ink),
      ...[120, 480, 540].map((x) => oval(x, 616, 26, 4, mix(inks.sand, inks.earth, 0.35))),
    ].join('');
  },
};
