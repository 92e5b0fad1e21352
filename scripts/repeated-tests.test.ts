import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { notRepeated, repeatedFolders } from './repeated-tests.mjs';

const root = join(import.meta.dirname, '..');
const { 'brings a database server of its own': ownServer, ...others } = notRepeated;
const leftOut = Object.values(others).flat();

test('what is not repeated on the PostgreSQL of the system is there, and would be repeated', () => {
  const all = [...ownServer!, ...leftOut];
  expect(all.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  expect(all.filter((file) => !repeatedFolders.includes(file.split('/')[0]!))).toEqual([]);
});

test('nothing is left out that is about migrations, roles, locks or jobs', () => {
  const aboutTheServer =
    /database-setup|migrations|lock-waits|owner\.ts|second-app|installJobs|pg_\w+|\bgrant\b|\block table\b/i;
  const matter = (file: string) => readFileSync(join(root, file), 'utf8').match(aboutTheServer)?.[0];
  expect(leftOut.flatMap((file) => (matter(file) ? [`${file}: ${matter(file)}`] : []))).toEqual([]);
});
