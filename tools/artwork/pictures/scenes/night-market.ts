import type { Scene } from '../draw.ts';
import { block, disc, fill, ground, line, mix, oval, type Point } from '../ink.ts';
import { ridge } from '../land.ts';
import { type Sheet, sky } from '../sky.ts';
import { awning, festoon, figure } from '../things.ts';
import { palm } from '../trees.ts';

/** A stall: posts, awning, a lit counter heaped with fruit. */
function stall(
  { chance, inks }: Sheet,
  x: number,
  foot: number,
  wide: number,
  cloth: readonly [string, string],
  lamp: string,
): string {
  const high = wide * 0.78;
  const heap = (left: number, color: string) =>
    [
      [0, 0],
      [1, 0],
      [2, 0],
      [0.5, 0.8],
      [1.5, 0.8],
      [1, 1.6],
    ]
      .map(([across, up]) => disc(left + across! * 15, foot - high * 0.38 - up! * 11, 8.6, color))
      .join('');
  const goods = [inks.accent, inks.ochre, inks.leafLight, mix(inks.accent, inks.ochre, 0.5), inks.leaf, inks.paper];
  const start = chance.whole(0, goods.length - 1);
  return [
    block(x, foot - high, wide, high, mix(inks.ink, lamp, 0.28)),
    block(x + 8, foot - high * 0.86, wide - 16, high * 0.5, mix(lamp, inks.accent, 0.2)),
    ...[0.2, 0.5, 0.8].map(
      (part) =>
        line(`M${x + wide * part} ${foot - high * 0.86}v16`, inks.ink, 2) +
        fill(`M${x + wide * part - 15} ${foot - high * 0.86 + 28}q15 -26 30 0`, inks.paper),
    ),
    figure(x + wide * 0.42, foot - high * 0.3, high * 0.44, inks.ink),
    ...Array.from({ length: Math.floor((wide - 20) / 56) }, (_, index) =>
      heap(x + 22 + index * 56, goods[(start + index) % goods.length]!),
    ),
    block(x - 4, foot - high * 0.37, wide + 8, 12, inks.earth),
    block(x, foot - high * 0.34, wide, high * 0.34, mix(inks.earth, inks.ink, 0.4)),
    ...Array.from({ length: Math.floor(wide / 26) }, (_, index) =>
      block(x + 6 + index * 26, foot - high * 0.3, 18, high * 0.26, mix(inks.earth, inks.ink, 0.2)),
    ),
    awning(x - 14, foot - high - 26, wide + 28, 46, cloth, Math.round(wide / 24)),
  ].join('');
}

/** Two rows of stalls under strings of lamps, people strolling between. */
export const nightMarketScene: Scene = {
  hours: ['night', 'dusk', 'dusk', 'night'],
  draw(sheet) {
    const { chance, inks, layout, night } = sheet;
    const day = inks.sky[0] !== '#12284a' && inks.sky[0] !== '#41507d';
    const lamp = day ? mix(inks.paper, inks.ochre, 0.3) : inks.ochre;
    const cloths = [
      [inks.accent, inks.paper],
      [inks.sea[0], inks.paper],
      [inks.ochre, inks.paper],
      [inks.leafLight, inks.paper],
    ] as const;
    const cloth = (index: number) => cloths[(index + layout) % cloths.length]!;
    const crowd = (count: number, y: number, size: number, colors: readonly string[]) =>
      Array.from({ length: count }, (_, index) =>
        figure(
          ((index + chance.between(0.2, 0.8)) / count) * 900 + 30,
          y + chance.between(-6, 8),
          size * chance.between(0.85, 1.08),
          chance.pick(colors),
          inks.ink,
        ),
      ).join('');
    const poles: Point[] = [
      [60, 150],
      [330, 120],
      [640, 128],
      [910, 150],
    ];
    return [
      sky(sheet, 420, night ? { x: 700, y: 110, r: 40 } : undefined),
      ridge(sheet, {
        base: 424,
        peaks: [120, 170, 210, 180, 220, 190, 140, 110],
        color: inks.land[0],
        shade: mix(inks.land[0], inks.land[1], 0.5),
        saddle: [0.8, 0.94],
      }),
      palm(chance, [220, 430], 250, -26, inks.ink, [inks.leafDark, inks.leaf]),
      palm(chance, [760, 430], 280, 30, inks.ink, [inks.leafDark, inks.leaf]),
      ground(
        [
          [-20, 420],
          [980, 420],
        ],
        mix(inks.sand, inks.earth, day ? 0.2 : 0.55),
      ),
      ...[0, 1, 2, 3, 4].map((index) => stall(sheet, 30 + index * 190, 440, 150, cloth(index + 1), lamp)),
      oval(480, 520, 430, 60, lamp, day ? 0.15 : 0.24),
      crowd(8, 488, 66, [inks.ink, inks.land[2], inks.accent]),
      ...poles.map(([x, y]) => line(`M${x} ${y}L${x} 470`, inks.ink, 5)),
      festoon([-20, 110], poles[0]!, 24, 3, inks.ink, lamp, 6),
      festoon(poles[0]!, poles[1]!, 44, 8, inks.ink, lamp, 6),
      festoon(poles[1]!, poles[2]!, 50, 9, inks.ink, lamp, 6),
      festoon(poles[2]!, poles[3]!, 44, 8, inks.ink, lamp, 6),
      festoon(poles[3]!, [980, 120], 20, 2, inks.ink, lamp, 6),
      stall(sheet, -60, 630, 300, cloth(0), lamp),
      stall(sheet, 730, 636, 300, cloth(2), lamp),
      crowd(4, 606, 120, [inks.ink, inks.accent, inks.paper, inks.land[1]]),
      ground(
        [
          [-20, 628],
          [980, 632],
        ],
        inks.ink,
      ),
    ].join('');
  },
};
