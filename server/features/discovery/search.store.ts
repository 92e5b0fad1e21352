import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { nearestSpellings, splitWords } from './search-words.ts';

/** With so many whole answers nobody is shown what is only spelled alike. */
export const enough = 3;

/** What a search asks for: its words as typed, and the query with similar spellings where those were too few. */
export interface Wanted {
  category: string | undefined;
  words: readonly string[];
  /** Text of a tsquery that finds everything `words` finds, and more. */
  widened?: string | undefined;
}

export const wantedOf = ({ category, words }: { category: string | undefined; words: string }): Wanted => ({
  category,
  words: splitWords(words),
});

/** The words of a search as they are looked up. */
export async function lookedUpWords(db: Db, words: string): Promise<string[]> {
  const { rows } = await sql<{ looked_up: string[] }>`
    select array(select translate(searchable(word), '''\\', '') from unnest(${splitWords(words)}::text[]) word
      where searchable(word) ~ '[[:alnum:]]') as looked_up`.execute(db);
  return rows[0]!.looked_up;
}

/** Ties `asked`, the two queries of a search, to `l`, the listings; without words every active listing is found. */
export const matching = ({
  category,
  words,
  widened,
}: Wanted): { asked: RawBuilder<unknown>; where: RawBuilder<boolean> } => ({
  asked: sql`(select search_query(${words}::text[]) as whole,
    coalesce(to_tsquery('simple', ${widened ?? null}::text), search_query(${words}::text[])) as wide offset 0) asked`,
  where: sql<boolean>`l.is_active and (${category ?? null}::text is null or l.category = ${category ?? null})
    and (cardinality(${words}::text[]) = 0 or l.search_words @@ asked.wide)`,
});

/** Order of what `matching` finds: what matches as typed first, each part by how well it does. */
export const bestFirst = sql`(l.search_words @@ asked.whole) desc,
  ts_rank(l.search_words, case when l.search_words @@ asked.whole then asked.whole else asked.wide end) desc,
  l.is_featured desc, l.name, l.id`;

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
  similar: string[] | null;
}

/**
 * The same search with similar spellings of those words that no listing has; nothing where every word is known or nothing is
 * spelled alike.
 */
export async function widen(db: Db, wanted: Wanted): Promise<Wanted | undefined> {
  const { rows } = await sql<SpellingRow>`
    select typed, known, case when not known then array(
        select word from similar_words(typed) word where exists
          (select from listings l where l.is_active and l.search_words @@ quote_literal(word)::tsquery)) end as similar
    from (select translate(searchable(word), '''\\', '') as typed, exists (
          select from listings l where l.is_active and l.search_words @@ search_query(array[word])) as known
        from unnest(${wanted.words}::text[]) word) asked`.execute(db);
  const terms = rows.map(({ typed, known, similar }) => ({
    typed,
    spellings: known ? [] : nearestSpellings(typed, similar ?? []),
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
