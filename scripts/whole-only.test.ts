import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { beyondMain, filesOf, firstInBrowser, leftOfBrowser, leftOfUnit } from './whole-only.mjs';

test('every test file that waits for the whole run is there, and named once', () => {
  const files = [...filesOf(leftOfUnit), ...filesOf(leftOfBrowser)];
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
  expect(files).toEqual([...new Set(files)]);
});

test('what is judged first in the browser is there, and has tests that do not wait', () => {
  const waiting = filesOf(leftOfBrowser).filter((file) => !beyondMain.includes(file));
  expect(firstInBrowser.filter((file) => !existsSync(file) || waiting.includes(file))).toEqual([]);
});

test('the features that wait beyond their main way have one, and no other file has a test of that name', () => {
  const tagged = globSync('tests/e2e/*.test.ts').filter((file) => readFileSync(file, 'utf8').includes("tag: '@main'"));
  expect(tagged.sort()).toEqual(beyondMain.toSorted());
});

test('what lands is judged within its time, where whatever is missing fails', () => {
  const lines = readFileSync('.ci/run', 'utf8').split('\n');
  expect(lines).toEqual(
    expect.arrayContaining(['export CI=1', 'npm test -- --whole --within=72', 'node scripts/prove-start.mjs']),
  );
});
