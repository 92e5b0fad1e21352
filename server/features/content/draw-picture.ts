import sharp from 'sharp';

/** Nothing else is ever decoded, whatever a file calls itself. */
const loaders = ['JpegBuffer', 'PngBuffer', 'WebpBuffer', 'HeifBuffer'].map((one) => `VipsForeignLoad${one}`);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: loaders });
sharp.cache(false);
sharp.concurrency(1);

const longestSide = 8_000;
const mostMegapixels = 40;
const mostPixels = mostMegapixels * 1_000_000;
const least = { width: 480, height: 320 };
/** Where one side is longer by more, what fits on a screen is a thread. */
const mostUnlike = 4;
/** Widths that are drawn; none is wider than the picture itself. */
const widths = [320, 640, 960, 1_600];
const widest = 1_600;
const tallest = 3_200;

/** A picture that is not taken, and why, in words. */
export class PictureRefused extends Error {}

export interface DrawnFile {
  width: number;
  type: 'avif' | 'webp';
  bytes: Uint8Array;
}

export interface DrawnPicture {
  /** Its mean, `#rrggbb`. */
  color: string;
  files: DrawnFile[];
}

/**
 * Draws a picture anew in its sizes: upright, in sRGB, on white where it lets anything through, and with nothing of what its file told
 * beside. @throws PictureRefused
 */
export async function drawPicture(bytes: Uint8Array): Promise<DrawnPicture> {
  const whole = await decode(bytes);
  const raw = { width: whole.info.width, height: whole.info.height, channels: 3 as const };
  const at = (width: number) => sharp(whole.data, { raw }).resize({ width });
  const drawn = [...widths.filter((width) => width < raw.width), Math.min(widest, raw.width)];
  const files: DrawnFile[] = [];
  for (const width of drawn) {
    files.push({ width, type: 'avif', bytes: await at(width).avif({ quality: 50, effort: 2 }).toBuffer() });
    files.push({ width, type: 'webp', bytes: await at(width).webp({ quality: 74 }).toBuffer() });
  }
  const mean = await sharp(whole.data, { raw }).resize(1, 1, { fit: 'fill' }).raw().toBuffer();
  return { color: `#${mean.toString('hex')}`, files };
}

async function decode(bytes: Uint8Array) {
  const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 });
  const head = await picture.metadata().catch(unreadable);
  const { width, height, format, mediaType } = head;
  if (!['jpeg', 'png', 'webp', 'heif'].includes(format) || (format === 'heif' && mediaType !== 'image/avif'))
    throw new PictureRefused('it is no PNG, JPEG, WebP or AVIF picture');
  if ((head.pages ?? 1) > 1 || isAnimatedPng(bytes)) throw new PictureRefused('it is animated');
  if (Math.max(width, height) > longestSide || width * height > mostPixels)
    throw new PictureRefused(`${width} by ${height} pixels are too many`);
  if (Math.max(width, height) < least.width || Math.min(width, height) < least.height)
    throw new PictureRefused(`${width} by ${height} pixels are too few: ${least.width} by ${least.height} at least`);
  if (Math.max(width, height) > mostUnlike * Math.min(width, height))
    throw new PictureRefused(
      `${width} by ${height} is too long and narrow: one side may be ${mostUnlike} times the other`,
    );
  return await picture
    .autoOrient()
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .resize({ width: widest, height: tallest, fit: 'inside', withoutEnlargement: true })
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch(unreadable);
}

/** Its first frame would be drawn alone, as if it were the whole. The mark comes before any pixels. */
function isAnimatedPng(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.readUInt32BE(0) !== 0x89504e47) return false;
  const mark = file.indexOf('acTL');
  return mark > 0 && mark < file.indexOf('IDAT');
}

function unreadable(error: Error): never {
  if (/pixel limit/i.test(error.message)) throw new PictureRefused('it has too many pixels');
  throw new PictureRefused('it is cut off, or cannot be read');
}
