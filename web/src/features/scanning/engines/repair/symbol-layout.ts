import { _formatBits as formatBits, _maskBits as maskBits } from 'qr';
import type { Seen } from './see-modules.ts';

/** Links as long as ours need at most these. Larger codes also carry their version and more alignment patterns. */
export const versions = [1, 2, 3, 4, 5, 6] as const;
export type Version = (typeof versions)[number];

/** A code's modules to a side, as ISO/IEC 18004 has it; so is all that follows. */
export const sideOf = (version: Version) => 17 + 4 * version;

/** A module that all codes of a version have alike. */
export interface FixedModule {
  column: number;
  row: number;
  isDark: boolean;
  /** How much it says about where the code lies. */
  weight: number;
}

/** Eight modules that make up a byte. */
export interface Codeword {
  value: number;
  /** How surely its least sure module is seen: 0 to 1. */
  sureness: number;
}

const levels = ['low', 'medium', 'quartile', 'high'] as const;
const masks = [0, 1, 2, 3, 4, 5, 6, 7] as const;
/** Wrong bits among fifteen up to which a format is believed; one that is not seen counts half. */
const mostFormatErrors = 3;

/** Timing patterns, finder patterns with the light around them, and the alignment pattern; -1 is in the quiet zone. */
export function listFixedModules(version: Version): FixedModule[] {
  const side = sideOf(version);
  const fixed: FixedModule[] = [];
  for (let at = 8; at < side - 8; at++) {
    fixed.push({ column: at, row: 6, isDark: at % 2 === 0, weight: 2 });
    fixed.push({ column: 6, row: at, isDark: at % 2 === 0, weight: 2 });
  }
  const rings = (column: number, row: number, tones: readonly boolean[], weight: number) => {
    const reach = tones.length - 1;
    for (let y = -reach; y <= reach; y++)
      for (let x = -reach; x <= reach; x++) {
        const isDark = tones[Math.max(Math.abs(x), Math.abs(y))]!;
        fixed.push({ column: column + x, row: row + y, isDark, weight });
      }
  };
  for (const [column, row] of [
    [3, 3],
    [side - 4, 3],
    [3, side - 4],
  ] as const)
    rings(column, row, [true, true, false, true, false], 1);
  // The only one to hold the fourth corner.
  if (version > 1) rings(side - 7, side - 7, [true, false, true], 3);
  return fixed;
}

/** Level of correction and mask, by the better of the format's two copies, or null if neither is like any format. */
export function readFormat(seen: Seen, version: Version) {
  const side = sideOf(version);
  const at = (column: number, row: number) => seen[row * side + column]!;
  const bits = Array.from({ length: 15 }, (_, bit) => bit);
  const copies = [
    bits.map((bit) => (bit < 6 ? at(8, bit) : bit < 8 ? at(8, bit + 1) : at(bit === 8 ? 7 : 14 - bit, 8))),
    bits.map((bit) => (bit < 8 ? at(side - 1 - bit, 8) : at(8, side - 15 + bit))),
  ];
  let best: { level: (typeof levels)[number]; mask: number } | null = null;
  let fewest = mostFormatErrors + 0.5;
  for (const level of levels)
    for (const mask of masks) {
      const format = formatBits(level, mask);
      for (const copy of copies) {
        let errors = 0;
        for (const bit of bits) {
          if (copy[bit] === 0) errors += 0.5;
          else if (copy[bit]! > 0 !== ((format >> bit) & 1) > 0) errors++;
        }
        if (errors < fewest) [best, fewest] = [{ level, mask }, errors];
      }
    }
  return best;
}

/** The codewords in the order in which they lie: two columns at a time, up and down by turns, from the right. */
export function readCodewords(seen: Seen, version: Version, mask: number): Codeword[] {
  const side = sideOf(version);
  const isTaken = listTaken(version);
  const words: Codeword[] = [];
  let [value, sureness, bits] = [0, 1, 0];
  let isUpward = true;
  for (let right = side - 1; right > 0; right -= 2, isUpward = !isUpward) {
    // The column of the vertical timing pattern belongs to no pair.
    if (right === 6) right = 5;
    for (let step = 0; step < side; step++) {
      const row = isUpward ? side - 1 - step : step;
      for (const column of [right, right - 1]) {
        const index = row * side + column;
        if (isTaken[index]) continue;
        value = (value << 1) | (Number(seen[index]! > 0) ^ ((maskBits(column, row) >> mask) & 1));
        sureness = Math.min(sureness, Math.abs(seen[index]!));
        if (++bits < 8) continue;
        words.push({ value, sureness });
        [value, sureness, bits] = [0, 1, 0];
      }
    }
  }
  return words;
}

/** Where no data lies, row by row: fixed modules and formats. */
function listTaken(version: Version): Uint8Array {
  const side = sideOf(version);
  const taken = new Uint8Array(side * side);
  for (const { column, row } of listFixedModules(version))
    if (Math.min(column, row) >= 0 && Math.max(column, row) < side) taken[row * side + column] = 1;
  for (let at = 0; at < 9; at++) {
    taken[8 * side + at] = taken[at * side + 8] = 1;
    if (at < 8) taken[8 * side + side - 1 - at] = taken[(side - 1 - at) * side + 8] = 1;
  }
  return taken;
}
