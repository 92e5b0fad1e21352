import { expect, test } from 'vitest';
import { findUntoldScreens, findWrongFolders } from './doc-screens.ts';

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

const table = (...rows: string[]) =>
  `Words.\n\n| screen | what it is for |\n| --- | --- |\n${rows.join('\n')}\n\nWords.`;
const untold = (text: string) =>
  findUntoldScreens(text, ['/locations', '/dashboard?tab=reports'], (address) => !address.includes('gone'));

test('tables in which each screen of a tool has its row are right', () => {
  const [places, reports] = ['| `/locations` | places |', '| `/dashboard?tab=reports` | reports |'];
  expect(untold(table(places, reports, '| `/other` | what no tool is about |'))).toEqual([]);
  expect(untold(`${table(places)}\n\n${table(reports)}`)).toEqual([]);
});

test('a screen without a row, with two or without words, and one that is gone are found', () => {
  const text = table('| `/locations` | places |', '| `/locations` | |', '| `/gone` | it was |');
  expect(untold(`${text}\n\n| alert |\n| --- |\n| \`/dashboard?tab=reports\` | no screen |`)).toEqual([
    'no table of screens has /dashboard?tab=reports',
    'its table has /gone, which is no screen',
    'its tables have /locations twice',
    'it does not say what /locations is for',
  ]);
});
