import { crc32, deflateSync } from 'node:zlib';
import { logoRules } from '../../../contract/print-kit-forms.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { readPictureHead } from '../../platform/uploads/picture-head.ts';
import { plainJpeg } from '../../platform/uploads/plain-jpeg.ts';
import { readPngPixels } from './png-pixels.ts';

/** A picture that a PDF can hold. */
export interface Logo {
  bytes: Buffer;
  /** In pixels. */
  width: number;
  height: number;
}

const refused = (detail: string) => new Refusal('file_refused', { detail });

/**
 * Reads a logo by its bytes, whatever it is called. Of a PNG the pixels alone are kept: what draws the PDF is never given what somebody
 * packed.
 * @throws Refusal `file_refused`
 */
export function readLogo(bytes: Buffer): Logo {
  if (bytes.length > logoRules.mostBytes) throw refused('it is larger than 2 MB, which is the most for a logo');
  const head = readPictureHead(bytes);
  if (typeof head !== 'object' || !['image/png', 'image/jpeg'].includes(head.mediaType))
    throw refused('a logo is a PNG or a JPEG picture');
  const { width, height } = head;
  if (width * height === 0 || width * height > logoRules.mostPixels)
    throw refused(`${width} by ${height} pixels are not 1 to ${logoRules.mostPixels}, which a logo may have`);
  if (head.mediaType === 'image/jpeg') return readJpeg(bytes, width, height);
  const pixels = readPngPixels(bytes);
  if (!pixels) throw refused('this PNG picture cannot be read: it is cut off, or interlaced');
  return { bytes: writePng(pixels), width, height };
}

/**
 * A PDF holds a JPEG as it is, and whoever shows it decodes it. What it tells beside its pixels, as where it was taken, is left out.
 * @throws Refusal `file_refused`
 */
function readJpeg(bytes: Buffer, width: number, height: number): Logo {
  const plain = plainJpeg(bytes);
  if (!plain) throw refused('this JPEG picture is cut off, or cannot be read');
  return { bytes: plain, width, height };
}

/** Pixels of eight bits a colour, without opacity: a PDF takes these as they are. */
function writePng({ width, height, rgb }: { width: number; height: number; rgb: Buffer }): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  const rows = Buffer.alloc(height * (width * 3 + 1));
  for (let y = 0; y < height; y++) rgb.copy(rows, y * (width * 3 + 1) + 1, y * width * 3, (y + 1) * width * 3);
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const mark = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([mark, chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}
