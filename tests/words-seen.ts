import { formsOf } from './word-forms.ts';

/** A catalogue file: where it stands, and what it exports. */
export interface CatalogueFile {
  path: string;
  exports: Record<string, unknown>;
}

/** Forms of an entry that no test can bring about, and why. */
export interface Excuse {
  /** Which: as they are told, or a pattern of several; left out for an entry whose arguments cannot be filled in. */
  forms?: readonly string[] | RegExp;
  why: string;
}

/**
 * Entries of the catalogues that nobody was shown, as `file: path.to.entry: form`. Two entries of the same words count as
 * one: which of them stood on a screen cannot be told from it.
 * @param seen what was shown: texts, names, titles, lines of the console.
 * @param unreachable forms no test can bring about, by entry; one that is shown after all, or is gone, is named too.
 */
export function findUnseen(
  files: readonly CatalogueFile[],
  seen: Iterable<string>,
  unreachable: Readonly<Record<string, Excuse>> = {},
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
      const excuse = Object.hasOwn(unreachable, name) ? unreachable[name]! : undefined;
      if (!forms)
        return excuse && !excuse.forms
          ? []
          : [`${name}: its arguments are of no kind that tests/word-forms.ts can fill in`];
      const met = new Set([...shown].map((piece) => forms.find(({ pattern }) => pattern.test(piece))));
      const unseen = forms.filter((form) => !met.has(form)).map(({ words }) => words);
      if (!excuse) return unseen.map((words) => `${name}: ${words}`);
      return judge(
        name,
        excuse,
        forms.map(({ words }) => words),
        unseen,
      );
    }),
    ...Object.keys(unreachable).flatMap((name) =>
      names.has(name) ? [] : [`${name}: is said to be unreachable, and is gone`],
    ),
  ];
}

/** What is wrong with the excuse of an entry: forms it does not cover, and those that it should not. */
function judge(name: string, { forms = [] }: Excuse, all: readonly string[], unseen: readonly string[]): string[] {
  const excused = forms instanceof RegExp ? all.filter((words) => forms.test(words)) : forms;
  const said = excused.length ? excused : [String(forms)];
  return [
    ...unseen.filter((words) => !excused.includes(words)).map((words) => `${name}: ${words}`),
    ...said
      .filter((words) => !unseen.includes(words))
      .map(
        (words) => `${name}: ${words} is said to be unreachable, and ${all.includes(words) ? 'was shown' : 'is gone'}`,
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
