import { claimAround, type Figure, figures, maskNames, numberAt, numberOf } from './doc-numbers.ts';
import { wordsPattern } from './words-pattern.ts';

/** A figure that a document tells and the sources have. */
export interface Claim {
  /** The document's words, each `#` a figure. A space stands for a line break too. */
  as: string;
  /** The source that has it. */
  from: string;
  /** The code there, each `#` a number or a product of numbers, `…` anything; several that add up; or what to count. */
  code: string | readonly string[] | RegExp;
  /** What one of the document's units is in the code's: 1000 where it tells seconds of milliseconds. */
  unit?: number;
}

/** Why a figure of a document is compared with nothing. */
export const noClaimKinds = {
  measured: 'what a run or a trial showed at the time',
  example: 'an invented or possible case, or advice, that nothing here limits',
  foreign: 'a figure of others: a standard, a status, another product, an older state of ours',
  counted: 'counts, adds up or repeats what the same document names',
} as const;

/** Claims whose figures one source has. @param unit what one of the document's units is in the source's */
export const claimsOf =
  (from: string) =>
  (as: string, code: Claim['code'], unit?: number): Claim => ({ as, from, code, ...(unit && { unit }) });

export interface DocumentFigures {
  claims: readonly Claim[];
  /** Passages whose figures are no claims, word for word, by why. */
  noClaims?: Partial<Record<keyof typeof noClaimKinds, readonly string[]>>;
  /** Head lines of tables that a check of their own compares whole. */
  comparedTables?: readonly string[];
}

/** Figures of a document that the sources have otherwise, or that neither a claim nor a passage of `noClaims` covers. @param path of the document */
export function findWrongFigures(
  path: string,
  { claims, noClaims = {}, comparedTables = [] }: DocumentFigures,
  read: (path: string) => string,
): string[] {
  const text = read(path);
  const covered: Span[] = [];
  const problems = claims.flatMap((claim) => {
    const values = knownValues(claim, read(claim.from));
    if (typeof values === 'string') return [`${path}: of "${claim.as}" the source ${claim.from} has ${values}`];
    const told = [...text.matchAll(inDocument(claim.as, figures))];
    covered.push(...told.map(spanOf));
    if (!told.length) return [`${path}: nowhere stands "${claim.as}", of which ${claim.from} has ${values.join(', ')}`];
    return told.flatMap(([words, ...said]) => {
      const right = said.every((one, at) => numberOf(one!) === round(values[at]! / (claim.unit ?? 1)));
      const are = values.map((value) => round(value / (claim.unit ?? 1)).toLocaleString('en'));
      return right ? [] : [`${path}: "${words}" is ${are.join(', ')} in ${claim.from}`];
    });
  });
  for (const passage of Object.values(noClaims).flat()) {
    const found = [...text.matchAll(inDocument(passage))];
    covered.push(...found.map(spanOf));
    if (!found.length) problems.push(`${path}: nowhere stands "${passage}", which is said to be no claim`);
  }
  for (const head of comparedTables) {
    const from = text.indexOf(head);
    if (from < 0) problems.push(`${path}: no table begins with "${head}"`);
    else covered.push([from, text.indexOf('\n\n', from)]);
  }
  return [...problems, ...findUncovered(path, text, covered)];
}

type Span = readonly [from: number, to: number];
const spanOf = (match: RegExpExecArray): Span => [match.index, match.index + match[0].length];
const round = (value: number) => Math.round(value * 1e6) / 1e6;

/** Words as a pattern, which are no part of longer ones. */
function patternOf(words: string): string {
  return (/^\w/.test(words) ? '(?<!\\w)' : '') + wordsPattern(words) + (/\w$/.test(words) ? '(?!\\w)' : '');
}

/** Finds words of a document, with a figure for each `#` where one is given. */
function inDocument(words: string, figure = ''): RegExp {
  const known = patterns.get(words + figure);
  if (known) return known;
  const pattern = patternOf(words);
  const made = new RegExp(figure ? pattern.replaceAll('#', `(?<![\\w.,])(${figure})(?!\\w)`) : pattern, 'gi');
  patterns.set(words + figure, made);
  return made;
}

const patterns = new Map<string, RegExp>();

function findUncovered(path: string, text: string, covered: readonly Span[]): string[] {
  const masked = maskNames(text);
  return [...masked.matchAll(numberAt)]
    .map((match): Figure => ({ words: match[0], from: match.index, to: match.index + match[0].length }))
    .filter((figure) => {
      const [from, to] = claimAround(text, figure);
      return !covered.some(([begin, end]) => begin <= from && to <= end);
    })
    .map(({ words, from, to }) => {
      const line = text.slice(0, from).split('\n').length;
      const around = text.slice(Math.max(0, from - 40), to + 30).replace(/\s+/g, ' ');
      return `${path}:${line}: "${words}" in "${around}" is compared with nothing: give it a line in scripts/doc-claims/`;
    });
}

const found = new WeakMap<Claim, { source: string; values: readonly number[] | string }>();

/** What a claim's source has, looked up once. */
function knownValues(claim: Claim, source: string): readonly number[] | string {
  const before = found.get(claim);
  if (before?.source === source) return before.values;
  const values = valuesIn(source, claim.code);
  found.set(claim, { source, values });
  return values;
}

/** What a source has for each `#`, or what it has instead. */
function valuesIn(source: string, code: Claim['code']): readonly number[] | string {
  if (typeof code === 'object' && !(code instanceof RegExp)) {
    const terms = code.map((term) => valuesIn(source, term));
    const missing = terms.find((term) => typeof term === 'string');
    return missing ?? [terms.flat().reduce<number>((sum, term) => sum + Number(term), 0)];
  }
  if (code instanceof RegExp) {
    const { length } = [...source.matchAll(code)];
    return length ? [length] : `nothing like ${code}`;
  }
  const number = '(\\d[\\d_.]*(?:e\\d+)?(?: \\* \\d[\\d_.]*)*)(?![\\d_]|\\s*\\*)';
  const found = [
    ...source.matchAll(
      new RegExp(
        patternOf(code)
          .replace(/(?:\\s\+)?…(?:\\s\+)?/g, '(?:(?!\\n\\n)[^])*?')
          .replaceAll('#', number),
        'g',
      ),
    ),
  ];
  const values = found.map(([, ...products]) => products.map((product) => productOf(product!)));
  if (!values.length) return `no "${code}"`;
  return new Set(values.map(String)).size === 1 ? values[0]! : `several figures for "${code}"`;
}

const productOf = (product: string) =>
  product.split('*').reduce((sum, factor) => sum * Number(factor.replaceAll('_', '').replace(/\.$/, '')), 1);
