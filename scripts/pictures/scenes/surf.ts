import { block, disc, facet, fill, ground, line, mix, moved, oval } from '../ink.ts';
import { cloud, ridge, ripples, type Sheet, sea, sky, streaks } from '../land.ts';
import { palm } from '../plants.ts';
import type { Scene } from '../scene.ts';
import { birds } from '../things.ts';

/** Someone small on a long board, arms out. */
function rider(x: number, y: number, size: number, body: string, board: string, turn: number): string {
  const drawing = [
    fill('M-62 6C-40 -4 40 -4 66 -2C44 12 -40 14 -62 6', board),
    line('M-10 2L-2 -20L-12 -34M18 2L14 -16L-2 -20', body, 8),
    line('M-12 -34L-6 -58', body, 10),
    line('M-8 -52L-38 -62M-8 -52L22 -62', body, 5),
    disc(-2, -70, 7, body),
  ].join('');
  return moved(drawing, x, y, size / 80, turn);
}

/** A run of round foam along a line of points. */
const foam = ({ chance }: Sheet, points: readonly (readonly [number, number])[], size: number, color: string) =>
  points.map(([x, y]) => disc(x, y, size * chance.between(0.7, 1.25), color)).join('');

/** A hollow wave with a rider on its shoulder. */
function barrel(sheet: Sheet): string {
  const { chance, inks } = sheet;
  const [light, middle, deep] = [mix(inks.sea[0], inks.foam, 0.3), inks.sea[1], inks.sea[2]];
  const face =
    'M980 640L980 236C900 176 770 128 650 142C556 154 486 204 462 286C494 246 560 226 604 262C652 304 640 392 580 440C500 500 320 520 -20 534L-20 660Z';
  const lines = [
    'M636 330C634 420 540 500 240 548',
    'M672 300C690 420 590 530 330 580',
    'M716 276C752 420 650 560 440 620',
    'M764 256C820 420 740 570 560 650',
    'M820 246C884 400 830 560 690 650',
    'M884 246C944 390 920 540 830 650',
  ];
  return [
    sky(sheet, 360, { x: 240, y: 210, r: 62 }),
    streaks(sheet, 60, 180, 4),
    ridge(sheet, { base: 362, peaks: [30, 90, 60, 130, 80, 40], to: 620, color: inks.land[0], shade: inks.land[1] }),
    sea(sheet, 360),
    ripples(sheet, 372, 520, 24, inks.foam, 0.55),
    fill(
      'M462 286C494 246 560 226 604 262C652 304 640 392 580 440C540 474 470 490 400 500C470 440 520 370 462 286',
      deep,
    ),
    fill(face, middle),
    fill('M980 640L980 420C860 560 600 600 -20 596L-20 660Z', deep),
    ...lines.map((data, index) => line(data, index % 2 === 0 ? light : mix(middle, deep, 0.6), 8 - index * 0.5, 0.9)),
    fill(
      'M980 236C900 176 770 128 650 142C556 154 486 204 462 286C480 226 560 176 650 178C770 178 890 226 980 292',
      light,
    ),
    foam(
      sheet,
      [
        [462, 288],
        [470, 262],
        [486, 236],
        [508, 210],
        [536, 188],
        [570, 168],
        [606, 154],
        [644, 146],
        [690, 142],
      ],
      17,
      inks.foam,
    ),
    foam(
      sheet,
      [
        [452, 310],
        [444, 330],
        [462, 318],
        [430, 300],
        [448, 284],
      ],
      12,
      inks.foam,
    ),
    foam(
      sheet,
      [
        [730, 146],
        [776, 156],
        [826, 172],
        [880, 194],
        [936, 222],
      ],
      10,
      inks.foam,
    ),
    ...Array.from({ length: 22 }, () =>
      disc(chance.between(380, 660), chance.between(96, 300), chance.between(1.6, 5), inks.foam),
    ),
    rider(352, 500, 92, inks.ink, inks.accent, 9),
    line('M300 516C220 528 120 538 20 540', inks.foam, 6, 0.9),
    foam(
      sheet,
      [
        [20, 600],
        [80, 606],
        [140, 600],
        [200, 610],
        [260, 604],
        [330, 612],
      ],
      15,
      inks.foam,
    ),
    ground(
      [
        [-40, 600],
        [120, 606],
        [250, 610],
        [350, 640],
      ],
      inks.foam,
    ),
    birds(chance, 90, 120, inks.ink),
  ].join('');
}

/** Long lines of swell rolling in, boards upright in the sand. */
function lineup(sheet: Sheet): string {
  const { chance, inks } = sheet;
  const roll = (y: number, from: number, to: number, tall: number) =>
    [
      fill(
        `M${from} ${y}C${from + 60} ${y - tall} ${to - 120} ${y - tall * 1.3} ${to} ${y}`,
        mix(inks.sea[0], inks.foam, 0.2),
      ),
      foam(
        sheet,
        Array.from(
          { length: Math.round((to - from) / (tall * 0.55)) },
          (_, index) => [from + index * tall * 0.55, y - 3] as const,
        ),
        tall * 0.32,
        inks.foam,
      ),
      block(from - tall * 0.2, y - tall * 0.2, to - from + tall * 0.1, tall * 0.46, inks.foam, tall * 0.23),
    ].join('');
  const board = (x: number, y: number, high: number, color: string, stripe: string, turn: number) =>
    moved(
      oval(0, -high / 2, high * 0.13, high / 2, color) +
        block(-2.4, -high * 0.97, 4.8, high * 0.94, stripe) +
        block(-high * 0.12, -high * 0.42, high * 0.24, high * 0.06, stripe),
      x,
      y,
      1,
      turn,
    );
  return [
    sky(sheet, 300, { x: chance.between(560, 700), y: 176, r: 58 }),
    cloud(sheet, 230, 130, 260),
    ridge(sheet, {
      base: 302,
      peaks: [140, 190, 120, 80, 40, 20],
      to: 560,
      color: inks.land[0],
      shade: inks.land[1],
      flutes: 8,
      saddle: [0.65, 0.85],
    }),
    sea(sheet, 300, 560),
    roll(366, 420, 900, 30),
    roll(430, 60, 560, 44),
    rider(600, 428, 46, inks.ink, inks.paper, -4),
    roll(500, 380, 1010, 58),
    rider(360, 500, 60, inks.ink, inks.accent, 5),
    facet(
      [
        [-20, 560],
        [240, 548],
        [520, 562],
        [760, 546],
        [980, 556],
        [980, 660],
        [-20, 660],
      ],
      inks.foam,
    ),
    facet(
      [
        [-20, 576],
        [240, 564],
        [520, 580],
        [760, 562],
        [980, 574],
        [980, 660],
        [-20, 660],
      ],
      inks.sand,
    ),
    board(740, 628, 250, inks.accent, inks.paper, -5),
    board(806, 632, 280, inks.paper, inks.sea[2], 3),
    board(872, 626, 230, inks.ochre, inks.ink, 8),
    palm(chance, [110, 660], 470, 70, inks.ink, [inks.leafDark, inks.leaf]),
    oval(820, 634, 150, 8, mix(inks.sand, inks.earth, 0.4)),
  ].join('');
}

export const surfScene: Scene = {
  hours: ['morning', 'golden', 'noon', 'dusk'],
  draw: (sheet) => (sheet.layout % 2 === 0 ? barrel(sheet) : lineup(sheet)),
};
