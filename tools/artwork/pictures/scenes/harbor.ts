import { birds } from '../animals.ts';
import { sloop } from '../boats.ts';
import type { Scene } from '../draw.ts';
import { block, disc, facet, fill, line, mix } from '../ink.ts';
import { ridge } from '../land.ts';
import { cloud, type Sheet, sky } from '../sky.ts';
import { figure } from '../things.ts';
import { palm } from '../trees.ts';
import { ripples, sea } from '../water.ts';

/** A clock tower with a balcony and a pointed roof. */
function tower({ inks }: Sheet, x: number, y: number, high: number): string {
  const half = high * 0.085;
  const shade = mix(inks.paper, inks.land[2], 0.35);
  return [
    block(x - half, y - high * 0.8, half * 2, high * 0.8, inks.paper),
    block(x + half * 0.3, y - high * 0.8, half * 0.7, high * 0.8, shade),
    ...[0.1, 0.24, 0.38].map((part) =>
      block(x - half * 0.3, y - high * part - half * 1.1, half * 0.6, half * 1.1, inks.sea[2], half * 0.3),
    ),
    disc(x, y - high * 0.63, half * 0.66, inks.ink),
    disc(x, y - high * 0.63, half * 0.54, inks.glow),
    line(`M${x} ${y - high * 0.67}L${x} ${y - high * 0.63}L${x + half * 0.3} ${y - high * 0.61}`, inks.ink, 2.4),
    block(x - half * 1.3, y - high * 0.82, half * 2.6, high * 0.026, inks.ink),
    ...[-0.9, -0.3, 0.3, 0.9].map((part) => block(x + half * part - 3, y - high * 0.9, 6, high * 0.09, inks.ink)),
    facet(
      [
        [x - half * 1.25, y - high * 0.9],
        [x, y - high],
        [x + half * 1.25, y - high * 0.9],
      ],
      inks.accent,
    ),
    line(`M${x} ${y - high}L${x} ${y - high * 1.09}`, inks.ink, 3),
  ].join('');
}

/** The old pier: a clock tower, a shed, boats coming in. */
export const harborScene: Scene = {
  hours: ['morning', 'golden'],
  draw(sheet) {
    const { chance, inks } = sheet;
    return [
      sky(sheet, 430),
      cloud(sheet, 300, 130, 300),
      cloud(sheet, 640, 210, 180),
      ridge(sheet, {
        base: 432,
        peaks: [110, 160, 200, 170, 210, 180, 120, 90],
        color: inks.land[0],
        shade: mix(inks.land[0], inks.land[1], 0.6),
        flutes: 20,
        saddle: [0.78, 0.92],
      }),
      ...Array.from({ length: 11 }, (_, index) =>
        block(
          20 + index * 52,
          432 - chance.between(24, 74),
          chance.between(26, 44),
          80,
          mix(inks.paper, inks.land[0], chance.between(0.35, 0.7)),
        ),
      ),
      sea(sheet, 430),
      ripples(sheet, 444, 620, 40, inks.foam, 0.55),
      block(560, 372, 420, 90, inks.paper),
      block(560, 372, 420, 18, mix(inks.paper, inks.ink, 0.25)),
      facet(
        [
          [540, 376],
          [600, 326],
          [980, 326],
          [980, 376],
        ],
        inks.land[2],
      ),
      ...Array.from({ length: 7 }, (_, index) =>
        block(582 + index * 56, 402, 30, 60, index % 3 === 1 ? inks.accent : inks.sea[2], 15),
      ),
      tower(sheet, 640, 460, 360),
      block(500, 458, 480, 20, inks.earth),
      block(500, 476, 480, 8, inks.ink),
      ...Array.from({ length: 9 }, (_, index) => block(514 + index * 54, 482, 10, 60, inks.ink)),
      ...[720, 760, 776, 860].map((x, index) => figure(x, 459, 34, index % 2 === 0 ? inks.accent : inks.ink, inks.ink)),
      palm(chance, [900, 462], 230, 30, inks.ink, [inks.leafDark, inks.leaf]),
      sloop(chance.between(150, 200), 480, 110, inks.ink, [inks.paper, inks.paper]),
      sloop(340, 566, 250, inks.ink, [inks.paper, inks.accent]),
      fill('M240 590C300 578 420 578 480 588C440 602 290 604 240 590', inks.foam, 0.9),
      birds(chance, 380, 250, inks.ink),
    ].join('');
  },
};
