import { bird, birds } from '../animals.ts';
import type { Scene } from '../draw.ts';
import { block, facet, mix, type Point, width } from '../ink.ts';
import { blade } from '../leaves.ts';
import { cloud, type Sheet, sky } from '../sky.ts';
import { bush } from '../trees.ts';

interface Wall {
  side: 'left' | 'right';
  /** How far it reaches towards the middle of the picture. */
  reach: number;
  top: number;
  rock: string;
  shade: string;
}

/** A wall of red strata going down to the gorge in steps, with a green cap. */
function wall({ chance, inks }: Sheet, { side, reach, top, rock, shade }: Wall): string {
  const across = (points: readonly Point[]) =>
    side === 'left' ? points : points.map(([x, y]): Point => [width - x, y]);
  const floor = 690;
  const steps = 7;
  const profile: Point[] = Array.from({ length: steps }, (_, step): Point[] => {
    const y = top + (floor - top) * (step / steps) ** 0.9;
    const x = reach + step * chance.between(14, 30);
    return [
      [x, y + 10],
      [x + chance.between(2, 9), y + (floor - top) / steps - 14],
    ];
  }).flat();
  const crest: Point[] = [];
  for (let x = -30; x < reach - 20; x += chance.between(30, 66)) crest.push([x, top + chance.between(-14, 16)]);
  const face: Point[] = [[-30, floor], ...crest, ...profile, [reach + 220, floor]];
  const parts = [facet(across(face), rock)];
  const bands = [shade, mix(rock, inks.paper, 0.22), shade, mix(rock, inks.ochre, 0.35), shade];
  for (const [order, tone] of bands.entries()) {
    const [edge, below] = [profile[order * 2 + 1]!, profile[order * 2 + 2]!];
    const upper: Point[] = [];
    for (let x = -30; x < edge[0] - 40; x += 58) upper.push([x, edge[1] + chance.between(-7, 7)]);
    const lower = upper.map(([x, y]): Point => [x + chance.between(-10, 10), y + chance.between(8, 22)]).reverse();
    parts.push(facet(across([...upper, edge, [below[0] - 4, below[1]], ...lower]), tone));
  }
  for (let x = 20; x < reach - 10; x += chance.between(56, 104)) {
    const deep = chance.between(120, 260);
    parts.push(
      facet(
        across([
          [x, top + 16],
          [x + 14, top + deep * 0.5],
          [x + 40, top + deep],
          [x + 6, top + deep * 0.9],
          [x - 10, top + deep * 0.4],
        ]),
        shade,
        0.8,
      ),
    );
  }
  const fringe = crest.map(([x, y]): Point => [x + 10, y + chance.between(12, 34)]).reverse();
  parts.push(facet(across([[-30, top + 20], ...crest, [reach + 4, top + 12], ...fringe]), inks.leafDark));
  return parts.join('');
}

export const canyonScene: Scene = {
  hours: ['golden', 'morning'],
  draw(sheet) {
    const { chance, inks } = sheet;
    const red = mix(inks.earth, inks.accent, 0.5);
    const rock = (part: number) => mix(red, inks.sky[1], part);
    return [
      sky(sheet, 360),
      cloud(sheet, 330, 110, 290),
      cloud(sheet, 770, 170, 190),
      wall(sheet, { side: 'left', reach: 560, top: 250, rock: rock(0.62), shade: rock(0.5) }),
      wall(sheet, { side: 'right', reach: 430, top: 236, rock: rock(0.5), shade: rock(0.36) }),
      block(500, 262, 6, 150, inks.foam, 3),
      block(509, 262, 3, 110, inks.foam, 2),
      wall(sheet, { side: 'left', reach: 330, top: 296, rock: rock(0.32), shade: rock(0.16) }),
      wall(sheet, { side: 'right', reach: 230, top: 320, rock: rock(0.2), shade: rock(0.04) }),
      wall(sheet, { side: 'left', reach: 110, top: 400, rock: red, shade: mix(red, inks.ink, 0.3) }),
      facet(
        [
          [-20, 640],
          [150, 600],
          [330, 622],
          [460, 596],
          [620, 630],
          [800, 590],
          [980, 610],
          [980, 660],
          [-20, 660],
        ],
        inks.leafDark,
      ),
      bush(chance, 640, 640, 150, inks.leafDark, inks.leaf),
      bush(chance, 820, 640, 230, inks.leafDark, inks.leaf),
      bush(chance, 300, 660, 170, inks.leafDark, inks.leaf),
      ...[20, 70, 130].map((x) => blade([x, 668], chance.between(60, 120), 130, 28, inks.leaf, inks.leafLight)),
      bird(590, 400, 26, inks.paper),
      birds(chance, 620, 340, inks.paper),
    ].join('');
  },
};
