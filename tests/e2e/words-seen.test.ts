import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type CatalogueFile, findUnseen } from '../words-seen.ts';
import { wordsFolder } from './shown-words.ts';

/** Entries that no browser test can bring about, by `file: path.to.entry`, each with the reason. */
const unreachable: Record<string, string> = {};

const catalogue = join(import.meta.dirname, '../../web/src/messages/en');

/** Runs after all others (playwright.config.ts), whose pages told what they showed. */
test('each of the words was shown to somebody in a browser test', async ({ browserName: _browser }, { project }) => {
  const folder = wordsFolder(project.outputDir);
  const seen = readdirSync(folder).flatMap((file): string[] => JSON.parse(readFileSync(join(folder, file), 'utf8')));
  const files = await Promise.all(
    readdirSync(catalogue).map(
      async (path): Promise<CatalogueFile> => ({ path, exports: { ...(await import(join(catalogue, path))) } }),
    ),
  );
  expect(seen.length).toBeGreaterThan(0);
  expect(findUnseen(files, seen, unreachable)).toEqual([]);
});
