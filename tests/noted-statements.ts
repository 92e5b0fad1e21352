import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DefaultQueryCompiler, Kysely } from 'kysely';
import { namedStatements } from '../server/platform/database/database.ts';

/** Where the statements of a test run are noted; nowhere unless told. */
const folder = process.env.NOTED_STATEMENTS;
const root = join(import.meta.dirname, '..');

interface Noted {
  texts: string[];
  /** Texts by the function of the server that made them, as `server/features/scanning/scanning.store.ts insertScan`. */
  origins: Record<string, string[]>;
}

const madeBy = new Map<string, Set<string>>();

if (folder) {
  // Both are called by whoever makes the statement, before anything is waited for: the stack still knows it.
  const compile = DefaultQueryCompiler.prototype.compileQuery;
  DefaultQueryCompiler.prototype.compileQuery = function (...given) {
    const compiled = compile.apply(this, given);
    noteOrigin(compiled.sql);
    return compiled;
  };
  const execute = Kysely.prototype.executeQuery;
  Kysely.prototype.executeQuery = function (this: Kysely<unknown>, query: { sql?: string }, ...rest: []) {
    if (query.sql) noteOrigin(query.sql);
    return execute.call(this, query as never, ...rest);
  } as typeof execute;
}

/** Notes a statement for the function that made it, where that is one of the server's. */
function noteOrigin(text: string): void {
  const origin = originOf(stackOf());
  if (!origin) return;
  const texts = madeBy.get(origin) ?? new Set();
  madeBy.set(origin, texts.add(text));
}

function stackOf(): string {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 30;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = limit;
  return stack;
}

/** What runs the statements of others: who made them stands further out. */
const runners = /^server\/platform\/(?:database\/|lists)|^tests\/noted-statements\.ts$/;

/** The innermost function of ours in a stack: file and name; undefined where that is no part of the server. */
export function originOf(stack: string): string | undefined {
  const frames = stack.split('\n').flatMap((line) => {
    const [, name = '', url] = /^ +at (?:async )?(?:(.+?) \()?(?:file:\/\/)?(\/[^):]+)/.exec(line) ?? [];
    if (!url?.startsWith(root) || url.includes('/node_modules/')) return [];
    const file = relative(root, url);
    return runners.test(file) ? [] : [{ file, name: name.split('.').at(-1)! }];
  });
  const [first] = frames;
  if (!first?.file.startsWith('server/') || first.file.endsWith('.test.ts')) return undefined;
  const named = frames.find(({ file, name }) => file === first.file && /^[a-z]\w+$/.test(name));
  return `${first.file} ${named?.name ?? ''}`.trim();
}

/** Notes the statements that this process has sent so far, for servers of other versions, or of many machines, to be asked about. */
export function noteStatements(): void {
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  const origins = Object.fromEntries([...madeBy].map(([origin, texts]) => [origin, [...texts]]));
  writeFileSync(
    join(folder, `${process.pid}.json`),
    JSON.stringify({ texts: namedStatements(), origins } satisfies Noted),
  );
}

const readNoted = (from: string): Noted[] =>
  readdirSync(from).map((name) => JSON.parse(readFileSync(join(from, name), 'utf8')) as Noted);

/** All statements that were noted in a folder, each once. */
export const readStatements = (from: string): string[] =>
  [...new Set(readNoted(from).flatMap(({ texts }) => texts))].sort();

/** The statements of the server's own functions that were noted in a folder, by function. */
export function readOrigins(from: string): Map<string, string[]> {
  const all = new Map<string, Set<string>>();
  for (const { origins } of readNoted(from))
    for (const [origin, texts] of Object.entries(origins))
      all.set(origin, new Set([...(all.get(origin) ?? []), ...texts]));
  return new Map([...all].map(([origin, texts]): [string, string[]] => [origin, [...texts].sort()]).sort());
}
