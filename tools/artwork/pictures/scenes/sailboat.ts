import { birds } from '../animals.ts';
import { sloop } from '../boats.ts';
import type { Scene } from '../draw.ts';
import { fill, mix } from '../ink.ts';
import { ridge } from '../land.ts';
import { cloud, sky, streaks } from '../sky.ts';
import { glitter, ripples, sea } from '../water.ts';

/** A white catamaran crossing a wide bay. */
export const sailboatScene: Scene = {
  hours: ['noon', 'dusk', 'morning'],
  draw(sheet) {
    const { chance, inks, layout } = sheet;
    const low = layout % 2 === 0 ? 350 : 400;
    const sun = layout % 2 === 1;
    const shoal = mix(inks.sea[0], inks.sand, 0.45);
    return [
      sky(sheet, low, sun ? { x: 300, y: low - 70, r: 72 } : undefined),
      sun ? streaks(sheet, 70, low - 120, 6) : cloud(sheet, 640, 130, 320) + cloud(sheet, 200, 90, 200),
      ridge(sheet, {
        base: low + 2,
        peaks: sun ? [20, 70, 120, 90, 40, 14] : [200, 240, 210, 190, 170, 190, 130, 80, 30],
        from: sun ? 400 : -60,
        to: 1010,
        color: inks.land[0],
        shade: inks.land[1],
        flutes: sun ? 0 : 34,
        saddle: [0.76, 0.92],
      }),
      sun
        ? ''
        : ridge(sheet, {
            base: low + 4,
            peaks: [90, 130, 80, 40, 20],
            to: 420,
            color: inks.land[1],
            shade: inks.land[2],
            flutes: 10,
            saddle: [0.7, 0.86],
          }),
      sea(sheet, low),
      sun
        ? glitter(sheet, 300, low + 10, 600, inks.glow)
        : fill(
            `M80 ${low + 60}C260 ${low + 36} 560 ${low + 40} 720 ${low + 58}C600 ${low + 84} 240 ${low + 86} 80 ${low + 60}`,
            shoal,
          ),
      ripples(sheet, low + 16, 630, 50, inks.foam, 0.55),
      sloop(chance.between(200, 240), low + 40, 60, inks.ink, [inks.paper, inks.paper]),
      sloop(chance.between(540, 620), 548, 400, inks.ink, sun ? [inks.accent, inks.paper] : [inks.paper, inks.accent]),
      fill('M360 580C460 562 720 562 830 574C780 596 440 600 360 580', inks.foam, 0.9),
      fill('M220 604C330 594 420 600 520 610C420 612 320 612 220 604', inks.foam, 0.6),
      birds(chance, 160, 200, inks.ink),
    ].join('');
  },
};
