import { expect, test } from 'vitest';
import { findUnusedEntries } from './catalogue-use.ts';

const path = 'web/src/messages/en/tour.ts';
const tour = { title: 'Tour', steps: ['Go'], errors: { late: 'Too late', full: 'Full' }, count: (n: number) => `${n}` };

const unusedWith = (source: string) =>
  findUnusedEntries([{ path, exports: { tour } }], new Map([['web/src/screens/tour.tsx', source]]));

const importing = "import { tour as words } from '../messages/en/tour.ts';\n";

test('words that are read by name, by key or as a list are used', () => {
  const source = `${importing}const x = [words.title, words.steps.map(String), words.errors[code], words.count(2)];`;
  expect(unusedWith(source)).toEqual([]);
});

test('a planted entry that nothing renders is found', () => {
  expect(unusedWith(`${importing}const x = [words.title, words.steps, words.errors.late, words.count(1)];`)).toEqual([
    `${path}: tour.errors.full`,
  ]);
});

test('a group under another name counts only for what is read of it', () => {
  const source = `${importing}const errors = words.errors;\nconst x = [words.title, words.steps, words.count, errors.full];`;
  expect(unusedWith(source)).toEqual([`${path}: tour.errors.late`]);
});

test('handing a whole catalogue on, importing it or writing of it in a comment uses nothing', () => {
  const source = `${importing}// words.title\nrender(words);`;
  expect(unusedWith(source)).toHaveLength(5);
});
