import type { Scene } from '../draw.ts';
import { block, disc, fill, line, mix, moved, oval } from '../ink.ts';
import { clump } from '../leaves.ts';
import { counter, lei, shopRoom } from '../shop.ts';
import { awning } from '../things.ts';

/** A street stand hung with lei, baskets of blossoms on the counter. */
export const leiStandScene: Scene = {
  hours: ['morning', 'dawn'],
  draw(sheet) {
    const { chance, inks } = sheet;
    const pairs = [
      [inks.accent, mix(inks.accent, inks.paper, 0.4)],
      [inks.paper, mix(inks.ochre, inks.paper, 0.4)],
      [inks.ochre, mix(inks.ochre, inks.accent, 0.5)],
      [inks.leafLight, inks.leaf],
      [mix(inks.accent, inks.land[1], 0.5), mix(inks.accent, inks.paper, 0.55)],
      [inks.paper, inks.accent],
    ] as const;
    const blossom = (x: number, y: number, size: number, color: string) =>
      moved(
        [0, 72, 144, 216, 288].map((turn) => moved(oval(0, -9, 6, 9, color), 0, 0, 1, turn)).join('') +
          disc(0, 0, 4, inks.ochre),
        x,
        y,
        size,
        chance.between(0, 60),
      );
    const basket = (x: number, color: string) =>
      [
        ...Array.from({ length: 13 }, () =>
          blossom(x + chance.between(-66, 66), 404 + chance.between(-22, 22), chance.between(0.9, 1.3), color),
        ),
        fill(
          `M${x - 86} 408C${x - 80} 460 ${x - 60} 462 ${x} 462C${x + 60} 462 ${x + 80} 460 ${x + 86} 408C${x + 50} 424 ${x - 50} 424 ${x - 86} 408`,
          mix(inks.earth, inks.sand, 0.4),
        ),
        ...[-56, -28, 0, 28, 56].map((shift) =>
          line(`M${x + shift} 420L${x + shift * 0.86} 458`, mix(inks.earth, inks.ink, 0.2), 3),
        ),
        line(`M${x - 82} 436Q${x} 452 ${x + 82} 436`, mix(inks.earth, inks.ink, 0.2), 3),
      ].join('');
    return [
      shopRoom(sheet, mix(inks.leafDark, inks.ink, 0.15)),
      ...[40, 900].map((x) => block(x, 60, 24, 480, inks.paper)),
      line('M60 150L900 150', inks.paper, 6),
      ...Array.from({ length: 9 }, (_, index) =>
        lei(116 + index * 92, 156, chance.between(186, 214), pairs[(index * 5) % pairs.length]!),
      ),
      counter(sheet, 40, 884, mix(inks.sea[2], inks.paper, 0.15)),
      basket(170, inks.paper),
      basket(370, mix(inks.accent, inks.paper, 0.35)),
      basket(570, inks.paper),
      basket(770, inks.accent),
      awning(-20, -14, 1000, 96, [inks.accent, inks.paper], 14),
      clump(chance, [30, 650], 170, [inks.leaf, inks.leafDark], inks.leafLight),
      clump(chance, [930, 650], 190, [inks.leaf, inks.leafDark], inks.leafLight),
      block(0, 600, 100, 60, inks.accent, 8),
      block(880, 600, 110, 60, inks.ochre, 8),
    ].join('');
  },
};
