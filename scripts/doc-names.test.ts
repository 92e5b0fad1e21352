import { expect, test } from 'vitest';
import { findUnknownNames, type Known } from './doc-names.ts';

const files = ['tests', 'tests/a.test.ts', 'tests/chaos', 'tests/chaos/b.test.ts', 'server', 'server/app.ts'];
const written = [
  'TRUST_PROXY',
  'holoholo_app',
  'backup',
  'yes',
  'role',
  'create',
  'PUBLIC_URL',
  'npm',
  'run',
  'db',
  'test',
];
const known: Known = {
  fileExists: (path) =>
    files.some(
      (file) => file === path || file.split('/').at(-1) === path || (path === '*.test.ts' && file.endsWith('.test.ts')),
    ),
  scriptOf: (command) => ({ 'npm run db': 'scripts/db.ts', 'npm test': 'scripts/test.mjs' })[command],
  isWritten: (word, file) =>
    file === 'server/app.ts'
      ? word === 'createApp'
      : (file ? ['backup', 'yes'] : [...written, 'createApp', 'FILE']).includes(word),
  isForeign: (word) => word === 'ExecStart',
  endpoints: ['POST /api/qr/scan'],
  pages: ['/location/:id'],
};
const block = (lines: string, info = '') => `\n\`\`\`${info}\n${lines}\n\`\`\`\n`;
const treeOf = (chaos: string, beside: string) =>
  block(`tests/        all tests; ${beside}\n  ${chaos}/ crashes\nserver/`);

test.each([
  '`TRUST_PROXY` and `holoholo_app`, sent to `POST /api/qr/scan`, is in `tests/chaos/` and `app.ts`',
  'run `npm run db -- backup FILE --yes`; `npm test -- tests/a.test.ts`, `<noun>.test.ts`, `{PUBLIC_URL}/location/7`',
  '`createApp` (`server/app.ts`)',
  `so:${block('npm test   the tests')}`,
  block('# What an operator says\nExecStart=npm test', 'ini'),
  block("create role holoholo_app 'in words'", 'sql'),
  treeOf('chaos', 'tests/a.test.ts and b.test.ts'),
])('%s: all of it is there', (text) => {
  expect(findUnknownNames(text, known)).toEqual([]);
});

test.each([
  ['`TRUST_PROXIES`', 'TRUST_PROXIES is no file and stands nowhere in the code'],
  ['so that `create owner holoholo_app` runs', 'owner is no file and stands nowhere in the code'],
  ['`GET /api/qr/scan`', 'GET /api/qr/scan is no endpoint'],
  ['`/locations/7`', '/locations/7 is no file and stands nowhere in the code'],
  ['`gone.test.ts`', 'gone.test.ts is no file and stands nowhere in the code'],
  ['`npm run gone`', 'npm run gone starts nothing'],
  ['`npm run db -- create FILE`', 'npm run db knows no create'],
  ['`npm run db -- backup FILE`, `create FILE`', 'npm run db knows no create'],
  ['`npm test -- tests/gone.test.ts`', 'tests/gone.test.ts is no file and stands nowhere in the code'],
  ['`holoholo_app` in `server/app.ts`', 'holoholo_app is not in server/app.ts'],
  [block('PORT=1 npm run gone'), 'npm run gone starts nothing'],
  [block('ExecStop=npm test', 'ini'), 'ExecStop is no file and stands nowhere in the code'],
  [block('create owner holoholo_app', 'sql'), 'owner is no file and stands nowhere in the code'],
  [treeOf('order', 'tests/a.test.ts'), 'tests/order/ is not there'],
  [treeOf('chaos', 'c.test.ts'), 'c.test.ts is not in tests/'],
])('%s: is found', (text, problem) => {
  expect(findUnknownNames(text, known)).toContain(problem);
});
