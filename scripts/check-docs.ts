import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errors } from '../contract/errors.ts';
import { limits } from '../server/platform/limits/limits.ts';
import { settingNames } from '../server/platform/settings.ts';
import { findDeadReferences } from './doc-references.ts';
import { findWrongLimits } from './limits-table.ts';
import { findWrongSettings } from './settings-table.ts';

// Every path and npm script that a document names must exist, README names every setting, and
// docs/limits.md every limit and every code of a 503: `node scripts/check-docs.ts`.
const documents = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => path && existsSync(path));
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const dead = documents.flatMap((path) =>
  findDeadReferences(readFileSync(path, 'utf8'), {
    fileExists: (named) => existsSync(named) || existsSync(join(dirname(path), named)),
    scriptExists: (name) => name in scripts,
  }).map((one) => `${path}: ${one}`),
);
const readme = readFileSync('README.md', 'utf8');
const limitsPage = readFileSync('docs/limits.md', 'utf8');
const unnamed = Object.entries(errors)
  .filter(([code, { status }]) => status === 503 && !limitsPage.includes(`\`${code}\``))
  .map(([code]) => `it does not say when ${code} is answered`);
const wrong = [
  ...dead,
  ...findWrongSettings(readme, settingNames).map((one) => `README.md: ${one}`),
  ...[...findWrongLimits(limitsPage, limits), ...unnamed].map((one) => `docs/limits.md: ${one}`),
];
for (const one of wrong) console.error(one);
if (wrong.length) process.exit(1);
