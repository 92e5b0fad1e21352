import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { contract } from '../contract/index.ts';
import { toolPage, toolScreens, toolSlugs } from '../contract/knowledge-tools.ts';
import { foreignNames } from './doc-claims/foreign-names.ts';
import type { Known } from './doc-names.ts';

/** What documents are compared with, read once. */
export interface Checkout {
  /** Paths of all files. */
  paths: ReadonlySet<string>;
  /** Paths of all documents. */
  documents: string[];
  /** The code by its path, without its comments and without these checks. */
  code: ReadonlyMap<string, string>;
  /** Whether what runs has such a text. */
  says(piece: string): boolean;
  read(path: string): string;
  /** What a document at that path may name. */
  known(document: string): Known & { scriptExists(name: string): boolean; screenExists(address: string): boolean };
}

/** What texts of the knowledge base may link to: the screens of its tools, and their pages in it. */
const screens = new Set<string>(toolSlugs.flatMap((slug) => [toolPage(slug), ...toolScreens[slug]]));

export function readCheckout(): Checkout {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => path && existsSync(path));
  const read = once((path) => readFileSync(path, 'utf8'));
  const sources = files
    .filter((path) => /\.(tsx?|m[jt]s|sql|css|json|html)$|^\.ci\/run$/.test(path))
    .filter((path) => !/^(package-lock\.json|scripts\/(doc-|check-docs))/.test(path));
  const code = new Map(sources.map((path) => [path, withoutComments(path, read(path))]));
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

  const running = sources.filter((path) => /^(server|scripts)\//.test(path) && !path.includes('.test.'));
  const paths = new Set(files.flatMap(withFolders));
  const names = new Set([...paths].map((path) => basename(path)));
  const fileExists = once((path) =>
    path.includes('*')
      ? [...(path.includes('/') ? paths : names)].some((one) => asPattern(path).test(one))
      : path.includes('/')
        ? paths.has(path)
        : names.has(path),
  );
  const textOf = once((script) => [script, ...importsOf(script, read(script))].map(read).join('\n'));
  const whole = [...code.values()].join('\n');
  const isWritten = once((asked) => {
    const [word = '', file] = asked.split('\n');
    const text = file ? textOf(file) : whole;
    return text.includes(word) && asWord(word).test(text);
  });
  const pages = [
    ...contract.map(({ path }) => path),
    ...[...read('web/src/routes.tsx').matchAll(/path: '([^'*]+)'/g)].map(([, path]) => join('/', path!)),
  ].map((path) => path.replace(/\{(\w+)\}/g, ':$1'));

  return {
    paths: new Set(files),
    documents: files.filter((path) => path.endsWith('.md')),
    code,
    says: once((piece) => running.some((path) => read(path).includes(piece))),
    read,
    known: (document) => ({
      fileExists: (path) => fileExists(path) || fileExists(join(dirname(document), path)),
      scriptExists: (name) => name in scripts,
      screenExists: (address) => screens.has(address),
      scriptOf: (command) => {
        const name = command.replace(/^(npm run|npm|node) /, '');
        const file = command.startsWith('node ') ? name : scripts[name]?.split(' ').at(-1);
        return file && paths.has(file) ? file : undefined;
      },
      isWritten: (word, file = '') => isWritten(`${word}\n${file}`),
      isForeign: (word) => foreignNames.has(word),
      endpoints: contract.map(({ method, path }) => `${method} ${path}`),
      pages,
    }),
  };
}

/** Asks once for each name. */
function once<Answer>(ask: (name: string) => Answer): (name: string) => Answer {
  const answers = new Map<string, Answer>();
  return (name) => {
    if (!answers.has(name)) answers.set(name, ask(name));
    return answers.get(name)!;
  };
}

const withFolders = (path: string): string[] => path.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'));

const asPattern = (path: string) => new RegExp(`^${path.split('*').map(RegExp.escape).join('[^/]*')}$`);
const asWord = (word: string) => new RegExp(`(?<![\\w-])${RegExp.escape(word)}(?![\\w-])`);

/** Comments are prose, in which any word may stand. */
function withoutComments(path: string, text: string): string {
  if (path.endsWith('.sql')) return text.replace(/(?<=^|\s)-- .*$/gm, '');
  return path.endsWith('.json') ? text : text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(?<=^|\s)\/\/ .*$/gm, '');
}

const importsOf = (script: string, text: string): string[] =>
  [...text.matchAll(/from '(\.[^']+)'/g)].map(([, path]) => join(dirname(script), path!));
