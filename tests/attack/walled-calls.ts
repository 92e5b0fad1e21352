import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Functions that do work given to them behind the wall. */
const openers = /(?<!function )\b(?:withTenant|forPartner|reading|withinOwn)(?:<[^>]*>)?\(/g;

/**
 * What the server does behind the wall: by file, the functions that are handed the transaction of a tenant, in the order they stand in. Of
 * work that stands elsewhere its name.
 */
export async function findWalledCalls(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for await (const file of glob('server/**/*.ts', { cwd: root })) {
    if (file.endsWith('.test.ts')) continue;
    const calls = walledCallsOf(await readFile(join(root, file), 'utf8'));
    if (calls.length) found[file.slice('server/'.length)] = [...new Set(calls)];
  }
  return found;
}

/** The same of one file's text. */
export function walledCallsOf(text: string): string[] {
  return [...text.matchAll(openers)].flatMap(({ index, 0: opener }) => {
    const begin = index + opener.length;
    const given = text.slice(begin, endOf(text, begin));
    const work = /(?:async )?\((\w+)(?:, [^)]*)?\) =>/.exec(given);
    if (!work) return [/(\w+),?\s*$/.exec(given)?.[1] ?? given];
    const body = given.slice(work.index + work[0].length);
    return [...body.matchAll(new RegExp(`\\b${work[1]}\\b`, 'g'))].map((use) => calleeAt(body, use.index));
  });
}

/** Where the parenthesis that was opened before an index is closed. */
function endOf(text: string, from: number): number {
  for (let at = from, open = 1; at < text.length; at++) {
    if (text[at] === '(') open++;
    if (text[at] === ')' && --open === 0) return at;
  }
  throw new Error('a parenthesis is not closed');
}

/** The function to which what stands at an index is given; the text itself where it is used otherwise. */
function calleeAt(text: string, index: number): string {
  for (let at = index - 1, closed = 0; at >= 0; at--) {
    if (text[at] === ')') closed++;
    if (text[at] === '(' && closed-- === 0)
      return /[\w.]+$/.exec(text.slice(0, at))?.[0] ?? text.slice(index, index + 40);
  }
  return text.slice(index, index + 40);
}
