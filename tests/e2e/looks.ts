import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Page, test } from '@playwright/test';

/** What tests look at on a screen: axe in both themes and all widths, the same with text twice the size, words left untranslated. */
export type Look = 'accessible' | 'enlarged' | 'japanese';

const looks = new Set<string>();
const folder = (outputDir: string) => join(outputDir, 'looks');

/** Notes that this was looked at on the screen that is open, for screens-seen.test.ts. */
export function noteLook(look: Look, page: Page): void {
  const line = `${look} ${new URL(page.url()).pathname}`;
  if (looks.has(line)) return;
  looks.add(line);
  const { project, workerIndex } = test.info();
  mkdirSync(folder(project.outputDir), { recursive: true });
  writeFileSync(join(folder(project.outputDir), `worker-${workerIndex}.json`), JSON.stringify([...looks]));
}

/** The addresses that were looked at so in this run. */
export function lookedAt(outputDir: string, look: Look): string[] {
  const all = readdirSync(folder(outputDir)).flatMap((file): string[] =>
    JSON.parse(readFileSync(join(folder(outputDir), file), 'utf8')),
  );
  return all.filter((line) => line.startsWith(`${look} `)).map((line) => line.slice(look.length + 1));
}
