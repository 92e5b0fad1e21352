import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { drawApart } from './draw-apart.ts';
import { drawPicture } from './draw-picture.ts';

const plain = (width = 1_200, height = 800) => sharp({ create: { width, height, channels: 3, background: '#2a6f7f' } });

/** Why a file is not taken. */
const refusal = (bytes: Uint8Array) =>
  drawPicture(bytes).then(
    () => 'it is taken',
    (error: Error) => error.message,
  );

/** A part of a PNG; of the pixels' data only as much as is given. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc(body), body.length + 4);
  return whole;
}
function crc(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}
/** A PNG that says it is so large, in grey; its data is a few kilobytes of nothing. */
function hugePng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = deflateSync(Buffer.alloc(Math.min(width * height, 8_000_000)));
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

describe('a picture', () => {
  test('is drawn in its widths as AVIF and WebP, never enlarged, with its mean colour', async () => {
    const drawn = await drawPicture(await plain().jpeg().toBuffer());
    expect(drawn.files.map(({ width, type }) => `${width}.${type}`)).toEqual(
      ['320', '640', '960', '1200'].flatMap((width) => [`${width}.avif`, `${width}.webp`]),
    );
    expect(drawn.color).toMatch(/^#2[89ab]6[ef]7[ef0]$|^#2a6f7f$/);
    for (const { width, type, bytes } of drawn.files)
      expect(await sharp(bytes).metadata()).toMatchObject({ width, format: type === 'avif' ? 'heif' : 'webp' });
  });

  test('stands upright, and tells nothing of where, when and by what it was taken', async () => {
    const photo = await plain()
      .withExif({ IFD0: { Copyright: 'zzsecret' }, IFD3: { GPSLatitude: '21/1 17/1 0/1', GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(photo.includes('zzsecret')).toBe(true);
    for (const { bytes, width } of (await drawPicture(photo)).files) {
      const { exif, icc, xmp, orientation, height } = await sharp(bytes).metadata();
      expect([exif, icc, xmp, orientation ?? 1]).toEqual([undefined, undefined, undefined, 1]);
      expect(height).toBe(Math.round(width * 1.5));
      expect(Buffer.from(bytes).includes('zzsecret')).toBe(false);
    }
  });

  test.each<[string, () => Promise<Buffer>]>([
    ['in 16 bits', () => plain().toColourspace('rgb16').png().toBuffer()],
    ['in CMYK', () => plain().toColourspace('cmyk').jpeg().toBuffer()],
    ['in grey', () => plain().greyscale().png().toBuffer()],
    ['half transparent', () => plain().ensureAlpha(0.5).webp().toBuffer()],
    ['as AVIF', () => plain().avif().toBuffer()],
  ])('%s is drawn in 8 bits of sRGB', async (_what, make) => {
    const [first] = (await drawPicture(await make())).files;
    expect(await sharp(first!.bytes).metadata()).toMatchObject({ space: 'srgb', channels: 3, hasAlpha: false });
  });

  test('that is a page or an archive as well is only the picture once it is drawn', async () => {
    const script = '<script>alert(1)</script>PK..ustar';
    const polyglot = Buffer.concat([await plain().jpeg().toBuffer(), Buffer.from(script)]);
    for (const { bytes } of (await drawPicture(polyglot)).files)
      expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/script|ustar/);
  });
});

/** A progressive JPEG in grey, whose every coefficient is told bit by bit, in a scan for each: valid, and long to draw. */
async function jpegOfScans(coefficients: number): Promise<Buffer> {
  const grey = plain(480, 320).toColourspace('b-w');
  const base = await grey.jpeg({ progressive: true }).toBuffer();
  const scan = base.indexOf(Buffer.from('ffda', 'hex'));
  const next = base.indexOf(Buffer.from('ffc4', 'hex'), scan);
  // One symbol, of one bit: a run of 2,048 blocks and as many as the eleven bits after it say, in which nothing changes.
  const table = Buffer.from(`ffc4001410${'01'.padEnd(32, '0')}b0`, 'hex');
  const data = Buffer.from((((60 * 40 - 2_048) << 4) | 0xf).toString(16).padStart(4, '0'), 'hex');
  const parts = [base.subarray(0, next), table];
  for (let at = 1; at <= coefficients; at++)
    for (let bit = 13; bit >= 0; bit--) {
      const precision = bit === 13 ? bit : ((bit + 1) << 4) | bit;
      parts.push(Buffer.from([0xff, 0xda, 0, 8, 1, base[scan + 5]!, 0, at, at, precision]), data);
    }
  return Buffer.concat([...parts, Buffer.from('ffd9', 'hex')]);
}

test('a progressive JPEG is drawn from so many scans as a camera makes, and not from hundreds', async () => {
  expect((await drawPicture(await jpegOfScans(5))).files).not.toEqual([]);
  expect(await refusal(await jpegOfScans(63))).toMatch(/cut off, or cannot be read/);
});

const profiled = async () => {
  const png = await plain().png().toBuffer();
  const bomb = (type: string, head: string) =>
    chunk(type, Buffer.concat([Buffer.from(head, 'latin1'), deflateSync(Buffer.alloc(60_000_000))]));
  return Buffer.concat([
    png.subarray(0, 33),
    bomb('iCCP', 'icc\0\0'),
    bomb('zTXt', 'Comment\0\0'),
    bomb('iTXt', 'Comment\0\x01\0\0\0'),
    png.subarray(33),
  ]);
};

test('what a PNG has packed beside its pixels is not unpacked into what is drawn', async () => {
  const [first] = (await drawPicture(await profiled())).files;
  expect(await sharp(first!.bytes).metadata()).toMatchObject({ width: 320, space: 'srgb' });
  expect((await sharp(first!.bytes).metadata()).icc).toBeUndefined();
});

describe('what is refused, in words', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><script>alert(1)</script></svg>';
  test.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
    ['a drawing with a script', () => Buffer.from(svg), /cut off, or cannot be read/],
    ['a document', () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj'), /cut off, or cannot be read/],
    ['a GIF', () => plain().gif().toBuffer(), /cut off, or cannot be read/],
    ['a TIFF', () => plain().tiff().toBuffer(), /cut off, or cannot be read/],
    ['text', () => Buffer.from('not a picture, though it is long enough'), /cut off, or cannot be read/],
    ['20,000 by 20,000 pixels', () => hugePng(20_000, 20_000), /too many/],
    ['a bomb of few bytes', () => hugePng(60_000, 60_000), /too many|cannot be read/],
    ['more than 40 million pixels', () => hugePng(7_900, 7_900), /too many/],
    ['a very long one', () => hugePng(9_000, 400), /9000 by 400 pixels are too many/],
    ['a very small one', () => plain(100, 80).png().toBuffer(), /100 by 80 pixels are too few/],
    ['a thread', () => plain(480, 2_000).png().toBuffer(), /480 by 2000 is too long and narrow/],
    ['a cut one', async () => (await plain().jpeg().toBuffer()).subarray(0, 3_000), /cut off/],
    ['a cut PNG', async () => (await plain().png().toBuffer()).subarray(0, 900), /cut off/],
    ['an animation', () => animated(), /animated/],
    ['an AVIF that says it is a sequence', () => branded('avis'), /cut off, or cannot be read/],
    ['an AVIF that says it is HEIC', () => branded('heic'), /cut off, or cannot be read|no PNG, JPEG, WebP or AVIF/],
  ])('%s', async (_what, make, expected) => {
    expect(await refusal(await make())).toMatch(expected);
  });

  /** An AVIF of another brand. */
  async function branded(brand: string): Promise<Buffer> {
    const avif = await plain().avif().toBuffer();
    avif.write(brand, 8, 'latin1');
    return avif;
  }

  /** Two pictures, one after the other. */
  async function animated(): Promise<Buffer> {
    const frames = await Promise.all(
      ['#f00', '#00f'].map((background) =>
        sharp({ create: { width: 600, height: 400, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    return await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer();
  }

  test('an animated PNG, of which the first frame alone would be drawn', async () => {
    const png = await plain().png().toBuffer();
    const mark = chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));
    expect(await refusal(Buffer.concat([png.subarray(0, 33), mark, png.subarray(33)]))).toBe('it is animated');
  });
});

describe('in a process of its own', () => {
  const never = new AbortController().signal;

  test('it is drawn, or refused, as here', async () => {
    const drawn = await drawApart(await plain().jpeg().toBuffer(), never);
    expect(drawn.files.map(({ width }) => width)).toEqual([320, 320, 640, 640, 960, 960, 1_200, 1_200]);
    await expect(drawApart(Buffer.from('no picture at all'), never)).rejects.toThrow('cannot be read');
  });

  test('what takes too long is refused, and what is called off ends at once', async () => {
    const bytes = await plain().jpeg().toBuffer();
    await expect(drawApart(bytes, never, 1)).rejects.toThrow('it cannot be drawn');
    const stopped = new AbortController();
    const drawing = drawApart(bytes, stopped.signal);
    stopped.abort(new Error('stopping'));
    await expect(drawing).rejects.toThrow('stopping');
  });
});
