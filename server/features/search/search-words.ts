/** Most words of a search that count. */
const mostWords = 8;
/** Most spellings that stand in for one word. */
const mostSpellings = 12;

/** Letters that only Japanese is written with, as `japanese_pairs` of the database has them. */
const japanese = /[ぁ-ゖァ-ヺー々〆一-鿿]+/gu;

/** A run of Japanese letters as it is looked up: by pairs, for nothing says where a word ends. */
const pairsOf = (run: string) =>
  run.length < 2 ? [run] : Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2));

/** As search compares: no kahakō, no capitals, and no ʻokina, whatever sign stands for it. */
export const plainText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u02bb\u02bc‘’`'´]/g, '')
    .normalize('NFC')
    .toLowerCase();

/** The words of a search, of whatever letters. Whatever sign stands for the ʻokina is no end of a word. */
const wordsOf = (text: string): string[] =>
  plainText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, mostWords);

/** The words of a search, and apart from them what of it is Japanese. */
export function splitWords(text: string): { words: string[]; pairs: string[] } {
  const parts = wordsOf(text);
  return {
    words: parts.flatMap((part) => part.split(japanese)).filter(Boolean),
    pairs: [...new Set(parts.flatMap((part) => (part.match(japanese) ?? []).flatMap(pairsOf)))],
  };
}

/** So many wrong letters are a slip in a word of this length; in a short word any of them makes another word. */
const slipsIn = (word: string) => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2);

/** Those of the candidates that are nearest to what was typed, within a slip or two; none where none is that near. */
export function nearestSpellings(typed: string, candidates: readonly string[]): string[] {
  const most = slipsIn(typed);
  const measured = candidates
    .map((word) => ({ word, slips: editDistance(typed, word) }))
    .filter(({ slips }) => slips <= most)
    .sort((one, other) => one.slips - other.slips || one.word.length - other.word.length);
  return measured
    .filter(({ slips }) => slips === measured[0]!.slips)
    .slice(0, mostSpellings)
    .map(({ word }) => word);
}

/**
 * The fewest slips that turn what was typed into the word or a beginning of it: a letter too many, too few, another one, or
 * two changed over (optimal string alignment).
 */
export function editDistance(typed: string, word: string): number {
  let [before, above] = [[] as number[], Array.from({ length: word.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= typed.length; row++) {
    const here = [row];
    for (let at = 1; at <= word.length; at++) {
      const same = typed[row - 1] === word[at - 1];
      here[at] = Math.min(above[at]! + 1, here[at - 1]! + 1, above[at - 1]! + (same ? 0 : 1));
      const crossed = row > 1 && at > 1 && typed[row - 1] === word[at - 2] && typed[row - 2] === word[at - 1];
      if (crossed) here[at] = Math.min(here[at]!, before[at - 2]! + 1);
    }
    [before, above] = [above, here];
  }
  return Math.min(...above);
}
