import { wordsPattern } from './words-pattern.ts';

/** A name of a document, bound to what the document says of it. */
export interface Binding {
  /** The document's words, with `#` for the name. A space stands for a line break too. */
  as: string;
  /** What stands in the file of that name, or in the script of that command; with `from`, what stands there, `#` for the name. */
  code: string;
  /** The file that tells what the name is, where that is none itself. */
  from?: string;
}

/** A name by the words around it, and by what proves that it is the one meant. */
export const bind = (as: string, code: string, from?: string): Binding => ({ as, code, ...(from && { from }) });

interface Files {
  /** The file that a command begins with; undefined where there is none. */
  scriptOf(command: string): string | undefined;
  /** The text of a file; undefined where there is none. */
  textOf(path: string): string | undefined;
}

/** Names that stand where another one is meant, and bindings whose words the document does not have. */
export function findMisboundNames(text: string, bindings: readonly Binding[], files: Files): string[] {
  return bindings.flatMap(({ as, code, from }) => {
    const told = [...text.matchAll(patternOf(as))];
    if (!told.length) return [`nowhere stands "${as}", which is bound to a name`];
    return told.flatMap(([words, name = '']) => {
      const [command] = name.match(/^npm (?:run [\w:-]+|start|test)|^node [\w./-]+/) ?? [];
      const file = from ?? (command ? files.scriptOf(command) : name) ?? name;
      const wanted = from ? code.replaceAll('#', name) : code;
      return files.textOf(file)?.includes(wanted) ? [] : [`"${words}": in ${file} there is no "${wanted}"`];
    });
  });
}

const patternOf = (as: string) => new RegExp(wordsPattern(as).replace('#', '([^`\\n]+?)'), 'g');
