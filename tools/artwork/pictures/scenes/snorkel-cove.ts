import { fish } from '../animals.ts';
import type { Scene } from '../draw.ts';
import { disc, fill, ground, line, mix, oval, type Point, pebble, softOutline } from '../ink.ts';
import { ridge } from '../land.ts';
import { cloud, type Sheet, sky } from '../sky.ts';
import { palm } from '../trees.ts';

/** A swimmer on the surface: a snorkel above, a floating body below. */
function swimmer(x: number, y: number, size: number, body: string, bright: string): string {
  return [
    fill(
      `M${x - size} ${y + size * 0.1}C${x - size * 0.4} ${y - size * 0.06} ${x + size * 0.4} ${y - size * 0.08} ${x + size * 0.62} ${y + size * 0.12}C${x + size * 0.3} ${y + size * 0.3} ${x - size * 0.4} ${y + size * 0.26} ${x - size} ${y + size * 0.1}`,
      body,
    ),
    disc(x + size * 0.76, y + size * 0.1, size * 0.15, body),
    line(`M${x + size * 0.8} ${y + size * 0.16}L${x + size * 0.7} ${y - size * 0.28}`, bright, size * 0.06),
    line(
      `M${x - size * 0.9} ${y + size * 0.12}L${x - size * 1.36} ${y + size * 0.02}M${x - size * 0.84} ${y + size * 0.16}L${x - size * 1.3} ${y + size * 0.3}`,
      bright,
      size * 0.1,
    ),
    line(`M${x + size * 0.4} ${y + size * 0.2}L${x + size * 0.5} ${y + size * 0.6}`, body, size * 0.1),
  ].join('');
}

const boulder = ({ chance }: Sheet, x: number, y: number, size: number, color: string) =>
  pebble(
    [
      [x - size, y],
      [x - size * 0.7, y - size * chance.between(0.5, 0.7)],
      [x - size * 0.1, y - size * chance.between(0.7, 0.95)],
      [x + size * 0.6, y - size * chance.between(0.5, 0.8)],
      [x + size, y],
      [x, y + size * 0.24],
    ],
    color,
  );

/** A lava cove, seen half above the water and half below. */
export const snorkelCoveScene: Scene = {
  hours: ['noon', 'morning', 'golden'],
  draw(sheet) {
    const { chance, inks } = sheet;
    const surface: Point[] = Array.from({ length: 9 }, (_, step) => [
      -20 + step * 125,
      316 + (step % 2 === 0 ? -9 : 9) + chance.between(-4, 4),
    ]);
    const tone = (part: number) => mix(mix(inks.sea[0], inks.sea[1], 0.3), inks.sea[2], part);
    const lava = mix(inks.ink, inks.earth, 0.28);
    return [
      sky(sheet, 280),
      cloud(sheet, chance.between(380, 520), 120, 270),
      ridge(sheet, {
        base: 282,
        peaks: [20, 60, 110, 90, 140, 70],
        from: 260,
        color: inks.land[0],
        shade: inks.land[1],
      }),
      ground(
        [
          [0, 278],
          [960, 278],
        ],
        inks.sea[1],
      ),
      boulder(sheet, 60, 322, 150, lava),
      boulder(sheet, 220, 330, 90, mix(lava, inks.earth, 0.3)),
      boulder(sheet, 900, 326, 170, lava),
      boulder(sheet, 740, 330, 80, mix(lava, inks.earth, 0.3)),
      palm(chance, [900, 240], 210, -50, inks.ink, [inks.leafDark, inks.leaf]),
      palm(chance, [60, 250], 190, 34, inks.ink, [inks.leafDark, inks.leaf]),
      ground(surface, tone(0.05)),
      ground(
        surface.map(([x, y], index): Point => [x, y + 80 + (index % 2) * 14]),
        tone(0.4),
      ),
      ground(
        surface.map(([x, y], index): Point => [x, y + 184 - (index % 2) * 12]),
        tone(0.8),
      ),
      ...[200, 420, 600, 760].map((x) => fill(`M${x} 330L${x + 44} 330L${x - 30} 620L${x - 130} 620`, inks.foam, 0.12)),
      boulder(sheet, 20, 620, 220, mix(inks.ink, inks.sea[2], 0.3)),
      boulder(sheet, 950, 630, 260, mix(inks.ink, inks.sea[2], 0.3)),
      line(softOutline(surface), inks.foam, 6, 0.9),
      swimmer(chance.between(440, 540), 322, 74, inks.ink, inks.accent),
      ...Array.from({ length: 8 }, () =>
        fish(chance.between(160, 380), chance.between(430, 540), 48, inks.ochre, inks.ink, chance.between(-8, 8)),
      ),
      ...Array.from({ length: 5 }, () =>
        fish(chance.between(560, 780), chance.between(400, 480), 38, inks.paper, inks.ink, chance.between(-8, 8)),
      ),
      ground(
        [
          [-20, 600],
          [200, 580],
          [480, 606],
          [760, 586],
          [980, 596],
        ],
        mix(inks.sand, inks.sea[2], 0.45),
      ),
      boulder(sheet, 330, 618, 70, mix(inks.accent, inks.sea[2], 0.3)),
      boulder(sheet, 420, 628, 50, mix(inks.ochre, inks.sea[2], 0.3)),
      boulder(sheet, 640, 626, 80, mix(inks.accent, inks.sea[2], 0.45)),
      ...Array.from({ length: 14 }, () =>
        disc(chance.between(380, 600), chance.between(350, 430), chance.between(2, 4.5), inks.foam, 0.7),
      ),
      oval(500, 612, 90, 6, mix(inks.sand, inks.sea[2], 0.2)),
    ].join('');
  },
};
