/** Roofs, lamps, awnings, people at a distance. */
import { block, disc, facet, fill, line, mix, moved, oval, type Point } from './ink.ts';

/** A hip-roofed house on short posts, seen from the front. */
export function cottage(
  x: number,
  y: number,
  wide: number,
  wall: string,
  roof: string,
  dark: string,
  lamp: string,
): string {
  const high = wide * 0.34;
  const shade = mix(roof, dark, 0.35);
  return [
    block(x - wide * 0.42, y - high, wide * 0.84, high, wall),
    block(x - wide * 0.42, y - high, wide * 0.84, high * 0.2, mix(wall, dark, 0.35)),
    block(x - wide * 0.06, y - high * 0.72, wide * 0.13, high * 0.72, dark),
    ...[-0.32, -0.2, 0.16, 0.28].map((part) => block(x + wide * part, y - high * 0.66, wide * 0.08, high * 0.34, lamp)),
    facet(
      [
        [x - wide * 0.54, y - high * 0.92],
        [x - wide * 0.26, y - high * 1.75],
        [x + wide * 0.26, y - high * 1.75],
        [x + wide * 0.54, y - high * 0.92],
      ],
      roof,
    ),
    facet(
      [
        [x + wide * 0.12, y - high * 0.92],
        [x + wide * 0.26, y - high * 1.75],
        [x + wide * 0.54, y - high * 0.92],
      ],
      shade,
    ),
    ...[-0.36, -0.12, 0.12, 0.36].map((part) => block(x + wide * part - 2, y, 4, high * 0.18, dark)),
  ].join('');
}

/** A sagging string of lamps. */
export function festoon(
  from: Point,
  to: Point,
  sag: number,
  count: number,
  cord: string,
  lamp: string,
  size = 5,
): string {
  const middle: Point = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2 + sag * 2];
  const lamps = Array.from({ length: count }, (_, index) => {
    const part = (index + 0.5) / count;
    const x = (1 - part) ** 2 * from[0] + 2 * part * (1 - part) * middle[0] + part ** 2 * to[0];
    const y = (1 - part) ** 2 * from[1] + 2 * part * (1 - part) * middle[1] + part ** 2 * to[1];
    return disc(x, y + size, size * 2.3, lamp, 0.22) + disc(x, y + size, size, lamp);
  });
  return line(`M${from.join(' ')}Q${middle.join(' ')} ${to.join(' ')}`, cord, 1.8) + lamps.join('');
}

/** A person at a distance: a shirt or a dress, and the rest in one dark tone. Where they stand decides the dress and the hat. */
export function figure(x: number, y: number, size: number, shirt: string, dark = shirt): string {
  const place = Math.floor(x);
  const dressed = place % 5 < 2;
  const drawing = [
    dressed ? line('M-5 -30L-5 -2M5 -30L5 -2', dark, 6) : fill('M-11 -46L11 -46L12 0L3 0L1 -34L-2 0L-11 0', dark),
    line('M-14 -74L-18 -50M14 -74L17 -51', dark, 5.4),
    dressed
      ? fill('M-6 -82C-15 -80 -17 -74 -15 -64L-10 -54L-21 -20L21 -20L10 -54L15 -64C17 -74 15 -80 6 -82', shirt)
      : fill('M-6 -82C-16 -80 -19 -74 -18 -64L-12 -42L12 -42L18 -64C19 -74 16 -80 6 -82', shirt),
    block(-3.4, -88, 6.8, 10, dark),
    oval(0, -94, 8, 9.4, dark),
    place % 3 === 0
      ? fill('M-16 -98L16 -98L14 -94L-14 -94', '#e9c98f') + fill('M-8 -98C-8 -108 8 -108 8 -98', '#e9c98f')
      : '',
  ].join('');
  return moved(drawing, x, y, size / 104);
}

/** A striped market awning with a scalloped edge. */
export function awning(
  x: number,
  y: number,
  wide: number,
  high: number,
  stripes: readonly [string, string],
  count = 8,
): string {
  const step = wide / count;
  return Array.from({ length: count }, (_, index) => {
    const [left, right] = [x + index * step, x + (index + 1) * step];
    const lean = high * 0.22;
    const center = x + wide / 2;
    const top = (edge: number) => edge + ((center - edge) / wide) * lean;
    const color = stripes[index % 2]!;
    return (
      facet(
        [
          [top(left), y],
          [top(right), y],
          [right, y + high],
          [left, y + high],
        ],
        color,
      ) + oval((left + right) / 2, y + high, step / 2, step * 0.34, color)
    );
  }).join('');
}
