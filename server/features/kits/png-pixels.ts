import { inflateSync } from 'node:zlib';

/** What a PNG says of its pixels. */
interface Head {
  width: number;
  height: number;
  depth: number;
  colour: number;
}

/** Samples of a pixel, by the kind of colour: grey, red-green-blue, of a palette, and the first two with opacity. */
const samplesOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const depthsOf: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

interface Chunks {
  head: Head;
  palette: Buffer;
  opacities: Buffer;
  data: Buffer;
}

/**
 * The pixels of a PNG on white, three bytes each. Nothing of it is unpacked beyond what its own size takes.
 * @returns undefined where it is none, is cut off, or is interlaced
 */
export function readPngPixels(bytes: Buffer): { width: number; height: number; rgb: Buffer } | undefined {
  const chunks = readChunks(bytes);
  if (!chunks) return undefined;
  const { head } = chunks;
  const rowBytes = Math.ceil((head.width * samplesOf[head.colour]! * head.depth) / 8);
  const rows = unpack(chunks.data, (rowBytes + 1) * head.height);
  if (!rows || !unfilter(rows, rowBytes, head)) return undefined;
  return { width: head.width, height: head.height, rgb: onWhite(rows, rowBytes, chunks) };
}

function readChunks(bytes: Buffer): Chunks | undefined {
  const found: Partial<Record<string, Buffer[]>> = {};
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (at + 12 + length > bytes.length) return undefined;
    found[type] = [...(found[type] ?? []), bytes.subarray(at + 8, at + 8 + length)];
    at += 12 + length;
  }
  const [ihdr] = found.IHDR ?? [];
  if (ihdr?.length !== 13 || !found.IDAT || ihdr[12] !== 0) return undefined;
  const [depth, colour] = [ihdr[8]!, ihdr[9]!];
  if (!depthsOf[colour]?.includes(depth)) return undefined;
  const head = { width: ihdr.readUInt32BE(0), height: ihdr.readUInt32BE(4), depth, colour };
  const palette = found.PLTE?.[0] ?? Buffer.alloc(0);
  if (colour === 3 && palette.length < 3) return undefined;
  return { head, palette, opacities: found.tRNS?.[0] ?? Buffer.alloc(0), data: Buffer.concat(found.IDAT) };
}

function unpack(data: Buffer, length: number): Buffer | undefined {
  try {
    const rows = inflateSync(data, { maxOutputLength: length });
    return rows.length === length ? rows : undefined;
  } catch {
    return undefined;
  }
}

/** Undoes, in place, what makes rows pack better. @returns whether all rows say a way that there is */
function unfilter(rows: Buffer, rowBytes: number, { height, depth, colour }: Head): boolean {
  const step = Math.max(1, (samplesOf[colour]! * depth) >> 3);
  for (let y = 0; y < height; y++) {
    const at = y * (rowBytes + 1);
    const filter = rows[at]!;
    if (filter > 4) return false;
    for (let x = 1; x <= rowBytes; x++) {
      const left = x > step ? rows[at + x - step]! : 0;
      const above = y > 0 ? rows[at + x - rowBytes - 1]! : 0;
      const corner = y > 0 && x > step ? rows[at + x - rowBytes - 1 - step]! : 0;
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter]!;
      rows[at + x] = (rows[at + x]! + guess) & 0xff;
    }
  }
  return true;
}

function paeth(left: number, above: number, corner: number): number {
  const [toLeft, toAbove, toCorner] = [above - corner, left - corner, left + above - 2 * corner].map(Math.abs) as [
    number,
    number,
    number,
  ];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

function onWhite(rows: Buffer, rowBytes: number, { head, palette, opacities }: Chunks): Buffer {
  const { width, height, depth, colour } = head;
  const samples = samplesOf[colour]!;
  const most = 2 ** depth - 1;
  const rgb = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    const row = rows.subarray(y * (rowBytes + 1) + 1, (y + 1) * (rowBytes + 1));
    for (let x = 0; x < width; x++) {
      const raw = (sample: number) => sampleAt(row, x * samples + sample, depth);
      const level = (sample: number) => (raw(sample) * 255) / most;
      const isGrey = colour === 0 || colour === 4;
      const index = raw(0);
      const opacity =
        colour === 3
          ? (opacities[index] ?? 255) / 255
          : colour >= 4
            ? level(samples - 1) / 255
            : isClear(opacities, raw, colour)
              ? 0
              : 1;
      for (let part = 0; part < 3; part++) {
        const value = colour === 3 ? (palette[index * 3 + part] ?? 255) : level(isGrey ? 0 : part);
        rgb[(y * width + x) * 3 + part] = Math.round(255 + (value - 255) * opacity);
      }
    }
  }
  return rgb;
}

/** Whether a pixel has the one colour that stands for none. */
const isClear = (opacities: Buffer, raw: (sample: number) => number, colour: number): boolean => {
  const samples = colour === 2 ? 3 : 1;
  if (opacities.length < samples * 2) return false;
  for (let part = 0; part < samples; part++) if (opacities.readUInt16BE(part * 2) !== raw(part)) return false;
  return true;
};

function sampleAt(row: Buffer, at: number, depth: number): number {
  if (depth === 8) return row[at]!;
  if (depth === 16) return row.readUInt16BE(at * 2);
  const perByte = 8 / depth;
  const shift = 8 - depth * ((at % perByte) + 1);
  return (row[Math.floor(at / perByte)]! >> shift) & (2 ** depth - 1);
}
