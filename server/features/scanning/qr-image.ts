import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import encodeQR from 'qr';
import { ByteBoundedCache } from '../../platform/byte-bounded-cache.ts';
import { saysText } from './read-image.ts';

const quietZone = 4;

/** The modules of a QR code with its quiet zone; true is dark. Level M survives a scratched card and stays coarse. */
function modulesOf(text: string): boolean[][] {
  return encodeQR(text, 'raw', { ecc: 'medium', border: quietZone });
}

/** A QR code as SVG, crisp at any size. */
export function qrSvg(text: string, size: number): string {
  const modules = modulesOf(text);
  const side = modules.length;
  const path = modules.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`
  );
}

/** What a PNG says of its size in print: dots of a metre, across and down. */
function physicalSize(dpi: number): Buffer {
  const dots = Buffer.alloc(9);
  dots.writeUInt32BE(Math.round(dpi / 0.0254), 0);
  dots.copy(dots, 4, 0, 4);
  dots[8] = 1; // the unit is the metre
  return chunk('pHYs', dots);
}

/** A QR code as a PNG of `size` pixels: whole pixels per module, the rest added to the quiet zone. */
function qrPng(text: string, size: number, dpi: number | undefined): Buffer {
  const modules = modulesOf(text);
  const scale = Math.max(1, Math.floor(size / modules.length));
  const side = Math.max(size, modules.length * scale);
  const margin = Math.floor((side - modules.length * scale) / 2);
  const rowBytes = 1 + Math.ceil(side / 8);
  const pixels = Buffer.alloc(rowBytes * side, 0xff);
  for (let y = 0; y < side; y++) pixels[y * rowBytes] = 0;
  // A row of pixels is drawn once for its row of modules, then copied.
  modules.forEach((row, at) => {
    const first = (margin + at * scale) * rowBytes;
    for (let x = 0; x < row.length * scale; x++) {
      if (!row[Math.floor(x / scale)]) continue;
      const byte = first + 1 + ((x + margin) >> 3);
      pixels[byte] = pixels[byte]! & ~(0x80 >> ((x + margin) & 7));
    }
    for (let copy = 1; copy < scale; copy++) pixels.copy(pixels, first + copy * rowBytes, first, first + rowBytes);
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...(dpi ? [physicalSize(dpi)] : []),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** An image as it is sent, with the ETag of its bytes. */
export interface QrImage {
  bytes: Buffer;
  etag: string;
}

const keptImages = new ByteBoundedCache<QrImage>(4 * 1024 * 1024, ({ bytes }) => bytes.length);

/**
 * The image of an address, drawn and read again once for each format and size; sizes are in pixels. A PNG says its dots of an inch, if
 * they are told.
 * @throws Error where another reader than the one that drew it does not read the address
 */
export async function qrImage(
  text: string,
  format: 'svg' | 'png',
  size = format === 'svg' ? 320 : 640,
  dpi?: number,
): Promise<QrImage> {
  const key = `${format} ${size} ${dpi} ${text}`;
  const kept = keptImages.get(key);
  if (kept) return kept;
  const bytes = format === 'svg' ? Buffer.from(qrSvg(text, size)) : qrPng(text, size, dpi);
  if (!(await saysText(bytes, format, text))) throw new Error('a QR image is not read as its address');
  const made = { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
  keptImages.set(key, made);
  return made;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'ascii'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
