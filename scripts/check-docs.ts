import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errors } from '../contract/errors.ts';
import { contract } from '../contract/index.ts';
import { limits } from '../server/platform/limits/limits.ts';
import { settingNames } from '../server/platform/settings.ts';
import { findWrongFigures } from './doc-figures.ts';
import { figures } from './doc-figures-named.ts';
import { findUnknownNames, type Known } from './doc-names.ts';
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

/** The sources, as far as documents may name what is in them; the words of these checks are none. */
const sources = new Map(
  execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => /\.(tsx?|m[jt]s|sql|css|json|html)$|^\.ci\/run$/.test(path))
    .filter((path) => !/^(package-lock\.json|scripts\/(doc-|check-docs))/.test(path) && existsSync(path))
    .map((path) => [path, readFileSync(path, 'utf8')]),
);
const fileNames = new Set([...sources.keys()].map((path) => basename(path)));
const asWord = (word: string) => new RegExp(`(?<!\\w)${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`);
/** A script with what it imports itself. */
function textsOf(script: string): string[] {
  const text = readFileSync(script, 'utf8');
  const imported = [...text.matchAll(/from '(\.[^']+)'/g)].map(([, path]) => join(dirname(script), path!));
  return [text, ...imported.map((path) => readFileSync(path, 'utf8'))];
}
const known: Known = {
  fileExists: (path) => existsSync(path) || fileNames.has(path),
  scriptOf: (command) => {
    const name = command.replace(/^(npm run|npm|node) /, '');
    const file = command.startsWith('node ') ? name : scripts[name]?.split(' ').at(-1);
    return file && existsSync(file) ? file : undefined;
  },
  isWritten: (word, script) =>
    (script ? textsOf(script) : [...sources.values()]).some((text) => asWord(word).test(text)),
  endpoints: contract.map(({ method, path }) => `${method} ${path}`),
};
/** Names of others that decisions tell of, as what was not taken. */
const foreign = [
  'levenshtein',
  'navigator.sendBeacon',
  'pg_ctl',
  'pg_dump',
  'limit_conn',
  '/etc/holoholo.env',
  '/srv/holoholo/current',
  '/etc/systemd/system/holoholo.service',
  '/etc/systemd/system/holoholo-backup.service',
  '/etc/systemd/system/holoholo-backup.timer',
].map((name) => `${name} stands nowhere in the sources`);
const found = documents
  .filter((path) => path !== 'CHANGELOG.md')
  .flatMap((path) => findUnknownNames(readFileSync(path, 'utf8'), known).map((problem) => ({ path, problem })));
const unknown = [
  ...found.filter(({ problem }) => !foreign.includes(problem)).map(({ path, problem }) => `${path}: ${problem}`),
  ...foreign
    .filter((one) => !found.some(({ problem }) => problem === one))
    .map((one) => `no document says that ${one}`),
];
const readme = readFileSync('README.md', 'utf8');
const limitsPage = readFileSync('docs/limits.md', 'utf8');
const unnamed = Object.entries(errors)
  .filter(([code, { status }]) => status === 503 && !limitsPage.includes(`\`${code}\``))
  .map(([code]) => `it does not say when ${code} is answered`);
const wrong = [
  ...dead,
  ...unknown,
  ...findWrongFigures(figures, (path) => readFileSync(path, 'utf8')),
  ...findWrongSettings(readme, settingNames).map((one) => `README.md: ${one}`),
  ...[...findWrongLimits(limitsPage, limits), ...unnamed].map((one) => `docs/limits.md: ${one}`),
];
for (const one of wrong) console.error(one);
if (wrong.length) process.exit(1);
