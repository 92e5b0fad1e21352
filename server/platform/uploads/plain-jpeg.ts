import { isFrame } from './picture-head.ts';

/** Marks of a JPEG's segments: the picture's data begins, the picture ends, something for programs. */
const data = 0xda;
const end = 0xd9;
const adobe = 0xee;
/** Of the ways to make its data those that everything can draw. */
const isDrawn = (marker: number) => marker >= 0xc0 && marker <= 0xc2;
const isAside = (marker: number) =>
  marker === 0xfe || marker === 0xc8 || marker === 0xcc || (marker >= 0xe1 && marker <= 0xef && marker !== adobe);
/** Progressive pictures come in about ten scans; each takes as long to draw as the whole picture. */
const mostScans = 100;

/**
 * A JPEG without what it tells beside its pixels, as where it was taken and by which device. Of all that is for programs, Adobe's alone
 * changes colours and stays.
 * @param keepsTurn whether it still says how it was held, for a browser to turn it.
 * @returns undefined where it is cut off or cannot be read: drawn is what is baseline, extended or progressive, of eight bits, and grey or of
 * three or four colours.
 */
export function plainJpeg(bytes: Buffer, { keepsTurn = false } = {}): Buffer | undefined {
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  let frames = 0;
  for (let at = 2; ; ) {
    if (at + 4 > bytes.length || bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1]!;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const next = at + 2 + bytes.readUInt16BE(at + 2);
    if (isFrame(marker)) {
      frames += 1;
      if (frames > 1 || !isDrawable(bytes.subarray(at + 1, next))) return undefined;
    }
    if (marker === data) {
      if (frames === 0) return undefined;
      const last = endOf(bytes, at);
      return last === undefined ? undefined : Buffer.concat([...kept, bytes.subarray(at, last)]);
    }
    if (!isAside(marker)) kept.push(bytes.subarray(at, next));
    else if (keepsTurn && marker === 0xe1) kept.push(turnAlone(bytes.subarray(at + 4, next)));
    at = next;
  }
}

/** @param frame the segment that says the size of a picture, from its mark on. */
function isDrawable(frame: Buffer): boolean {
  const [marker, bits, colours] = [frame[0]!, frame[3], frame[8]!];
  return isDrawn(marker) && bits === 8 && [1, 3, 4].includes(colours) && frame.length === 9 + 3 * colours;
}

/** Where a picture ends whose data begins here; what comes after it, as a second picture or a film, is none of it. */
function endOf(bytes: Buffer, from: number): number | undefined {
  let scans = 0;
  for (let at = from; at + 1 < bytes.length; ) {
    const marker = bytes[at] === 0xff ? bytes[at + 1]! : 0;
    if (marker === end) return at + 2;
    if (marker === data && ++scans > mostScans) return undefined;
    // Within the data a byte of this value is followed by none, and where it begins anew by a number.
    const isData = marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7);
    if (isData) at += 1;
    else if (at + 4 <= bytes.length) at += 2 + bytes.readUInt16BE(at + 2);
    else return undefined;
  }
  return undefined;
}

const orientation = 0x0112;

/** A segment that says how a picture was held, as the given one does, and nothing else; empty where that says nothing of it. */
function turnAlone(exif: Buffer): Buffer {
  const turn = turnOf(exif);
  if (turn === undefined || turn < 2 || turn > 8) return Buffer.alloc(0);
  const body = Buffer.from(`457869660000${'4d4d002a00000008'}0001${'01120003000000010000'}0000${'00000000'}`, 'hex');
  body.writeUInt16BE(turn, 24);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

/** How a picture was held, by the first directory of its Exif data. */
function turnOf(exif: Buffer): number | undefined {
  if (exif.length < 14 || exif.toString('latin1', 0, 6) !== 'Exif\0\0') return undefined;
  const tiff = exif.subarray(6);
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const read16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (first + 2 > tiff.length) return undefined;
  const entries = read16(first);
  for (let entry = 0; entry < entries; entry++) {
    const at = first + 2 + entry * 12;
    if (at + 12 > tiff.length) return undefined;
    if (read16(at) === orientation) return read16(at + 8);
  }
  return undefined;
}
