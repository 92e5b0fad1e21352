/** One form of an entry: its words as they stand, `{0}` for what is filled in first, and what they look like on screen. */
export interface Form {
  words: string;
  pattern: RegExp;
}

/** What arguments may be; a kind with two values shows by their difference where an argument stands in the words. */
const kinds = {
  text: ['Qua', 'Zyx'],
  many: [734, 856],
  moment: ['2007-03-04T20:00:00Z', '2019-11-25T07:45:30Z'],
  zero: [0],
  one: [1],
  yes: [true],
  no: [false],
  nothing: [null],
} as const satisfies Record<string, readonly [unknown, unknown?]>;
type Kind = keyof typeof kinds;
type Part = string | number;

/** How an amount of whole dollars ends; what is shown may have any cents. */
const cents = '00';

/** What only a value of the wrong kind makes of words. */
const nonsense = /\b(undefined|NaN|null|true|false|Invalid Date|19(69|70))\b|\[object/;
const hasLetters = (text: string) => /\p{L}/u.test(text);

/**
 * Every form of an entry: the entry itself, or for a function each sentence it can make. None for an entry without
 * letters; undefined for a function that makes no sense of any argument. The longest come first: what is said with more
 * words is not what is said with fewer.
 */
export function formsOf(entry: unknown): Form[] | undefined {
  if (typeof entry !== 'function') return toForms([withPlaces(String(entry))]);
  const made = combinationsOf(entry.length).flatMap((combination) => {
    const parts = fillIn(entry as (...values: unknown[]) => unknown, combination);
    return parts ? [{ combination, parts }] : [];
  });
  const byKinds = new Map(made.map(({ combination, parts }) => [combination.join(), parts]));
  // None and one: only where a number belongs. Those, and what is written as one of them (Intl writes `true` as 1 and
  // null as 0), only where the words are others than those of many.
  const kept = made.filter(({ combination, parts }) =>
    combination.every((kind, index) => {
      if (kind === 'text' || kind === 'many' || kind === 'moment') return true;
      const many = byKinds.get(combination.with(index, 'many').join());
      if (!many) return kind !== 'zero' && kind !== 'one';
      return withoutFigures(parts) !== withoutFigures(many);
    }),
  );
  return kept.length ? toForms(kept.map(({ parts }) => parts)) : undefined;
}

/** A text's words, and a place for each name in braces (`{wait}`), which is filled in where it is shown. */
function withPlaces(text: string): Part[] {
  return text.split(/\{\w+\}/).flatMap((words, index) => (index === 0 ? [words] : [index - 1, words]));
}

function combinationsOf(length: number): Kind[][] {
  if (length === 0) return [[]];
  const all = Object.keys(kinds) as Kind[];
  return combinationsOf(length - 1).flatMap((before) => all.map((kind) => [...before, kind]));
}

/** The words with these kinds of arguments filled in, as literals and numbers of arguments; null where they make no sense. */
function fillIn(entry: (...values: unknown[]) => unknown, combination: Kind[]): Part[] | null {
  const first: unknown[] = combination.map((kind) => kinds[kind][0]);
  const tokens = tokensOf(entry, first);
  if (!tokens) return null;
  const places: (number | undefined)[] = [];
  for (const [index, kind] of combination.entries()) {
    if (kinds[kind].length === 1) continue;
    const others = tokensOf(entry, first.with(index, kinds[kind][1]));
    if (others?.length !== tokens.length) return null;
    const differing = tokens.flatMap((token, at) => (token === others[at] ? [] : [at]));
    if (differing.length === 0) return null;
    for (const at of differing) places[at] = index;
  }
  return join(tokens, places);
}

function tokensOf(entry: (...values: unknown[]) => unknown, values: unknown[]): string[] | null {
  try {
    const words = entry(...values);
    if (typeof words !== 'string' || nonsense.test(words)) return null;
    return words.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}]/gu) ?? [];
  } catch {
    return null;
  }
}

/** Several tokens of one argument are one place, with the dots and commas between them. */
function join(tokens: string[], places: (number | undefined)[]): Part[] {
  const parts: Part[] = [];
  for (const [at, token] of tokens.entries()) {
    const place = places[at];
    const before = place === undefined ? -1 : parts.lastIndexOf(place);
    const between = parts.slice(before + 1).join('');
    if (before >= 0 && !hasLetters(between)) parts.length = before + 1;
    else if (token === cents && parts.at(-1) === '.' && typeof parts.at(-2) === 'number') parts.pop();
    else parts.push(place ?? token);
  }
  return parts;
}

const show = (part: Part) => (typeof part === 'number' ? `{${part}}` : part);
const withoutFigures = (parts: Part[]) =>
  parts
    .map((part) => (typeof part === 'number' || /^[01]$/.test(part) ? '#' : part))
    .join('')
    .replaceAll(`#.${cents}`, '#');

function toForms(all: Part[][]): Form[] {
  const byWords = new Map(all.map((parts) => [parts.map(show).join(''), parts]));
  return [...byWords]
    .map(([words, parts]) => ({ words, parts, literals: parts.filter((part) => typeof part === 'string').join('') }))
    .filter(({ literals }) => hasLetters(literals))
    .sort((one, other) => other.literals.length - one.literals.length)
    .map(({ words, parts, literals }) => ({ words, pattern: patternOf(parts, literals) }));
}

/** A word or two must stand alone, as `or` stands in many a text; more words may be part of a text. */
function patternOf(parts: Part[], literals: string): RegExp {
  const body = parts.map((part) => (typeof part === 'number' ? '(.+)' : RegExp.escape(part))).join('');
  const mayBePart = (literals.match(/[\p{L}\p{N}]+/gu) ?? []).length > 2;
  return new RegExp(mayBePart ? `(?<![\\p{L}\\p{N}])${body}(?![\\p{L}\\p{N}])` : `^${body}$`, 'u');
}
