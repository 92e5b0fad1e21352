import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { routerInDataMode } from './router-in-data-mode.ts';

const packageFolder = join(import.meta.dirname, '../node_modules/react-router/dist/production');
const transform = routerInDataMode().transform as (code: string, id: string) => string | null;
const read = (path: string) => readFileSync(join(packageFolder, path), 'utf8');
const changed = (path: string, code = read(path)) => transform(code, join(packageFolder, path)) ?? '';

it.each(['lib/router/router.js', 'lib/components.js', 'lib/hooks.js', 'lib/dom/lib.js'])(
  'leaves %s a module that can be read, and shorter',
  (path) => {
    const code = changed(path);
    expect(() => parseAst(code)).not.toThrow();
    expect(code.length).toBeLessThan(read(path).length);
  },
);

it('takes a statement as far as its own end, and nothing after it', () => {
  const before = read('lib/router/router.js');
  const code = changed('lib/router/router.js', before);
  expect(code).toContain('function fetch() { throw Error(); }');
  expect(code).not.toContain('fetchLoadMatches.forEach((f, key) => {');
  const [after] = /function revalidate\(\) \{[\s\S]*?\n\t\}/.exec(before) ?? [];
  expect(code).toContain(after);
});

it.each(['async function handleFetcherAction(', 'submission && isMutationMethod(submission.formMethod)'])(
  'refuses a router without %s',
  (words) => {
    const other = read('lib/router/router.js').replaceAll(words, 'something else');
    expect(() => changed('lib/router/router.js', other)).toThrow(/has it otherwise than/);
  },
);
