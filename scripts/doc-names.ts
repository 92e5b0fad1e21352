/** What the checkout knows, as documents may name it. */
export interface Known {
  fileExists(path: string): boolean;
  /** The file that `npm run NAME`, `npm NAME` or `node FILE` begins with; undefined when there is none. */
  scriptOf(command: string): string | undefined;
  /** Whether a word stands in the sources, or in those of one command. */
  isWritten(word: string, script?: string): boolean;
  /** `METHOD /path` of every endpoint. */
  endpoints: readonly string[];
}

const placeholder = /[<>*…{]|\.\.\./;
const fileLike = /^(?:server|web|contract|scripts|tests|db|docs|bench|tools)\/[\w./-]+\.\w+$/;

/** Commands, endpoints and other names that a Markdown text sets in backticks or blocks of code and that mean nothing here. */
export function findUnknownNames(text: string, known: Known): string[] {
  const blocks = [...text.matchAll(/^```\n([\s\S]*?)^```/gm)].flatMap(([, block]) => block!.split('\n'));
  const spans = [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!);
  return [...spans.flatMap((span) => unknownIn(span, known)), ...blocks.flatMap((line) => wrongCommand(line, known))];
}

function unknownIn(span: string, known: Known): string[] {
  if (/\b(npm|node) /.test(span)) return wrongCommand(span, known);
  if (/^(GET|POST|PUT|PATCH|DELETE) /.test(span))
    return known.endpoints.includes(span) ? [] : [`${span} is no endpoint`];
  if (/\s/.test(span) || placeholder.test(span) || known.fileExists(span)) return [];
  return namesIn(span).every((name) => known.isWritten(name)) ? [] : [`${span} stands nowhere in the sources`];
}

/** A setting, attribute or member of JSON without its value, a member with what it belongs to, `data-font-size` as scripts write it. */
function namesIn(span: string): string[] {
  const member = /^"(\w+)":/.exec(span)?.[1];
  if (member) return [member];
  const [name = ''] = span.split('=');
  if (name.startsWith('data-')) return [name.slice(5).replace(/-(\w)/g, (_, letter) => letter.toUpperCase())];
  return /^[\w.]+$/.test(name) ? name.split('.').filter(Boolean) : [name];
}

/** A command's script, its options, its own first word (of `npm run db -- backup`), and the files it names. */
function wrongCommand(line: string, known: Known): string[] {
  const [command] = line.match(/\bnpm (?:run [\w:-]+|start|test)|\bnode [\w./-]+/) ?? [];
  if (!command) return [];
  const script = known.scriptOf(command);
  if (!script) return [`${command} starts nothing`];
  const given = line
    .slice(line.indexOf(command) + command.length)
    .replace(/^ -- /, ' ')
    .split(/[\s,]+/);
  const options = given.filter((one) => /^--[a-z]/.test(one)).map((one) => one.slice(2));
  const subcommand = / -- /.test(line) && /^[a-z][\w-]*$/.test(given[1] ?? '') ? [given[1]!] : [];
  return [
    ...[...options, ...subcommand]
      .filter((word) => !known.isWritten(word, script))
      .map((word) => `${command} knows no ${word}`),
    ...given.filter((one) => fileLike.test(one) && !known.fileExists(one)).map((one) => `${one} is not there`),
  ];
}
