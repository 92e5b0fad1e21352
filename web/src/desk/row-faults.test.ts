import fc from 'fast-check';
import { expect, test } from 'vitest';
import { faultsWithoutRow } from './row-faults.ts';

test('the faults of later rows move up, those of the row itself and no others go', () => {
  const faults = { title: 'a', rows: 'b', 'rows.0.name': 'c', 'rows.1.name': 'd', 'rows.2.name': 'e', 'rows.10': 'f' };
  expect({ ...faults, ...faultsWithoutRow(faults, 'rows', 1) }).toEqual({
    ...{ title: 'a', rows: 'b', 'rows.0.name': 'c', 'rows.1.name': 'e' },
    ...{ 'rows.2.name': null, 'rows.9': 'f', 'rows.10': null },
  });
  expect(faultsWithoutRow({ 'rowsthen.1.name': 'a', 'rows.x': 'b' }, 'rows', 0)).toEqual({});
});

test('each fault stays with its row, however many there are and whichever goes', () => {
  const rows = fc.array(fc.option(fc.string({ minLength: 1 }), { nil: null }), { minLength: 1, maxLength: 15 });
  fc.assert(
    fc.property(rows, fc.nat(), (said, at) => {
      const removed = at % said.length;
      const faults = Object.fromEntries(said.map((fault, row) => [`a.rows.${row}.name`, fault]));
      const after: Record<string, unknown> = { ...faults, ...faultsWithoutRow(faults, 'a.rows', removed) };
      const left = said.filter((_, row) => row !== removed);
      expect(left.map((_, row) => after[`a.rows.${row}.name`])).toEqual(left);
      expect(after[`a.rows.${left.length}.name`]).toBeNull();
    }),
  );
});
