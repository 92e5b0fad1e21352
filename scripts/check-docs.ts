import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errors } from '../contract/errors.ts';
import { contract } from '../contract/index.ts';
import { limits } from '../server/platform/limits/limits.ts';
import { settingNames } from '../server/platform/settings.ts';
import { documentFigures } from './doc-claims/documents.ts';
import { findWrongFigures } from './doc-figures.ts';
import { findUnknownNames, type Known } from './doc-names.ts';
import { findWrongOrder, listFeatureUses } from './doc-order.ts';
import { findUnsaidQuotes } from './doc-quotes.ts';
import { findDeadReferences, findMisnamedDecisions } from './doc-references.ts';
import { findWrongLimits } from './limits-table.ts';
import { isDefault } from './settings-defaults.ts';
import { findWrongSettings } from './settings-table.ts';

// Every path and npm script that a document names must exist, each of its figures is that of the sources, docs/settings.md names
// every setting with its default, docs/limits.md every limit and every code of a 503, and docs/operating.md quotes only what is
// said: `node scripts/check-docs.ts`.
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
const read = (path: string) => readFileSync(path, 'utf8');
const running = [...sources].filter(([path]) => /^(server|scripts)\//.test(path) && !path.includes('.test.'));
const limitsPage = read('docs/limits.md');
const unnamed = Object.entries(errors)
  .filter(([code, { status }]) => status === 503 && !limitsPage.includes(`\`${code}\``))
  .map(([code]) => `it does not say when ${code} is answered`);
const wrong = [
  ...dead,
  ...unknown,
  // What came when is no claim about what is.
  ...documents
    .filter((path) => path !== 'CHANGELOG.md')
    .flatMap((path) => findWrongFigures(path, documentFigures[path] ?? { claims: [] }, read)),
  ...Object.keys(documentFigures)
    .filter((path) => !documents.includes(path))
    .map((path) => `scripts/doc-claims/documents.ts: ${path} is not there`),
  ...findWrongOrder(read('ARCHITECTURE.md'), listFeatureUses(sources)).map((one) => `ARCHITECTURE.md: ${one}`),
  ...findMisnamedDecisions(documents, read),
  ...findWrongSettings(read('docs/settings.md'), settingNames, isDefault).map((one) => `docs/settings.md: ${one}`),
  ...findWrongSettings(read('README.md'), settingNames, isDefault, false).map((one) => `README.md: ${one}`),
  ...findUnsaidQuotes(
    read('docs/operating.md'),
    running.map(([, text]) => text),
    read('server/features/operations/operations.routes.ts'),
  ).map((one) => `docs/operating.md: ${one}`),
  ...[...findWrongLimits(limitsPage, limits), ...unnamed].map((one) => `docs/limits.md: ${one}`),
];
for (const one of wrong) console.error(one);
if (wrong.length) process.exit(1);
