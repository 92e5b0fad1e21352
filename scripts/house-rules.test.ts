import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { callers, findBreaks } from './house-rules.ts';

const breaksOf = (files: Record<string, string>) => findBreaks(new Map(Object.entries(files)));

describe('the house rules', () => {
  test('find nothing in a house in order', () => {
    const files = {
      'contract/scanning.ts': "import { z } from 'zod';\nimport { code } from './code-form.ts';",
      'contract/code-form.ts': 'export const code = 1;',
      'contract/places.ts': 'export const getPlace = endpoint({});',
      'contract/index.ts':
        "import * as places from './places.ts';\n/** All. */\nexport const contract = [places.getPlace];",
      'server/features/scanning/scanning.ts':
        "import { find } from './scanning.store.ts';\nimport { x } from '../places/places.ts';",
      'server/features/scanning/scanning.store.ts': 'await sql`select 1`;',
      'server/features/places/places.ts': "import { z } from 'zod';",
      'web/src/screens/scan.tsx':
        "import type { Scan } from '../../../contract/scanning.ts';\nimport { code } from '../../../contract/code-form.ts';",
      'web/src/fetch-alive.ts': 'const answer = await fetch(address, { signal });',
      'web/src/screens/packs.tsx': "{words.fetch(size)} // never fetch('/api/packs')",
      'tests/e2e/packs.test.ts': `import { cut, refuse } from './answers.ts';\n${'cut(page); refuse(page);\n'.repeat(52)}`,
      'web/src/features/map/map.tsx': "import { Facts } from '../listings/facts.tsx';",
      'tests/e2e/answers.ts': 'route.fulfill({ json })',
      'web/src/screens/codes.tsx': "import { type Scan } from '../../../contract/scanning.ts';",
    };
    expect(breaksOf(files)).toEqual([]);
  });

  test.each<[string, Record<string, string>]>([
    ['the contract imports nothing of ours', { 'contract/a.ts': "import { b } from '../server/b.ts';" }],
    ['contract/a.ts: list getA', { 'contract/a.ts': 'export const getA = endpoint({ method' }],
    [
      'contract/a.ts: list getB',
      {
        'contract/a.ts': 'export const getA = endpoint({});\nexport const getB = endpoint({});',
        'contract/index.ts': "import * as a from './a.ts';\nconst contract = [a.getA]; // a.getB",
      },
    ],
    ['they meet in contract', { 'server/a.ts': "import { b } from '../web/src/b.ts';" }],
    ['they meet in contract', { 'web/src/a.ts': "export { b } from '../../server/b.ts';" }],
    ['only desks hold long forms', { 'web/src/ui/a.ts': "import { useForm } from 'react-hook-form';" }],
    ['they meet in contract', { 'web/src/a.ts': "const b = await import('../../server/b.ts');" }],
    [
      'brings zod into the browser',
      {
        'web/src/a.ts': "import { s } from '../../contract/s.ts';",
        'contract/s.ts': "import { t } from './t.ts';",
        'contract/t.ts': "import { z } from 'zod';",
      },
    ],
    [
      'know nothing of how the product reads them',
      { 'simulators/a.ts': "import { b } from '../server/features/b/b.ts';" },
    ],
    ['ui knows no product', { 'web/src/ui/a.tsx': "import { b } from '../messages/index.ts';" }],
    ['compose them in a screen', { 'web/src/features/a/a.ts': "import { b } from '../b/b.ts';" }],
    ['compose them in a screen', { 'web/src/features/listings/a.ts': "import { b } from '../b/b.ts';" }],
    ['never the other way', { 'web/src/features/a/a.ts': "import { Shell } from '../../shell/shell.tsx';" }],
    ['the shell stands around', { 'web/src/shell/a.tsx': "import { A } from '../screens/a/a.tsx';" }],
    ['public face', { 'server/features/a/a.ts': "import { b } from '../b/b.store.ts';" }],
    [
      'in a cycle: a, b',
      {
        'server/features/a/a.ts': "import { b } from '../b/b.ts';",
        'server/features/b/b.ts': "import { a } from '../a/a.ts';",
      },
    ],
    ['the platform knows no product', { 'server/platform/a.ts': "import { b } from '../features/b/b.ts';" }],
    ['say what it holds', { 'server/platform/utils.ts': '' }],
    ['no barrels', { 'server/features/a/index.ts': '' }],
    ['kebab-case', { 'server/features/a/MyThing.ts': '' }],
    ['kebab-case', { 'server/features/a/a.service.ts': '' }],
    ['SQL stands in', { 'server/features/a/a.ts': "db.selectFrom('users')" }],
    ['name the columns', { 'server/features/a/a.store.ts': "db.selectFrom('users').selectAll()" }],
    ['name the columns', { 'server/features/a/a.store.ts': 'sql`delete from users returning *`' }],
    ['SQL stands in', { 'server/features/a/a.routes.ts': 'await sql`select 1`' }],
    ['hawaiiZone of contract', { 'server/features/a/a.store.ts': "sql`select now() at time zone 'Pacific/Honolulu'`" }],
    ['settings are read', { 'server/features/a/a.ts': 'process.env.PORT' }],
    ["the context's clock", { 'server/features/a/a.ts': 'const now = new Date();' }],
    ['node:crypto', { 'server/features/a/a.ts': 'Math.random()' }],
    ['use a class', { 'web/src/ui/a.tsx': '<p style={{ color: x }} />' }],
    ['every call has a deadline', { 'web/src/features/a/a.ts': "const reply = await fetch('/api/a');" }],
    ['every call has a deadline', { 'web/src/a.ts': "void window.fetch('/api/a');" }],
    ['every call has a deadline', { 'web/src/a.ts': 'const request = new XMLHttpRequest();' }],
    ['take it off the list', { 'web/src/fetch-alive.ts': '// It was fetch(address) once.' }],
    [
      '53 answers are made up',
      {
        'tests/e2e/a.test.ts': `import { answer, at, refuse } from './answers.ts';\n${'await refuse(page);\n'.repeat(50)}`,
        'tests/e2e/b.test.ts': `import { alter } from './answers.ts';\n${'await alter<A>(page);\n'.repeat(3)}`,
      },
    ],
    ['are answered by tests/e2e/answers.ts', { 'tests/e2e/a.test.ts': 'route.fulfill({ json })' }],
    ['are answered by tests/e2e/answers.ts', { 'tests/browsers/a.test.ts': 'route.fulfill({ json })' }],
    ['split it by verb', { 'server/features/a/a.ts': '\n'.repeat(400) }],
  ])('find: %s', (rule, files) => {
    expect(breaksOf(files).join('\n')).toContain(rule);
  });

  test('excuse no file from the deadline that is not there', () => {
    expect(Object.keys(callers).filter((path) => !existsSync(path))).toEqual([]);
  });
});
