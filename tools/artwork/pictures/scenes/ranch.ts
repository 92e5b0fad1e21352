import { birds } from '../animals.ts';
import type { Scene } from '../draw.ts';
import { disc, fill, ground, line, mix, moved, type Point } from '../ink.ts';
import { tufts } from '../leaves.ts';
import { cloud, sky, streaks } from '../sky.ts';
import { bush, umbrellaTree } from '../trees.ts';

/** A horse with its rider, walking to the right. */
function rider(x: number, y: number, size: number, horse: string, shirt: string, dark: string): string {
  const drawing = [
    fill(
      'M-62 -54C-58 -74 -30 -76 0 -72C22 -70 34 -78 46 -104C52 -114 62 -116 70 -108L92 -86C92 -78 82 -76 76 -80L64 -86C58 -66 52 -50 38 -44L34 0L26 0L24 -38L-30 -38L-38 -18L-34 0L-43 0L-50 -22L-48 -40L-56 0L-64 0C-60 -22 -66 -38 -62 -54',
      horse,
    ),
    fill('M-62 -56C-78 -52 -82 -30 -78 -10C-72 -24 -66 -34 -58 -40', dark),
    fill('M46 -104C38 -100 28 -84 26 -70C36 -76 44 -88 50 -98', dark),
    line('M20 -36L44 -22L40 -2', horse, 8),
    fill('M-18 -76C-16 -62 -6 -44 2 -30L10 -32C8 -50 12 -64 14 -76', dark),
    fill('M-16 -76C-22 -100 -14 -122 2 -122C16 -120 18 -98 14 -74', shirt),
    line('M8 -108L26 -88L44 -84', shirt, 7),
    disc(4, -128, 8.5, mix(horse, shirt, 0.3)),
    fill('M-20 -134C-8 -132 16 -132 28 -135C22 -130 14 -129 4 -129C-6 -129 -14 -130 -20 -134', dark) +
      fill('M-7 -132C-8 -146 0 -147 4 -145C8 -147 16 -146 15 -132', dark),
  ].join('');
  return moved(drawing, x, y, size / 150);
}

/** High pasture: grass hills, a fence, riders, cinder cones. */
export const ranchScene: Scene = {
  hours: ['golden', 'morning', 'noon', 'dawn'],
  draw(sheet) {
    const { chance, inks, layout } = sheet;
    const grass = mix(inks.leafLight, inks.ochre, 0.25);
    const fence: Point[] = [
      [-20, 596],
      [140, 588],
      [300, 592],
      [460, 604],
      [620, 612],
      [780, 606],
      [980, 590],
    ];
    const cone = (x: number, y: number, wide: number, high: number, color: string, shade: string) =>
      fill(
        `M${x - wide} ${y}C${x - wide * 0.5} ${y - high * 0.5} ${x - wide * 0.3} ${y - high} ${x - wide * 0.16} ${y - high}C${x} ${y - high * 0.9} ${x + wide * 0.1} ${y - high * 0.94} ${x + wide * 0.2} ${y - high}C${x + wide * 0.36} ${y - high} ${x + wide * 0.5} ${y - high * 0.5} ${x + wide} ${y}`,
        color,
      ) +
      fill(
        `M${x + wide * 0.04} ${y - high * 0.92}C${x + wide * 0.1} ${y - high * 0.94} ${x + wide * 0.14} ${y - high} ${x + wide * 0.2} ${y - high}C${x + wide * 0.36} ${y - high} ${x + wide * 0.5} ${y - high * 0.5} ${x + wide} ${y}L${x + wide * 0.3} ${y}C${x + wide * 0.24} ${y - high * 0.5} ${x + wide * 0.1} ${y - high * 0.6} ${x + wide * 0.04} ${y - high * 0.92}`,
        shade,
      );
    return [
      sky(sheet, 380, layout % 2 === 0 ? { x: 700, y: 170, r: 54 } : undefined),
      cloud(sheet, 260, 120, 300),
      layout % 2 === 1 ? cloud(sheet, 720, 170, 240) : streaks(sheet, 60, 200, 3),
      ground(
        [
          [-20, 340],
          [160, 318],
          [330, 270],
          [480, 232],
          [560, 226],
          [640, 240],
          [800, 296],
          [980, 336],
        ],
        inks.land[0],
        420,
      ),
      ground(
        [
          [560, 226],
          [640, 240],
          [800, 296],
          [980, 336],
        ],
        mix(inks.land[0], inks.land[1], 0.4),
        420,
      ),
      ground(
        [
          [-20, 372],
          [160, 360],
          [330, 366],
          [560, 350],
          [800, 364],
          [980, 352],
        ],
        mix(inks.land[0], inks.land[1], 0.7),
        420,
      ),
      cone(230, 400, 170, 110, mix(inks.land[1], grass, 0.4), mix(inks.land[2], grass, 0.3)),
      cone(610, 410, 210, 140, mix(inks.land[1], grass, 0.55), mix(inks.land[2], grass, 0.45)),
      ground(
        [
          [-20, 400],
          [240, 388],
          [480, 404],
          [720, 384],
          [980, 400],
        ],
        mix(inks.leaf, grass, 0.35),
      ),
      ...[90, 130, 420, 860].map((x) => bush(chance, x, 410, chance.between(50, 84), inks.leafDark, inks.leaf)),
      ground(
        [
          [-20, 440],
          [240, 460],
          [480, 430],
          [720, 456],
          [980, 430],
        ],
        mix(inks.leaf, grass, 0.7),
      ),
      fill(
        'M980 470C760 450 700 500 560 496C420 492 430 540 260 560C160 574 60 600 -20 660L120 660C200 610 330 590 420 562C520 530 560 524 640 520C760 512 820 480 980 492',
        mix(inks.sand, inks.earth, 0.25),
      ),
      umbrellaTree(chance, [150, 500], 190, 300, inks.ink, inks.leafDark, inks.leaf),
      layout % 2 === 0
        ? rider(470, 560, 170, inks.earth, inks.accent, inks.ink) +
          rider(620, 532, 130, mix(inks.earth, inks.paper, 0.4), inks.sea[2], inks.ink)
        : rider(600, 566, 180, mix(inks.earth, inks.paper, 0.45), inks.accent, inks.ink) +
          rider(430, 540, 128, inks.earth, inks.paper, inks.ink) +
          rider(330, 530, 110, inks.ink, inks.ochre, inks.ink),
      ground(
        [
          [-20, 600],
          [240, 594],
          [480, 612],
          [720, 610],
          [980, 592],
        ],
        grass,
      ),
      ...fence.map(([x, y]) => line(`M${x + 40} ${y - 40}L${x + 40} ${y + 30}`, inks.ink, 8)),
      ...[-30, -8].map((shift) => line(`M${fence.map(([x, y]) => `${x + 40} ${y + shift}`).join('L')}`, inks.ink, 3.4)),
      tufts(chance, [0, 640], [960, 640], 70, 44, mix(grass, inks.leafDark, 0.4)),
      tufts(chance, [0, 650], [960, 650], 50, 36, inks.leafDark),
      birds(chance, 470, 240, inks.ink),
    ].join('');
  },
};
