import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aboutTheServer, notRepeated, repeatableFiles, repeatedFiles, repeatedWhereProved } from './repeated-tests.mjs';

const root = join(import.meta.dirname, '..');
const { 'brings a database server of its own': ownServer, ...others } = notRepeated;
const leftOut = Object.values(others).flat();

test('what is not repeated on the PostgreSQL of the system is there', () => {
  expect([...ownServer!, ...leftOut].filter((file) => !existsSync(join(root, file)))).toEqual([]);
  expect(repeatedWhereProved.filter((file) => !repeatableFiles().includes(file))).toEqual([]);
});

test('nothing is left out that is about migrations, roles, locks or jobs', () => {
  const matter = (file: string) => readFileSync(join(root, file), 'utf8').match(aboutTheServer)?.[0];
  expect(leftOut.flatMap((file) => (matter(file) ? [`${file}: ${matter(file)}`] : []))).toEqual([]);
  expect(repeatedWhereProved.filter((file) => !matter(file))).toEqual([]);
});

test('what is about them is repeated each time, all others where everything is proved', () => {
  expect(repeatedFiles()).toEqual(expect.arrayContaining(['db/schema.test.ts', 'tests/attack/database-wall.test.ts']));
  expect(repeatableFiles()).toEqual(expect.arrayContaining([...repeatedFiles(), 'tests/access.test.ts']));
  expect(repeatedFiles()).not.toContain('tests/access.test.ts');
});
