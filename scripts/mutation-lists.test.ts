import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { modules } from '../tools/mutation/modules.mjs';
import { plantedFaults } from '../tools/mutation/planted-faults.mjs';

// `npm run mutate` is long and runs now and then; that its lists still name what is there shows here.

test.each(Object.entries(modules))(
  'the module %s has files to change and tests that notice',
  (_name, { mutate, tests }) => {
    for (const pattern of [...mutate, ...tests]) {
      const expected = (pattern.match(/\{([^}]*)\}/)?.[1] ?? '').split(',').length;
      expect(globSync(pattern).length, pattern).toBeGreaterThanOrEqual(expected);
    }
  },
);

test.each(plantedFaults)('a place is there to plant: $fault', ({ file, find, plant, also, test: path }) => {
  const source = readFileSync(file, 'utf8');
  for (const one of [{ find, plant }, ...(also ? [also] : [])]) {
    expect(source.split(one.find), one.find).toHaveLength(2);
    expect(one.plant).not.toBe(one.find);
  }
  expect(existsSync(path), path).toBe(true);
});
