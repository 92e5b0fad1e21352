import { formsOf } from './word-forms.ts';

/** A catalogue file: where it stands, and what it exports. */
export interface CatalogueFile {
  path: string;
  exports: Record<string, unknown>;
}

/**
 * Entries of the catalogues that nobody was shown, as `file: path.to.entry: form`. Two entries of the same words count as
 * one: which of them stood on a screen cannot be told from it.
 * @param seen what was shown: texts, names, titles, lines of the console.
 * @param unreachable entries no test can bring about, with the reason; one that is shown after all, or is gone, is named too.
 */
export function findUnseen(
  files: readonly CatalogueFile[],
  seen: Iterable<string>,
  unreachable: Readonly<Record<string, string>> = {},
): string[] {
  const entries = files.flatMap(({ path, exports }) =>
    Object.entries(exports).flatMap(([name, value]) => leavesOf(`${path}: ${name}`, value)),
  );
  const names = new Set(entries.map(([name]) => name));
  const shown = new Set([...seen].flatMap(piecesOf));
  // Words that are filled into others were shown with them.
  const allForms = entries.flatMap(([, value]) => formsOf(value) ?? []);
  for (const piece of [...shown])
    for (const { pattern } of allForms) for (const filled of pattern.exec(piece)?.slice(1) ?? []) shown.add(filled);
  return [
    ...entries.flatMap(([name, value]) => {
      const forms = formsOf(value);
      const isExcused = Object.hasOwn(unreachable, name);
      if (!forms)
        return isExcused ? [] : [`${name}: its arguments are of no kind that tests/word-forms.ts can fill in`];
      const met = new Set([...shown].map((piece) => forms.find(({ pattern }) => pattern.test(piece))));
      const unseen = forms.filter((form) => !met.has(form));
      if (!isExcused) return unseen.map(({ words }) => `${name}: ${words}`);
      return unseen.length ? [] : [`${name}: is said to be unreachable, and was shown`];
    }),
    ...Object.keys(unreachable).flatMap((name) =>
      names.has(name) ? [] : [`${name}: is said to be unreachable, and is gone`],
    ),
  ];
}

function leavesOf(name: string, value: unknown): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[name, value]];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(`${name}.${key}`, inner));
}

/** A text, and what it is put together from: a title before the product's name, a note after a comma. */
function piecesOf(text: string): string[] {
  const plain = text.replace(/\s+/g, ' ').trim();
  const pieces = [plain, ...plain.split(' · ')];
  return [...pieces, ...pieces.map((piece) => piece.replace(/^[\s,;:·(]+|[\s,;:·)]+$/g, ''))];
}
