import { expect, test } from 'vitest';
import { createDocumentChecks } from './doc-checks.ts';
import { bindings } from './doc-claims/bindings.ts';
import { exchangeNames, falsify } from './doc-falsifier.ts';

const { documents, read, findWrong, isRight } = createDocumentChecks();

test('a text is falsified in each figure, unit and rate, and in each part of a name in code or of a link', () => {
  const said = 'At most 5 s, tidied hourly, see [it](docs/a.md) and `npm run db`.\n\n```ini\nUser=root\n```\n';
  expect([...falsify(said)].map(({ was, becomes }) => `${was} > ${becomes}`)).toEqual([
    '5 > 6',
    'most > least',
    's > min',
    'hourly > daily',
    'docs > docsq',
    'md > mdq',
    'npm > npmq',
    'run > runq',
    'db > dbq',
    'User > Userq',
    'root > rootq',
  ]);
});

test('two names of a sentence or a row change places where they are of one kind and of no one list', () => {
  const exchanges = (said: string) => [...exchangeNames(said)].map(({ text }) => text);
  expect(exchanges('`a.ts` reads it, and `b.ts` writes it.')).toEqual(['`b.ts` reads it, and `a.ts` writes it.']);
  expect(exchanges('| `npm start` | runs; `npm test` tests |')).toEqual(['| `npm test` | runs; `npm start` tests |']);
  expect(exchanges('In `a.ts`, `b.ts` and `c.ts`; `a.ts` reads `GET /x`.')).toEqual([
    'In `a.ts`, `a.ts` and `c.ts`; `b.ts` reads `GET /x`.',
    'In `a.ts`, `b.ts` and `a.ts`; `c.ts` reads `GET /x`.',
  ]);
  expect(exchanges('`a.ts` is one. `b.ts` is another.\n\n`c.ts` is a third.')).toEqual([]);
});

test('two names that change places are noticed in the documents whose names are bound', () => {
  const all = documents
    .filter((path) => path !== 'CHANGELOG.md')
    .flatMap((path) => [...exchangeNames(read(path))].map((one) => ({ path, ...one })));
  const unnoticed = all.filter(({ path, text }) => isRight(path, text));
  const ofBound = (exchanges: typeof all) => exchanges.filter(({ path }) => path in bindings);
  console.log(`exchanges of names noticed: ${all.length - unnoticed.length} of ${all.length}`);
  expect(ofBound(all).length).toBeGreaterThan(0);
  expect(ofBound(unnoticed).map(({ path, line, was, becomes }) => `${path}:${line}: ${was} for ${becomes}`)).toEqual(
    [],
  );
}, 600_000);

test.each(documents.filter((path) => path !== 'CHANGELOG.md'))(
  '%s says nothing that could be otherwise unnoticed',
  { timeout: 600_000 },
  (path) => {
    expect(findWrong(path)).toEqual([]);
    const unnoticed = [...falsify(read(path))].filter(({ text }) => isRight(path, text));
    expect(unnoticed.map(({ line, was, becomes }) => `${path}:${line}: ${was} > ${becomes}`)).toEqual([]);
  },
);
