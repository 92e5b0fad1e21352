import { inflateSync } from 'node:zlib';
import { type Picture, readQr } from '../../platform/read-qr.ts';

/** About so many pixels across a picture are enough to read it, and no fewer. */
const readSide = 320;

/** Whether what stands at a place of a square picture is dark, and how wide that picture is. */
interface Bits {
  side: number;
  isDark: (x: number, y: number) => boolean;
}

/**
 * Reads the QR code of an image again from the bytes that are sent.
 * @returns whether it says this text; an image that does not is given to nobody
 */
export async function saysText(bytes: Buffer, format: 'svg' | 'png', text: string): Promise<boolean> {
  const bits = format === 'svg' ? bitsOfSvg(bytes.toString()) : bitsOfPng(bytes);
  return (await readQr(pictureOf(bits))) === text;
}

/** Of a PNG of one bit a pixel, unfiltered, in one piece. */
function bitsOfPng(png: Buffer): Bits {
  const side = png.readUInt32BE(16);
  const begin = png.indexOf('IDAT') + 4;
  const rows = inflateSync(png.subarray(begin, begin + png.readUInt32BE(begin - 8)));
  const rowBytes = 1 + Math.ceil(side / 8);
  return { side, isDark: (x, y) => !((rows[y * rowBytes + 1 + (x >> 3)]! >> (7 - (x & 7))) & 1) };
}

/** Of an SVG whose dark modules are squares of one unit each. */
function bitsOfSvg(svg: string): Bits {
  const side = Number(svg.match(/viewBox="0 0 (\d+) \1"/)?.[1]);
  const dark = new Set([...svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => Number(y) * side + Number(x)));
  return { side, isDark: (x, y) => dark.has(y * side + x) };
}

/** Larger where it is small, as somebody comes closer, and seen coarsely where it is large. */
function pictureOf({ side, isDark }: Bits): Picture {
  const enlarged = Math.max(1, Math.round(readSide / side));
  const step = Math.max(1, Math.floor(side / readSide));
  const width = Math.floor((side * enlarged) / step);
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (let y = 0; y < width; y++)
    for (let x = 0; x < width; x++)
      if (isDark(Math.floor((x * step) / enlarged), Math.floor((y * step) / enlarged)))
        data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  return { width, height: width, data };
}
