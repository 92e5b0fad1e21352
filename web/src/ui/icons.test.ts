import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('every icon is used somewhere', () => {
  const sources = join(import.meta.dirname, '..');
  const icons = [
    ...readFileSync(join(import.meta.dirname, 'icons.tsx'), 'utf8').matchAll(/^export const (\w+Icon)\b/gm),
  ];
  const used = globSync('**/*.{ts,tsx}', { cwd: sources })
    .filter((file) => !/(^|\/)ui\/icons(\.test)?\.tsx?$/.test(file))
    .flatMap((file) => readFileSync(join(sources, file), 'utf8').match(/\b\w+Icon\b/g) ?? []);
  expect(icons.length).toBeGreaterThan(0);
  expect(icons.map(([, name]) => name).filter((name) => !used.includes(name!))).toEqual([]);
});
