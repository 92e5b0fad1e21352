import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** A page as somebody else's program draws it: four bytes a pixel. */
export interface DrawnPage {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

interface Canvas {
  width: number;
  height: number;
  getContext(kind: '2d'): { getImageData(x: number, y: number, width: number, height: number): DrawnPage };
}

/** The pages of a PDF with so many pixels of a millimetre, drawn by a reader that is not ours. */
export async function drawPages(bytes: Uint8Array, pixelsPerMm: number): Promise<DrawnPage[]> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const pages: DrawnPage[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const viewport = page.getViewport({ scale: (pixelsPerMm * 25.4) / 72 });
    const { canvas } = (pdf.canvasFactory as { create(width: number, height: number): { canvas: Canvas } }).create(
      Math.round(viewport.width),
      Math.round(viewport.height),
    );
    await page.render({ canvas: canvas as never, viewport }).promise;
    pages.push(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height));
  }
  return pages;
}

async function find(page: DrawnPage) {
  // Else it would be fetched from the network.
  const wasm = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });
  return await readBarcodes(page as never, { formats: ['QRCodeModel2'], maxNumberOfSymbols: 64 });
}

/** What all codes on a page say. */
export const codesOn = async (page: DrawnPage): Promise<string[]> => (await find(page)).map(({ text }) => text);

/** The middle of each, in pixels. */
export const middlesOfCodes = async (page: DrawnPage): Promise<{ x: number; y: number }[]> =>
  (await find(page)).map(({ position: { topLeft, bottomRight } }) => ({
    x: (topLeft.x + bottomRight.x) / 2,
    y: (topLeft.y + bottomRight.y) / 2,
  }));

/**
 * The same by zbar, which shares nothing with what we read with, of each code cut out as a phone sees it: over a whole sheet its search
 * passes over one now and then. `''` for one that it does not read; undefined where it is not installed.
 */
export async function codesByZbar({ width, height, data }: DrawnPage): Promise<string[] | undefined> {
  const found = await find({ width, height, data });
  const read: string[] = [];
  for (const { position } of found) {
    const corners = Object.values(position).filter((one) => typeof one === 'object');
    const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
    const around = (Math.max(...xs) - Math.min(...xs)) * 0.15;
    const [left, top] = [xs, ys].map((all) => Math.max(0, Math.floor(Math.min(...all) - around))) as [number, number];
    const right = Math.min(width, Math.ceil(Math.max(...xs) + around));
    const bottom = Math.min(height, Math.ceil(Math.max(...ys) + around));
    const input = await sharp(Buffer.from(data), { raw: { width, height, channels: 4 } })
      .extract({ left, top, width: right - left, height: bottom - top })
      .flatten()
      .png()
      .toBuffer();
    const options = ['--quiet', '--raw', '-Sdisable', '-Sqrcode.enable', 'png:-'];
    const { error, stdout } = spawnSync('zbarimg', options, { input });
    if (error) return undefined;
    read.push(stdout.toString().trim());
  }
  return read;
}

/** By zbar where it is installed, which shares nothing with what the product reads with. */
export const readCodes = async (page: DrawnPage): Promise<string[]> =>
  (await codesByZbar(page)) ?? (await codesOn(page));

/** What a picture file says, as somebody else's program reads it. */
export async function codesInPicture(bytes: Buffer): Promise<string[]> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return await readCodes({ width: info.width, height: info.height, data: new Uint8ClampedArray(data) });
}
