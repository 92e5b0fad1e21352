import { expect, test } from 'vitest';
import { contentTabs, listBefore, toImport } from './content-tabs.ts';

test('the import leads back to the list as it was asked', () => {
  const list = new URLSearchParams('search=reef & co&status=inactive&after=x');
  const { pathname, searchParams } = new URL(toImport(list), 'https://own.invalid');
  expect(pathname).toBe('/content/import');
  searchParams.set('search', 'of a row');
  const [listings] = contentTabs(null, listBefore(searchParams));
  expect(new URL(listings!.to, 'https://own.invalid').searchParams.toString()).toBe(String(list));
  expect(toImport(new URLSearchParams())).toBe('/content/import');
  expect(contentTabs(null, listBefore(new URLSearchParams()))[0]!.to).toBe('/content');
});
