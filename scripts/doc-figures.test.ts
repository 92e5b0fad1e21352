import { expect, test } from 'vitest';
import { type Claim, claimsOf, type DocumentFigures, findWrongFigures } from './doc-figures.ts';

const claim = claimsOf('wait.ts')('waits # s', 'longestMs = #', 1_000);
const wrong = (text: string, source: string, figures: DocumentFigures = { claims: [claim] }) =>
  findWrongFigures('a.md', figures, (path) => (path === 'a.md' ? text : source));
const compare = (as: string, code: Claim['code'], text: string, source: string) =>
  wrong(text, source, { claims: [{ as, from: 'wait.ts', code }] });
const nothing = 'is compared with nothing: give it a line in scripts/doc-claims/';

test('a figure that the document and the code have alike is right, in digits or as a word', () => {
  expect(wrong('It waits 2.5 s.', 'const longestMs = 2_500;')).toEqual([]);
  expect(wrong('It waits\nten s.', 'const longestMs = 10 * 1_000;')).toEqual([]);
});

test.each([
  ['another figure in the document', 'It waits 3 s.', 'longestMs = 2_500;', ['a.md: "waits 3 s" is 2.5 in wait.ts']],
  ['another figure in the code', 'It waits 2.5 s.', 'longestMs = 3_000;', ['a.md: "waits 2.5 s" is 3 in wait.ts']],
  ['one of two places', 'It waits 3 s, waits 2 s.', 'longestMs = 3_000;', ['a.md: "waits 2 s" is 3 in wait.ts']],
  [
    'other words',
    'It is quick.',
    'longestMs = 2_500;',
    ['a.md: nowhere stands "waits # s", of which wait.ts has 2500'],
  ],
  [
    'other code',
    'It waits 2.5 s.',
    'longestWait = 2_500;',
    ['a.md: of "waits # s" the source wait.ts has no "longestMs = #"', `a.md:1: "2.5" in "It waits 2.5 s." ${nothing}`],
  ],
  [
    'code that says several',
    'It waits 2 s.',
    'longestMs = 2_000; longestMs = 3_000;',
    [
      'a.md: of "waits # s" the source wait.ts has several figures for "longestMs = #"',
      `a.md:1: "2" in "It waits 2 s." ${nothing}`,
    ],
  ],
  [
    'a product with something unknown',
    'It waits 2 s.',
    'longestMs = 2_000 * slow;',
    [expect.any(String), expect.any(String)],
  ],
])('%s is found', (_name, text, source, problems) => {
  expect(wrong(text, source)).toEqual(problems);
});

test('figures may be several, a sum, or a count', () => {
  const source = "between: [0.08, 0.3], first: 40, second: 2, { name: 'a' }, { name: 'b' }";
  expect(compare('rate # to #', 'between: [#, #]', 'A rate 0.08 to 0.30.', source)).toEqual([]);
  expect(compare('rate # to #', 'between: [#, #]', 'A rate 0.05 to 0.30.', source)).toHaveLength(1);
  expect(compare('# in all', ['first: #', 'second: #'], '42 in all', source)).toEqual([]);
  expect(compare('# in all', ['first: #', 'second: #'], '43 in all', source)).toHaveLength(1);
  expect(compare('# names', /name: '/g, 'Two names', source)).toEqual([]);
  expect(compare('# names', /name: '/g, 'Three names', source)).toHaveLength(1);
});

test.each([
  'It has 7 parts.',
  'It has seven parts.',
  'Half of it.',
  'It ends within a minute.',
  '```\n# at most 7\n```',
  '```ini\nRestartSec=7\n```',
  '`WORKERS=7`',
  'at least 1,024',
  'It is tidied hourly.',
  'It is told every day.',
])('a figure that has no line is found: %s', (text) => {
  expect(wrong(text, '', { claims: [] })).toEqual([expect.stringContaining(nothing)]);
});

test.each([
  '1. first, see `a7.ts`, https://host/7, [it](7.md), IPv4, SHA-256, 2026-11-23 and decision 007',
  '```sql\nselect 7;\n```',
  '<!-- measured: begin -->\n7 ms\n<!-- measured: end -->',
  'The first of them, a second one, one by one.',
])('what is no figure needs no line: %s', (text) => {
  expect(wrong(text, '', { claims: [] })).toEqual([]);
});

test('a passage that is no claim covers its figures word for word, and one that is gone is found', () => {
  const noClaims = { measured: ['took 7 ms, then 8'] };
  expect(wrong('It took 7 ms, then 8.', '', { claims: [], noClaims })).toEqual([]);
  expect(wrong('It took 7 ms, then 6.', '', { claims: [], noClaims })).toEqual([
    'a.md: nowhere stands "took 7 ms, then 8", which is said to be no claim',
    expect.stringContaining('"7" in "It took 7 ms, then 6."'),
    expect.stringContaining('"6" in "It took 7 ms, then 6."'),
  ]);
});

test.each(['It waits 2.5 min.', 'It waits at most 2.5 s.'])('a unit and a bound belong to the claim: %s', (text) => {
  const claim = claimsOf('wait.ts')(text.includes('most') ? '# s' : 'waits #', 'longestMs = #', 1_000);
  expect(wrong(text, 'longestMs = 2_500;', { claims: [claim] })).toEqual([expect.stringContaining(nothing)]);
});

test('a table that another check compares is left to that', () => {
  const figures = { claims: [], comparedTables: ['| what |'] };
  expect(wrong('| what |\n| 7 |\n\nNo more.', '', figures)).toEqual([]);
  expect(wrong('| other |\n\nNo more.', '', figures)).toEqual(['a.md: no table begins with "| what |"']);
});
