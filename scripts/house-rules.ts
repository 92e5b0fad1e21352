import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'vite';

/** Source text by path from the project's root. */
export type Sources = ReadonlyMap<string, string>;

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

const isTest = (path: string) => /\.test\.tsx?$|^(tests|bench)\//.test(path);
/** The web feature that others build on: what is shown of a listing, on the map as in a list. It imports none of them. */
const shownByOthers = 'listings';
const feature = (path: string) => path.match(/^(server|web\/src)\/features\/([^/]+)\/(.+)$/);

/** Every break of the house rules, as a sentence that says where the code belongs instead. */
export function findBreaks(sources: Sources): string[] {
  const imports = [...sources].flatMap(([path, text]) => readImports(path, text));
  const zodFiles = filesReaching(imports, 'zod');
  return [
    ...imports.flatMap((one) => judgeImport(one, zodFiles)),
    ...featureCycles(imports),
    ...endpointsNotListed(sources),
    ...[...sources.keys()].flatMap(judgeName),
    ...[...sources].flatMap(([path, text]) => judgeText(path, text)),
    ...[...sources].flatMap(([path, text]) => judgeCalls(path, text)),
    ...fakedAnswers(sources),
  ];
}

/** What a file imports and re-exports, as the compiler's parser of the build reads it. */
function readImports(from: string, text: string): Import[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(from, text).module;
  const found = [
    ...staticImports.map(({ moduleRequest, entries }) => ({ target: moduleRequest.value, entries })),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap((entry) =>
        entry.moduleRequest ? [{ target: entry.moduleRequest.value, entries: [entry] }] : [],
      ),
    ),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => ({
      target: text.slice(start, end).replace(/^['"`]|['"`]$/g, ''),
      entries: [],
    })),
  ];
  return found.map(({ target, entries }) => {
    const to = target.startsWith('.') ? normalize(join(dirname(from), target)).replaceAll('\\', '/') : target;
    return { from, to, typeOnly: entries.length > 0 && entries.every(({ isType }) => isType) };
  });
}

/** Files that bring a package along when they are imported for their values. */
function filesReaching(imports: readonly Import[], packageName: string): Set<string> {
  const reaching = new Set<string>();
  for (let before = -1; before !== reaching.size; ) {
    before = reaching.size;
    for (const { from, to, typeOnly } of imports)
      if (!typeOnly && (to === packageName || reaching.has(to))) reaching.add(from);
  }
  return reaching;
}

