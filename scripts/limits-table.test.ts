import { expect, test } from 'vitest';
import type { Limit } from '../server/platform/limits/limits.ts';
import { findWrongLimits, limitsTable } from './limits-table.ts';

const limits: Record<string, Limit> = {
  'scan-visit': { amount: 120, seconds: 60, key: 'visit', why: '' },
  'scan-network': { amount: 3_000, seconds: 900, key: 'network', why: '', sparesKnownDevices: true },
  'scan-bytes': { amount: 64_000_000, seconds: 86_400, key: 'network', why: '' },
};
const rows = [
  '| visit | `scan-visit` 120 / min |',
  '| network | `scan-network` 3,000 / 15 min*, `scan-bytes` 64 MB / day |',
];
const document = (lines: string[]) => `# A\n\n${lines.join('\n')}\n\n| other | table |\n`;

test('a document that names every limit as it is has nothing wrong', () => {
  expect(limitsTable(limits).slice(2)).toEqual(rows);
  expect(findWrongLimits(document(limitsTable(limits)), limits)).toEqual([]);
});

test('a limit that is missing, another amount, one that is gone and a table that is not there are found', () => {
  const table = limitsTable(limits);
  expect(findWrongLimits(document(table.slice(0, 3)), limits)).toEqual([`the table of limits lacks: ${rows[1]}`]);
  const other = document(table).replace('120', '121');
  expect(findWrongLimits(other, limits)).toEqual([
    `the table of limits lacks: ${rows[0]}`,
    `no limit says: ${rows[0]!.replace('120', '121')}`,
  ]);
  expect(findWrongLimits(document([...table, '| moon | `gone` 1 / h |']), limits)).toEqual([
    'no limit says: | moon | `gone` 1 / h |',
  ]);
  expect(findWrongLimits('# A', limits)).toHaveLength(4);
});
