import { crc32, deflateSync } from 'node:zlib';
import encodeQR from 'qr';

const quietZone = 4;

/** The modules of a QR code with its quiet zone; true is dark. Level M survives a scratched card and stays coarse. */
function modulesOf(text: string): boolean[][] {
  return encodeQR(text, 'raw', { ecc: 'medium', border: quietZone });
}

/** A QR code as SVG, crisp at any size. */
export function qrSvg(text: string, size = 320): string {
  const modules = modulesOf(text);
  const side = modules.length;
  const path = modules.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`
  );
}

/** A QR code as a PNG of `size` pixels: whole pixels per module, the rest added to the quiet zone. */
export function qrPng(text: string, size = 640): Buffer {
  const modules = modulesOf(text);
  const scale = Math.max(1, Math.floor(size / modules.length));
  const side = Math.max(size, modules.length * scale);
  const margin = Math.floor((side - modules.length * scale) / 2);
  const rowBytes = 1 + Math.ceil(side / 8);
  const pixels = Buffer.alloc(rowBytes * side, 0xff);
  for (let y = 0; y < side; y++) {
    pixels[y * rowBytes] = 0;
    const row = modules[Math.floor((y - margin) / scale)];
    if (!row || y < margin) continue;
    for (let x = 0; x < row.length * scale; x++) {
      if (!row[Math.floor(x / scale)]) continue;
      const at = y * rowBytes + 1 + ((x + margin) >> 3);
      pixels[at] = pixels[at]! & ~(0x80 >> ((x + margin) & 7));
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'ascii'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