function judgeImport({ from, to, typeOnly }: Import, zodFiles: Set<string>): string[] {
  const breaks: string[] = [];
  const say = (rule: string) => breaks.push(`${from} imports ${to}: ${rule}`);
  const ours = /^(contract|server|web|db|tests|bench|scripts|simulators)\//.test(to);
  if (from.startsWith('contract/') && ours && !to.startsWith('contract/')) {
    say('the contract imports nothing of ours; put what both sides need into contract/');
  }
  if (isTest(from)) return breaks;
  if (from.startsWith('server/') && to.startsWith('web/'))
    say('the server loads the built web side only; they meet in contract/');
  if (from.startsWith('web/') && /^(server|db)\//.test(to))
    say('the web side never imports the server; they meet in contract/');
  if (from.startsWith('web/') && !typeOnly && to.startsWith('contract/') && zodFiles.has(to)) {
    say('it brings zod into the browser; use `import type`, or move the value to a file of contract/ without zod');
  }
  if (from.startsWith('simulators/') && /^(server\/features|web|db)\//.test(to))
    say('the simulated platforms know nothing of how the product reads them; they may use server/platform/');
  if (to === 'react-hook-form' && !from.startsWith('web/src/desk/'))
    say('only desks hold long forms together; use web/src/desk/long-form.tsx');
  if (from.startsWith('web/src/ui/') && ours && !to.startsWith('web/src/ui/'))
    say('ui knows no product; pass it in as a property');
  const here = feature(from);
  const there = feature(to);
  if (here && there && here[1] === there[1] && here[2] !== there[2]) {
    if (here[1] === 'web/src') {
      if (there[2] !== shownByOthers) say('web features do not import each other; compose them in a screen');
    } else if (there[3] !== `${there[2]}.ts`) say(`use the public face server/features/${there[2]}/${there[2]}.ts`);
  }
  if (from.startsWith('server/platform/') && to.startsWith('server/features/'))
    say('the platform knows no product; pass it in from server/app.ts');
  if (here?.[1] === 'web/src' && /^web\/src\/(screens|shell)\//.test(to))
    say('screens and the shell compose features, never the other way');
  if (/^web\/src\/shell\//.test(from) && to.startsWith('web/src/screens/'))
    say('the shell stands around every screen and knows none; move what both need into shell/');
  return breaks;
}

/** Server features stand in an order; a cycle between them has none. */
function featureCycles(imports: readonly Import[]): string[] {
  const edges = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const here = feature(from)?.[2];
    const there = feature(to)?.[2];
    if (!from.startsWith('server/') || isTest(from) || !here || !there || here === there) continue;
    edges.set(here, (edges.get(here) ?? new Set()).add(there));
  }
  const reaches = (start: string, goal: string, seen = new Set<string>()): boolean =>
    [...(edges.get(start) ?? [])].some((next) => {
      if (next === goal) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, goal, seen);
    });
  const cyclic = [...edges.keys()].filter((name) => reaches(name, name)).sort();
  return cyclic.length
    ? [`server features in a cycle: ${cyclic.join(', ')}; move what they share into one that comes before all of them`]
    : [];
}

const tableOfContents = 'contract/index.ts';

/** Endpoints that the contract does not list, which nothing would mount, test or describe. */
function endpointsNotListed(sources: Sources): string[] {
  const index = withoutComments(sources.get(tableOfContents) ?? '');
  return [...sources].flatMap(([path, text]) => {
    if (!path.startsWith('contract/') || isTest(path)) return [];
    const names = [...withoutComments(text).matchAll(/\bconst (\w+) = endpoint\(/g)].map(([, name]) => name!);
    const [, namespace] = index.match(new RegExp(`import \\* as (\\w+) from '\\./${path.slice(9)}'`)) ?? [];
    return names
      .filter((name) => !namespace || !new RegExp(`\\b${namespace}\\.${name}\\b`).test(index))
      .map((name) => `${path}: list ${name} in ${tableOfContents}; an endpoint that is not there is in no contract`);
  });
}

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '');

const vagueNames = /^(utils?|helpers?|common|misc|shared|stuff|lib)(\.|$)/;
const suffixes = /^(routes|access|store|jobs|test|module|d|config)$/;

function judgeName(path: string): string[] {
  const parts = path.split('/');
  const name = parts.at(-1)!;
  const breaks: string[] = [];
  if (parts.some((part) => vagueNames.test(part)))
    breaks.push(`${path}: say what it holds; utils, helpers, common and the like hold anything`);
  if (/^index\.tsx?$/.test(name) && !['contract/index.ts', 'web/src/messages/index.ts'].includes(path)) {
    breaks.push(`${path}: no barrels; import the file that holds it`);
  }
  const pieces = name.split('.').slice(1, -1);
  if (!/^[a-z0-9.-]+$/.test(name) || pieces.some((piece) => !suffixes.test(piece))) {
    breaks.push(`${path}: kebab-case, with no suffix but routes, access, store, jobs, test and module`);
  }
  return breaks;
}

/** Places that may hold what a rule keeps out of all others. */
const allowed = {
  sql: /\.store\.ts$|^server\/platform\/(database\/(database|migrations)|jobs\/jobs|embedded\/postgres[a-z-]*)\.ts$|^db\//,
  environment: /^server\/(platform\/settings|main)\.ts$|^(scripts|tests|bench)\/|\.config\.ts$/,
  time: /^server\/main\.ts$|^server\/platform\/embedded\/postgres|^(scripts|tests|bench|web)\//,
};

/** Where the web side calls the network, and what ends each call where nothing comes. All other calls are `exchange`'s. */
export const callers: Record<string, string> = {
  'web/src/api.ts': '`exchange`: ten seconds to the last byte',
  'web/src/fetch-alive.ts': 'a file that may be long: ten seconds in which nothing comes',
  'web/src/gone-scripts.ts': 'whether a script is there: ten seconds, for the head of an answer alone',
  'web/src/device/shown-pictures.ts': 'a picture that is kept: ten seconds',
  'web/src/desk/send-upload.ts': 'by XMLHttpRequest, which tells how much has left; it has a deadline of its own',
  'web/src/desk/report-file.ts': 'a file that a POST is answered with, under its name: ten seconds to the last byte',
  'web/src/worker/answers.ts':
    'a page is answered without it in time, a picture is given up; a newer picture, beside the page, has a minute',
  'web/src/worker/app-cache.ts': 'the application, beside the page: each file of it has a minute',
};

const calling = /(?<!\.)\bfetch\(|\b(window|self|globalThis)\.fetch\(|\bnew XMLHttpRequest\b/;

/** A call without a deadline waits for ever on a network that swallows it. */
function judgeCalls(path: string, text: string): string[] {
  if (!path.startsWith('web/src/') || isTest(path)) return [];
  const isCalling = calling.test(withoutComments(text));
  if (isCalling === path in callers) return [];
  return [
    isCalling
      ? `${path}: every call has a deadline; use the api, or exchange of web/src/api.ts`
      : `${path}: it calls nothing any more; take it off the list of scripts/house-rules.ts`,
  ];
}

/**
 * How many answers tests make up in the server's place, at most: a made-up answer shows what a page does with it, never that the
 * server gives it. A refusal of ours can be had from the server (CONTRIBUTING.md). One that goes lowers this.
 */
const mostFaked = 52;
const faking = ['answer', 'alter', 'garble', 'refuse', 'refuseOnce', 'findWrong'];

function fakedAnswers(sources: Sources): string[] {
  let count = 0;
  for (const [path, text] of sources) {
    const [, imported] = text.match(/import \{([^}]*)\} from '\.\/answers\.ts'/) ?? [];
    if (!path.startsWith('tests/e2e/') || !imported) continue;
    const names = imported.split(',').map((name) => name.trim());
    const made = names.filter((name) => faking.includes(name)).join('|');
    if (made) count += [...withoutComments(text).matchAll(new RegExp(`(?<!\\.)\\b(${made})[<(]`, 'g'))].length;
  }
  return count > mostFaked
    ? [`tests/e2e: ${count} answers are made up, of ${mostFaked} at most; have the server itself answer so`]
    : [];
}

/** Where tests answer requests of a browser: each answer in the server's place is parsed with the contract there. */
const answering = /^tests\/e2e\/(faked-)?answers\.ts$/;

function judgeText(path: string, text: string): string[] {
  if (/^tests\/(e2e|browsers)\//.test(path) && !answering.test(path) && /\.fulfill\(/.test(withoutComments(text)))
    return [`${path}: requests of a browser are answered by tests/e2e/answers.ts`];
  if (isTest(path) || /^(scripts|tools)\//.test(path)) return [];
  const breaks: string[] = [];
  const code = withoutComments(text);
  if (
    path.startsWith('server/') &&
    !allowed.sql.test(path) &&
    /\bsql[`<]|\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\.query\(/.test(code)
  ) {
    breaks.push(`${path}: SQL stands in *.store.ts only`);
  }
  if (path.startsWith('server/') && /\b(select|returning)All\(|\b(select|returning) \*/.test(code))
    breaks.push(`${path}: name the columns; "all columns" fails in a running process when a newer version adds one`);
  if (path.startsWith('server/') && code.includes('Pacific/Honolulu'))
    breaks.push(`${path}: Hawaiʻi's time is hawaiiZone of contract/hawaii-time.ts`);
  if (/process\.env\b/.test(code) && !allowed.environment.test(path))
    breaks.push(`${path}: settings are read in server/platform/settings.ts only`);
  if (/\bDate\.now\(\)|new Date\(\)/.test(code) && !allowed.time.test(path))
    breaks.push(`${path}: the time comes from the context's clock`);
  if (/\bMath\.random\(/.test(code) && path.startsWith('server/'))
    breaks.push(`${path}: chance comes from node:crypto`);
  if (/dangerouslySetInnerHTML|\bstyle=\{/.test(code) && path.startsWith('web/')) {
    breaks.push(`${path}: the page's policy forbids style attributes and inner HTML; use a class`);
  }
  const lines = text.split('\n').length;
  const isData = /^db\/seed\/(listings|places|people)|\/messages\//.test(path);
  if (lines > 350 && !isData && !/^\/\/ (Long|Over)/.test(text))
    breaks.push(`${path}: ${lines} lines; split it by verb, or say in its first line why not`);
  return breaks;
}
