import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createDeflate, createInflate } from 'node:zlib';

interface Png {
  width: number;
  height: number;
  depth: number;
  /** Bytes of a pixel, or one where several pixels share one. */
  step: number;
  rowBytes: number;
  isGrey: boolean;
  hasOpacity: boolean;
  /** What each number stands for, where a pixel is one: three bytes on white. */
  table: Uint8Array | undefined;
  /** The one colour that stands for none. */
  clear: number[] | undefined;
  data: Buffer[];
}

/** Samples of a pixel, by the kind of colour: grey, red-green-blue, of a palette, and the first two with opacity. */
const samplesOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** What writes a PNG in small pieces makes some hundreds of 2 MB. */
const mostChunks = 4_096;

/**
 * The pixels of a PNG on white, three bytes each, packed as a PDF takes them. They are never unpacked all at once, nor beyond what the
 * PNG says of its size, and other work goes on meanwhile.
 * @returns undefined where it is none, is cut off, is interlaced, has 16 bits a colour, or is of very many pieces
 */
export async function repackPng(bytes: Buffer): Promise<Buffer | undefined> {
  const png = readPng(bytes);
  if (!png) return undefined;
  const flatten = (pieces: AsyncIterable<Buffer>) => flattened(pieces, png);
  try {
    return await pipeline(Readable.from(png.data), createInflate(), flatten, createDeflate(), buffer);
  } catch {
    return undefined;
  }
}

function readPng(bytes: Buffer): Png | undefined {
  const found: Record<string, Buffer[] | undefined> = { IHDR: [], PLTE: [], tRNS: [], IDAT: [] };
  for (let [at, chunks] = [8, 0]; at + 12 <= bytes.length; chunks++) {
    const length = bytes.readUInt32BE(at);
    if (chunks === mostChunks || at + 12 + length > bytes.length) return undefined;
    found[bytes.toString('latin1', at + 4, at + 8)]?.push(bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const [head, palette = Buffer.alloc(0), opacities = Buffer.alloc(0)] = ['IHDR', 'PLTE', 'tRNS'].map(
    (type) => found[type]![0],
  );
  if (head?.length !== 13 || head[12] !== 0) return undefined;
  const [width, height, depth, colour] = [head.readUInt32BE(0), head.readUInt32BE(4), head[8]!, head[9]!];
  const samples = samplesOf[colour];
  const isTold = colour === 0 || colour === 3;
  if (!samples || !(isTold ? [1, 2, 4, 8] : [8]).includes(depth)) return undefined;
  if (colour === 3 && palette.length < 3) return undefined;
  return {
    ...{ width, height, depth, data: found.IDAT!, isGrey: samples < 3, hasOpacity: colour >= 4 },
    step: Math.max(1, (samples * depth) >> 3),
    rowBytes: Math.ceil((width * samples * depth) / 8),
    table: isTold ? tableOf(depth, opacities, colour === 3 ? palette : undefined) : undefined,
    clear: colour === 2 && opacities.length >= 6 ? [0, 2, 4].map((at) => opacities.readUInt16BE(at)) : undefined,
  };
}

/** @param palette none where a number is how light a grey is */
function tableOf(depth: number, opacities: Buffer, palette: Buffer | undefined): Uint8Array {
  const most = 2 ** depth - 1;
  const clear = opacities.length >= 2 ? opacities.readUInt16BE(0) : undefined;
  return Uint8Array.from({ length: (most + 1) * 3 }, (_, at) => {
    const number = Math.floor(at / 3);
    if (palette) return onWhite(palette[at] ?? 255, opacities[number] ?? 255);
    return number === clear ? 255 : Math.round((number * 255) / most);
  });
}

const onWhite = (value: number, opacity: number) => 255 - Math.round(((255 - value) * opacity) / 255);

/** @throws Error where rows are filtered in a way that there is not, or are not as many as there should be */
async function* flattened(pieces: AsyncIterable<Buffer>, png: Png): AsyncGenerator<Buffer> {
  const { width, height, step, rowBytes } = png;
  const size = rowBytes + 1;
  let [row, above] = [Buffer.alloc(size), Buffer.alloc(size)];
  let [filled, left] = [0, height];
  for await (const piece of pieces) {
    const rows = Math.floor((filled + piece.length) / size);
    if (rows > left) throw new Error('there are more rows than the PNG says');
    left -= rows;
    const rgb = Buffer.alloc(rows * width * 3);
    for (let [at, done] = [0, 0]; at < piece.length; ) {
      const taken = piece.copy(row, filled, at);
      at += taken;
      filled += taken;
      if (filled < size) break;
      unfilter(row, above, step);
      flattenRow(row, rgb.subarray(done * width * 3, ++done * width * 3), png);
      [row, above, filled] = [above, row, 0];
    }
    yield rgb;
  }
  if (left > 0 || filled > 0) throw new Error('there are fewer rows than the PNG says');
}

/** What a byte is guessed to be from the one before it, the one above, and the one before that; by the number of the filter. */
const guesses: ((before: number, above: number, corner: number) => number)[] = [
  () => 0,
  (before) => before,
  (_before, above) => above,
  (before, above) => (before + above) >> 1,
  (before, above, corner) => {
    const toBefore = Math.abs(above - corner);
    const toAbove = Math.abs(before - corner);
    const toCorner = Math.abs(before + above - 2 * corner);
    if (toBefore <= toAbove && toBefore <= toCorner) return before;
    return toAbove <= toCorner ? above : corner;
  },
];

/** Undoes, in place, what makes rows pack better. Behind its first byte, which names the filter, a row's own begin. */
function unfilter(row: Buffer, above: Buffer, step: number): void {
  const guess = guesses[row[0]!];
  if (!guess) throw new Error('there is no such filter');
  for (let x = 1; x < row.length; x++) {
    const before = x > step ? row[x - step]! : 0;
    const corner = x > step ? above[x - step]! : 0;
    row[x] = row[x]! + guess(before, above[x]!, corner);
  }
}

function flattenRow(row: Buffer, rgb: Buffer, { width, depth, step, isGrey, hasOpacity, table, clear }: Png): void {
  for (let x = 0; x < width; x++) {
    if (table) {
      const bit = x * depth;
      const number = (row[1 + (bit >> 3)]! >> (8 - depth - (bit & 7))) & (2 ** depth - 1);
      for (let part = 0; part < 3; part++) rgb[x * 3 + part] = table[number * 3 + part]!;
      continue;
    }
    const from = 1 + x * step;
    const isClear = clear?.every((value, part) => value === row[from + part]);
    const opacity = isClear ? 0 : hasOpacity ? row[from + step - 1]! : 255;
    for (let part = 0; part < 3; part++) rgb[x * 3 + part] = onWhite(row[from + (isGrey ? 0 : part)]!, opacity);
  }
}
