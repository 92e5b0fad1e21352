import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { untranslated } from './e2e/untranslated-names.ts';

test.each(Object.entries(untranslated))(
  '%s, left as it is on a Japanese page, is among the words of %s',
  (name, path) => {
    expect(readFileSync(path, 'utf8')).toContain(name);
  },
);
