import { disc, fill, line, moved } from './ink.ts';
import type { Sheet } from './sky.ts';

/** Someone small on a long board, arms out. */
export function rider(x: number, y: number, size: number, body: string, board: string, turn: number): string {
  const drawing = [
    fill('M-62 6C-40 -4 40 -4 66 -2C44 12 -40 14 -62 6', board),
    line('M-10 2L-2 -20L-12 -34M18 2L14 -16L-2 -20', body, 8),
    line('M-12 -34L-6 -58', body, 10),
    line('M-8 -52L-38 -62M-8 -52L22 -62', body, 5),
    disc(-2, -70, 7, body),
  ].join('');
  return moved(drawing, x, y, size / 80, turn);
}

/** A run of round foam along a line of points. */
export const foam = ({ chance }: Sheet, points: readonly (readonly [number, number])[], size: number, color: string) =>
  points.map(([x, y]) => disc(x, y, size * chance.between(0.7, 1.25), color)).join('');
