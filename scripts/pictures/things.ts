/** Small things people made or that live here: boats, roofs, lamps, birds. */
import { block, type Chance, disc, facet, fill, line, mix, moved, oval, type Point } from './ink.ts';

/** A catamaran under sail; `size` is the height of its mast. */
export function sloop(x: number, y: number, size: number, hull: string, sails: readonly [string, string]): string {
  const seam = mix(sails[0], hull, 0.28);
  // Seams, rail and crew would only be dirt on a boat far away.
  const near = size > 200;
  const drawing = [
    fill('M4 -12C10 -50 14 -78 4 -100C34 -66 46 -36 44 -12', sails[0]),
    near ? line('M9 -44L41 -40M10 -68L32 -64M8 -26L44 -23', seam, 0.8) : '',
    fill('M-2 -92C-14 -60 -26 -34 -40 -14L-2 -14', sails[1]),
    near ? line('M-3 -50L-20 -48M-3 -32L-31 -30', mix(sails[1], hull, 0.25), 0.8) : '',
    line('M1 -104L1 -6', hull, 2),
    line('M2 -11L46 -11', hull, 1.6),
    near ? line('M-50 -9L-50 -15L-12 -15M50 -9L50 -15L30 -15M-38 -15L-38 -9M-25 -15L-25 -9', hull, 0.8) : '',
    near
      ? [18, 28, -20].map((seat) => disc(seat, -16, 2.6, hull) + block(seat - 2.8, -14, 5.6, 7, hull, 2)).join('')
      : '',
    fill('M-54 -8L56 -8C52 2 46 7 36 8L-38 8C-48 6 -52 0 -54 -8', hull),
    near ? line('M-50 -2L51 -2', sails[1], 1.2) : '',
    fill('M-34 8L34 8L24 12L-26 12', hull, 0.5),
  ].join('');
  return moved(drawing, x, y, size / 104);
}

/** An outrigger canoe with its float in front and a paddler on every seat. */
export function outrigger(x: number, y: number, long: number, hull: string, crew: string, seats = 6): string {
  const paddlers = Array.from({ length: seats }, (_, index) => {
    const seat = -66 + (132 / Math.max(1, seats - 1)) * index;
    const side = index % 2 === 0 ? 1 : -1;
    return [
      fill(
        `M${seat - 5} -6C${seat - 6} -18 ${seat - 2} -24 ${seat + 4} -24C${seat + 9} -22 ${seat + 7} -12 ${seat + 7} -6`,
        crew,
      ),
      disc(seat + 6, -29, 4.6, crew),
      line(`M${seat + 4} -20L${seat + 15} ${-14 + side}L${seat + 21} 9`, crew, 2.2),
    ].join('');
  });
  const drawing = [
    ...paddlers,
    fill(
      'M-112 -16C-98 -6 -84 -6 -70 -6L74 -6C90 -6 102 -9 116 -20C110 2 96 10 78 10L-76 10C-96 10 -106 0 -112 -16',
      hull,
    ),
    line('M-34 -4Q-30 14 -30 22M36 -4Q40 14 40 22', hull, 3.4),
    fill('M-62 20C-40 26 44 26 76 16C64 32 -44 34 -62 20', hull),
  ].join('');
  return moved(drawing, x, y, long / 228);
}

/** A double-hulled sailing canoe with two crab-claw sails. */
export function voyager(x: number, y: number, size: number, hull: string, sails: readonly [string, string]): string {
  const claw = (color: string) =>
    fill('M0 0C-20 -46 -22 -96 6 -136C8 -104 20 -92 34 -84C46 -78 54 -84 60 -96C58 -56 34 -18 0 0', color) +
    line('M0 0C-20 -46 -22 -96 6 -136M0 0C34 -18 58 -56 60 -96', hull, 2.6);
  const drawing = [
    moved(claw(sails[0]), -34, -10),
    moved(claw(sails[1]), 40, -10, 0.86),
    line('M-34 -12L-36 -92M40 -12L38 -80', hull, 2.6),
    block(-62, -14, 128, 7, hull, 2),
    fill(
      'M-112 -26C-100 -6 -84 -4 -60 -4L64 -4C86 -4 102 -10 114 -30C112 -2 98 12 74 12L-72 12C-96 12 -110 -4 -112 -26',
      hull,
    ),
    fill('M-84 14L88 14L70 20L-66 20', hull, 0.45),
  ].join('');
  return moved(drawing, x, y, size / 150);
}

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

/** A person far away: a head and a body, no more. */
export function figure(x: number, y: number, size: number, color: string, head = color): string {
  return [
    fill(
      `M${x - size * 0.17} ${y}C${x - size * 0.26} ${y - size * 0.5} ${x - size * 0.22} ${y - size * 0.78} ${x} ${y - size * 0.78}C${x + size * 0.22} ${y - size * 0.78} ${x + size * 0.26} ${y - size * 0.5} ${x + size * 0.17} ${y}`,
      color,
    ),
    disc(x, y - size * 0.9, size * 0.13, head),
  ].join('');
}

export const bird = (x: number, y: number, size: number, color: string) =>
  fill(
    `M${x - size} ${y - size * 0.3}Q${x - size * 0.4} ${y - size * 0.5} ${x} ${y}Q${x + size * 0.4} ${y - size * 0.5} ${x + size} ${y - size * 0.36}Q${x + size * 0.4} ${y - size * 0.2} ${x} ${y + size * 0.16}Q${x - size * 0.4} ${y - size * 0.2} ${x - size} ${y - size * 0.3}`,
    color,
  );

export const birds = (chance: Chance, x: number, y: number, color: string) =>
  Array.from({ length: 4 }, (_, index) =>
    bird(x + index * 34 + chance.between(-8, 8), y + chance.between(-22, 22), chance.between(8, 14), color),
  ).join('');

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

/** A plain flat fish; `size` is its length. */
export function fish(x: number, y: number, size: number, color: string, mark: string, turn = 0): string {
  const drawing =
    fill('M-34 0C-22 -24 12 -26 34 -2C14 24 -20 24 -34 0', color) +
    fill('M-30 0L-54 -18C-48 -6 -48 6 -54 18', color) +
    fill('M-8 -18C4 -30 14 -24 20 -12', color) +
    line('M10 -16Q4 0 10 15', mark, 4) +
    disc(23, -4, 2.6, mark);
  return moved(drawing, x, y, size / 88, turn);
}

/** A green turtle from the side, swimming to the right. */
export function turtle(
  x: number,
  y: number,
  size: number,
  shell: string,
  skin: string,
  mark: string,
  turn = -10,
): string {
  const drawing = [
    fill('M-52 6C-78 10 -92 24 -98 40C-80 34 -62 26 -44 18', skin),
    fill('M28 14C40 44 34 70 14 96C6 72 2 46 4 22', skin),
    fill('M30 -10C60 -46 84 -56 112 -56C96 -34 74 -14 46 6', skin),
    fill('M56 -6C70 -22 96 -20 100 -6C98 8 72 12 56 6', skin),
    disc(88, -9, 3, mark),
    fill('M-66 2C-52 -40 30 -46 66 -4C40 30 -44 30 -66 2', shell),
    line(
      'M-44 2L-22 -20L14 -22L40 -4L14 16L-22 16L-44 2M-22 -20L-22 16M14 -22L14 16M-52 -12L-22 -20M14 -22L38 -26',
      mark,
      2.6,
      0.6,
    ),
  ].join('');
  return moved(drawing, x, y, size / 200, turn);
}
