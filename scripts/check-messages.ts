import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findUnusedEntries } from './catalogue-use.ts';
import { findGaps, workCatalogues } from './translation-gaps.ts';
import { findLanguages, messagesFolder, sourceLanguage } from './web-languages.ts';

// Every entry of the catalogue must be rendered somewhere, and be there in every language: `node scripts/check-messages.ts`.
const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'web/src'], { encoding: 'utf8' });
const paths = listed.split('\n').filter((path) => /\.tsx?$/.test(path) && !/\.test\./.test(path) && existsSync(path));
const catalogues = paths.filter((path) => /\/messages\/en\//.test(path));
const read = async (path: string): Promise<Record<string, unknown>> => ({ ...(await import(resolve(path))) });
const files = await Promise.all(catalogues.map(async (path) => ({ path, exports: await read(path) })));

// What mails say is read by the server, from the built renderer.
const rendered = files.filter(({ path }) => !path.endsWith('/mails.ts'));
const problems = findUnusedEntries(rendered, new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]))).map(
  (one) => `${one} is rendered nowhere`,
);
for (const language of findLanguages().filter((one) => one !== sourceLanguage)) {
  const translated = await read(join(messagesFolder, `${language}.ts`));
  for (const { exports } of files) {
    for (const [name, words] of Object.entries(exports)) {
      if (typeof words !== 'object' || workCatalogues.includes(name)) continue;
      problems.push(...findGaps(name, words, translated[name]).map((gap) => `${language}.ts: ${gap}`));
    }
  }
}
for (const one of problems) console.error(one);
if (problems.length) process.exit(1);
