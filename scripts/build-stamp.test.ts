import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isStamped, stamped, stampOf } from './build-stamp.mjs';

const root = mkdtempSync(join(tmpdir(), 'holoholo-stamp-'));
afterAll(() => rmSync(root, { recursive: true }));

test('a build is current while its sources have the contents it was made from, whatever their times', () => {
  const word = join(root, 'web', 'words.ts');
  mkdirSync(join(root, 'web'));
  writeFileSync(word, 'aloha');
  writeFileSync(join(root, 'vite.config.ts'), 'config');
  const now = () => stampOf(root, ['web', 'vite.config.ts']);
  const built = join(root, '.built');
  expect(isStamped(built, now())).toBe(false);
  writeFileSync(built, now());
  const isCurrent = () => isStamped(built, now());

  utimesSync(word, new Date(), new Date(Date.now() + 60_000));
  expect(isCurrent()).toBe(true);
  writeFileSync(word, 'mahalo');
  utimesSync(word, new Date(0), new Date(0));
  expect(isCurrent()).toBe(false);
  writeFileSync(word, 'aloha');
  expect(isCurrent()).toBe(true);
  renameSync(word, join(root, 'web', 'other.ts'));
  expect(isCurrent()).toBe(false);
});

test('a build that fails is not current, even where its sources become those of the one before', async () => {
  const file = join(root, '.built-before');
  await stamped(file, 'first', async () => {});
  expect(isStamped(file, 'first')).toBe(true);
  const failed = stamped(file, 'second', async () => {
    throw new Error('no build');
  });
  await expect(failed).rejects.toThrow('no build');
  expect([isStamped(file, 'first'), isStamped(file, 'second')]).toEqual([false, false]);
});
