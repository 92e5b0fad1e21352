import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from '../server/platform/settings.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'holoholo-settings-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const page = readFileSync(join(import.meta.dirname, '../docs/operating.md'), 'utf8');
const [, example = ''] = page.match(/\n```\n(NODE_ENV=production\n.*?)```/s) ?? [];

/** What a shell makes of a file of settings, read as docs/operating.md says. */
function readByShell(text: string): Record<string, string> {
  const file = join(folder, 'holoholo.env');
  writeFileSync(file, text);
  const read = 'set -e; set -a; . "$1"; set +a; exec env -0';
  const told = execFileSync('sh', ['-c', read, 'sh', file], { env: { PATH: process.env.PATH }, stdio: 'pipe' });
  return Object.fromEntries(
    `${told}`
      .split('\0')
      .filter(Boolean)
      .map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]),
  );
}

test('a shell reads the example of the settings as a service does, and the product starts from them', () => {
  const told = example.matchAll(/^([A-Z_]+)=(?:'(.*)'|([^'].*))$/gm);
  const values = Object.fromEntries([...told].map(([, name, quoted, plain]) => [name!, quoted ?? plain!]));
  expect(values).toMatchObject({ NODE_ENV: 'production', MAIL_FROM: expect.stringMatching(/ <.*>$/) });
  expect(readByShell(example)).toMatchObject(values);

  const filled = example.replace("SECRET_KEY='...'", `SECRET_KEY='${'k'.repeat(32)}'`);
  expect(readSettings(readByShell(filled))).toMatchObject({ production: true, mailFrom: values.MAIL_FROM });
});

test.each([
  "PRODUCT_NAME='Aloha Guide'",
  "SMTP_URL='smtp://host?pool=true&debug=true'",
  "MAIL_FROM='Aloha <a@b.example>'",
])('in single quotes a value stays as it is, without them it does not: %s', (line) => {
  const [name, value] = line.replaceAll("'", '').split(/=(.*)/s) as [string, string];
  expect(readByShell(`${line}\n`)[name]).toBe(value);
  const unquoted = () => readByShell(`${line.replaceAll("'", '')}\n`)[name];
  let read: string | undefined;
  try {
    read = unquoted();
  } catch {
    // The shell took a part of it for a command or a file.
  }
  expect(read).not.toBe(value);
});
