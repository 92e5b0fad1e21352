// `npm run verify`: types, lint, house rules and documents; seconds, no database. Quiet on success.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { install, ownNode } from './install.mjs';

process.chdir(join(import.meta.dirname, '..'));
install();

const checks = [
  ['types', 'node_modules/typescript/bin/tsc', ['-p', '.']],
  ['types of the web side', 'node_modules/typescript/bin/tsc', ['-p', 'web']],
  ['types of the service worker', 'node_modules/typescript/bin/tsc', ['-p', 'web/src/worker']],
  ['types of the tests of the web side', 'node_modules/typescript/bin/tsc', ['-p', 'tests/e2e']],
  ['lint and format', 'node_modules/@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']],
  ['house rules', 'scripts/check-house.ts', []],
  ['documents', 'scripts/check-docs.ts', []],
  ['words', 'scripts/check-messages.ts', []],
];
let failed = 0;
for (const [title, file, args] of checks) {
  const { status, stdout, stderr } = spawnSync(ownNode, [file, ...args], { encoding: 'utf8' });
  if (status === 0) continue;
  failed += 1;
  process.stdout.write(`${title}:\n${stdout}${stderr}\n`);
}
process.exit(failed ? 1 : 0);
