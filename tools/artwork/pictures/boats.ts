/** What floats. */
import { block, disc, fill, line, mix, moved } from './ink.ts';

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
