import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Assets, readAssets } from './document.ts';
import type { Renderer } from './pages.ts';

/** The web side in one language: what renders its pages, and what their browsers fetch. */
export interface Edition {
  renderer: Renderer;
  assets: Assets;
}

export interface Editions {
  /** Tags of the languages there are. */
  languages: readonly string[];
  /** The edition in one of them, read when it is first asked for. */
  open(language: string): Promise<Edition>;
}

const rendererFile = /^([a-z]{2,3}(?:-[A-Za-z0-9]+)*)\.js$/;

/**
 * The editions of a build.
 * @throws Error when nothing is built there.
 */
export function findEditions(webFolder: string): Editions {
  const [client, server] = [join(webFolder, 'client'), join(webFolder, 'server')];
  const languages = filesOf(server).flatMap((name) => rendererFile.exec(name)?.[1] ?? []);
  if (languages.length === 0) throw new Error(`the web side is not built: ${server} holds no renderer`);
  const opened = new Map<string, Promise<Edition>>();
  const read = async (language: string): Promise<Edition> => ({
    renderer: (await import(pathToFileURL(join(server, `${language}.js`)).href)) as Renderer,
    assets: readAssets(client, language),
  });
  return {
    languages,
    open: (language) => {
      const edition = opened.get(language) ?? read(language);
      opened.set(language, edition);
      return edition;
    },
  };
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
