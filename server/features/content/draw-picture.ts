import sharp from 'sharp';
import { plainJpeg } from '../../platform/uploads/plain-jpeg.ts';

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

const brokenPicture = 'it is cut off, or cannot be read';

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

/** What of a picture is drawn, as parts of its width and its height once it stands upright. */
export interface Crop {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * Draws a picture, or a part of it, anew in its sizes: upright, in sRGB, on white where it lets anything through, and with nothing of what its file told
 * beside. @throws PictureRefused
 */
export async function drawPicture(bytes: Uint8Array, crop?: Crop): Promise<DrawnPicture> {
  const whole = await decode(bytes, crop);
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

async function decode(bytes: Uint8Array, crop?: Crop) {
  const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 });
  const head = await picture.metadata().catch(unreadable);
  const { format, mediaType } = head;
  if (!['jpeg', 'png', 'webp', 'heif'].includes(format) || (format === 'heif' && mediaType !== 'image/avif'))
    throw new PictureRefused('it is no PNG, JPEG, WebP or AVIF picture');
  // One of hundreds of scans would take minutes.
  if (format === 'jpeg' && !plainJpeg(Buffer.from(bytes))) throw new PictureRefused(brokenPicture);
  if ((head.pages ?? 1) > 1 || isAnimatedPng(bytes)) throw new PictureRefused('it is animated');
  requireFew(head);
  const area = partOf(head.autoOrient, crop);
  const { width, height } = area;
  if (Math.max(width, height) < least.width || Math.min(width, height) < least.height)
    throw new PictureRefused(`${width} by ${height} pixels are too few: ${least.width} by ${least.height} at least`);
  if (Math.max(width, height) > mostUnlike * Math.min(width, height))
    throw new PictureRefused(
      `${width} by ${height} is too long and narrow: one side may be ${mostUnlike} times the other`,
    );
  return await picture
    .autoOrient()
    .extract(area)
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .resize({ width: widest, height: tallest, fit: 'inside', withoutEnlargement: true })
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch(unreadable);
}

function requireFew({ width, height }: { width: number; height: number }): void {
  if (Math.max(width, height) > longestSide || width * height > mostPixels)
    throw new PictureRefused(`${width} by ${height} pixels are too many`);
}

/** A part in whole pixels, within the picture. */
function partOf(whole: { width: number; height: number }, crop: Crop = { left: 0, top: 0, width: 1, height: 1 }) {
  const [left, top] = [Math.round(crop.left * whole.width), Math.round(crop.top * whole.height)];
  const width = Math.min(Math.round(crop.width * whole.width), whole.width - left);
  const height = Math.min(Math.round(crop.height * whole.height), whole.height - top);
  return { left, top, width, height };
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
  throw new PictureRefused(brokenPicture);
}
