import type { Scene } from '../draw.ts';
import { hungCanoe, millWheels, waveMural, wovenMats } from '../exhibits.ts';
import { block, facet, fill, line, mix, oval } from '../ink.ts';
import { ridge } from '../land.ts';
import { cloud, type Sheet, sky } from '../sky.ts';
import { figure } from '../things.ts';
import { palm } from '../trees.ts';
import { sea } from '../water.ts';

/** A tall arched window with a small view in it. */
function windowWithView(x: number, wide: number, frame: string): string {
  const [top, sill] = [130, 400];
  const half = wide / 2;
  const arch = `M${x - half} ${sill}L${x - half} ${top + half}A${half} ${half} 0 0 1 ${x + half} ${top + half}L${x + half} ${sill}`;
  return [
    line(`${arch}Z`, frame, 12),
    line(
      `M${x} ${top}L${x} ${sill}M${x - half} ${top + half}L${x + half} ${top + half}M${x - half} ${top + half + 90}L${x + half} ${top + half + 90}`,
      frame,
      4,
    ),
    block(x - half - 16, sill, wide + 32, 14, frame),
  ].join('');
}

const vitrine = ({ inks }: Sheet, x: number, y: number, wide: number, thing: string) =>
  [
    block(x - wide / 2, y - wide * 0.2, wide, wide * 0.42, inks.earth),
    block(x - wide / 2, y - wide * 0.2, wide, wide * 0.06, mix(inks.earth, inks.ink, 0.4)),
    block(x - wide * 0.46, y - wide * 0.82, wide * 0.92, wide * 0.62, mix(inks.sky[1], inks.paper, 0.5), 3, 0.75),
    thing,
    facet(
      [
        [x - wide * 0.36, y - wide * 0.82],
        [x - wide * 0.2, y - wide * 0.82],
        [x - wide * 0.34, y - wide * 0.2],
        [x - wide * 0.46, y - wide * 0.2],
      ],
      inks.paper,
      0.5,
    ),
  ].join('');

const bowl = (x: number, y: number, size: number, wood: string, lip: string) =>
  fill(
    `M${x - size} ${y - size * 0.8}C${x - size} ${y + size * 0.3} ${x + size} ${y + size * 0.3} ${x + size} ${y - size * 0.8}`,
    wood,
  ) + oval(x, y - size * 0.8, size, size * 0.2, lip);

/** A quiet hall: arched windows, a canoe hung from the beams, cases on a checkered floor. */
export const museumHallScene: Scene = {
  hours: ['morning', 'golden', 'noon', 'dawn'],
  draw(sheet) {
    const { chance, inks, layout } = sheet;
    const walls = [
      mix(inks.paper, inks.sand, 0.45),
      mix(inks.sea[0], inks.paper, 0.55),
      mix(inks.accent, inks.paper, 0.62),
      mix(inks.leafLight, inks.paper, 0.55),
    ];
    const wall = walls[layout % walls.length]!;
    const trim = mix(wall, inks.ink, 0.16);
    const outside = [
      sky(sheet, 330),
      cloud(sheet, 250, 210, 170),
      ridge(sheet, { base: 334, peaks: [60, 120, 90, 140, 110, 70], color: inks.land[0], shade: inks.land[1] }),
      sea(sheet, 332, 420),
      ...[200, 470, 760].map((x) => palm(chance, [x, 420], 190, 20, inks.ink, [inks.leafDark, inks.leaf])),
    ].join('');
    const openings = [190, 480, 770]
      .map((x) => `M${x - 70} 400L${x - 70} 200A70 70 0 0 1 ${x + 70} 200L${x + 70} 400Z`)
      .join('');
    const checks: string[] = [];
    for (let row = 0; row < 6; row += 1) {
      const [near, far] = [452 + row * row * 5.6 + row * 6, 452 + (row + 1) ** 2 * 5.6 + (row + 1) * 6];
      const at = (column: number, y: number) => 480 + (column - 8) * (46 + (y - 452) * 0.62);
      for (let column = row % 2; column < 17; column += 2)
        checks.push(
          facet(
            [
              [at(column, near), near],
              [at(column + 1, near), near],
              [at(column + 1, far), far],
              [at(column, far), far],
            ],
            mix(inks.sand, inks.earth, 0.36),
          ),
        );
    }
    const exhibit = [hungCanoe, millWheels, wovenMats, waveMural][layout % 4]!;
    const gallery = layout % 4 !== 0;
    return [
      block(0, 0, 960, 640, wall),
      gallery ? '' : `<clipPath id="view"><path d="${openings}"/></clipPath><g clip-path="url(#view)">${outside}</g>`,
      ...(gallery ? [] : [190, 480, 770].map((x) => windowWithView(x, 140, inks.paper))),
      block(0, 0, 960, 34, mix(inks.earth, inks.ink, 0.3)),
      ...[60, 335, 625, 900].map(
        (x) =>
          block(x - 12, 0, 24, 62, mix(inks.earth, inks.ink, 0.15)) +
          block(x - 14, 62, 28, 390, trim) +
          block(x - 20, 62, 40, 14, inks.paper) +
          block(x - 20, 436, 40, 16, inks.paper),
      ),
      block(0, 440, 960, 14, inks.earth),
      block(0, 452, 960, 200, mix(inks.sand, inks.paper, 0.3)),
      ...checks,
      exhibit(sheet),
      ...(gallery
        ? []
        : [190, 480, 770].map((x) =>
            facet(
              [
                [x - 50, 460],
                [x + 50, 460],
                [x + 150, 640],
                [x - 10, 640],
              ],
              inks.glow,
              0.35,
            ),
          )),
      vitrine(
        sheet,
        240,
        560,
        190,
        bowl(240, 520, 44, mix(inks.earth, inks.accent, 0.25), mix(inks.earth, inks.ink, 0.4)),
      ),
      vitrine(
        sheet,
        720,
        570,
        210,
        bowl(680, 526, 30, inks.ochre, mix(inks.ochre, inks.ink, 0.4)) +
          bowl(752, 526, 40, inks.earth, mix(inks.earth, inks.ink, 0.4)),
      ),
      figure(456, 560, 116, inks.accent, inks.ink),
      figure(520, 556, 104, inks.ink),
      figure(560, 556, 70, inks.sea[2], inks.ink),
    ].join('');
  },
};
