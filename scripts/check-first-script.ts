import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findLanguages } from './web-languages.ts';

/** Bytes (brotli) that come before a page of a place answers, in any language. */
const mostFirstBytes = 95 * 1024;

interface Chunk {
  file: string;
  imports?: string[];
}

const client = join(import.meta.dirname, '../dist/client');

/** The first script of one language and all that it imports at once. */
function firstFiles(language: string): string[] {
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(client, `manifest.${language}.json`), 'utf8'));
  const files = new Set<string>();
  const take = (name: string) => {
    const { file, imports = [] } = manifest[name]!;
    if (files.has(file)) return;
    files.add(file);
    for (const one of imports) take(one);
  };
  take('src/main.tsx');
  return [...files];
}

// Refuses a build whose first script is too large, once its files are compressed: `node scripts/check-first-script.ts`.
for (const language of findLanguages()) {
  const bytes = firstFiles(language).reduce((sum, file) => sum + readFileSync(join(client, `${file}.br`)).length, 0);
  console.log(`First script (${language}): ${bytes} B of at most ${mostFirstBytes}`);
  if (bytes > mostFirstBytes) process.exitCode = 1;
}
