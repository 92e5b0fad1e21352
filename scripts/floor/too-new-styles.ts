import { type Entry, inside, lackedBy } from './compat-data.ts';
import type { Finding } from './too-new-scripts.ts';

type Entries = Record<string, Entry>;

const isLacked = (feature: Entry | undefined): boolean =>
  feature?.__compat !== undefined && lackedBy(feature).length > 0;

/**
 * Judges built styles by what the floor lacks: properties, their key words, functions, at-rules and pseudo-classes. Whatever stands
 * in `@supports` is asked for before it is used.
 */
export function judgeStyles(source: string, data: Entry): Finding[] {
  const css = inside(inside(data).css);
  const [properties, selectors, types, atRules] = ['properties', 'selectors', 'types', 'at-rules'].map((kind) =>
    inside(css[kind]),
  ) as [Entries, Entries, Entries, Entries];
  const functions = [types, ...Object.values(types).map(inside)];
  const found: Finding[] = [];
  const text = withoutAskedFor(source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/"[^"]*"|'[^']*'|url\([^)]*\)/g, '""'));
  const judge = (what: string, feature: Entry | undefined, at: number) => {
    if (isLacked(feature)) found.push({ what, where: text.slice(Math.max(0, at - 60), at + 60) });
  };

  // A name with a maker's prefix is for that maker alone, beside the one for all. Phones have no pointer to shape.
  for (const { 1: name, index } of text.matchAll(/@([a-z][a-z-]*)/g)) judge(`@${name}`, atRules[name!], index);
  for (const { 1: property, 2: value, index } of text.matchAll(/[{;]\s*([a-z][a-z-]*)\s*:\s*([^;{}]+)(?=[;}])/g)) {
    const known = properties[property!];
    judge(property!, known, index);
    if (property === 'cursor' || isLacked(known)) continue;
    const keyWords = inside(known);
    for (const [word] of value!.matchAll(/(?<![\w-])[a-z][a-z-]*(?![\w-]|\()/g))
      judge(`${property}: ${word}`, keyWords[word], index);
    for (const [, name] of value!.matchAll(/(?<![\w-])([a-z][a-z-]*)\(/g)) {
      const known = functions.map((kind) => kind[name!]).filter((one) => one?.__compat);
      judge(`${name}()`, known.every(isLacked) ? known[0] : undefined, index);
    }
  }
  for (const { 1: selector, index } of text.matchAll(/(?:^|[{};])([^{};@]*)(?=\{)/g))
    for (const [, name] of selector!.matchAll(/::?([a-z][a-z-]*)/g)) judge(`:${name}`, selectors[name!], index);
  return found;
}

/** Without the blocks of `@supports`. */
function withoutAskedFor(text: string): string {
  const start = text.indexOf('@supports');
  if (start < 0) return text;
  let depth = 0;
  let end = text.indexOf('{', start);
  do {
    if (text[end] === '{') depth += 1;
    if (text[end] === '}') depth -= 1;
    end += 1;
  } while (depth > 0 && end < text.length);
  return text.slice(0, start) + withoutAskedFor(text.slice(end));
}
