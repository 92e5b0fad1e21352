import { crc32, deflateSync } from 'node:zlib';
import type { BrowserContext } from '@playwright/test';
import { standIn } from './answers.ts';

/** Requests for pictures of the map go to their server, whom no test reaches. */
export const pictureHost = 'https://basemap.nationalmap.gov/';

/** A square of one colour. */
function png([red, green, blue]: readonly [number, number, number]): Buffer {
  const size = 256;
  const chunk = (type: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), content]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(content.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(size * 3, Buffer.from([red, green, blue]))]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: size }, () => row)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

/** What a server of the map answers, by its layer. */
export const mapPictures = { USGSTopo: png([214, 226, 196]), USGSImageryOnly: png([52, 84, 62]) };

/** Stands in for the server of map pictures; counts what was asked of each layer. */
export async function standInForPictures(context: BrowserContext): Promise<Record<keyof typeof mapPictures, number>> {
  const asked = { USGSTopo: 0, USGSImageryOnly: 0 };
  await standIn(context, `${pictureHost}**`, (route) => {
    const layer = route.request().url().includes('USGSTopo') ? 'USGSTopo' : 'USGSImageryOnly';
    asked[layer] += 1;
    return { contentType: 'image/png', body: mapPictures[layer] };
  });
  return asked;
}
