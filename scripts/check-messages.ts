import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { findUnusedEntries } from './catalogue-use.ts';

// Every entry of the catalogue must be rendered somewhere: `node scripts/check-messages.ts`.
const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'web/src'], { encoding: 'utf8' });
const paths = listed.split('\n').filter((path) => /\.tsx?$/.test(path) && !/\.test\./.test(path) && existsSync(path));
// What mails say is read by the server, from the built renderer.
const catalogues = paths.filter((path) => /\/messages\/en\/(?!mails\.ts)/.test(path));
const files = await Promise.all(
  catalogues.map(async (path) => ({ path, exports: { ...(await import(resolve(path))) } as Record<string, unknown> })),
);
const unused = findUnusedEntries(files, new Map(paths.map((path) => [path, readFileSync(path, 'utf8')])));
for (const one of unused) console.error(`${one} is rendered nowhere`);
if (unused.length) process.exit(1);
