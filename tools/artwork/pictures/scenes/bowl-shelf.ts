import type { Scene } from '../draw.ts';
import { block, disc, fill, line, mix, oval } from '../ink.ts';
import { clump } from '../leaves.ts';
import { counter, shelf, shopRoom, shopWindow, vase, woodenBowl } from '../shop.ts';

/** A strand of small shells on a stand. */
function shellStrand(x: number, y: number, high: number, cloth: string, shell: string): string {
  const beads = Array.from({ length: 19 }, (_, index) => {
    const turn = Math.PI * (0.06 + (0.88 * index) / 18);
    return disc(x - Math.cos(turn) * high * 0.3, y - high * 0.86 + Math.sin(turn) * high * 0.62, high * 0.045, shell);
  });
  return (
    fill(
      `M${x - high * 0.36} ${y}C${x - high * 0.4} ${y - high * 0.5} ${x - high * 0.3} ${y - high * 0.8} ${x - high * 0.12} ${y - high * 0.86}L${x + high * 0.12} ${y - high * 0.86}C${x + high * 0.3} ${y - high * 0.8} ${x + high * 0.4} ${y - high * 0.5} ${x + high * 0.36} ${y}`,
      cloth,
    ) + beads.join('')
  );
}

/** Turned bowls, shells and pots on three boards beside a window. */
export const bowlShelfScene: Scene = {
  hours: ['golden', 'morning', 'noon'],
  draw(sheet) {
    const { chance, inks, layout } = sheet;
    const walls = [
      mix(inks.leafLight, inks.paper, 0.5),
      mix(inks.accent, inks.paper, 0.6),
      mix(inks.sea[0], inks.paper, 0.5),
    ];
    const woods = [
      inks.earth,
      mix(inks.earth, inks.ochre, 0.5),
      mix(inks.earth, inks.ink, 0.3),
      mix(inks.earth, inks.accent, 0.4),
    ];
    const thing = (x: number, y: number, index: number) => {
      const wood = woods[index % woods.length]!;
      if (layout % 2 === 1 && index % 2 === 0)
        return shellStrand(x, y, chance.between(84, 100), inks.paper, [inks.accent, inks.sand, inks.ochre][index % 3]!);
      if ((index + layout) % 4 === 3)
        return vase(x, y, chance.between(74, 96), [inks.sea[2], inks.accent, inks.paper][index % 3]!, inks.ochre);
      return woodenBowl(x, y, chance.between(34, 58), wood, mix(wood, inks.ink, 0.45));
    };
    const board = (y: number, shift: number) =>
      shelf(sheet, 360, y, 560) +
      [0, 1, 2, 3].map((index) => thing(432 + index * 140 + chance.between(-10, 10), y, index + shift)).join('');
    return [
      shopRoom(sheet, walls[layout % walls.length]!),
      shopWindow(sheet, 70, 100, 210, 260),
      board(168, 0),
      board(290, 2),
      board(412, 1),
      counter(sheet, -20, 1000, mix(inks.earth, inks.paper, 0.2)),
      woodenBowl(220, 454, 96, woods[1]!, mix(woods[1]!, inks.ink, 0.45)),
      ...[-34, 0, 34].map((shift, index) =>
        oval(220 + shift, 376, 26, 22, [inks.accent, inks.ochre, inks.leafLight][index]!),
      ),
      woodenBowl(640, 454, 66, woods[3]!, mix(woods[3]!, inks.ink, 0.45)),
      vase(770, 454, 90, inks.paper, inks.accent),
      clump(chance, [770, 372], 110, [inks.leaf, inks.leafDark], inks.leafLight),
      block(400, 430, 120, 24, inks.paper, 3),
      line('M414 440h60M414 447h84', inks.ink, 2, 0.5),
    ].join('');
  },
};
