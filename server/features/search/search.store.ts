import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { nearestSpellings, splitWords } from './search-words.ts';

/** With so many whole answers nobody is shown what is only spelled alike. */
export const enough = 3;

/** What is looked for: a category or all, words or none. */
export interface Filter {
  category: string | undefined;
  words: string;
}

/** What a search asks for: its words as typed, and the query with similar spellings where those were too few. */
export interface Wanted {
  category: string | undefined;
  words: readonly string[];
  /** What is asked of it in Japanese, each the beginning of a pair of letters as they are indexed. */
  pairs: readonly string[];
  /** Text of a tsquery that finds everything `words` finds, and more. */
  widened?: string | undefined;
}

export const wantedOf = ({ category, words }: Filter): Wanted => ({
  category,
  ...splitWords(words),
});

/** The words of a search as they are looked up. */
export async function lookedUpWords(db: Db, words: string): Promise<string[]> {
  const { rows } = await sql<{ looked_up: string[] }>`
    select array(select translate(searchable(word), '''\\', '') from unnest(${splitWords(words).words}::text[]) word
      where searchable(word) ~ '[[:alnum:]]') as looked_up`.execute(db);
  return rows[0]!.looked_up;
}

/**
 * The query for words as typed, each the beginning of a word. Plain letters are written as they are indexed; what may carry
 * accents, or be taken apart where it is indexed, is left to the database (a tenth of the search's time).
 */
const queryOf = (words: readonly string[]): RawBuilder<unknown> =>
  words.every((word) => /^[a-z]+$/.test(word))
    ? sql`${words.map((word) => `'${word}':*`).join(' & ')}::tsquery`
    : sql`search_query(${words}::text[])`;

/**
 * Ties `asked`, the queries of a search, to `l`, the listings; without words every active listing is found. A condition that
 * does not apply is left out instead of being made true: one plan must serve every search of its kind, and "null or equal"
 * keeps it from the indexes (measured: 10 times as long).
 */
export const matching = ({
  category,
  words,
  pairs,
  widened,
}: Wanted): { asked: RawBuilder<unknown>; where: RawBuilder<boolean> } => {
  const inCategory = category === undefined ? sql`` : sql`and l.category = ${category}`;
  const inJapanese = pairs.length
    ? sql`and l.search_pairs @@ ${pairs.map((pair) => `'${pair}':*`).join(' & ')}::tsquery`
    : sql``;
  if (!words.length) return { asked: sql`(select) asked`, where: sql`l.is_active ${inCategory} ${inJapanese}` };
  const whole = queryOf(words);
  return {
    asked:
      widened === undefined
        ? sql`(select ${whole} as wide offset 0) asked`
        : sql`(select ${whole} as whole, to_tsquery('simple', ${widened}::text) as wide offset 0) asked`,
    where: sql`l.is_active ${inCategory} ${inJapanese} and l.search_words @@ asked.wide`,
  };
};

/** Order of what `matching` finds: what matches as typed first, each part by how well it does; without words featured first. */
export const bestFirst = ({ words, widened }: Wanted): RawBuilder<unknown> => {
  if (!words.length) return sql`l.is_featured desc, l.rating desc nulls last, l.name, l.id`;
  const rest = sql`l.is_featured desc, l.name, l.id`;
  return widened === undefined
    ? sql`ts_rank(l.search_words, asked.wide) desc, ${rest}`
    : sql`(l.search_words @@ asked.whole) desc,
        ts_rank(l.search_words, case when l.search_words @@ asked.whole then asked.whole else asked.wide end) desc, ${rest}`;
};

const usualLimits: readonly number[] = [20, 24, 96, 100];

/** A page of a list. The usual ones are written out: of an unknown length the planner fears the worst, and plans anew each time. */
export const page = ({ limit, offset }: { limit: number; offset: number }): RawBuilder<unknown> =>
  sql`limit ${usualLimits.includes(limit) ? sql.lit(limit) : limit} ${offset ? sql`offset ${offset}` : sql``}`;

/** How many listings match, counted no further than `most`. */
async function countMatching(db: Db, wanted: Wanted, most: number): Promise<number> {
  const { asked, where } = matching(wanted);
  const { rows } = await sql<{ found: number }>`
    select count(*)::int as found from (select from ${asked}, listings l where ${where} limit ${most}) few`.execute(db);
  return rows[0]!.found;
}

interface SpellingRow {
  typed: string;
  known: boolean;
  alike: string[];
}

/**
 * The same search with similar spellings of those words that no listing has; nothing where every word is known or nothing is
 * spelled alike.
 */
export async function widen(db: Db, wanted: Wanted): Promise<Wanted | undefined> {
  const { rows } = await sql<SpellingRow>`
    select typed, known, alike from spellings(${wanted.words}::text[])`.execute(db);
  const terms = rows.map(({ typed, known, alike }) => ({
    typed,
    spellings: known ? [] : nearestSpellings(typed, alike),
    known,
  }));
  if (!terms.some(({ spellings }) => spellings.length) || terms.some((one) => !one.known && !one.spellings.length))
    return undefined;
  const widened = terms
    .map(({ typed, spellings }) => `(${[`'${typed}':*`, ...spellings.map((word) => `'${word}'`)].join(' | ')})`)
    .join(' & ');
  return { ...wanted, widened };
}

/** The search, widened where what matches as typed is not enough. */
export async function widenIfFew(db: Db, wanted: Wanted): Promise<Wanted> {
  if (wanted.words.length === 0 || (await countMatching(db, wanted, enough)) >= enough) return wanted;
  return (await widen(db, wanted)) ?? wanted;
}
