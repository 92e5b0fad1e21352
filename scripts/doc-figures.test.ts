import { expect, test } from 'vitest';
import { findWrongFigures } from './doc-figures.ts';

const figure = { told: ['README.md'], as: 'waits # s', from: 'wait.ts', code: 'longestMs = #', unit: 1_000 };
const wrong = (readme: string, source: string) =>
  findWrongFigures([figure], (path) => (path === 'README.md' ? readme : source));

test('a figure that the document and the code have alike is right, in digits or as a word', () => {
  expect(wrong('It waits 2.5 s.', 'const longestMs = 2_500;')).toEqual([]);
  expect(wrong('It waits ten s.', 'const longestMs = 10 * 1_000;')).toEqual([]);
});

test.each([
  [
    'another figure in the document',
    'It waits 3 s.',
    'const longestMs = 2_500;',
    'README.md: "waits 3 s" is 2.5 in wait.ts',
  ],
  [
    'another figure in the code',
    'It waits 2.5 s.',
    'const longestMs = 3_000;',
    'README.md: "waits 2.5 s" is 3 in wait.ts',
  ],
  [
    'no such words any more',
    'It is quick.',
    'const longestMs = 2_500;',
    'README.md: nowhere stands "waits 2.5 s", as wait.ts has it',
  ],
])('%s is found', (_name, readme, source, problem) => {
  expect(wrong(readme, source)).toEqual([problem]);
});

test('code that has no such figure any more is found', () => {
  expect(wrong('It waits 2.5 s.', 'const longestWait = 2_500;')).toEqual([
    'README.md: of "waits # s" the source wait.ts has no "longestMs = #"',
  ]);
});
