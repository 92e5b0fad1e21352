import type { Scene } from '../draw.ts';
import { block, disc, facet, fill, ground, line, mix, moved, oval } from '../ink.ts';
import { ridge } from '../land.ts';
import { cloud, type Sheet, sky } from '../sky.ts';
import { awning, figure } from '../things.ts';
import { palm } from '../trees.ts';

/** A wooden storefront with a false front, a roofed walk and a display window. */
function store(
  { chance, inks }: Sheet,
  x: number,
  wide: number,
  high: number,
  wall: string,
  cloth: readonly [string, string],
): string {
  const foot = 520;
  const top = foot - high;
  const dark = mix(wall, inks.ink, 0.45);
  const style = chance.whole(0, 2);
  const front =
    style === 0
      ? facet(
          [
            [x, top],
            [x + wide * 0.2, top],
            [x + wide * 0.26, top - 26],
            [x + wide * 0.74, top - 26],
            [x + wide * 0.8, top],
            [x + wide, top],
            [x + wide, foot],
            [x, foot],
          ],
          wall,
        )
      : style === 1
        ? facet(
            [
              [x, top],
              [x + wide * 0.5, top - 40],
              [x + wide, top],
              [x + wide, foot],
              [x, foot],
            ],
            wall,
          )
        : block(x, top - 14, wide, high + 14, wall) + block(x - 5, top - 20, wide + 10, 12, dark);
  const panes = Math.max(2, Math.round(wide / 74));
  const upper = Array.from({ length: panes }, (_, index) => {
    const px = x + (wide * (index + 0.5)) / panes - 15;
    return (
      block(px - 3, top + 22, 36, 50, mix(wall, inks.paper, 0.6)) +
      block(px, top + 25, 14, 44, inks.ink) +
      block(px + 16, top + 25, 14, 44, inks.ink)
    );
  });
  const lamp = mix(inks.ochre, inks.paper, 0.4);
  return [
    front,
    ...upper,
    block(x, foot - 96, wide, 96, dark),
    block(x + 12, foot - 84, wide * 0.42, 56, lamp),
    block(x + 12 + wide * 0.2, foot - 84, 4, 56, dark),
    block(x + wide * 0.54, foot - 88, wide * 0.18, 88, mix(inks.ink, wall, 0.2)),
    block(x + wide * 0.76, foot - 84, wide * 0.19, 56, lamp),
    ...Array.from({ length: 4 }, (_, index) =>
      disc(x + 24 + index * 15, foot - 36, 7, chance.pick([inks.accent, inks.leaf, inks.ochre, inks.paper])),
    ),
    awning(x - 8, foot - 122, wide + 16, 30, cloth, Math.round(wide / 22)),
    ...[0.02, 0.5, 0.98].map((part) => block(x + wide * part - 3, foot - 96, 6, 100, inks.paper)),
  ].join('');
}

/** A rounded pick-up of the fifties with boards in its bed. */
function pickup({ inks }: Sheet, x: number, y: number, size: number, paint: string): string {
  const wheel = (wx: number) => disc(wx, 0, 17, inks.ink) + disc(wx, 0, 8, inks.paper);
  const drawing = [
    line('M-116 -56L-10 -66', inks.paper, 9),
    line('M-110 -66L-6 -78', inks.accent === paint ? inks.sea[0] : inks.accent, 9),
    fill('M-112 -46L-14 -46L-14 -8L-108 -8C-114 -8 -116 -40 -112 -46', paint),
    fill('M-16 -8L-16 -50C-14 -80 -6 -88 14 -88L34 -88C46 -88 52 -70 56 -52C80 -52 100 -48 104 -34L106 -8', paint),
    fill('M-4 -52C-2 -74 2 -80 14 -80L30 -80C38 -80 42 -66 44 -52', inks.sky[1]),
    line('M22 -80L22 -52', paint, 5),
    line('M-112 -30L104 -30', mix(paint, inks.paper, 0.5), 3),
    disc(98, -32, 6, inks.glow),
    wheel(-72),
    wheel(66),
  ].join('');
  return moved(oval(0, 18, 130, 6, inks.ink, 0.35) + drawing, x, y, size / 220);
}

/** Main street of an old plantation or harbor town. */
export const townStreetScene: Scene = {
  hours: ['golden', 'noon', 'morning', 'dusk', 'dawn', 'noon'],
  draw(sheet) {
    const { chance, inks, layout } = sheet;
    const walls = [
      mix(inks.sea[1], inks.paper, 0.35),
      mix(inks.accent, inks.paper, 0.35),
      mix(inks.ochre, inks.paper, 0.3),
      mix(inks.leaf, inks.paper, 0.4),
      inks.paper,
    ];
    const wall = (index: number) => walls[(index + layout * 2) % walls.length]!;
    const cloths = [
      [inks.accent, inks.paper],
      [inks.sea[2], inks.paper],
      [inks.leafDark, inks.paper],
      [inks.ochre, inks.paper],
    ] as const;
    const cloth = (index: number) => cloths[(index + layout) % cloths.length]!;
    let x = -30 - (layout % 3) * 26;
    const stores: string[] = [];
    for (let index = 0; x < 980; index += 1) {
      const wide = chance.between(180, 270);
      stores.push(store(sheet, x, wide, chance.between(190, 250), wall(index), cloth(index)));
      x += wide + chance.between(4, 18);
    }
    const paint = [inks.accent, inks.sea[2], inks.leaf][layout % 3]!;
    return [
      sky(sheet, 420),
      cloud(sheet, chance.between(200, 320), 110, 280),
      cloud(sheet, chance.between(660, 780), 160, 200),
      ridge(sheet, {
        base: 460,
        peaks: [240, 290, 260, 310, 280, 250, 300, 260],
        color: inks.land[0],
        shade: mix(inks.land[0], inks.land[1], 0.6),
        flutes: 20,
        saddle: [0.84, 0.95],
      }),
      palm(chance, [chance.between(300, 420), 430], 250, 24, inks.ink, [inks.leafDark, inks.leaf]),
      palm(chance, [chance.between(620, 720), 430], 230, -20, inks.ink, [inks.leafDark, inks.leaf]),
      ...stores,
      block(-10, 520, 980, 26, mix(inks.earth, inks.sand, 0.6)),
      block(-10, 540, 980, 8, mix(inks.earth, inks.ink, 0.3)),
      ground(
        [
          [-20, 548],
          [980, 548],
        ],
        mix(inks.sand, inks.earth, 0.32),
      ),
      ground(
        [
          [-20, 596],
          [300, 588],
          [640, 600],
          [980, 590],
        ],
        mix(inks.sand, inks.earth, 0.44),
      ),
      ...[
        [90, 0],
        [400, 1],
        [440, 2],
        [840, 0],
      ].map(([px, tone]) => figure(px! + layout * 17, 540, 62, [inks.ink, inks.accent, inks.paper][tone!]!, inks.ink)),
      pickup(sheet, 300 + (layout % 3) * 190, 590, 250, paint),
      palm(chance, [920, 660], 420, 26, inks.ink, [inks.leafDark, inks.leaf]),
    ].join('');
  },
};
