import { crc32, deflateSync, inflateSync } from 'node:zlib';
import encodeQR from 'qr';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import { qrImage } from './qr-image.ts';
import { saysText } from './read-image.ts';

const address = 'http://localhost:3000/location/7?qr=K7M2-K7M2-K7M2-K7M2';

/** Whether each pixel of a PNG of one bit a pixel is dark, row by row. */
function pixelsOf(png: Buffer): boolean[][] {
  const side = png.readUInt32BE(16);
  const length = png.readUInt32BE(33);
  expect(png.subarray(37, 41).toString()).toBe('IDAT');
  const rows = inflateSync(png.subarray(41, 41 + length));
  const rowBytes = 1 + Math.ceil(side / 8);
  return Array.from({ length: side }, (_, y) =>
    Array.from({ length: side }, (_, x) => !((rows[y * rowBytes + 1 + (x >> 3)]! >> (7 - (x & 7))) & 1)),
  );
}

test.each([64, 65, 100, 640, 2048])('a PNG of %i pixels has every module in its place', async (size) => {
  const modules = encodeQR(address, 'raw', { ecc: 'medium', border: 4 });
  const pixels = pixelsOf((await qrImage(address, 'png', size)).bytes);
  expect([pixels.length, pixels[0]!.length]).toEqual([size, size]);
  const scale = Math.floor(size / modules.length);
  const margin = Math.floor((size - modules.length * scale) / 2);
  const at = (of: number) => Math.floor((of - margin) / scale);
  const wrong = pixels.flatMap((row, y) => row.filter((dark, x) => dark !== (modules[at(y)]?.[at(x)] ?? false)));
  expect(wrong).toEqual([]);
});

test('a PNG for print says how large it is meant to be, one for screens does not', async () => {
  const printed = (await qrImage(address, 'png', 2_000, 300)).bytes;
  expect((await sharp(printed).metadata()).density).toBe(300);
  const at = printed.indexOf('pHYs') + 4;
  expect([
    printed.readUInt32BE(at - 8),
    printed.readUInt32BE(at),
    printed.readUInt32BE(at + 4),
    printed[at + 8],
  ]).toEqual([...[9, 11_811, 11_811, 1]]);
  expect(printed.readUInt32BE(at + 9)).toBe(crc32(printed.subarray(at - 4, at + 9)));
  expect((await qrImage(address, 'png', 2_000)).bytes.includes('pHYs')).toBe(false);
});

test('an image is drawn once for each address, format and size', async () => {
  const first = await qrImage(address, 'png', 2048);
  expect(await qrImage(address, 'png', 2048)).toBe(first);
  for (const other of await Promise.all([
    qrImage(address, 'png', 2047),
    qrImage(address, 'svg', 2048),
    qrImage(address, 'png', 2048, 300),
    qrImage(address.replace('localhost', 'guide.example'), 'png', 2048),
    qrImage(address.replace('K7M2', 'M7K2'), 'png', 2048),
  ])) {
    expect(other.bytes.equals(first.bytes)).toBe(false);
    expect(other.etag).not.toBe(first.etag);
  }
});

/** An image whose modules from a third to two thirds of its height are all light. */
function torn(bytes: Buffer, format: 'svg' | 'png'): Buffer {
  if (format === 'svg') {
    const rows = Number(String(bytes).match(/viewBox="0 0 (\d+)/)![1]);
    return Buffer.from(
      String(bytes).replace(/M\d+ (\d+)h1v1h-1z/g, (module, y) => (y > rows / 3 && y < (2 * rows) / 3 ? '' : module)),
    );
  }
  const length = bytes.readUInt32BE(33);
  const rows = inflateSync(bytes.subarray(41, 41 + length));
  rows.fill(0xff, Math.floor(rows.length / 3), Math.floor((2 * rows.length) / 3));
  const packed = deflateSync(rows);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(packed.length);
  return Buffer.concat([bytes.subarray(0, 33), size, bytes.subarray(37, 41), packed, bytes.subarray(41 + length)]);
}

test.each([
  ['svg', 320],
  ['png', 64],
  ['png', 101],
  ['png', 640],
  ['png', 2048],
] as const)(
  '%s of %i pixels is read again as it is sent; torn, or of another address, it is not',
  async (format, size) => {
    const { bytes } = await qrImage(address, format, size);
    expect(await saysText(bytes, format, address)).toBe(true);
    expect(await saysText(bytes, format, `${address}0`)).toBe(false);
    expect(await saysText(torn(bytes, format), format, address)).toBe(false);
  },
);

describe('over HTTP', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  test('its dots of an inch are asked for, and there is one number of them', async () => {
    const { code } = await world.aCode();
    const ask = (query: string) => world.call(`GET /api/qr/codes/${code}/image?${query}`);
    expect((await ask('format=png&dpi=300')).bytes.includes('pHYs')).toBe(true);
    expect((await ask('format=png')).bytes.includes('pHYs')).toBe(false);
    expect((await ask('format=png&dpi=72')).status).toBe(400);
  });

  test('a browser that has the image is told so, until the code has moved to another place', async () => {
    const { code } = await world.aCode();
    const ask = (headers: Record<string, string> = {}) =>
      world.call(`GET /api/qr/codes/${code}/image?format=svg`, { headers });
    const first = await ask();
    const etag = String(first.headers.etag);
    expect(first.headers['cache-control']).toBe('public, max-age=3600');
    for (const held of [etag, `"other", W/${etag}`]) {
      const again = await ask({ 'if-none-match': held });
      expect([again.status, again.raw, again.headers.etag]).toEqual([304, '', etag]);
    }
    await world.db
      .updateTable('qr_codes')
      .set({ location_id: await world.aPlace() })
      .where('code', '=', code)
      .execute();
    const moved = await ask({ 'if-none-match': etag });
    expect(moved.status).toBe(200);
    expect(moved.raw).not.toBe(first.raw);
  });
});
