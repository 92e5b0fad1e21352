import { expect, test } from 'vitest';
import { findUnsaidQuotes } from './doc-quotes.ts';

const page = (quote: string) =>
  `# Operating\n\n| what you see | why |\n| --- | --- |\n| ${quote} | \`no quote\` |\n\n| \`other table\` |\n`;
// biome-ignore lint/suspicious/noTemplateCurlyInString: source text
const source = 'note(`PORT should be another one: ${port} is taken on ${host}`); logger.error("the database is away")';
const unsaid = (quote: string) =>
  findUnsaidQuotes(page(quote), (piece) => source.includes(piece), 'checks = { disk: !full, database: true }');

test('lines that the sources say are right, whatever is filled in', () => {
  expect(unsaid('log: `the database is away`')).toEqual([]);
  expect(unsaid('`Setting PORT should be another one: <port> is taken`')).toEqual([
    'nothing says "Setting PORT should be another one: <port> is taken"',
  ]);
  expect(unsaid('`PORT should be another one: <port> is taken`')).toEqual([]);
  expect(unsaid('503, `"disk":false`, `"database":false`')).toEqual([]);
});

test('a line that nothing says, a check that readiness has not, and a table that is gone are found', () => {
  expect(unsaid('log: `the database is gone`')).toEqual(['nothing says "the database is gone"']);
  expect(unsaid('503, `"space":false`')).toEqual(['nothing says ""space":false"']);
  expect(findUnsaidQuotes('# Operating', () => true, '')).toEqual(['it has no table "what you see"']);
});
