import type { Engine } from './engine.ts';

/** The part of the Shape Detection API used here; TypeScript's library does not describe it. */
interface NativeDetector {
  detect(image: ImageData): Promise<{ rawValue: string }[]>;
}
interface NativeDetectorClass {
  new (options: { formats: string[] }): NativeDetector;
  getSupportedFormats(): Promise<string[]>;
}

/** The reader that the device brings along, or null if it has none for QR codes. Never rejects. */
export async function findNativeEngine(): Promise<Engine | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: NativeDetectorClass };
  try {
    // Some devices have the class but not the system service behind it, and then support no format.
    const formats = await BarcodeDetector?.getSupportedFormats();
    if (!BarcodeDetector || !formats?.includes('qr_code')) return null;
    const detector = new BarcodeDetector({ formats: ['qr_code'] });
    return { name: 'native', decode: async (image) => (await detector.detect(image))[0]?.rawValue || null };
  } catch {
    return null;
  }
}
