import { bird } from '../animals.ts';
import type { Scene } from '../draw.ts';
import { fill, ground, mix, type Point } from '../ink.ts';
import { ridge } from '../land.ts';
import { taro } from '../leaves.ts';
import { cloud, sky } from '../sky.ts';
import { cottage } from '../things.ts';
import { bush, palm } from '../trees.ts';
import { ripples } from '../water.ts';

/** Flooded kalo fields stepping down from the mountains, plants nodding in front. */
export const taroTerraceScene: Scene = {
  hours: ['morning', 'golden', 'rain'],
  draw(sheet) {
    const { chance, inks, layout } = sheet;
    const water = (y: number, deep: number, color: string): string => {
      const edge: Point[] = Array.from({ length: 7 }, (_, step) => [
        -20 + step * 170,
        y + chance.between(-deep, deep) * 0.12,
      ]);
      return (
        ground(edge, inks.leafDark) +
        ground(
          edge.map(([x, py]): Point => [x, py + deep * 0.16]),
          color,
        )
      );
    };
    const row = (y: number, size: number, gap: number) =>
      Array.from({ length: Math.ceil(1000 / gap) }, (_, index) =>
        taro(
          chance,
          [index * gap + chance.between(-8, 8), y + chance.between(-3, 3)],
          size,
          [inks.leaf, mix(inks.leaf, inks.leafDark, 0.45)],
          inks.leafDark,
        ),
      ).join('');
    const mirror = mix(inks.sky[2], inks.sea[0], 0.35);
    return [
      sky(sheet, 330, layout % 2 === 1 ? { x: 300, y: 130, r: 50 } : undefined),
      cloud(sheet, chance.between(560, 680), 110, 300),
      ridge(sheet, {
        base: 336,
        peaks: [210, 260, 220, 280, 240, 200, 250, 210],
        color: inks.land[0],
        shade: mix(inks.land[0], inks.land[1], 0.6),
        flutes: 34,
        saddle: [0.76, 0.92],
      }),
      ...[210, 436, 640].map((x) => fill(`M${x} 170L${x + 4} 170L${x + 7} 300L${x - 2} 300`, inks.foam)),
      ridge(sheet, {
        base: 346,
        peaks: [60, 110, 90, 50, 70, 130, 100],
        color: inks.land[1],
        shade: inks.land[2],
        flutes: 12,
        saddle: [0.7, 0.88],
      }),
      ground(
        [
          [-20, 340],
          [480, 334],
          [980, 340],
        ],
        inks.leaf,
      ),
      ...[60, 180, 720, 880].map((x) => bush(chance, x, 352, 100, inks.leafDark, inks.land[2])),
      cottage(layout % 2 === 0 ? 600 : 330, 356, 96, inks.paper, inks.accent, inks.ink, inks.ochre),
      water(360, 34, mirror),
      row(384, 13, 22),
      water(398, 44, mirror),
      row(432, 20, 36),
      water(446, 60, mix(mirror, inks.sea[1], 0.25)),
      ripples(sheet, 462, 500, 14, inks.foam, 0.7),
      row(506, 34, 66),
      water(522, 80, mix(mirror, inks.sea[1], 0.45)),
      ripples(sheet, 540, 620, 12, inks.foam, 0.6),
      palm(chance, [870, 400], 210, -24, inks.ink, [inks.leafDark, inks.leaf]),
      palm(chance, [912, 410], 160, 26, inks.ink, [inks.leafDark, inks.leaf]),
      ...[
        [60, 690, 190],
        [250, 700, 160],
        [760, 700, 170],
        [920, 690, 200],
      ].map(([x, y, size]) =>
        taro(chance, [x!, y!], size!, [inks.leaf, mix(inks.leaf, inks.leafDark, 0.5)], inks.leafDark),
      ),
      bird(500, 250, 24, inks.paper),
      bird(548, 230, 18, inks.paper),
    ].join('');
  },
};
