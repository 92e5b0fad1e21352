import encodeQR from 'qr';

/** Around a code nothing is printed, as wide as so many of its modules. */
const quietZone = 4;
const levels = ['high', 'quartile', 'medium'] as const;
export type Correction = (typeof levels)[number];

/** A phone's camera: so many pixels across what it sees of a page, and how wide that is at a distance, in parts of it. */
const cameraPixels = 1_280;
const cameraWidth = 1.155;
/** A camera that shakes a little needs more than two pixels of a module. */
const fewestPixels = 2.4;

/** Pixels that a camera has of a millimetre. @param seenFrom in millimetres */
export const pixelsPerMm = (seenFrom: number): number => cameraPixels / (cameraWidth * seenFrom);

export interface DrawnSymbol {
  /** With its quiet zone; true is dark. */
  modules: boolean[][];
  correction: Correction;
}

/**
 * The code of an address with as much error correction as leaves its modules large enough for where it is read from; `medium` at
 * least.
 * @param side with its quiet zone, in millimetres, as `seenFrom`
 */
export function symbolFor(address: string, { side, seenFrom }: { side: number; seenFrom: number }): DrawnSymbol {
  const symbols = levels.map((correction) => ({
    modules: encodeQR(address, 'raw', { ecc: correction, border: quietZone }),
    correction,
  }));
  const isCoarse = ({ modules }: DrawnSymbol) => (side / modules.length) * pixelsPerMm(seenFrom) >= fewestPixels;
  return symbols.find(isCoarse) ?? symbols.at(-1)!;
}

/** Its dark modules as few rectangles in units of modules: those beside each other in a row are one. */
export function darkRuns(modules: readonly (readonly boolean[])[]): { x: number; y: number; width: number }[] {
  return modules.flatMap((row, y) => {
    const runs: { x: number; y: number; width: number }[] = [];
    row.forEach((isDark, x) => {
      const last = runs.at(-1);
      if (!isDark) return;
      if (last && last.x + last.width === x) last.width += 1;
      else runs.push({ x, y, width: 1 });
    });
    return runs;
  });
}
