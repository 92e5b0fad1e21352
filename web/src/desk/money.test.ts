import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCents, writeCents } from './money.ts';

test('dollars are read as people type them', () => {
  for (const [typed, cents] of [
    ['0', 0],
    ['5', 500],
    ['5.', 500],
    ['5.5', 550],
    ['.05', 5],
    ['$1,234.50', 123_450],
    [' $ 1234.50 ', 123_450],
    ['12,345,678.90', 1_234_567_890],
    ['１２．５０', 1_250],
    ['9999999999.99', 999_999_999_999],
  ] as const)
    expect(readCents(typed), typed).toBe(cents);
});

test('what is no amount, or could be meant in two ways, is none', () => {
  const refused = ['', '$', '.', ',', '-5', '+5', '1e3', '1.234', '12,5', '1,23', '1,2345', '1.234,50', '1 234', '5 $'];
  for (const typed of [...refused, '5.005', '0x10', 'Infinity', 'five', '10000000000', '1,000,000,000,000', '$$5'])
    expect(readCents(typed), typed).toBeNull();
});

const cents = fc.integer({ min: 0, max: 999_999_999_999 });

test('what is written is read as the same, with and without its marks', () => {
  fc.assert(
    fc.property(cents, (amount) => {
      const written = writeCents(amount);
      expect(readCents(written)).toBe(amount);
      expect(readCents(`$${written}`)).toBe(amount);
      expect(readCents(written.replaceAll(',', ''))).toBe(amount);
      expect(written).toBe((amount / 100).toLocaleString('en-US', { minimumFractionDigits: 2 }));
    }),
  );
});

test('whatever is typed gives whole cents of no more than two decimals, or nothing', () => {
  const signs = fc.string({ unit: fc.constantFrom(...'0123456789,.$ -'), maxLength: 16 });
  fc.assert(
    fc.property(fc.oneof(signs, fc.string()), (typed) => {
      const amount = readCents(typed);
      if (amount === null) return;
      expect(Number.isSafeInteger(amount)).toBe(true);
      const plain = Number(typed.normalize('NFKC').replace(/[$,\s]/g, ''));
      expect(Math.round(plain * 100)).toBe(amount);
    }),
    { numRuns: 2_000 },
  );
});
