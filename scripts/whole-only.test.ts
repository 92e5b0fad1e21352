import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesOf, leftOfBrowser, leftOfUnit } from './whole-only.mjs';

test('every test file that waits for the whole run is there, and named once', () => {
  const files = [...filesOf(leftOfUnit), ...filesOf(leftOfBrowser)];
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
  expect(files).toEqual([...new Set(files)]);
});
