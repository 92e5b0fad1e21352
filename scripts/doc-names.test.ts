import { expect, test } from 'vitest';
import { findUnknownNames, type Known } from './doc-names.ts';

const known: Known = {
  fileExists: (path) => path === 'tests/a.test.ts',
  scriptOf: (command) => ({ 'npm run db': 'scripts/db.ts', 'npm test': 'scripts/test.mjs' })[command],
  isWritten: (word, script) =>
    (script ? ['backup', 'yes'] : ['TRUST_PROXY', 'holoholo_app', '/dev/mail']).includes(word),
  endpoints: ['POST /api/qr/scan'],
};
const block = (line: string) => `\n\`\`\`\n${line}\n\`\`\`\n`;

test.each([
  '`TRUST_PROXY` and `holoholo_app`, read on `/dev/mail`, sent to `POST /api/qr/scan`',
  'run `npm run db -- backup FILE --yes`, `npm test -- tests/a.test.ts`, `contract/<noun>.ts`, `{PUBLIC_URL}/x`',
  `so:${block('npm test')}`,
])('%s: all of it is there', (text) => {
  expect(findUnknownNames(text, known)).toEqual([]);
});

test.each([
  ['`TRUST_PROXIES`', 'TRUST_PROXIES stands nowhere in the sources'],
  ['`GET /api/qr/scan`', 'GET /api/qr/scan is no endpoint'],
  ['`npm run gone`', 'npm run gone starts nothing'],
  ['`node scripts/gone.mjs`', 'node scripts/gone.mjs starts nothing'],
  ['`npm run db -- restore FILE`', 'npm run db knows no restore'],
  ['`npm run db -- backup FILE --no`', 'npm run db knows no no'],
  ['`npm test -- tests/gone.test.ts`', 'tests/gone.test.ts is not there'],
  [block('PORT=1 npm run gone'), 'npm run gone starts nothing'],
])('%s: is found', (text, problem) => {
  expect(findUnknownNames(text, known)).toEqual([problem]);
});
