import fc from 'fast-check';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { aPng } from '../../../tests/sent-files.ts';
import { readPictureHead } from './picture-head.ts';

const pictures: Record<string, Buffer> = { drawn: aPng(40, 30) };
beforeAll(async () => {
  const blank = sharp({ create: { width: 40, height: 30, channels: 4, background: '#2a68' } });
  for (const format of ['png', 'jpeg', 'webp', 'avif'] as const)
    pictures[format] = await blank.clone().toFormat(format).toBuffer();
  pictures.lossy = await blank.clone().removeAlpha().webp().toBuffer();
  pictures.lossless = await blank.clone().removeAlpha().webp({ lossless: true }).toBuffer();
  pictures.profiled = await blank.clone().withMetadata({ icc: 'p3' }).jpeg().toBuffer();
});

describe.each(['drawn', 'png', 'jpeg', 'webp', 'lossy', 'lossless', 'profiled', 'avif'])('%s', (name) => {
  test('says its size, and says it the same of however much has come after that', () => {
    const picture = pictures[name]!;
    let known = false;
    for (let length = 0; length <= picture.length; length++) {
      const found = readPictureHead(picture.subarray(0, length));
      if (!known && found === 'more') continue;
      known = true;
      expect(found).toMatchObject({ width: 40, height: 30 });
    }
    expect(known).toBe(true);
  });

  test('with any of its bytes changed is another picture, none, or waits for more', () => {
    const picture = pictures[name]!;
    const change = fc.record({
      changes: fc.array(fc.tuple(fc.nat(Math.min(picture.length, 600) - 1), fc.nat(255)), {
        minLength: 1,
        maxLength: 8,
      }),
      length: fc.nat(picture.length),
    });
    fc.assert(
      fc.property(change, ({ changes, length }) => {
        const bytes = Buffer.from(picture);
        for (const [at, value] of changes) bytes[at] = value;
        const found = readPictureHead(bytes.subarray(0, length));
        if (typeof found !== 'object') return;
        expect([found.width, found.height].every((side) => Number.isInteger(side) && side >= 0)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
