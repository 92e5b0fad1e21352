import { spawnSync } from 'node:child_process';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';
import { readBarcodes } from 'zxing-wasm/reader';

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

/** What all codes on a page say. */
export async function codesOn(page: DrawnPage): Promise<string[]> {
  const codes = await readBarcodes(page as never, { formats: ['QRCodeModel2'], maxNumberOfSymbols: 64 });
  return codes.map(({ text }) => text);
}

/** The same by zbar, which shares nothing with what we read with; undefined where it is not installed. */
export async function codesByZbar({ width, height, data }: DrawnPage): Promise<string[] | undefined> {
  const input = await sharp(Buffer.from(data), { raw: { width, height, channels: 4 } })
    .flatten()
    .png()
    .toBuffer();
  const { error, stdout } = spawnSync('zbarimg', ['--quiet', '--raw', '-Sdisable', '-Sqrcode.enable', 'png:-'], {
    input,
  });
  if (error) return undefined;
  return stdout.toString().split('\n').filter(Boolean);
}
