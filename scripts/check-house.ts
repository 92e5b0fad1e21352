import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { findBreaks } from './house-rules.ts';

// The house rules over every source file of the tree, tracked or not: `node scripts/check-house.ts`.
const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], { encoding: 'utf8' });
const paths = listed.split('\n').filter((path) => path && existsSync(path));
const breaks = findBreaks(new Map(paths.map((path) => [path, readFileSync(path, 'utf8')])));

const product = paths.filter(
  (path) => /^(contract|server|web|db|simulators)\//.test(path) && !/\.test\.tsx?$|\.d\.ts$/.test(path),
);
const lengths = product.map((path) => readFileSync(path, 'utf8').split('\n').length).sort((a, b) => a - b);
const median = lengths[Math.floor(lengths.length / 2)] ?? 0;
const ninth = lengths[Math.floor(lengths.length * 0.9)] ?? 0;
if (median > 80 || ninth > 220)
  breaks.push(`files have grown: median ${median} lines (at most 80), 90 % at most ${ninth} (220)`);

for (const one of breaks) console.error(one);
if (breaks.length) process.exit(1);
