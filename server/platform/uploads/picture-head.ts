/** What the first bytes of a picture say of it. */
export interface PictureHead {
  mediaType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/avif';
  /** In pixels. */
  width: number;
  height: number;
}

const latin1 = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to);

/**
 * Reads the kind and the size of a picture from its first bytes.
 * @returns `more` where they do not say it yet; undefined where they are those of no picture.
 */
export function readPictureHead(bytes: Buffer): PictureHead | 'more' | undefined {
  // The longest mark of a kind.
  if (bytes.length < 16) return 'more';
  if (bytes.readUInt32BE(0) === 0x89504e47) return readPng(bytes);
  if (bytes.readUIntBE(0, 3) === 0xffd8ff) return readJpeg(bytes);
  if (latin1(bytes, 0, 4) === 'RIFF' && latin1(bytes, 8, 12) === 'WEBP') return readWebp(bytes);
  if (latin1(bytes, 4, 8) === 'ftyp') return readAvif(bytes);
  return undefined;
}

function readPng(bytes: Buffer): PictureHead | 'more' | undefined {
  if (bytes.length < 24) return 'more';
  if (bytes.readUInt32BE(4) !== 0x0d0a1a0a || bytes.readUInt32BE(8) !== 13 || latin1(bytes, 12, 16) !== 'IHDR')
    return undefined;
  return { mediaType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Where a JPEG says its size: in the first segment that begins a frame, C4, C8 and CC being other things. */
export const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function readJpeg(bytes: Buffer): PictureHead | 'more' | undefined {
  for (let at = 2; at + 10 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1]!;
    // Fill bytes before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    // What has no length, the end, or the picture's data, before any frame.
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xda) || length < 2) return undefined;
    if (isFrame(marker))
      return { mediaType: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + length;
  }
  return 'more';
}

function readWebp(bytes: Buffer): PictureHead | 'more' | undefined {
  if (bytes.length < 30) return 'more';
  const mediaType = 'image/webp';
  switch (latin1(bytes, 12, 16)) {
    case 'VP8X':
      return { mediaType, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    case 'VP8L': {
      if (bytes[20] !== 0x2f) return undefined;
      const sizes = bytes.readUInt32LE(21);
      return { mediaType, width: (sizes & 0x3fff) + 1, height: ((sizes >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      if (bytes.readUIntBE(23, 3) !== 0x9d012a) return undefined;
      return { mediaType, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    default:
      return undefined;
  }
}

/** The first box says which kinds of file it is: a few of four letters. */
const longestBrands = 1_024;

interface Box {
  type: string;
  /** Where its contents begin, and where it ends; the end may lie beyond the bytes. */
  from: number;
  to: number;
}

/** The boxes of a file between two places, as far as their heads have come. One with a length of 64 bits, or none, ends the list. */
function boxesIn(bytes: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= Math.min(to, bytes.length); ) {
    const length = bytes.readUInt32BE(at);
    if (length < 8) break;
    boxes.push({ type: latin1(bytes, at + 4, at + 8), from: at + 8, to: at + length });
    at += length;
  }
  return boxes;
}

/**
 * Its items' sizes stand in `meta`, `iprp`, `ipco`, `ispe`. Any of them may be the picture or a tile of it, so that the largest width
 * and height count.
 */
function readAvif(bytes: Buffer): PictureHead | 'more' | undefined {
  const [head, ...others] = boxesIn(bytes, 0, bytes.length);
  if (!head || head.to > longestBrands) return undefined;
  if (head.to > bytes.length) return 'more';
  const brands: string[] = latin1(bytes, head.from, head.to).match(/.{4}/gs) ?? [];
  if (!brands.includes('avif')) return undefined;
  const meta = others.find(({ type }) => type === 'meta');
  if (!meta || meta.to > bytes.length) return others.some(({ type }) => type === 'mdat') && !meta ? undefined : 'more';
  const within = (box: Box | undefined, type: string) =>
    box && boxesIn(bytes, box.from, box.to).find((one) => one.type === type);
  // Four bytes of version and flags come before its boxes.
  const properties = within(within({ ...meta, from: meta.from + 4 }, 'iprp'), 'ipco');
  const sizes = properties ? boxesIn(bytes, properties.from, properties.to).filter(({ type }) => type === 'ispe') : [];
  const [first] = sizes;
  if (!first || sizes.some(({ from, to }) => to - from !== 12 || to > meta.to)) return undefined;
  const sideAt = (offset: number) => Math.max(...sizes.map(({ from }) => bytes.readUInt32BE(from + offset)));
  return { mediaType: 'image/avif', width: sideAt(4), height: sideAt(8) };
}
