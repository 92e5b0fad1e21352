import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule } from 'zxing-wasm/reader';
import type { Pixels } from '../../web/src/features/scanning/engines/level-light.ts';
import { loadQrReader, type QrReader } from '../../web/src/features/scanning/engines/qr-reader.ts';
import { readOnceWithZxing, readWithZxing } from '../../web/src/features/scanning/engines/zxing-reader.ts';
import { cutFrame, type FrameArea } from '../../web/src/features/scanning/frame-areas.ts';
import { createGrey, type RgbaPixels, sampleGrey, toRgba } from './grey-image.ts';

/** A way to read a frame: an engine, and the areas it is shown until it reads something. */
export interface Way {
  name: string;
  areas: readonly FrameArea[];
  read(image: Pixels): Promise<string | null>;
}

/** The bare engines in all three modes unless `onlyOurs`, and the two that the scanner uses, as it uses them. */
export async function listWays(onlyOurs = false): Promise<Way[]> {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true });
  const qr = await loadQrReader();
  if (onlyOurs) return ours(qr.read);
  const inAllModes = (name: string, read: Way['read']): Way[] => [
    { name: `${name} region`, areas: ['region'], read },
    { name: `${name} full`, areas: ['full'], read },
    { name: `${name} both`, areas: ['region', 'full'], read },
  ];
  return [
    ...inAllModes('qr', async (image) => qr.readOnce(image)),
    ...inAllModes('zxing', (image) => readOnceWithZxing(image, false)),
    ...ours(qr.read),
  ];
}

/** The scanner's own two ways. Their budgets count processor time, so that a busy machine reads as much as an idle one. */
function ours(readWithQr: QrReader['read']): Way[] {
  return [
    { name: 'ours, qr', areas: ['region', 'full'], read: (image) => readWithQr(image, processorMs) },
    { name: 'ours, zxing', areas: ['region', 'full'], read: (image) => readWithZxing(image, processorMs) },
  ];
}

/** Milliseconds of processor time that this process has used. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The text that a frame is read as, area after area, or null. */
export async function readFrame(frame: RgbaPixels, way: Way): Promise<string | null> {
  for (const area of way.areas) {
    const found = await way.read(drawArea(frame, area));
    if (found !== null) return found;
  }
  return null;
}

/** What the scanner would draw of a frame. */
export function drawArea(frame: RgbaPixels, area: FrameArea): RgbaPixels {
  const cut = cutFrame(area, frame.width, frame.height);
  if (cut.width === cut.drawnWidth && cut.height === cut.drawnHeight) return frame;
  // All frames are grey, so one channel tells all.
  const grey = createGrey(frame.width, frame.height, (x, y) => frame.data[(y * frame.width + x) * 4]!);
  const [scaleX, scaleY] = [cut.width / cut.drawnWidth, cut.height / cut.drawnHeight];
  return toRgba(
    createGrey(cut.drawnWidth, cut.drawnHeight, (x, y) =>
      sampleGrey(grey, cut.x + (x + 0.5) * scaleX - 0.5, cut.y + (y + 0.5) * scaleY - 0.5),
    ),
  );
}
