import type { Scene } from '../draw.ts';
import { block, ground, mix } from '../ink.ts';
import { hills, ridge } from '../land.ts';
import { clump } from '../leaves.ts';
import { cloud, sky } from '../sky.ts';
import { cottage } from '../things.ts';
import { bush, treeFern } from '../trees.ts';

/** A green valley with mist in it, and one roof. */
export const valleyScene: Scene = {
  hours: ['rain', 'morning', 'golden'],
  draw(sheet) {
    const { chance, inks } = sheet;
    const mist = (left: number, y: number, wide: number) =>
      block(left, y, wide, 15, inks.cloud, 8, 0.85) +
      block(left + wide * 0.2, y + 21, wide * 0.7, 9, inks.cloud, 5, 0.7);
    return [
      sky(sheet, 500),
      cloud(sheet, chance.between(420, 560), 190, 280),
      ridge(sheet, {
        base: 500,
        peaks: [350, 300, 260, 190, 170, 250, 290, 370],
        color: inks.land[0],
        shade: mix(inks.land[0], inks.land[1], 0.6),
        flutes: 24,
        saddle: [0.7, 0.9],
      }),
      mist(330, 330, 300),
      ridge(sheet, {
        base: 520,
        peaks: [390, 340, 290, 210, 120, 40],
        to: 460,
        color: inks.land[1],
        shade: inks.land[2],
        flutes: 22,
        saddle: [0.74, 0.92],
      }),
      ridge(sheet, {
        base: 520,
        peaks: [30, 150, 240, 320, 400],
        from: 520,
        color: inks.land[1],
        shade: inks.land[2],
        flutes: 20,
        saddle: [0.74, 0.92],
      }),
      mist(40, 410, 240),
      mist(700, 380, 220),
      hills(sheet, 496, 10, inks.land[2]),
      bush(chance, 380, 540, 130, inks.land[3], inks.land[2]),
      bush(chance, 720, 540, 150, inks.land[3], inks.land[2]),
      hills(sheet, 530, 12, inks.leaf),
      cottage(chance.between(530, 600), 562, 170, inks.paper, inks.accent, inks.ink, inks.ochre),
      bush(chance, 450, 584, 130, inks.leafDark, inks.leaf),
      bush(chance, 750, 590, 210, inks.leafDark, inks.leaf),
      ground(
        [
          [-20, 580],
          [300, 600],
          [620, 606],
          [980, 580],
        ],
        inks.leafDark,
      ),
      treeFern(chance, [130, 660], 240, inks.ink, [inks.leafDark, inks.leaf]),
      clump(chance, [880, 670], 230, [inks.leaf, inks.leafDark], inks.leafLight),
    ].join('');
  },
};
