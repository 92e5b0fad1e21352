/** One thing of a document said otherwise. */
export interface Falsification {
  line: number;
  was: string;
  becomes: string;
  text: string;
}

const otherWords: Record<string, string> = {
  two: 'four',
  three: 'five',
  four: 'six',
  five: 'eight',
  six: 'nine',
  seven: 'two',
  eight: 'three',
  ten: 'eleven',
  twelve: 'thirteen',
  twenty: 'thirty',
  thirty: 'forty',
  fifty: 'sixty',
  sixty: 'ninety',
  half: 'quarter',
  quarter: 'eighth',
  dozen: 'hundred',
  hundred: 'thousand',
  thousand: 'hundred',
  twice: 'three times',
  hourly: 'daily',
  daily: 'hourly',
  nightly: 'hourly',
  weekly: 'daily',
  second: 'minute',
  seconds: 'minutes',
  minute: 'hour',
  minutes: 'hours',
  hour: 'day',
  hours: 'days',
  day: 'week',
  days: 'hours',
  night: 'hour',
  nights: 'weeks',
  week: 'month',
  year: 'month',
  ms: 's',
  s: 'min',
  min: 'h',
  h: 'day',
  kB: 'MB',
  MB: 'GB',
  MiB: 'GiB',
  GB: 'MB',
  px: 'rem',
  km: 'm',
  bytes: 'kB',
  megabyte: 'kilobyte',
  most: 'least',
  least: 'most',
};

/** What may be said otherwise: figures, words of figures and of rates, units, and each part of a name in code or of a link. */
const sayings: readonly [where: RegExp, becomes: (was: string) => string][] = [
  [/(?<![\w.]|[A-Za-z]-)\d+(?:[.,]\d+)*/g, (was) => was.replace(/^\d/, (digit) => `${(Number(digit) % 9) + 1}`)],
  [
    /(?<=\d[ -]?)(?:ms|s|min|h|kB|MB|MiB|GB|px|km)\b|\b(?:two|three|four|five|six|seven|eight|ten|twelve|twenty|thirty|fifty|sixty|half|quarter|dozen|hundred|thousand|twice|hourly|daily|nightly|weekly)\b|(?<=\b(?:\d+|a|an|one|two|three|four|five|six|seven|eight|ten|twelve|fifteen|thirty|fifty|sixty|every|each|per) )(?:seconds|minutes?|hours?|days?|nights?|weeks?|years?|bytes|megabyte)\b|(?<=\b(?:\d|after an?|within an?|than an?|once an?|for an?) )second\b|(?<=\b[Aa]t )(?:most|least)\b/g,
    (was) => otherWords[was]!,
  ],
];
const inCode = /^```[\s\S]*?^```|(?<=\]\()(?!https?:)[^)\n]+|`[^`\n]+`/gm;
const part = /[A-Za-z][A-Za-z]+/g;
/** Left alone: what a run wrote, addresses of others, dates, numbers of decisions and of steps. */
const untouched =
  /<!-- (measured|measured once): begin -->[\s\S]*?<!-- \1: end -->|https?:\/\/[^\s'`)]+|\b20\d\d-\d\d-\d\d\b|\b0[0-3]\d\b|^\s*\d+\. |^\s*# .*$/gm;

/** Tests run them with their figures. */
const statements = /^```sql[\s\S]*?^```/gm;

/** What a block says beside its lines, in words; files are named there too. */
const prose = /(?<=\S) {2,}\S.*$|(?<=^ *\w+\/) \S.*$|^ {10,}\S.*$/gm;
const blank = (found: string) => found.replace(/[^\n]/g, ' ');
const keepPaths = (line: string) => line.replace(/[^\s,;:()]+/g, (word) => (/\/|\.\w/.test(word) ? word : blank(word)));

/** What a name in backticks is; undefined for what is none, or for a name that stands in figures. */
function kindOf(span: string): 'command' | 'endpoint' | 'setting' | 'file' | 'name' | undefined {
  if (/^(?:npm|node) /.test(span)) return 'command';
  if (/^(?:GET|POST|PUT|PATCH|DELETE) \//.test(span)) return 'endpoint';
  if (/^[A-Z][A-Z_]+(?:=\w+)?$/.test(span)) return 'setting';
  if (/\/|\.(?:tsx?|mjs|md|json|sql)$/.test(span)) return 'file';
  return /^[a-z][\w.]*(?:\(\))?$/i.test(span) ? 'name' : undefined;
}

/** Between names of one list, whose order says nothing. */
const ofList = /^`(?:(?:, |,? and (?:one )?|,? or | \(or )`[^`]*`)*(?:, |,? and (?:one )?|,? or | \(or )`$/;

/** A document in which two names of one sentence, or of one row of a table, have changed places, for each two of one kind. */
export function* exchangeNames(text: string): Generator<Falsification> {
  const spans = [...text.replace(/^```[\s\S]*?^```/gm, blank).matchAll(/`([^`\n]+)`/g)].map(({ 1: name, index }) => ({
    name: name!,
    kind: kindOf(name!),
    from: index + 1,
    to: index + 1 + name!.length,
  }));
  for (const [at, one] of spans.entries())
    for (const other of spans.slice(at + 1)) {
      const between = text.slice(one.to, other.from);
      if (/\n\n|\n(?=[|\d-])|[.] /.test(between)) break;
      if (!one.kind || one.kind !== other.kind || one.name === other.name || ofList.test(between)) continue;
      yield {
        line: text.slice(0, one.from).split('\n').length,
        was: one.name,
        becomes: other.name,
        text: text.slice(0, one.from) + other.name + text.slice(one.to, other.from) + one.name + text.slice(other.to),
      };
    }
}

/** A document with one thing said otherwise, for each thing that it says in figures or in code. */
export function* falsify(text: string): Generator<Falsification> {
  const touched = text.replace(untouched, blank);
  const otherwise = (at: number, was: string, becomes: string): Falsification => ({
    line: text.slice(0, at).split('\n').length,
    was,
    becomes,
    text: text.slice(0, at) + becomes + text.slice(at + was.length),
  });
  const counted = touched.replace(statements, blank);
  for (const [where, other] of sayings)
    for (const { 0: was, index } of counted.matchAll(where)) yield otherwise(index, was, other(was));
  for (const { 0: code, index } of touched.matchAll(inCode))
    for (const { 0: was, index: at } of code
      .replace(/^```sql[\s\S]*/, (block) => block.replace(/'[^']*'/g, blank))
      .replace(prose, keepPaths)
      .replace(/<[^<>]*>|\{[a-z]+\}|^```\w*$/gm, blank)
      .matchAll(part))
      yield otherwise(index + at, was, `${was}${was === was.toUpperCase() ? 'Q' : 'q'}`);
}
