/** A catalogue file: where it stands, and what it exports. */
export interface CatalogueFile {
  path: string;
  exports: Record<string, unknown>;
}

type Bindings = Map<string, string[]>;

/**
 * Entries of the catalogue that no source uses, as `file: path.to.entry`. An entry counts as used when a source reads it by
 * name, or reads the group around it as a whole (a list, a table of words by key).
 * @param sources text by path of everything that may render words; the catalogue itself among them, as words refer to words.
 */
export function findUnusedEntries(files: readonly CatalogueFile[], sources: ReadonlyMap<string, string>): string[] {
  const used = new Set([...sources].flatMap(([path, text]) => usesOf(path, text)));
  const isUsed = (leaf: string[]) =>
    leaf.some((_, length) => used.has(leaf.slice(0, length + 1).join('.'))) ||
    // `words.steps.map`: what is asked of a list is asked of the entry.
    [...used].some((use) => use.startsWith(`${leaf.join('.')}.`));
  return files.flatMap(({ path, exports }) =>
    Object.entries(exports)
      .flatMap(([name, value]) => leavesOf([name], value))
      .filter((leaf) => !isUsed(leaf))
      .map((leaf) => `${path}: ${leaf.join('.')}`),
  );
}

function leavesOf(path: string[], value: unknown): string[][] {
  const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isGroup ? Object.entries(value).flatMap(([key, inner]) => leavesOf([...path, key], inner)) : [path];
}

/** What a source reads, as dotted paths from a catalogue's export. */
function usesOf(path: string, text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '');
  const bindings = importsOf(code);
  const uses: string[] = [];
  // Within the catalogue, what one file takes from another serves its own entries.
  if (/messages\/en\//.test(path)) uses.push(...[...bindings.values()].map(([exported]) => exported!));
  // `const words = messages.scan;` and `const { titles } = messages;` only give a group another name.
  for (const [, name, source] of code.matchAll(/\bconst (\w+) = (\w+(?:\.\w+)*);/g)) {
    const resolved = resolve(bindings, source!);
    if (resolved) bindings.set(name!, resolved);
  }
  for (const [, names, source] of code.matchAll(/\bconst \{ ([^}]+) \} = (\w+(?:\.\w+)*);/g)) {
    const resolved = resolve(bindings, source!);
    if (resolved) for (const name of names!.split(/,\s*/)) bindings.set(name, [...resolved, name]);
  }
  const body = code.replace(/^import\b(?!\()[^;]*;|\bconst (?:\w+|\{[^}]+\}) = \w+(?:\.\w+)*;/gm, '');
  for (const [name, target] of bindings) {
    for (const [, chain = ''] of body.matchAll(new RegExp(`(?<![.\\w'-])${name}((?:\\??\\.\\w+)*)`, 'g'))) {
      const read = [...target, ...chain.split(/\??\./).filter(Boolean)];
      // A whole catalogue handed on would count every word of it as used.
      if (read.length > 1) uses.push(read.join('.'));
    }
  }
  return uses;
}

function importsOf(code: string): Bindings {
  const bindings: Bindings = new Map();
  for (const [, names] of code.matchAll(/\bimport \{([^}]+)\} from '(?:[^']*messages\/(?:en\/)?|\.\/)[\w-]+\.ts'/g)) {
    for (const one of names!.split(',')) {
      const [exported, local = exported] = one.trim().split(/\s+as\s+/);
      // `messages` is the catalogue of the first script under its public name.
      if (exported && !exported.startsWith('type '))
        bindings.set(local!, [exported === 'messages' ? 'first' : exported]);
    }
  }
  return bindings;
}

function resolve(bindings: Bindings, source: string): string[] | undefined {
  const [head, ...rest] = source.split('.');
  const target = bindings.get(head!);
  return target && [...target, ...rest];
}
