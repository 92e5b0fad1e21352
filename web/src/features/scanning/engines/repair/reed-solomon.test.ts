import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { correctBlock } from './reed-solomon.ts';

/**
 * Version 1, level medium: 16 words of data and 10 to check them. From ISO/IEC 18004, annex I.
 */
const block = [
  0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xa5, 0x24, 0xd4,
  0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55,
];
const places = fc.shuffledSubarray(
  block.map((_, index) => index),
  { maxLength: 10 },
);

describe('correcting a block', () => {
  it('corrects all that is erased, and errors at two check words each, and says what is left over', () => {
    fc.assert(
      fc.property(places, fc.nat(10), fc.integer({ min: 1, max: 255 }), (damaged, split, change) => {
        const erased = damaged.slice(0, split);
        const wrong = damaged.slice(split);
        fc.pre(erased.length + 2 * wrong.length <= 10);
        const received = Uint8Array.from(block, (word, index) => (damaged.includes(index) ? word ^ change : word));
        expect(correctBlock(received, 10, erased)).toBe(10 - erased.length - 2 * wrong.length);
        expect([...received]).toEqual(block);
      }),
    );
  });

  it('counts an erased word that is right all the same as erased', () => {
    expect(correctBlock(Uint8Array.from(block), 10, [0, 1, 2])).toBe(7);
  });

  it('gives up on more erased words than it has check words', () => {
    expect(correctBlock(Uint8Array.from(block), 10, block.map((_, index) => index).slice(0, 11))).toBe(-1);
  });
});
