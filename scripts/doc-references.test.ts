import { expect, test } from 'vitest';
import { findDeadReferences, findMisnamedDecisions } from './doc-references.ts';

const there = {
  fileExists: (path: string) => path === 'server/app.ts',
  scriptExists: (name: string) => name === 'verify',
  screenExists: (address: string) => address === '/explore',
};

test('a document that names only what is there has no dead references', () => {
  expect(
    findDeadReferences(
      'See `server/app.ts`, [it](server/app.ts), `npm run verify`, `DATA_DIR/mail`? no; `/api/docs`, [there](/explore).',
      { ...there, fileExists: () => true },
    ),
  ).toEqual([]);
});

test('a path, a link and a script that are gone are found', () => {
  expect(findDeadReferences('`server/gone.ts` [x](docs/gone.md) npm run gone', there)).toEqual([
    'server/gone.ts is not there',
    'docs/gone.md is not there',
    'npm run gone is no script',
  ]);
});

test('a screen that is gone is found', () => {
  expect(findDeadReferences('See [it](/explored).', there)).toEqual(['/explored is no screen']);
});

test('a decision is named after its title', () => {
  const named = (name: string) =>
    findMisnamedDecisions([`docs/decisions/${name}.md`], () => "# 007 The guest's list cache\n");
  expect([named('007-guests-list-cache'), named('007-list-cache')]).toEqual([[], []]);
  expect(named('007-cached-answers')).toEqual([
    'docs/decisions/007-cached-answers.md: its name is not that of its title',
  ]);
  expect(named('008-list-cache')).toHaveLength(1);
});
