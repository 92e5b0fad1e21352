import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import { escapeHtml } from '../../platform/http/html.ts';
import { findLicences } from './licences.ts';

const root = join(import.meta.dirname, '../../..');
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('/licenses has every package that runs, with its version and the text of its licence', async () => {
  const { status, raw, headers } = await world.call('GET /licenses');
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(raw).not.toContain('<script');
  for (const [name, version] of Object.entries<string>(dependencies)) {
    const [, section] = raw.split(`<summary>${name} ${version} (`);
    const text = section?.split('</details>')[0] ?? '';
    expect(text.length, name).toBeGreaterThan(400);
    const file = ['LICENSE', 'LICENSE.md', 'license', 'LICENSE.txt']
      .map((one) => join(root, 'node_modules', name, one))
      .find((one) => existsSync(one));
    if (file) expect(text, name).toContain(escapeHtml(readFileSync(file, 'utf8').trim()));
  }
  for (const name of ['typescript', 'vitest', 'vite', 'lighthouse', '@playwright/test'])
    expect(raw, name).not.toContain(`<summary>${name} `);
});

test('what those bring along is in it too, and each has a licence and a text', () => {
  const all = findLicences();
  expect(all.length).toBeGreaterThan(Object.keys(dependencies).length * 3);
  expect(all.filter(({ licence, text }) => !licence || text.length < 80)).toEqual([]);
});
