import { expect, test } from 'vitest';
import { least, readScore } from '../tools/mutation/score.mjs';

const source = 'const a = 1;\nif (a > 1 &&\n  isOld(a)) return;\n';
const at = (line: number, from: number, toLine: number, to: number) => ({
  start: { line, column: from },
  end: { line: toLine, column: to },
});
const mutant = (status: string, location = at(1, 11, 1, 12), replacement = '2') => ({ status, location, replacement });
const score = (...statuses: string[]) =>
  readScore({ files: { 'a.ts': { source, mutants: statuses.map((status) => mutant(status)) } } });

test.each([
  ['Killed', 1, 1],
  ['Timeout', 1, 1],
  ['Survived', 1, 0],
  ['NoCoverage', 1, 0],
  ['CompileError', 0, 0],
  ['RuntimeError', 0, 0],
  ['Ignored', 0, 0],
])('a mutant that is %s counts as %i, caught %i', (status, mutants, caught) => {
  expect(score(status)).toMatchObject({ mutants, caught });
});

test('the score is the share of the caught among those that count, over all files', () => {
  const files = {
    'a.ts': { source, mutants: [mutant('Killed'), mutant('Survived'), mutant('Ignored')] },
    'b.ts': { source, mutants: [mutant('Timeout'), mutant('Killed'), mutant('RuntimeError')] },
  };
  expect(readScore({ files })).toMatchObject({ mutants: 4, caught: 3, percent: 75 });
  expect(score('Killed', 'Killed').percent).toBe(100);
});

test('a module of which nothing was changed has not passed', () => {
  expect(score('Ignored').percent).toBeLessThan(least);
  expect(readScore({ files: {} }).percent).toBeLessThan(least);
});

test('what is alive is told by place, by what was there and by what it is instead', () => {
  const mutants = [
    mutant('Survived'),
    mutant('NoCoverage', at(2, 5, 3, 11), 'false'),
    mutant('Killed'),
    mutant('Ignored'),
  ];
  expect(readScore({ files: { 'a.ts': { source, mutants } } }).alive).toEqual([
    'a.ts:1: 1 → 2',
    'a.ts:2: a > 1 && isOld(a) → false (no test comes here)',
  ]);
});
