/**
 * Draws the demo's pictures: one per place and listing that has a scene, and the one at the head of the landing page.
 * Writes web/public/pictures/*.avif and db/seed/pictures.json (file and mean colour by key). The same seed data gives
 * the same files. Run: node tools/artwork/draw-pictures.ts [--sheet contact-sheet.png] [key ...]
 */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { type PictureHour, type SceneKind, seed } from '../../db/seed/world.ts';
import { drawScene } from './pictures/draw.ts';
import { landingPicture, scenes } from './pictures/scenes.ts';

interface Order {
  key: string;
  svg: string;
  sizes: readonly Size[];
}

interface Size {
  file: string;
  width: number;
  height: number;
  mostBytes: number;
}

const folder = new URL('../../web/public/pictures/', import.meta.url);
const qualities = [32, 38, 44, 48, 52, 56, 60];
const { values: options, positionals: wanted } = parseArgs({
  options: { sheet: { type: 'string' } },
  allowPositionals: true,
});

const small = (key: string): Size => ({ file: `${key}.avif`, width: 640, height: 427, mostBytes: 12 * 1024 });
const large = (key: string): Size => ({ file: `${key}-1280.avif`, width: 1280, height: 853, mostBytes: 30 * 1024 });

/** Every picture to draw. Those of one kind count up, so that no two of them share a layout. */
function listOrders(): Order[] {
  const drawn = new Map<SceneKind, number>();
  const rows: { key: string; scene: SceneKind | null; hour?: PictureHour }[] = [...seed.places, ...seed.listings];
  const orders = rows.flatMap(({ key, scene, hour }): Order[] => {
    if (scene === null) return [];
    const layout = drawn.get(scene) ?? 0;
    drawn.set(scene, layout + 1);
    return [{ key, svg: drawScene(scenes[scene], key, layout, hour), sizes: [small(key)] }];
  });
  const landing = drawScene(landingPicture, 'landing', 0);
  return [{ key: 'landing', svg: landing, sizes: [small('landing'), large('landing')] }, ...orders];
}

/** Pixels of an SVG, drawn larger and scaled down for clean edges. */
const rasterize = (svg: string, { width, height }: Pick<Size, 'width' | 'height'>) =>
  sharp(Buffer.from(svg), { density: 144 }).resize(width, height, { fit: 'fill' }).removeAlpha();

/** The best AVIF of the picture that keeps within the bytes allowed. */
async function compress(svg: string, size: Size): Promise<Buffer> {
  const pixels = await rasterize(svg, size).png().toBuffer();
  let best: Buffer | undefined;
  // Sizes grow with quality, so halving finds the best that fits in three tries.
  for (let low = 0, high = qualities.length - 1; low <= high; ) {
    const middle = Math.floor((low + high) / 2);
    const encoder = sharp(pixels).avif({ quality: qualities[middle]!, effort: 4, chromaSubsampling: '4:4:4' });
    const bytes = await encoder.toBuffer();
    if (bytes.length <= size.mostBytes) {
      best = bytes;
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  if (best) return best;
  throw new Error(`${size.file} does not fit into ${size.mostBytes} bytes: the scene has too much detail`);
}

async function meanColor(svg: string): Promise<string> {
  const { channels } = await rasterize(svg, small('')).stats();
  const hex = channels.slice(0, 3).map(({ mean }) => Math.round(mean).toString(16).padStart(2, '0'));
  return `#${hex.join('')}`;
}

async function contactSheet(orders: readonly Order[], path: string): Promise<void> {
  const [columns, width, height] = [5, 360, 240];
  const tiles = await Promise.all(
    orders.map(async ({ svg }, index) => ({
      input: await rasterize(svg, { width, height }).png().toBuffer(),
      left: (index % columns) * (width + 8) + 8,
      top: Math.floor(index / columns) * (height + 8) + 8,
    })),
  );
  const rows = Math.ceil(orders.length / columns);
  const [wide, high] = [columns * (width + 8) + 8, rows * (height + 8) + 8];
  await sharp({ create: { width: wide, height: high, channels: 3, background: '#f8f2e4' } })
    .composite(tiles)
    .png()
    .toFile(path);
}

const orders = listOrders().filter(({ key }) => wanted.length === 0 || wanted.includes(key));
if (options.sheet) {
  await contactSheet(orders, options.sheet);
} else {
  await mkdir(folder, { recursive: true });
  const entries: [string, { file: string; color: string }][] = [];
  let total = 0;
  for (const { key, svg, sizes } of orders) {
    for (const size of sizes) {
      const bytes = await compress(svg, size);
      await writeFile(new URL(size.file, folder), bytes);
      total += bytes.length;
      console.log(`${size.file} ${bytes.length}`);
    }
    entries.push([key, { file: `/pictures/${sizes[0]!.file}`, color: await meanColor(svg) }]);
  }
  console.log(`${entries.length} pictures, ${Math.round(total / 1024)} KB`);
  if (wanted.length === 0) {
    const listed = new Set(orders.flatMap(({ sizes }) => sizes.map(({ file }) => file)));
    const stale = (await readdir(folder)).filter((file) => file.endsWith('.avif') && !listed.has(file));
    for (const file of stale) await rm(new URL(file, folder));
    const byKey = Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
    await writeFile(
      new URL('../../db/seed/pictures.json', import.meta.url),
      `${JSON.stringify(byKey, null, 2).replaceAll(/\{\n {4}("file": [^\n]+)\n {4}("color": [^\n]+)\n {2}\}/g, '{ $1 $2 }')}\n`,
    );
  }
}
