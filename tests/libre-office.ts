import { spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const program = 'soffice';
const mostMs = 150_000;

/** Whether there is one here to open files with. */
export const hasLibreOffice = (): boolean => spawnSync('which', [program]).status === 0;

/** Separators, a mark, UTF-8, from the first line, in American English: as its dialog has them when it is shown such a file. */
const asOpened = (separators: string) =>
  `CSV:${[...separators].map((one) => one.charCodeAt(0)).join('/')},34,76,1,,1033,false,false`;
/** With commas; cells as they are, and not as they are shown. */
const asSaved = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false';

/**
 * Opens CSV files in LibreOffice Calc, with a profile of its own, and saves them again as such.
 * @param separators at each of which it ends a cell
 * @returns what they then have
 */
export const openedInLibreOffice = (files: readonly Buffer[], separators: string): Promise<string[]> =>
  converted(files, separators, asSaved);

/** The formulas that such files have once they are opened. */
export async function formulasInLibreOffice(files: readonly Buffer[], separators: string): Promise<string[][]> {
  const documents = await converted(files, separators, 'fods');
  return documents.map((document) =>
    [...document.matchAll(/ table:formula="([^"]*)"/g)].map(([, formula]) => formula!),
  );
}

async function converted(files: readonly Buffer[], separators: string, to: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'opened-'));
  try {
    const sent = await Promise.all(
      files.map(async (bytes, at) => {
        const path = join(folder, `${at}.csv`);
        await writeFile(path, bytes);
        return path;
      }),
    );
    const saved = join(folder, 'saved');
    await mkdir(saved);
    await run([
      `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`,
      ...['--headless', '--norestore', `--infilter=${asOpened(separators)}`, '--convert-to', to],
      ...['--outdir', saved, ...sent],
    ]);
    const [ending] = to.split(':');
    return await Promise.all(files.map((_, at) => readFile(join(saved, `${at}.${ending}`), 'utf8')));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** It is several processes, which end together. */
async function run(given: readonly string[]): Promise<void> {
  const child = spawn(program, given, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (piece) => {
    said += piece;
  });
  const late = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), mostMs);
  try {
    await new Promise<void>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) =>
        code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}: ${said}`)),
      );
    });
  } finally {
    clearTimeout(late);
  }
}
