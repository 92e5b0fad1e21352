import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { floor } from './browser-floor.ts';
import { readCompatData, readFeatures } from './compat-data.ts';
import { excused } from './excused.ts';
import { type Finding, ScriptJudge } from './too-new-scripts.ts';
import { judgeStyles } from './too-new-styles.ts';

/**
 * What built files ask for that a browser of the floor lacks, and excuses that excuse nothing, each as a line.
 * @param folder what browsers are sent: its assets and its worker.
 */
export function findAboveFloor(folder: string, excuses: Record<string, string> = excused): string[] {
  const data = readCompatData();
  const scripts = new ScriptJudge(readFeatures(data));
  const found = new Map<string, Finding & { file: string }>();
  const files = [...readdirSync(join(folder, 'assets')).map((name) => join('assets', name)), 'sw.js'];
  for (const file of files) {
    const read = () => readFileSync(join(folder, file), 'utf8');
    const findings = file.endsWith('.js')
      ? scripts.judge(file, read())
      : file.endsWith('.css')
        ? judgeStyles(read(), data)
        : [];
    for (const one of findings) if (!found.has(one.what)) found.set(one.what, { ...one, file });
  }
  const named = floor.map(({ name, version }) => `${name} ${version}`).join(', ');
  return [
    ...[...found.values()]
      .filter(({ what }) => !Object.hasOwn(excuses, what))
      .map(
        ({ what, where, file }) => `${what} is newer than ${named}: ${file} has ...${where.replace(/\s+/g, ' ')}...`,
      ),
    ...Object.keys(excuses)
      .filter((what) => !found.has(what))
      .map((what) => `scripts/floor/excused.ts excuses ${what}, which nothing uses`),
  ];
}

// `node scripts/floor/check-floor.ts`, part of the build, before what earlier builds made is put beside it.
if (process.argv[1] === import.meta.filename) {
  const found = findAboveFloor(join(import.meta.dirname, '../../dist/client'));
  for (const one of found) console.error(one);
  if (found.length) process.exit(1);
}
