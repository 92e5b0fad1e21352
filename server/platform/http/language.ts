import { BoundedMap } from '../bounded-map.ts';

/** In which language a request is answered, and in which region's way figures and dates are written. */
export interface Reader {
  /** One of the languages there are. */
  language: string;
  /** The language with a region, as `Intl` takes it: `en-GB`. */
  locale: string;
}

/** The language of those who ask for none that we have. */
export const defaultLanguage = 'en';

const longestHeader = 1_000;
const mostRanges = 20;

/** Tags that an Accept-Language header asks for, the most wanted first. Whatever makes no sense is passed over. */
function wantedTags(header: string | undefined): string[] {
  const ranges = (header ?? '').slice(0, longestHeader).split(',').slice(0, mostRanges);
  return ranges
    .flatMap((range) => {
      const [, tag, weight = '1'] =
        /^\s*([A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*)\s*(?:;\s*q=([01](?:\.\d{0,3})?))?\s*$/.exec(range) ?? [];
      return tag && Number(weight) > 0 ? [{ tag, weight: Number(weight) }] : [];
    })
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}

/** The language for a tag: the longest that is the tag itself or what it begins with. */
function languageFor(tag: string, languages: readonly string[]): string | undefined {
  const parts = tag.toLowerCase().split('-');
  for (let length = parts.length; length > 0; length -= 1) {
    const prefix = parts.slice(0, length).join('-');
    const found = languages.find((one) => one.toLowerCase() === prefix);
    if (found) return found;
  }
  return undefined;
}

/**
 * Whom a request comes from, as far as words go: the language chosen on this device, else the first wanted that we have, else
 * English. The region is the one of the first wanted tag of that language, else where most of its readers are. Never throws.
 * @param chosen the cookie `lang`; ignored unless it is one of `languages`.
 */
export function findReader(
  chosen: string | undefined,
  acceptLanguage: string | undefined,
  languages: readonly string[],
): Reader {
  const asked = `${chosen ?? ''} ${(acceptLanguage ?? '').slice(0, longestHeader)} ${languages}`;
  return readers.getOrMake(asked, () => decide(chosen, acceptLanguage, languages));
}

/** Browsers ask in few ways, and `Intl.Locale` takes longer than all else that is found out about a request. */
const readers = new BoundedMap<string, Reader>(500);

function decide(chosen: string | undefined, acceptLanguage: string | undefined, languages: readonly string[]): Reader {
  const wanted = wantedTags(acceptLanguage);
  const language =
    languages.find((one) => one === chosen) ??
    wanted.map((tag) => languageFor(tag, languages)).find((one) => one !== undefined) ??
    defaultLanguage;
  const own = new Intl.Locale(language);
  const region =
    own.region ??
    wanted.flatMap((tag) => (languageFor(tag, [language]) && regionOf(tag)) || [])[0] ??
    own.maximize().region;
  return { language, locale: new Intl.Locale(own, { region }).toString() };
}

/** The region that a tag names by letters: `GB` of `en-GB`. */
const regionOf = (tag: string): string | undefined =>
  /^[A-Za-z]+(?:-[A-Za-z]{4})?-([A-Za-z]{2})(?:-|$)/.exec(tag)?.[1]?.toUpperCase();
