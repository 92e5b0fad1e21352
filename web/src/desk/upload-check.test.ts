import fc from 'fast-check';
import { expect, test } from 'vitest';
import { uploadFault } from './upload-check.ts';

const rules = { accept: ['.csv', 'text/csv', 'image/*'], mostBytes: 1_000 };
const fault = (name: string, type: string, size = 1) => uploadFault({ name, type, size }, rules);

test('a file is of a kind by its name or by its type', () => {
  for (const [name, type] of [
    ['scans.csv', ''],
    ['SCANS.CSV', 'application/vnd.ms-excel'],
    ['scans', 'text/csv'],
    ['reef', 'image/avif'],
  ] as const)
    expect(fault(name, type), name).toBeNull();
  for (const [name, type] of [
    ['scans.csv.exe', 'application/octet-stream'],
    ['csv', ''],
    ['reef', 'images/png'],
    ['reef', 'image'],
    ['notes.txt', 'text/plain'],
  ] as const)
    expect(fault(name, type), name).toBe('kind');
});

test('it is refused by its size beyond the limit alone, and where there is nothing in it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3_000 }), (size) => {
      expect(fault('scans.csv', 'text/csv', size)).toBe(size === 0 ? 'empty' : size > 1_000 ? 'large' : null);
    }),
  );
});

test('a spreadsheet where a CSV file is asked for is told apart', () => {
  for (const name of ['guests.xlsx', 'guests.XLS', 'guests.ods']) expect(fault(name, '')).toBe('spreadsheet');
  expect(uploadFault({ name: 'guests.xlsx', type: '', size: 1 }, { ...rules, accept: ['image/*'] })).toBe('kind');
});
