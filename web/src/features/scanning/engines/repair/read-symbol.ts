import { _ECC_BLOCKS as blockCounts, _WORDS_PER_BLOCK as checkWordCounts, _BYTES as codewordCounts } from 'qr';
import { correctBlock } from './reed-solomon.ts';
import type { Seen } from './see-modules.ts';
import { type Codeword, readCodewords, readFormat, type Version } from './symbol-layout.ts';

/**
 * Check words of every block that must be left to agree by themselves. Without them, anything can be repaired into some
 * text; with three, chance gets a block past them once in 16 million tries.
 */
const leastProof = 3;

/** The text of a code of which enough is seen, or null. */
export function readSymbol(seen: Seen, version: Version): string | null {
  const format = readFormat(seen, version);
  if (!format) return null;
  const words = readCodewords(seen, version, format.mask);
  const blockCount = blockCounts[format.level][version - 1]!;
  const checkWords = checkWordCounts[format.level][version - 1]!;
  const total = codewordCounts[version - 1]!;
  // Blocks lie interleaved, data first; the last ones have a word more where the words cannot be shared out evenly.
  const shortBlocks = blockCount - (total % blockCount);
  const shortLength = Math.floor(total / blockCount) - checkWords;
  const data: number[] = [];
  for (let block = 0; block < blockCount; block++) {
    const length = shortLength + (block < shortBlocks ? 0 : 1);
    const places = Array.from({ length: length + checkWords }, (_, index) => {
      if (index < shortLength) return index * blockCount + block;
      if (index < length) return shortLength * blockCount + block - shortBlocks;
      return total - blockCount * (length + checkWords - index) + block;
    });
    const corrected = correctDoubtful(
      places.map((place) => words[place]!),
      checkWords,
    );
    if (!corrected) return null;
    data.push(...corrected.subarray(0, length));
  }
  return readText(data);
}

/** Erases what is not seen, then ever more of what is seen least surely, until the block can be corrected. */
function correctDoubtful(words: Codeword[], checkWords: number): Uint8Array | null {
  const doubtful = words.map((_, index) => index).sort((one, other) => words[one]!.sureness - words[other]!.sureness);
  const unseen = words.filter(({ sureness }) => sureness === 0).length;
  for (let erased = unseen; erased <= checkWords - leastProof; erased += 2) {
    const block = Uint8Array.from(words, ({ value }) => value);
    if (correctBlock(block, checkWords, doubtful.slice(0, erased)) >= leastProof) return block;
  }
  return null;
}

/** A link as encoders write it: one segment of bytes, the terminator, and padding, which is always the same. */
function readText(data: readonly number[]): string | null {
  const [first = 0, second = 0] = data;
  const length = ((first & 15) << 4) | (second >> 4);
  if (first >> 4 !== 4 || length + 2 > data.length) return null;
  const isEnded = (data[length + 1]! & 15) === 0;
  const isPadded = data.slice(length + 2).every((byte, index) => byte === (index % 2 === 0 ? 0xec : 0x11));
  if (!isEnded || !isPadded) return null;
  // The segment's head takes a byte and a half, so each of its bytes lies across two.
  const bytes = Uint8Array.from({ length }, (_, at) => ((data[at + 1]! & 15) << 4) | (data[at + 2]! >> 4));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
