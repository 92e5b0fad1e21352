import type { Scene } from '../draw.ts';
import { block, disc, facet, fill, line, mix, moved, oval } from '../ink.ts';
import { clump } from '../leaves.ts';
import { counter, shopRoom, shopWindow } from '../shop.ts';

/** Lengths of beaten cloth hung to dry, printed with plain rows; mallets and bowls of colour on the table. */
export const kapaStudioScene: Scene = {
  hours: ['morning', 'golden'],
  draw(sheet) {
    const { chance, inks } = sheet;
    const earths = [mix(inks.earth, inks.ink, 0.3), inks.accent, inks.earth, mix(inks.ochre, inks.earth, 0.4)];
    const row = (kind: number, wide: number, color: string): string => {
      const count = Math.round(wide / 16);
      const each = (shape: (x: number) => string) =>
        Array.from({ length: count }, (_, index) => shape(index * (wide / count))).join('');
      const step = wide / count;
      if (kind === 0)
        return each((x) =>
          facet(
            [
              [x, 14],
              [x + step / 2, 0],
              [x + step, 14],
            ],
            color,
          ),
        );
      if (kind === 1) return each((x) => line(`M${x + step * 0.2} 12L${x + step * 0.8} 2`, color, 3));
      if (kind === 2) return each((x) => disc(x + step / 2, 7, 3.4, color));
      if (kind === 3) return block(0, 3, wide, 3, color) + block(0, 9, wide, 3, color);
      return each((x) =>
        facet(
          [
            [x + step / 2, 0],
            [x + step, 7],
            [x + step / 2, 14],
            [x, 7],
          ],
          color,
        ),
      );
    };
    const length = (x: number, wide: number, high: number, ground: string, first: number) =>
      [
        block(x, 84, wide, high, ground),
        ...Array.from({ length: Math.floor((high - 20) / 26) }, (_, index) =>
          moved(
            row((first + index * 3) % 5, wide - 16, earths[(first + Math.floor(index / 2)) % earths.length]!),
            x + 8,
            96 + index * 26,
          ),
        ),
        ...Array.from({ length: Math.floor(wide / 7) }, (_, index) =>
          line(`M${x + 4 + index * 7} ${84 + high}v${chance.between(5, 12).toFixed(0)}`, ground, 3),
        ),
        block(x + 10, 72, 8, 22, inks.ochre),
        block(x + wide - 18, 72, 8, 22, inks.ochre),
      ].join('');
    const mallet = (x: number, turn: number) =>
      moved(
        block(-70, -10, 92, 20, inks.earth, 5) +
          block(20, -6, 66, 12, mix(inks.earth, inks.ink, 0.2), 6) +
          [-60, -46, -32, -18, -4].map((shift) => block(shift, -10, 3, 20, mix(inks.earth, inks.ink, 0.4))).join(''),
        x,
        440,
        1,
        turn,
      );
    const bowl = (x: number, color: string) =>
      fill(`M${x - 40} 420C${x - 36} 456 ${x + 36} 456 ${x + 40} 420`, mix(inks.earth, inks.ink, 0.15)) +
      oval(x, 420, 40, 10, mix(inks.earth, inks.paper, 0.2)) +
      oval(x, 421, 33, 7, color);
    return [
      shopRoom(sheet, mix(inks.leafLight, inks.paper, 0.62)),
      shopWindow(sheet, 700, 120, 190, 220),
      line('M-20 76Q340 92 690 70', inks.ink, 4),
      length(40, 130, 300, mix(inks.sand, inks.paper, 0.4), 0),
      length(196, 110, 250, mix(inks.earth, inks.accent, 0.25), 3),
      length(334, 150, 320, inks.paper, 1),
      length(514, 120, 270, mix(inks.ochre, inks.paper, 0.5), 4),
      counter(sheet, -20, 1000, mix(inks.earth, inks.paper, 0.2)),
      block(60, 446, 320, 8, inks.paper),
      moved(row(0, 300, inks.accent), 70, 432, 0.9),
      mallet(520, -4),
      mallet(560, 9),
      bowl(690, inks.accent),
      bowl(786, mix(inks.ochre, inks.earth, 0.3)),
      bowl(882, inks.ink),
      clump(chance, [30, 650], 150, [inks.leaf, inks.leafDark], inks.leafLight),
    ].join('');
  },
};
