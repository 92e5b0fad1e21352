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
const values: Record<string, number> = {
  ...Object.fromEntries(small.map((word, at) => [word, at + 2])),
  ...Object.fromEntries(tens.map((word, at) => [word, (at + 2) * 10])),
  a: 1,
  an: 1,
  one: 1,
  half: 0.5,
  quarter: 0.25,
  eighth: 0.125,
  dozen: 12,
  hundred: 100,
  thousand: 1_000,
};
const digits = String.raw`\d+(?:,\d{3})*(?:\.\d+)?`;
const countable = 'second|minute|hour|day|week|month|year|megabyte|kilobyte|millisecond';
const before = 'within|after|in|for|of|than|once|every|from|is|about';

/** What a `#` of a claim may be. */
export const figures = `${digits}|${Object.keys(values).join('|')}`;

/** The figures in a text: digits, words of two and above, parts, and one of a unit ("within a minute"; "ten a minute" is a rate). */
export const numberAt = new RegExp(
  String.raw`(?<![\w]|[A-Za-z]-|\d[.,])(?:${digits}(?![\w])|(?:${[...small, ...tens].join('|')}|half|quarter|eighth|third of|thirds|dozen|hundreds?|thousands?|twice)\b|(?<=\b(?:${before})\s)(?:a|an|one)(?=\s(?:${countable})\b))`,
  'gi',
);

/** The number that a figure says; NaN for what is none. */
export const numberOf = (figure: string): number =>
  /^\d/.test(figure) ? Number(figure.replaceAll(',', '')) : (values[figure.toLowerCase()] ?? Number.NaN);

/**
 * A text without what has digits and is no figure: names in backticks, links, examples in blocks of code (their comments stay),
 * tables of a run, numbers of decisions, of list items and of dates. What is taken away is as long as what it becomes.
 */
export function maskNames(text: string): string {
  const blank = (found: string) => found.replace(/[^\n]/g, ' ');
  return text
    .replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/^(?!\s*# ).*$/gm, blank))
    .replace(/<!-- measured: begin -->[\s\S]*?<!-- measured: end -->/g, blank)
    .replace(/`[^`\n]+`/g, blank)
    .replace(/https?:\/\/\S+/g, blank)
    .replace(/\]\([^)\n]*\)/g, blank)
    .replace(/\b20\d\d-\d\d-\d\d\b/g, blank)
    .replace(/(?<![\d.,])0[0-3]\d(?![\d.])/g, blank)
    .replace(/^\s*\d+\. /gm, blank);
}
