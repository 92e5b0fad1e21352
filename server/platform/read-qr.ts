import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';

/** As a canvas has it: four bytes a pixel. */
export interface Picture {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

const options: ReaderOptions = {
  ...{ formats: ['QRCodeModel2'], maxNumberOfSymbols: 1, textMode: 'Plain' },
  ...{ tryInvert: false, tryDownscale: false, tryDenoise: false },
};

let prepared: Promise<unknown> | undefined;
/** Loads the reader once; where that failed, it is tried again. */
function prepare(): Promise<unknown> {
  prepared ??= readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
    .then((wasm) =>
      prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true }),
    )
    .catch((error) => {
      prepared = undefined;
      throw error;
    });
  return prepared;
}

/** What the QR code in a picture says; nothing where none is read. Another library reads than the one that draws. */
export async function readQr(picture: Picture): Promise<string | undefined> {
  await prepare();
  const [code] = await readBarcodes(picture as Parameters<typeof readBarcodes>[0], options);
  return code?.text;
}
