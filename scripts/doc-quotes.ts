/** What of a quoted line may be filled in as it is said: placeholders, names of settings and roles, figures, a reason in brackets. */
const filledIn = /<[^>]*>|\b[A-Z]+_[A-Z_]+\b|\bPORT\b|\bholoholo_app\b|\d+|\([^)]*\)/;

/** PostgreSQL's own words. */
const foreign = new Set([': canceling statement due to lock timeout']);

/**
 * Lines that the first column of the table "what you see" quotes and no source says.
 * @param text of docs/operating.md
 * @param says whether what runs has such a text
 * @param readiness the source that answers `/readyz`
 */
export function findUnsaidQuotes(text: string, says: (piece: string) => boolean, readiness: string): string[] {
  const [, table = ''] = text.split('| what you see |');
  const seen = table
    .split('\n\n')[0]!
    .split('\n')
    .slice(2)
    .filter((row) => row.startsWith('|'));
  if (seen.length === 0) return ['it has no table "what you see"'];
  return seen
    .flatMap((row) => [...row.split('|')[1]!.matchAll(/`([^`]+)`/g)].map(([, quote]) => quote!))
    .filter((quote) => !isSaid(quote, says, readiness))
    .map((quote) => `nothing says "${quote}"`);
}

function isSaid(quote: string, says: (piece: string) => boolean, readiness: string): boolean {
  const check = /^"(\w+)":false$/.exec(quote)?.[1];
  if (check) return new RegExp(`\\b${check}: `).test(readiness);
  return quote
    .split(filledIn)
    .map((piece) => piece.trimEnd())
    .filter((piece) => piece.trim() && !foreign.has(piece))
    .every(says);
}
