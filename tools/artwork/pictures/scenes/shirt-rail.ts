import type { Scene } from '../draw.ts';
import { block, line, mix } from '../ink.ts';
import { counter, shelf, shirt, shopRoom, shopWindow } from '../shop.ts';

/** Printed shirts on a rail, bolts of cloth above. */
export const shirtRailScene: Scene = {
  hours: ['morning', 'golden'],
  draw(sheet) {
    const { chance, inks } = sheet;
    const cloths = [
      inks.accent,
      inks.sea[2],
      inks.paper,
      inks.ochre,
      inks.leafDark,
      mix(inks.accent, inks.paper, 0.45),
    ];
    const prints = [
      [inks.paper, inks.ochre],
      [inks.sea[0], inks.paper],
      [inks.accent, inks.leaf],
      [inks.paper, inks.accent],
      [inks.leafLight, inks.paper],
      [inks.sea[2], inks.paper],
    ] as const;
    const bolts = Array.from({ length: 15 }, (_, index) => {
      const high = chance.between(44, 70);
      const color = cloths[(index * 5 + 2) % cloths.length]!;
      return (
        block(330 + index * 40, 118 - high, 34, high, color, 5) +
        block(330 + index * 40, 118 - high * 0.62, 34, 6, prints[(index * 5 + 2) % prints.length]![0]!)
      );
    });
    return [
      shopRoom(sheet, mix(inks.sea[0], inks.paper, 0.45)),
      shopWindow(sheet, 60, 90, 190, 240),
      shelf(sheet, 318, 118, 620),
      ...bolts,
      line('M300 190L950 190', inks.ink, 7),
      ...[330, 900].map((x) => block(x - 4, 190, 8, 330, inks.ink)),
      ...Array.from({ length: 6 }, (_, index) =>
        shirt(382 + index * 100, 302, 220, cloths[index]!, prints[index]!, index % 3),
      ),
      counter(sheet, -20, 330, mix(inks.earth, inks.paper, 0.25)),
      ...[0, 1, 2, 3].map((index) => block(60, 438 - index * 16, 120, 15, cloths[(index + 1) % cloths.length]!, 4)),
      shirt(252, 420, 0.1, inks.paper, [inks.paper, inks.paper], 0),
      line('M212 452L212 400M204 400h44', inks.ink, 6),
      block(196, 434, 80, 20, inks.ink, 6),
      block(236, 400, 30, 40, inks.ink, 8),
    ].join('');
  },
};
