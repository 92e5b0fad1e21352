import { blocksIn, spansIn, wordsOf } from './doc-passages.ts';

/** What the checkout knows, as documents may name it. */
export interface Known {
  /** Whether there is such a file or folder; `*` stands for any name. */
  fileExists(path: string): boolean;
  /** The file that `npm run NAME`, `npm NAME` or `node FILE` begins with; undefined when there is none. */
  scriptOf(command: string): string | undefined;
  /** Whether a word stands in the code, or in that of one command or file. */
  isWritten(word: string, file?: string): boolean;
  /** Whether it is a name of others, which the code need not have. */
  isForeign(word: string): boolean;
  /** `METHOD /path` of every endpoint. */
  endpoints: readonly string[];
  /** Paths of pages, with `:name` for what is filled in. */
  pages: readonly string[];
}

const sourceFile = /^[\w@*.][\w@*./-]*\.(?:tsx?|m[jt]s|md|json|sql|css|html|png)$/;
/** What is said beside a line of a block, in words. */
const explained = /(?<=\S) {2,}\S.*$/;
const folderOfOurs = /^(?:server|web|contract|scripts|tests|db|docs|bench|tools)\//;

/** Commands, endpoints, files and other names that a Markdown text sets in backticks or blocks of code and that mean nothing here. */
export function findUnknownNames(text: string, known: Known): string[] {
  return [
    ...spansIn(text).flatMap((span) => unknownIn(span, known)),
    ...blocksIn(text).flatMap(({ info, lines }) => unknownInBlock(info, lines, known)),
    ...findWrongSeries(text, known),
    ...findMisplaced(text, known),
  ];
}

/** Comments are prose; what is quoted in SQL is data; a tree names files by where they stand in it. */
function unknownInBlock(info: string, lines: readonly string[], known: Known): string[] {
  if (/^[\w/]+\/ /.test(lines[0]!)) return unknownInTree(lines, known);
  const code = lines.filter((line) => !/^\s*#/.test(line));
  if (info === 'sql')
    return code
      .join('\n')
      .replace(/'[^']*'/g, ' ')
      .split('\n')
      .flatMap((line) => unknownWords(line, known));
  return code.flatMap((line) => unknownIn(line.replace(explained, ''), known));
}

function unknownIn(code: string, known: Known): string[] {
  if (/^(GET|POST|PUT|PATCH|DELETE) /.test(code) && !/[<>*…]/.test(code))
    return known.endpoints.includes(code) ? [] : [`${code} is no endpoint`];
  return [...unknownWords(code, known), ...wrongCommand(code, known)];
}

const unknownWords = (code: string, known: Known): string[] =>
  wordsOf(code)
    .filter((word) => !isKnown(word, known))
    .map((word) => `${word} is no file and stands nowhere in the code`);

function isKnown(word: string, known: Known): boolean {
  if (known.isForeign(word)) return true;
  const path = word.replace(/\/$/, '');
  if (sourceFile.test(word) || folderOfOurs.test(word)) return known.fileExists(path);
  if (known.fileExists(path)) return true;
  if (word.includes('*'))
    return (
      isPage(word, known) ||
      word.split('*').every((part) => !/\w/.test(part) || isKnown(part.replace(/^[./-]+|[./:-]+$/g, ''), known))
    );
  return (
    known.isWritten(word) ||
    isPage(word, known) ||
    namesIn(word).every((name) => name !== word && known.isWritten(name))
  );
}

/** An address of a page, or the beginning of one. */
const isPage = (word: string, known: Known): boolean => {
  const [path = ''] = word.replace(/^\*/, '').split('#');
  const told = path.replace(/\/$/, '').split('/');
  return (
    path.startsWith('/') &&
    known.pages.some((page) => {
      const parts = page.split('/');
      return told.every((part, at) => part === parts[at] || (parts[at]?.startsWith(':') && /^[\d*]+$/.test(part)));
    })
  );
};

/** A member with what it belongs to, `data-font-size` as scripts write it, an option. */
function namesIn(word: string): string[] {
  if (word.startsWith('data-')) return [word.slice(5).replace(/-(\w)/g, (_, letter) => letter.toUpperCase())];
  if (word.startsWith('--')) return [word.slice(2)];
  return /^[\w.]+$/.test(word) ? word.split('.').filter(Boolean) : [word];
}

/** A command's script, its options, its own first word (of `npm run db -- backup`), and the files it names. */
function wrongCommand(line: string, known: Known): string[] {
  const [command] = line.match(/\bnpm (?:run [\w:-]+|start|test)|\bnode [\w./-]+/) ?? [];
  if (!command) return /\b(npm|node) \w/.test(line) ? [`${line} starts nothing`] : [];
  const script = known.scriptOf(command);
  if (!script) return [`${command} starts nothing`];
  const given = line
    .slice(line.indexOf(command) + command.length)
    .replace(/^ -- /, ' ')
    .split(/[\s,[\]]+/);
  const options = given.filter((one) => /^--[a-z]/.test(one)).map((one) => one.slice(2));
  const subcommand = / -- /.test(line) && /^[a-z][\w-]*$/.test(given[1] ?? '') ? [given[1]!] : [];
  return [...options, ...subcommand]
    .filter((word) => !known.isWritten(word, script))
    .map((word) => `${command} knows no ${word}`);
}

/** Further words of a command, told after it: `npm run db -- backup FILE`, `restore FILE`. */
function findWrongSeries(text: string, known: Known): string[] {
  const series = text.matchAll(/`(npm run [\w:-]+) -- [^`]+`((?:(?:, | and | or )`(?!npm |node )[a-z][^`]*`)+)/g);
  return [...series].flatMap(([, command, rest]) =>
    spansIn(rest!).flatMap((span) => wrongCommand(`${command} -- ${span}`, known)),
  );
}

