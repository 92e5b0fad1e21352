import { inflateSync } from 'node:zlib';
import encodeQR from 'qr';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import { qrImage } from './qr-image.ts';

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

test.each([64, 65, 100, 640, 2048])('a PNG of %i pixels has every module in its place', (size) => {
  const modules = encodeQR(address, 'raw', { ecc: 'medium', border: 4 });
  const pixels = pixelsOf(qrImage(address, 'png', size).bytes);
  expect([pixels.length, pixels[0]!.length]).toEqual([size, size]);
  const scale = Math.floor(size / modules.length);
  const margin = Math.floor((size - modules.length * scale) / 2);
  const at = (of: number) => Math.floor((of - margin) / scale);
  const wrong = pixels.flatMap((row, y) => row.filter((dark, x) => dark !== (modules[at(y)]?.[at(x)] ?? false)));
  expect(wrong).toEqual([]);
});

test('an image is drawn once for each address, format and size', () => {
  const first = qrImage(address, 'png', 2048);
  expect(qrImage(address, 'png', 2048)).toBe(first);
  for (const other of [
    qrImage(address, 'png', 2047),
    qrImage(address, 'svg', 2048),
    qrImage(address.replace('localhost', 'guide.example'), 'png', 2048),
    qrImage(address.replace('K7M2', 'M7K2'), 'png', 2048),
  ]) {
    expect(other.bytes.equals(first.bytes)).toBe(false);
    expect(other.etag).not.toBe(first.etag);
  }
});

describe('over HTTP', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

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
