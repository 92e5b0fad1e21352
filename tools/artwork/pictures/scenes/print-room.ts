import type { Scene } from '../draw.ts';
import { block, disc, facet, line, mix } from '../ink.ts';
import { counter, print, shopRoom, shopWindow } from '../shop.ts';

/** Fresh sheets drying on lines above a work table with stamps, brushes and an iron press. */
export const printRoomScene: Scene = {
  hours: ['morning', 'golden'],
  draw(sheet) {
    const { chance, inks, layout } = sheet;
    const tones = [inks.sea[2], inks.leaf, inks.accent, inks.leafDark, inks.ochre, inks.sea[1]];
    const cord = (y: number, count: number, from: number, gap: number, wide: number, shift: number) =>
      line(`M-20 ${y}Q480 ${y + 26} 980 ${y - 4}`, inks.ink, 3) +
      Array.from({ length: count }, (_, index) => {
        const x = from + index * gap;
        const sag = 22 * (1 - ((x - 480) / 500) ** 2);
        return (
          print(sheet, x, y + sag * 0.6 + wide * 0.66, wide, index + shift, tones[(index + shift) % tones.length]!) +
          block(x - wide * 0.3, y + sag * 0.5 - 8, 7, 18, inks.ochre) +
          block(x + wide * 0.26, y + sag * 0.5 - 8, 7, 18, inks.ochre)
        );
      }).join('');
    const jar = (x: number, color: string) =>
      block(x, 404, 40, 50, mix(inks.paper, inks.sea[0], 0.4), 6) +
      block(x, 424, 40, 30, color, 6) +
      [8, 18, 28]
        .map((shift) =>
          line(`M${x + shift} 412L${x + shift + chance.between(-14, 14)} ${chance.between(346, 366)}`, inks.earth, 4),
        )
        .join('');
    return [
      shopRoom(sheet, [mix(inks.sand, inks.paper, 0.5), mix(inks.sky[0], inks.paper, 0.5)][layout % 2]!),
      shopWindow(sheet, 640, 200, 230, 190),
      cord(56, 7, 96, 128, 104, layout),
      cord(226, 4, 90, 136, 112, layout + 2),
      counter(sheet, -20, 1000, mix(inks.earth, inks.paper, 0.15)),
      block(60, 440, 330, 14, inks.paper),
      ...Array.from({ length: 10 }, (_, index) =>
        facet(
          [
            [70 + index * 32, 452],
            [86 + index * 32, 442],
            [102 + index * 32, 452],
          ],
          inks.accent,
        ),
      ),
      ...[0, 1, 2].map((index) =>
        block(
          420 + index * 26,
          436 - index * 6,
          18,
          18 + index * 6,
          [inks.earth, mix(inks.earth, inks.ochre, 0.4), inks.ink][index]!,
          3,
        ),
      ),
      jar(520, inks.accent),
      jar(574, inks.sea[2]),
      block(690, 426, 230, 28, inks.ink, 4),
      block(720, 330, 22, 100, inks.ink),
      block(868, 330, 22, 100, inks.ink),
      block(706, 318, 198, 24, inks.ink, 8),
      block(796, 340, 18, 60, mix(inks.ink, inks.paper, 0.3)),
      block(752, 396, 106, 16, mix(inks.ink, inks.paper, 0.2), 4),
      line('M740 304L870 304M805 318L805 300', inks.ink, 9),
      disc(736, 304, 11, inks.accent),
      disc(874, 304, 11, inks.accent),
    ].join('');
  },
};
