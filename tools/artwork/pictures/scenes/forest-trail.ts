import type { Scene } from '../draw.ts';
import { facet, fill, ground, line, mix, moved, oval, type Point } from '../ink.ts';
import { blade, clump } from '../leaves.ts';
import { type Sheet, sky } from '../sky.ts';
import { treeFern } from '../trees.ts';

/** A row of bare trunks with a few limbs, the farther the paler. */
function trunks({ chance }: Sheet, count: number, thick: number, color: string): string {
  return Array.from({ length: count }, (_, index) => {
    const x = ((index + chance.between(0.2, 0.8)) / count) * 960;
    const lean = chance.between(-26, 26);
    const limb: Point = [x + lean * 0.5, chance.between(120, 260)];
    const side = chance.pick([-1, 1]);
    return [
      facet(
        [
          [x - thick, 640],
          [x + lean - thick * 0.6, -10],
          [x + lean + thick * 0.6, -10],
          [x + thick, 640],
        ],
        color,
      ),
      line(
        `M${limb.map(Math.round).join(' ')}q${side * 40} -30 ${side * 70} -${Math.round(chance.between(70, 130))}`,
        color,
        thick * 0.8,
      ),
    ].join('');
  }).join('');
}

/** A path through tree ferns and ʻōhiʻa, light at its end. */
export const forestTrailScene: Scene = {
  hours: ['rain', 'morning', 'golden'],
  draw(sheet) {
    const { chance, inks } = sheet;
    const mist = mix(inks.sky[2], inks.leafLight, 0.25);
    const tone = (part: number) => mix(mist, inks.leafDark, part);
    const blossoms = Array.from({ length: 12 }, () => {
      const [x, y] = [chance.between(10, 320), chance.between(10, 180)];
      return [0, 40, 80, 120, 160]
        .map((turn) =>
          line(
            `M${x - 9 * Math.cos(turn)} ${y - 9 * Math.sin(turn)}L${x + 9 * Math.cos(turn)} ${y + 9 * Math.sin(turn)}`,
            inks.accent,
            2.6,
          ),
        )
        .join('');
    });
    // The path and, inside its right edge, the shade.
    const path = (part: 0 | 1) =>
      part === 0
        ? 'M486 474C520 500 440 516 420 540C390 580 300 600 240 660L690 660C640 600 540 580 520 548C506 520 540 496 500 474'
        : 'M494 474C530 498 480 516 490 546C506 584 600 610 610 660L690 660C640 600 540 580 520 548C506 520 540 496 500 474';
    const leaves = Array.from({ length: 46 }, () =>
      moved(
        oval(0, 0, 15, 7, chance.pick([inks.leafDark, inks.leaf, inks.ink])),
        chance.between(0, 330),
        chance.between(-10, 190),
        1,
        chance.between(0, 180),
      ),
    );
    return [
      sky(sheet, 640),
      ground(
        [
          [-20, 0],
          [300, 0],
          [980, 0],
        ],
        mist,
      ),
      trunks(sheet, 13, 5, tone(0.22)),
      ground(
        [
          [-20, 430],
          [240, 410],
          [480, 430],
          [720, 408],
          [980, 426],
        ],
        tone(0.3),
      ),
      trunks(sheet, 8, 9, tone(0.42)),
      treeFern(chance, [360, 470], 190, tone(0.5), [tone(0.5), tone(0.38)]),
      treeFern(chance, [640, 480], 230, tone(0.55), [tone(0.55), tone(0.42)]),
      ground(
        [
          [-20, 470],
          [200, 460],
          [480, 478],
          [760, 458],
          [980, 470],
        ],
        tone(0.56),
      ),
      fill(path(0), mix(inks.sand, inks.earth, 0.15)),
      fill(path(1), mix(inks.sand, inks.earth, 0.4)),
      treeFern(chance, [180, 600], 330, inks.ink, [tone(0.85), tone(0.66)]),
      treeFern(chance, [800, 600], 290, inks.ink, [tone(0.85), tone(0.66)]),
      ground(
        [
          [-20, 560],
          [140, 566],
          [330, 640],
          [420, 700],
        ],
        inks.leafDark,
      ),
      ground(
        [
          [600, 700],
          [690, 620],
          [820, 576],
          [980, 560],
        ],
        inks.leafDark,
      ),
      clump(chance, [60, 660], 200, [inks.leaf, tone(0.8)], inks.leafLight),
      clump(chance, [900, 670], 220, [inks.leaf, tone(0.8)], inks.leafLight),
      ...[250, 310, 640, 720].map((x) => blade([x, 668], chance.between(60, 120), 100, 30, inks.leaf, inks.leafLight)),
      facet(
        [
          [30, -10],
          [90, -10],
          [120, 660],
          [-10, 660],
        ],
        inks.ink,
      ),
      line('M84 160q90 -40 150 -130M70 90q60 -20 90 -100', inks.ink, 16),
      ...leaves,
      ...blossoms,
    ].join('');
  },
};
