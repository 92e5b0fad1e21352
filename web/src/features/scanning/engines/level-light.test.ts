import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutFrame } from '../frame-areas.ts';
import { levelLight } from './level-light.ts';

/** Grey pixels as a canvas gives them. */
const greyPixels = (width: number, greys: number[]) => ({
  width,
  height: greys.length / width,
  data: new Uint8ClampedArray(greys.flatMap((grey) => [grey, grey, grey, 255])),
});

describe('levelling the light', () => {
  it('compares each pixel with the mean of its surroundings, cut off at the edges', () => {
    const pictures = fc
      .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }))
      .chain(([width, height]) =>
        fc.tuple(fc.constant(width), fc.array(fc.nat(255), { minLength: width * height, maxLength: width * height })),
      );
    fc.assert(
      fc.property(pictures, fc.integer({ min: 1, max: 12 }), ([width, greys], radius) => {
        const expected = greys.map((grey, pixel) => {
          const around = greys.filter(
            (_, other) =>
              Math.abs((other % width) - (pixel % width)) <= radius &&
              Math.abs(Math.floor(other / width) - Math.floor(pixel / width)) <= radius,
          );
          return grey * around.length > around.reduce((sum, value) => sum + value, 0) ? 255 : 0;
        });
        expect(levelLight(greyPixels(width, greys), radius)).toEqual(greyPixels(width, expected));
      }),
    );
  });
});

describe('cutting a frame', () => {
  it.each([
    ['region', 1280, 720, [400, 120, 480, 480, 400, 400]],
    ['region', 480, 640, [80, 160, 320, 320, 400, 400]],
    ['full', 960, 720, [0, 0, 960, 720, 960, 720]],
    ['full', 1080, 1920, [0, 0, 1080, 1920, 720, 1280]],
  ] as const)('%s of %d by %d', (area, width, height, expected) => {
    const cut = cutFrame(area, width, height);
    expect([cut.x, cut.y, cut.width, cut.height, cut.drawnWidth, cut.drawnHeight]).toEqual(expected);
  });
});
