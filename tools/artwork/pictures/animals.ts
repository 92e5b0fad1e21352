/** What swims and flies. */
import { type Chance, disc, fill, line, moved } from './ink.ts';

export const bird = (x: number, y: number, size: number, color: string) =>
  fill(
    `M${x - size} ${y - size * 0.3}Q${x - size * 0.4} ${y - size * 0.5} ${x} ${y}Q${x + size * 0.4} ${y - size * 0.5} ${x + size} ${y - size * 0.36}Q${x + size * 0.4} ${y - size * 0.2} ${x} ${y + size * 0.16}Q${x - size * 0.4} ${y - size * 0.2} ${x - size} ${y - size * 0.3}`,
    color,
  );

export const birds = (chance: Chance, x: number, y: number, color: string) =>
  Array.from({ length: 4 }, (_, index) =>
    bird(x + index * 34 + chance.between(-8, 8), y + chance.between(-22, 22), chance.between(8, 14), color),
  ).join('');

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
