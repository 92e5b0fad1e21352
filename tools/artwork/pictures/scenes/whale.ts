import { birds } from '../animals.ts';
import { sloop } from '../boats.ts';
import type { Scene } from '../draw.ts';
import { disc, fill, ground, line, mix, moved, oval } from '../ink.ts';
import { ridge } from '../land.ts';
import { cloud, type Sheet, sky, streaks } from '../sky.ts';
import { glitter, ripples, sea } from '../water.ts';

/** Humpback flukes going down, water running off. */
function flukes({ inks }: Sheet, x: number, y: number, size: number): string {
  const drawing = [
    fill(
      'M-30 6C-22 -30 -18 -58 -20 -84C-50 -84 -92 -100 -128 -142C-92 -140 -36 -140 0 -112C36 -140 92 -140 128 -142C92 -100 50 -84 20 -84C18 -58 22 -30 30 6',
      inks.ink,
    ),
    fill('M-112 -134C-84 -126 -46 -120 -20 -96C-46 -94 -84 -104 -112 -134', mix(inks.ink, inks.paper, 0.32)),
    line('M-84 -98L-88 -62M-52 -86L-54 -40M-34 -82L-35 -58M84 -98L88 -56M54 -86L56 -44M36 -82L37 -50', inks.foam, 3.4),
    fill('M-78 8C-40 -14 -30 4 0 -4C30 4 44 -14 80 8C40 20 -40 20 -78 8', inks.foam),
  ].join('');
  return moved(drawing, x, y, size / 150);
}

/** A humpback falling back after its leap. */
function breach({ chance, inks }: Sheet, x: number, y: number, size: number): string {
  const drawing = [
    fill('M-54 20C-58 -60 -34 -150 26 -196C44 -208 66 -204 70 -188C74 -150 62 -60 56 20', inks.ink),
    fill('M70 -188C76 -140 66 -60 58 20L14 20C22 -60 40 -140 62 -196', mix(inks.paper, inks.sea[0], 0.25)),
    line(
      'M62 -176C50 -110 38 -50 34 16M68 -160C60 -100 50 -50 48 16M50 -176C36 -110 26 -60 22 16',
      mix(inks.ink, inks.sea[1], 0.3),
      2.6,
    ),
    fill('M-30 -70C-78 -78 -122 -116 -138 -158C-104 -146 -54 -130 -16 -100', inks.ink),
    disc(34, -158, 3.4, inks.paper),
    ...Array.from({ length: 16 }, (_, index) =>
      disc(-112 + index * 15, chance.between(-6, 14), chance.between(10, 24), inks.foam),
    ),
    ...Array.from({ length: 18 }, () =>
      disc(chance.between(-130, 130), chance.between(-110, -10), chance.between(1.6, 4.6), inks.foam),
    ),
  ].join('');
  return moved(drawing, x, y, size / 210, 8);
}

/** A whale off a leeward shore. */
export const whaleScene: Scene = {
  hours: ['dawn', 'morning'],
  draw(sheet) {
    const { chance, inks, layout } = sheet;
    const leaping = layout % 2 === 1;
    return [
      sky(sheet, 360, leaping ? undefined : { x: 300, y: 240, r: 60 }),
      leaping ? cloud(sheet, 250, 120, 280) + cloud(sheet, 760, 190, 190) : streaks(sheet, 60, 220, 5),
      ridge(sheet, {
        base: 362,
        peaks: [20, 60, 110, 150, 120, 160, 90, 40, 12],
        from: 300,
        to: 1010,
        color: inks.land[0],
        shade: inks.land[1],
        flutes: 12,
        saddle: [0.8, 0.94],
      }),
      sea(sheet, 360),
      leaping ? '' : glitter(sheet, 300, 372, 600, inks.glow),
      ripples(sheet, 374, 620, 50, inks.foam, 0.55),
      sloop(chance.between(170, 220), 410, 74, inks.ink, [inks.paper, inks.paper]),
      oval(560, 520, 190, 16, mix(inks.sea[1], inks.foam, 0.3)),
      leaping ? breach(sheet, 560, 512, 330) : flukes(sheet, 560, 516, 250),
      oval(560, 538, 240, 7, inks.foam, 0.5),
      ground(
        [
          [-20, 606],
          [240, 592],
          [480, 612],
          [720, 594],
          [980, 606],
        ],
        inks.sea[2],
      ),
      ripples(sheet, 600, 632, 8, inks.foam, 0.5),
      birds(chance, 640, 160, inks.ink),
    ].join('');
  },
};
