/** A figure in a text, in digits or as a word. */
export interface Figure {
  words: string;
  from: number;
  to: number;
}

const small =
  'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
/** In seconds. */
const rates = { hourly: 3_600, daily: 86_400, nightly: 86_400, weekly: 604_800 };
const values: Record<string, number> = {
  ...Object.fromEntries(small.map((word, at) => [word, at + 2])),
  ...Object.fromEntries(tens.map((word, at) => [word, (at + 2) * 10])),
  a: 1,
  an: 1,
  one: 1,
  every: 1,
  each: 1,
  per: 1,
  twice: 2,
  third: 1 / 3,
  tenth: 0.1,
  ...rates,
  half: 0.5,
  quarter: 0.25,
  eighth: 0.125,
  dozen: 12,
  hundred: 100,
  thousand: 1_000,
};
const digits = String.raw`\d+(?:,\d{3})*(?:\.\d+)?`;
const countable = 'minute|hour|day|night|week|month|year|megabyte|kilobyte|millisecond';
/** Before what is a time and not the next after the first. */
const before = 'within|after|in|for|of|than|once|every|each|per|from|is|about';

/** What a `#` of a claim may be. */
export const figures = `${digits}|${Object.keys(values).join('|')}`;

/** The figures in a text: digits, words of two and above, parts, one of a unit ("within a minute"; "ten a minute" is a rate), and rates ("hourly", in seconds). */
export const numberAt = new RegExp(
  String.raw`(?<![\w]|[A-Za-z]-|\d[.,])(?:${digits}(?![\w])|(?:${[...small, ...tens].join('|')}|half|quarter|eighth|third of|thirds|dozen|hundreds?|thousands?|twice)\b|(?<=\b(?:${before})\s)(?:a|an|one)(?=\ssecond\b)|(?:a|an|one)(?=\s(?:${countable})\b)|(?:every|each|per)(?=\s(?:${countable})\b)|(?:${Object.keys(rates).join('|')})\b)`,
  'gi',
);

/** The number that a figure says; NaN for what is none. */
export const numberOf = (figure: string): number =>
  /^\d/.test(figure) ? Number(figure.replaceAll(',', '')) : (values[figure.toLowerCase()] ?? Number.NaN);

const unit = String.raw`%|(?:ms|s|min|h|[kKMG]i?B|px|km|rem|bytes?|characters|times|(?:second|${countable})s?)(?!\w)`;
const unitAfter = new RegExp(String.raw`^(?:-|\s)?(?:${unit})`);
const rateAfter = new RegExp(String.raw`^\s(?:an?|per|every|each)\s(?:second|${countable})\b`);
const boundAfter = /^\s(?:times )?at (?:most|least|worst)\b/;
const boundBefore = /\b(?:at most|at least|up to|more than|less than|fewer than|below|above|beyond|over|under)\s$/i;

/** Where a figure begins and ends with what makes a claim of it: its bound ("at most") and its unit. */
export function claimAround(text: string, { from, to }: Omit<Figure, 'words'>): readonly [from: number, to: number] {
  const [before = ''] = boundBefore.exec(text.slice(Math.max(0, from - 12), from)) ?? [];
  const units = [unitAfter, rateAfter, boundAfter];
  const end = units.reduce((at, after) => at + (after.exec(text.slice(at, at + 20))?.[0].length ?? 0), to);
  return [from - before.length, end];
}

/**
 * A text without what has digits and is no figure: links, statements that tests run, tables of a run, numbers of decisions, of
 * list items and of dates. What is taken away is as long as what it becomes.
 */
export function maskNames(text: string): string {
  const blank = (found: string) => found.replace(/[^\n]/g, ' ');
  return text
    .replace(/^```sql\n[\s\S]*?^```/gm, blank)
    .replace(/<!-- (measured|measured once): begin -->[\s\S]*?<!-- \1: end -->/g, blank)
    .replace(/https?:\/\/\S+/g, blank)
    .replace(/\]\([^)\n]*\)/g, blank)
    .replace(/\b20\d\d-\d\d-\d\d\b/g, blank)
    .replace(/(?<![\d.,])0[0-9]\d(?![\d.])/g, blank)
    .replace(/^\s*\d+\. /gm, blank);
}
