import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/** The language the sources are written in: its words stand in a folder, one file per screen. */
export const sourceLanguage = 'en';
export const messagesFolder = join(import.meta.dirname, '../web/src/messages');

const languageFile = /^([a-z]{2,3}(?:-[A-Za-z0-9]+)*)\.ts$/;

/** Language tags by the files of the folder, the source language first: `ja.ts` is Japanese. */
export function findLanguages(folder = messagesFolder): string[] {
  const translated = readdirSync(folder).flatMap((name) => languageFile.exec(name)?.[1] ?? []);
  return [sourceLanguage, ...translated.sort()];
}

type Exports = Record<string, unknown>;

/** What a file exports now; a build that watches reads it anew when it has changed. */
const exportsOf = async (file: string): Promise<Exports> =>
  await import(`${pathToFileURL(file).href}?${statSync(file).mtimeMs}`);

/**
 * Builds the sources in one language. A screen's words are imported from `en/<screen>.ts`; in another language that module
 * is replaced by the constants of the same names in `<language>.ts`. That file is taken in once per screen and shaken down to
 * what the screen asks for, so that words travel with their screen and a reader never downloads two languages. A catalogue
 * that is not translated stays English; one that is translated in part is filled up entry by entry.
 */
export function languageWords(language: string, folder = messagesFolder): Plugin {
  const english = join(folder, sourceLanguage);
  const translation = join(folder, `${language}.ts`);
  return {
    name: 'language-words',
    enforce: 'pre',
    async load(id) {
      if (id === join(folder, 'languages.ts')) return listOf(language, findLanguages(folder));
      if (language === sourceLanguage || dirname(id) !== english) return null;
      const name = basename(id);
      if (name.includes('?') || !existsSync(translation)) return null;
      this.addWatchFile(translation);
      const [source, translated] = await Promise.all([exportsOf(id), exportsOf(translation)]);
      const lines = Object.keys(source).map((constant, index) => {
        if (!(constant in translated)) return `export { ${constant} } from './${name}?source';`;
        const words = `../${language}.ts?words=${name}`;
        if (missingEntries(source[constant], translated[constant]).length === 0)
          return `export { ${constant} } from '${words}';`;
        return (
          `import { ${constant} as source${index} } from './${name}?source';\n` +
          `import { ${constant} as words${index} } from '${words}';\n` +
          `import { withFallback as fill${index} } from '../with-fallback.ts';\n` +
          `export const ${constant} = /*#__PURE__*/ fill${index}(source${index}, words${index});`
        );
      });
      return { code: lines.join('\n'), moduleType: 'js' };
    },
  };
}

/** The module that tells a build its own language and the others; each is named as its readers name it. */
function listOf(language: string, tags: readonly string[]): string {
  const named = tags.map((tag) => {
    const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
    return { tag, name: name.charAt(0).toLocaleUpperCase(tag) + name.slice(1) };
  });
  return [
    `export const language = ${JSON.stringify(language)};`,
    `export const contentLanguage = ${JSON.stringify(sourceLanguage)};`,
    `export const languages = ${JSON.stringify(named)};`,
  ].join('\n');
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Paths of the entries that a catalogue has and its translation has not. */
export function missingEntries(source: unknown, translated: unknown, path: string[] = []): string[] {
  if (translated === undefined) return [path.join('.')];
  if (!isGroup(source) || !isGroup(translated)) return [];
  return Object.entries(source).flatMap(([key, value]) => missingEntries(value, translated[key], [...path, key]));
}