const sentenceEnd = /(?<=[.;:])\s+|\n\n|\n(?=[|\d-])|(?<=\))[,;]? (?=and )/;

/** Names that stand in none of the files which their sentence names. Settings may be named beside any. */
function findMisplaced(text: string, known: Known): string[] {
  return text
    .replace(/^```[\s\S]*?^```/gm, '')
    .split(sentenceEnd)
    .flatMap((sentence) => {
      const spans = spansIn(sentence);
      const files = spans.filter(
        (span) => /^[\w-]+\/[\w./-]+\.(?:tsx?|m[jt]s|sql|css)$/.test(span) && known.fileExists(span),
      );
      if (!files.length) return [];
      return spans
        .filter((span) => /^[\w.]*[a-z][\w.]*$/.test(span) && !sourceFile.test(span))
        .flatMap(namesIn)
        .filter((name) => !files.some((file) => known.isWritten(name, file)))
        .map((name) => `${name} is not in ${files.join(' or ')}`);
    });
}

/** A tree of folders and files: each line's first word stands below the line that is indented less, and names files beside or below itself. */
function unknownInTree(lines: readonly string[], known: Known): string[] {
  const folders: { indent: number; path: string }[] = [];
  let here = '';
  return lines.flatMap((line) => {
    const indent = line.search(/\S/);
    if (indent < 0) return [];
    const [, entry, words = ''] = indent < 10 ? (/^\s*(\S+)(.*)$/.exec(line) ?? []) : [undefined, undefined, line];
    const problems: string[] = [];
    if (entry) {
      while (folders.length && folders.at(-1)!.indent >= indent) folders.pop();
      here = (folders.at(-1)?.path ?? '') + entry;
      if (!known.fileExists(here.replace(/\/$/, ''))) problems.push(`${here} is not there`);
      if (entry.endsWith('/')) folders.push({ indent, path: here });
    }
    const around = [...folders.map(({ path }) => path), ''];
    const named = wordsOf(words).filter((word) => /[./]\w|\/$/.test(word));
    return [
      ...problems,
      ...wrongCommand(words, known),
      ...named
        .filter((name) => !around.some((folder) => known.fileExists(folder + name.replace(/\/$/, ''))))
        .filter((name) => !name.startsWith('/') || !known.isWritten(name))
        .map((name) => `${name} is not in ${here}`),
    ];
  });
}
