import { fish } from '../animals.ts';
import type { Scene } from '../draw.ts';
import { disc, facet, fill, ground, line, mix, moved, oval, type Point } from '../ink.ts';

/** A manta ray from above, wings spread. */
function ray(x: number, y: number, size: number, back: string, edge: string, turn: number): string {
  const drawing = [
    fill(
      'M0 -40C22 -44 40 -36 60 -40C96 -46 128 -30 150 -2C112 -8 84 2 62 26C44 46 22 56 6 58L0 70L-6 58C-22 56 -44 46 -62 26C-84 2 -112 -8 -150 -2C-128 -30 -96 -46 -60 -40C-40 -36 -22 -44 0 -40',
      back,
    ),
    fill('M-24 -38C-34 -58 -30 -70 -22 -74C-20 -62 -14 -52 -10 -42', back),
    fill('M24 -38C34 -58 30 -70 22 -74C20 -62 14 -52 10 -42', back),
    line('M0 64L3 150', back, 3.4),
    fill('M-54 -24C-40 -28 -26 -20 -20 -4C-36 -2 -50 -10 -54 -24', edge, 0.7),
    fill('M54 -24C40 -28 26 -20 20 -4C36 -2 50 -10 54 -24', edge, 0.7),
  ].join('');
  return moved(drawing, x, y, size / 300, turn);
}

/** Night water lit from a raft above; rays turning in the beam. */
export const mantaScene: Scene = {
  hours: ['night'],
  draw({ chance, inks }) {
    const deep = mix(inks.sea[2], inks.ink, 0.5);
    const level = (y: number): Point[] =>
      Array.from({ length: 7 }, (_, step) => [step * 160, y + chance.between(-14, 14)]);
    const dust = Array.from({ length: 60 }, () => {
      const y = chance.between(80, 560);
      return disc(480 + chance.between(-0.5, 0.5) * (120 + y * 0.72), y, chance.between(1.2, 3), inks.paper, 0.75);
    });
    return [
      ground(
        [
          [0, 0],
          [960, 0],
        ],
        inks.sea[1],
      ),
      ground(level(90), mix(inks.sea[1], deep, 0.4)),
      ground(level(260), mix(inks.sea[1], deep, 0.72)),
      ground(level(440), deep),
      facet(
        [
          [400, 40],
          [560, 40],
          [800, 660],
          [160, 660],
        ],
        inks.sea[0],
        0.42,
      ),
      facet(
        [
          [430, 40],
          [530, 40],
          [680, 660],
          [280, 660],
        ],
        mix(inks.sea[0], inks.glow, 0.4),
        0.42,
      ),
      line('M-20 30Q100 12 200 30T420 30T640 30T860 30T1060 30', inks.foam, 6, 0.6),
      fill('M370 16L590 16C584 40 566 48 550 48L410 48C394 48 376 40 370 16', inks.ink),
      oval(480, 50, 64, 9, inks.glow),
      ...[330, 390, 580, 640].map((x) =>
        fill(`M${x - 34} 34C${x - 10} 24 ${x + 20} 24 ${x + 36} 32C${x + 16} 42 ${x - 10} 44 ${x - 34} 34`, inks.ink),
      ),
      ...dust,
      ray(300, 250, 210, mix(deep, inks.ink, 0.6), inks.foam, 34),
      ray(590, 350, 420, inks.ink, inks.foam, -16),
      ...Array.from({ length: 7 }, () =>
        fish(chance.between(90, 260), chance.between(400, 500), 30, inks.sea[0], inks.ink),
      ),
      ground(
        [
          [-20, 580],
          [180, 550],
          [360, 596],
          [560, 606],
          [760, 560],
          [980, 580],
        ],
        inks.ink,
      ),
      ...[120, 250, 740, 860].map((x) => oval(x, 588, 56, 26, mix(inks.ink, inks.accent, 0.18))),
    ].join('');
  },
};
