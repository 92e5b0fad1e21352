import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { seenFolder } from './shown-words.ts';

/** What tests look at on a screen: axe in both themes and all widths, the same with text twice the size, words left untranslated. */
export type Look = 'accessible' | 'enlarged' | 'japanese';

const looks = new Set<string>();
const folder = join(seenFolder, 'looks');

/** Notes that this was looked at on the screen that is open, for screens-seen.test.ts. */
export function noteLook(look: Look, page: Page): void {
  const line = `${look} ${new URL(page.url()).pathname}`;
  if (looks.has(line)) return;
  looks.add(line);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify([...looks]));
}

/** The addresses that were looked at so. */
export function lookedAt(look: Look): string[] {
  const all = readdirSync(folder).flatMap((file): string[] => JSON.parse(readFileSync(join(folder, file), 'utf8')));
  return all.filter((line) => line.startsWith(`${look} `)).map((line) => line.slice(look.length + 1));
}
