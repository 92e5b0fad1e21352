import { makers } from './format.ts';

/**
 * Of the regions that write a language of ours in one way, one each, those with most readers first. Who reads for a region that
 * writes like none of them is written for as the language's first region is; the test beside this finds where that is another way.
 */
const regions = [
  ...[
    'US',
    'GB',
    'CA',
    'AU',
    'NZ',
    'IN',
    'ZA',
    'JP',
    'DE',
    'CH',
    'FR',
    'IT',
    'NO',
    'DK',
    'FI',
    'AT',
    'BE',
    'PL',
    'CZ',
    'PT',
  ],
  ...['IL', 'AE', 'ID', 'PK', 'GE', 'ZW', 'BW', 'BZ', 'BI', 'MV'],
];

const months = Array.from({ length: 12 }, (_, month) => month);
const instants = months.map((month) => new Date(Date.UTC(2026, month, 5, month < 6 ? 6 : 18, 7)));
const figures = [0, 7.5, 1234.5, 1234567.89, -12.25];
const names = ['one', 'two', 'three'];

/** How a region writes everything that pages write, as text to be compared. @param locale a language with a region */
export function wayOf(locale: string): string {
  const ways = Object.values(makers).flatMap((make) => {
    const format = make(locale);
    if (format instanceof Intl.ListFormat) return [names, names.slice(1)].map((some) => format.format(some));
    return format instanceof Intl.DateTimeFormat
      ? instants.map((instant) => format.format(instant))
      : figures.map((figure) => format.format(figure));
  });
  return ways.join('\n');
}

const likenesses = new Map<string, string>();

/**
 * The tag of the first region that writes figures and dates as this tag's does: what is made for one of them is for all.
 * @param locale a language of ours with a region in two letters, so that there are few of them to remember.
 */
export function alikeTo(locale: string): string {
  const known = likenesses.get(locale);
  if (known !== undefined) return known;
  const language = new Intl.Locale(locale);
  const first = new Intl.Locale([language.language, language.script].join('-').replace(/-$/, '')).maximize().region!;
  const found = hasOwnWay(language.toString()) ? findRegion(language, [first, ...regions], wayOf(locale)) : undefined;
  const alike = withRegion(language, found ?? first);
  likenesses.set(locale, alike);
  return alike;
}

/** Whether anything is known of how this region writes this language; most know nothing of most languages. */
const hasOwnWay = (locale: string) => new Intl.NumberFormat(locale).resolvedOptions().locale === locale;

const findRegion = (language: Intl.Locale, candidates: readonly string[], way: string) =>
  candidates.find((region) => knownWayOf(withRegion(language, region)) === way);

const ways = new Map<string, string>();

function knownWayOf(locale: string): string {
  const way = ways.get(locale) ?? wayOf(locale);
  ways.set(locale, way);
  return way;
}

const withRegion = (language: Intl.Locale, region: string) => new Intl.Locale(language, { region }).toString();
