import { birds } from '../animals.ts';
import { sloop } from '../boats.ts';
import type { Scene } from '../draw.ts';
import { fill, mix, type Point } from '../ink.ts';
import { ridge } from '../land.ts';
import { cloud, type Sheet, sky } from '../sky.ts';
import { glitter, ripples, sea } from '../water.ts';

/** One fluted cliff standing out into the sea, tallest at its landward edge. */
function headland(
  sheet: Sheet,
  from: number,
  to: number,
  base: number,
  high: number,
  color: string,
  shade: string,
): string {
  const steps = 6;
  const peaks = Array.from(
    { length: steps + 1 },
    (_, step) => high * (1 - (step / steps) ** 1.6 * 0.86) * sheet.chance.between(0.9, 1.06),
  );
  return ridge(sheet, {
    base,
    peaks,
    from,
    to,
    color,
    shade,
    flutes: Math.round((to - from) / 14),
    saddle: [0.72, 0.88],
  });
}

/** The roadless coast: cliff behind cliff, and one small boat. */
export const seaCliffsScene: Scene = {
  hours: ['golden', 'morning', 'dusk'],
  draw(sheet) {
    const { chance, inks } = sheet;
    const foot = (left: number, right: number, y: number): string => {
      const points: Point[] = Array.from({ length: 9 }, (_, step) => [
        left + ((right - left) * step) / 8,
        y + chance.between(-3, 5),
      ]);
      return fill(
        `M${points.map((point) => point.join(' ')).join('L')}L${right} ${y + 9}L${left} ${y + 9}`,
        inks.foam,
        0.9,
      );
    };
    return [
      sky(sheet, 430, { x: 760, y: 270, r: 54 }),
      cloud(sheet, 250, 120, 300),
      cloud(sheet, 820, 170, 170),
      headland(sheet, -160, 800, 430, 170, inks.land[0], mix(inks.land[0], inks.land[1], 0.5)),
      headland(sheet, -140, 660, 434, 270, mix(inks.land[0], inks.land[1], 0.6), inks.land[1]),
      sea(sheet, 432),
      glitter(sheet, 770, 440, 620, inks.glow),
      headland(sheet, -120, 520, 462, 360, inks.land[1], inks.land[2]),
      foot(-20, 520, 458),
      headland(sheet, -120, 330, 520, 470, inks.land[2], inks.land[3]),
      foot(-20, 330, 516),
      ripples(sheet, 450, 630, 44, inks.foam, 0.55),
      sloop(chance.between(600, 700), 520, 120, inks.ink, [inks.paper, inks.accent]),
      birds(chance, 470, 210, inks.ink),
    ].join('');
  },
};
