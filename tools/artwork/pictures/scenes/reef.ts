import { fish, turtle } from '../animals.ts';
import type { Scene } from '../draw.ts';
import { disc, facet, fill, ground, line, mix, type Point } from '../ink.ts';
import type { Sheet } from '../sky.ts';

/** Branching coral, grown from its root by forking. */
function branches({ chance }: Sheet, x: number, y: number, size: number, color: string): string {
  const grow = (from: Point, angle: number, long: number, thick: number, depth: number): string => {
    const to: Point = [from[0] + Math.cos(angle) * long, from[1] - Math.sin(angle) * long];
    const stem = line(
      `M${from[0].toFixed(1)} ${from[1].toFixed(1)}L${to[0].toFixed(1)} ${to[1].toFixed(1)}`,
      color,
      thick,
    );
    if (depth === 0) return stem;
    return (
      stem +
      [-0.5, 0.45]
        .map((turn) =>
          grow(to, angle + turn * chance.between(0.6, 1.2), long * chance.between(0.66, 0.84), thick * 0.76, depth - 1),
        )
        .join('')
    );
  };
  return [0.5, 0.35, 0.65].map((part) => grow([x, y], Math.PI * part, size * 0.36, size * 0.085, 3)).join('');
}

/** A round lobed coral with winding grooves. */
function dome({ chance }: Sheet, x: number, y: number, size: number, color: string, groove: string): string {
  const rings = [0.72, 0.46, 0.22].map((part) => {
    const r = size * part;
    return line(
      `M${x - r} ${y}C${x - r} ${y - r * 1.2} ${x - r * 0.3} ${y - r * chance.between(0.9, 1.3)} ${x} ${y - r}S${x + r} ${y - r * 0.9} ${x + r} ${y}`,
      groove,
      size * 0.05,
    );
  });
  return fill(`M${x - size} ${y}A${size} ${size * 0.86} 0 0 1 ${x + size} ${y}`, color) + rings.join('');
}

const fan = (x: number, y: number, size: number, color: string) =>
  Array.from({ length: 9 }, (_, index) => {
    const lean = (index - 4) / 4;
    return line(
      `M${x} ${y}Q${x + lean * size * 0.3} ${y - size * 0.6} ${x + lean * size * 0.72} ${y - size * (1 - Math.abs(lean) * 0.28)}`,
      color,
      size * 0.05,
    );
  }).join('');

/** Under water: shafts of light, a turtle or a school, a garden of coral. */
export const reefScene: Scene = {
  hours: ['noon', 'morning', 'golden', 'dusk'],
  draw(sheet) {
    const { chance, inks, layout } = sheet;
    const tones = [0, 0.3, 0.6, 1].map((part) => mix(mix(inks.sea[0], inks.sea[1], 0.35), inks.sea[2], part));
    const level = (y: number): Point[] =>
      Array.from({ length: 7 }, (_, step) => [step * 160, y + chance.between(-16, 16)]);
    const coral = [
      inks.accent,
      inks.ochre,
      mix(inks.accent, inks.paper, 0.5),
      mix(inks.land[0], inks.accent, 0.4),
      inks.leafLight,
    ];
    const growth = Array.from({ length: 11 }, (_, index) => {
      const x = index * 96 + chance.between(-30, 30);
      const y = 606 - Math.abs(x - 480) * 0.11 + chance.between(-14, 14);
      const size = chance.between(52, 100) * (0.75 + Math.abs(x - 480) / 900);
      const color = coral[(index + layout) % coral.length]!;
      return [
        branches(sheet, x, y, size * 1.5, color),
        dome(sheet, x, y + 8, size * 0.8, color, mix(color, inks.ink, 0.3)),
        fan(x, y, size * 1.3, color),
      ][(index + layout * 2) % 3]!;
    });
    const school = (count: number, x: number, y: number, size: number, color: string, mark: string) =>
      Array.from({ length: count }, () =>
        fish(
          x + chance.between(-130, 130),
          y + chance.between(-60, 60),
          size * chance.between(0.85, 1.15),
          color,
          mark,
          chance.between(-8, 8),
        ),
      ).join('');
    const shafts = [120, 300, 430, 640, 800].map((x) =>
      facet(
        [
          [x, -10],
          [x + chance.between(26, 70), -10],
          [x + chance.between(-60, 10), 470],
          [x - chance.between(110, 190), 470],
        ],
        inks.foam,
        0.12,
      ),
    );
    const visitor =
      layout % 3 === 1
        ? school(9, 560, 240, 66, inks.ochre, inks.ink)
        : turtle(
            chance.between(520, 600),
            chance.between(230, 280),
            330,
            mix(inks.earth, inks.leafDark, 0.45),
            mix(inks.leaf, inks.sand, 0.45),
            inks.ink,
          );
    return [
      ground(
        [
          [0, 0],
          [960, 0],
        ],
        tones[0]!,
      ),
      ground(level(70), tones[1]!),
      ground(level(230), tones[2]!),
      ground(level(430), tones[3]!),
      ...shafts,
      line('M-20 20Q80 4 160 20T340 20T520 20T700 20T880 20T1060 20', inks.foam, 7, 0.75),
      line('M40 44Q90 34 150 44T270 44M560 48Q620 38 690 48T830 48', inks.foam, 4, 0.6),
      ground(
        [
          [-20, 500],
          [150, 470],
          [330, 540],
          [520, 560],
          [700, 520],
          [840, 470],
          [980, 490],
        ],
        mix(inks.sea[2], inks.ink, 0.35),
      ),
      visitor,
      school(7, 230, 330, 40, layout % 3 === 1 ? inks.accent : inks.ochre, inks.ink),
      school(6, 780, 410, 30, inks.paper, inks.sea[2]),
      ground(
        [
          [-20, 590],
          [220, 580],
          [480, 604],
          [740, 584],
          [980, 576],
        ],
        mix(inks.sea[2], inks.ink, 0.6),
      ),
      ...growth,
      ground(
        [
          [-20, 622],
          [300, 612],
          [640, 624],
          [980, 610],
        ],
        inks.ink,
      ),
      ...Array.from({ length: 16 }, () =>
        disc(chance.between(80, 900), chance.between(70, 500), chance.between(2, 5), inks.foam, 0.65),
      ),
    ].join('');
  },
};
