import type { PictureCrop } from '../../../../contract/own-pictures.ts';

/** How a picture stands in lists: three wide, two high. */
const shape = 1.5;
/** A picture is drawn no smaller than this. */
const least = { width: 480, height: 320 };

export interface Pixels {
  width: number;
  height: number;
}

/** How a part is chosen: its size of the largest that fits, and where it stands between one edge and the other, each from 0 to 1. */
export interface Chosen {
  size: number;
  across: number;
  down: number;
}

/** The largest part of a picture in the shape of lists, as parts of its width and its height. */
const largestOf = ({ width, height }: Pixels) =>
  width / height > shape
    ? { width: (shape * height) / width, height: 1 }
    : { width: 1, height: width / shape / height };

/** The smallest size that may be chosen, of which enough is left to be drawn. */
export function leastSize(pixels: Pixels): number {
  const largest = largestOf(pixels);
  const wide = least.width / (largest.width * pixels.width);
  const high = least.height / (largest.height * pixels.height);
  return Math.min(1, Math.max(0.1, wide, high));
}

/** The part that is chosen. */
export function cropOf(pixels: Pixels, { size, across, down }: Chosen): PictureCrop {
  const largest = largestOf(pixels);
  const [width, height] = [largest.width * size, largest.height * size];
  return { left: across * (1 - width), top: down * (1 - height), width, height };
}

const within = (value: number) => Math.min(1, Math.max(0, value));

/** What is chosen once the picture was drawn aside by so many parts of what is seen. */
export function moved(pixels: Pixels, chosen: Chosen, by: { right: number; down: number }): Chosen {
  const { width, height } = cropOf(pixels, chosen);
  const step = (part: number, free: number) => (free > 0 ? part / free : 0);
  return {
    ...chosen,
    across: within(chosen.across - step(by.right * width, 1 - width)),
    down: within(chosen.down - step(by.down * height, 1 - height)),
  };
}
