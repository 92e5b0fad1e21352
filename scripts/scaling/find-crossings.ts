import type { Crossing } from './crossings.ts';
import { type Layout, type Reach, reachOf } from './statement-places.ts';

/** From the least to the most. */
const reaches: readonly Reach[] = ['none', 'one shard', 'every shard', 'across'];
/** What lies anywhere; others begin and end transactions, lock tables and the like. */
const placed = /^\s*(?:select|insert|update|delete|with|merge|values)\b/i;

/** What each function asks at most, of those whose statements ask more than one shard. */
export function crossingsOf(statements: ReadonlyMap<string, readonly string[]>, layout: Layout): Record<string, Reach> {
  const found: Record<string, Reach> = {};
  for (const [origin, texts] of statements) {
    const most = Math.max(
      0,
      ...texts.filter((text) => placed.test(text)).map((text) => reaches.indexOf(reachOf(text, layout))),
    );
    if (most >= reaches.indexOf('every shard')) found[origin] = reaches[most]!;
  }
  return found;
}

/**
 * Functions that ask more than the list says; where the whole product was seen, those too of which the list says more than they ask,
 * or that are gone.
 */
export function findUnlisted(
  statements: ReadonlyMap<string, readonly string[]>,
  layout: Layout,
  crossings: readonly Crossing[],
  { isWhole }: { isWhole: boolean },
): string[] {
  const listed: Record<string, Reach> = Object.assign({}, ...crossings.map(({ functions }) => functions));
  const found = crossingsOf(statements, layout);
  const weight = (reach: Reach = 'none') => reaches.indexOf(reach);
  const names = [...new Set([...Object.keys(found), ...Object.keys(listed)])].sort();
  return names
    .filter((name) => (isWhole ? found[name] !== listed[name] : weight(found[name]) > weight(listed[name])))
    .map((name) => `${name} asks ${found[name] ?? 'one shard at most'}, and is listed as ${listed[name] ?? 'nothing'}`);
}
