import type { Scene } from '../draw.ts';
import { block, disc, facet, fill, ground, line, mix, oval, type Point } from '../ink.ts';
import { ridge } from '../land.ts';
import { clump } from '../leaves.ts';
import { type Sheet, sky, stars, streaks } from '../sky.ts';
import { festoon, figure } from '../things.ts';
import { palm } from '../trees.ts';
import { glitter, ripples, sea } from '../water.ts';

/** A plain bamboo torch. */
function torch({ inks }: Sheet, x: number, y: number, high: number): string {
  const top = y - high;
  return [
    line(`M${x} ${y}L${x} ${top}`, inks.ink, 5),
    facet(
      [
        [x - 9, top - 4],
        [x + 9, top - 4],
        [x + 5, top + 16],
        [x - 5, top + 16],
      ],
      inks.ink,
    ),
    disc(x, top - 18, 34, inks.ochre, 0.22),
    fill(
      `M${x - 9} ${top - 6}C${x - 14} ${top - 22} ${x - 2} ${top - 28} ${x + 1} ${top - 46}C${x + 14} ${top - 30} ${x + 14} ${top - 16} ${x + 9} ${top - 6}`,
      inks.accent,
    ),
    fill(
      `M${x - 4} ${top - 6}C${x - 7} ${top - 16} ${x} ${top - 20} ${x + 2} ${top - 30}C${x + 8} ${top - 18} ${x + 7} ${top - 12} ${x + 4} ${top - 6}`,
      inks.ochre,
    ),
  ].join('');
}

/** A long table laid on the grass at sunset, guests along it, lamps above. */
export const luauDuskScene: Scene = {
  hours: ['dusk', 'golden', 'dusk', 'night'],
  draw(sheet) {
    const { chance, inks, layout, night } = sheet;
    const lawn = mix(inks.leafDark, inks.leaf, 0.35);
    const sunX = 420 + (layout % 2) * 160;
    const guests = (y: number, size: number, count: number, from: number, gap: number) =>
      Array.from({ length: count }, (_, index) =>
        figure(
          from + index * gap + chance.between(-5, 5),
          y,
          size,
          chance.pick([inks.accent, inks.paper, inks.ochre, inks.land[1], inks.sea[0]]),
          inks.ink,
        ),
      ).join('');
    const dishes = Array.from({ length: 13 }, (_, index) => {
      const x = 160 + index * 54;
      return [
        oval(x, 532, 22, 6, mix(inks.paper, inks.ink, 0.15)) +
          fill(`M${x - 16} 530q16 -24 32 0`, [inks.ochre, inks.accent, inks.leafLight][index % 3]!),
        block(x - 3, 508, 6, 22, inks.leafLight) + disc(x, 506, 7, inks.accent),
        fill(`M${x - 14} 520C${x - 14} 536 ${x + 14} 536 ${x + 14} 520`, inks.earth) +
          disc(x - 5, 519, 6, inks.ochre) +
          disc(x + 5, 519, 6, inks.leafLight),
      ][index % 3]!;
    });
    const poles: Point[] = [
      [70, 230],
      [480, 190],
      [890, 230],
    ];
    const pavilion =
      layout % 3 === 1
        ? [
            ...[640, 720, 850, 930].map((x) => block(x, 330, 9, 120, inks.ink)),
            facet(
              [
                [600, 340],
                [680, 250],
                [890, 250],
                [970, 340],
              ],
              mix(inks.earth, inks.ochre, 0.35),
            ),
            facet(
              [
                [890, 250],
                [970, 340],
                [830, 340],
                [820, 250],
              ],
              mix(inks.earth, inks.ink, 0.15),
            ),
            ...[620, 660, 700, 750, 800, 850, 900, 940].map((x) =>
              line(`M${x} 338l-4 12M${x + 16} 338l-3 10`, mix(inks.earth, inks.ochre, 0.35), 4),
            ),
          ].join('')
        : '';
    return [
      sky(sheet, 390, { x: sunX, y: night ? 130 : 326, r: night ? 44 : 72 }),
      night ? '' : stars(chance, inks.paper, layout % 2 === 0 ? 18 : 0, 130),
      streaks(sheet, 80, 270, 5),
      ridge(sheet, {
        base: 392,
        peaks: [20, 60, 110, 150, 120, 60, 20],
        from: layout % 2 === 0 ? 480 : -80,
        to: layout % 2 === 0 ? 1030 : 440,
        color: inks.land[0],
        shade: inks.land[1],
        saddle: [0.8, 0.94],
      }),
      sea(sheet, 390, 480),
      glitter(sheet, sunX, 398, 460, inks.glow),
      ripples(sheet, 396, 460, 22, inks.foam, 0.6),
      ground(
        [
          [-20, 452],
          [240, 446],
          [480, 456],
          [720, 446],
          [980, 454],
        ],
        mix(lawn, inks.ink, 0.15),
      ),
      palm(chance, [150, 470], 330, -40, inks.ink, [inks.ink, inks.leafDark]),
      palm(chance, [800, 470], 360, 46, inks.ink, [inks.ink, inks.leafDark]),
      pavilion,
      ...poles.map(([x, y]) => line(`M${x} ${y}L${x} 500`, inks.ink, 5)),
      festoon([-20, 200], poles[0]!, 20, 2, inks.ink, inks.ochre, 6),
      festoon(poles[0]!, poles[1]!, 56, 12, inks.ink, inks.ochre, 6),
      festoon(poles[1]!, poles[2]!, 56, 12, inks.ink, inks.ochre, 6),
      festoon(poles[2]!, [980, 210], 20, 2, inks.ink, inks.ochre, 6),
      torch(sheet, 250, 490, 110),
      torch(sheet, 700, 490, 110),
      ground(
        [
          [-20, 494],
          [480, 486],
          [980, 496],
        ],
        lawn,
      ),
      guests(574, 150, 10, 150, 74),
      block(110, 530, 740, 14, inks.paper, 4),
      facet(
        [
          [110, 540],
          [850, 540],
          [838, 584],
          [122, 584],
        ],
        mix(inks.paper, inks.land[0], 0.25),
      ),
      ...Array.from({ length: 18 }, (_, index) =>
        facet(
          [
            [122 + index * 40, 542],
            [142 + index * 40, 566],
            [162 + index * 40, 542],
          ],
          inks.accent,
          0.85,
        ),
      ),
      ...dishes,
      ground(
        [
          [-20, 600],
          [240, 590],
          [480, 598],
          [720, 588],
          [980, 602],
        ],
        inks.leafDark,
      ),
      clump(chance, [50, 660], 190, [inks.leaf, inks.leafDark], inks.leafLight),
      clump(chance, [920, 660], 200, [inks.leafDark, inks.leaf], inks.leafLight),
    ].join('');
  },
};
