import { expect, test } from 'vitest';
import { findWrongFolders } from './doc-screens.ts';

const tell = (folders: string) => `screens/ one folder per screen, but one for all those of ${folders}: the screen`;
const routes = ['saved/saved', 'saved/saved', 'money/holds', 'money/news', 'design/desk', 'design/design']
  .map((module) => `lazy: () => import('./screens/${module}.tsx').then((screen) => screen)`)
  .join('\n');

test('folders that several screens share are right where each is told', () => {
  expect(findWrongFolders(tell('money/ and design/'), routes)).toEqual([]);
});

test('one that is not told, one that is none, and no word of them are found', () => {
  expect(findWrongFolders(tell('money/ and saved/'), routes)).toEqual([
    'it does not say that screens share screens/design/',
    'it says that screens share screens/saved/, and none do',
  ]);
  expect(findWrongFolders('one folder per screen: the screen', routes)).toEqual([
    'it does not tell which screens share a folder',
  ]);
});
