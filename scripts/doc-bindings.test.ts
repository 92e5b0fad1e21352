import { expect, test } from 'vitest';
import { bind, findMisboundNames } from './doc-bindings.ts';

const texts: Record<string, string> = {
  'a.ts': 'export const reader = 1;',
  'b.ts': 'export const writer = 2;',
  'run.mjs': "argv.includes('--fast')",
};
const files = {
  scriptOf: (command: string) => (command === 'npm run go' ? 'run.mjs' : undefined),
  textOf: (path: string) => texts[path],
};
const find = (text: string, ...bindings: ReturnType<typeof bind>[]) => findMisboundNames(text, bindings, files);

test('a name is the file, the command or the word that its sentence tells of', () => {
  expect(find('It is read by\n`a.ts` first.', bind('read by `#` first', 'const reader'))).toEqual([]);
  expect(find('`npm run go -- --fast` is quick', bind('`#` is quick', '--fast'))).toEqual([]);
  expect(find('`npm run go -- --fast` is quick', bind('go -- #` is', "includes('#')", 'run.mjs'))).toEqual([]);
});

test('another one in its place, one that is nowhere, and words that are gone are found', () => {
  const reads = bind('read by `#` first', 'const reader');
  expect(find('It is read by `b.ts` first.', reads)).toEqual([
    '"read by `b.ts` first": in b.ts there is no "const reader"',
  ]);
  expect(find('It is read by `c.ts` first.', reads)).toHaveLength(1);
  expect(find('It is read by `a.ts` last.', reads)).toEqual([
    'nowhere stands "read by `#` first", which is bound to a name',
  ]);
  expect(find('`--slow` is quick', bind('`#` is quick', "includes('#')", 'run.mjs'))).toHaveLength(1);
});
