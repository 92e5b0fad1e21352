import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { originOf } from '../../tests/noted-statements.ts';
import { crossings } from './crossings.ts';
import { findUnlisted } from './find-crossings.ts';
import { readLayout } from './layout.ts';

const root = join(import.meta.dirname, '../..');
const layout = readLayout();
const listed = [{ what: 'Scans', becomes: '', functions: { 'server/a.store.ts count': 'every shard' } as const }];
const find = (statements: Record<string, string[]>, isWhole = true) =>
  findUnlisted(new Map(Object.entries(statements)), layout, listed, { isWhole });
const count = { 'server/a.store.ts count': ['select count(*) from scans', 'select 1', 'begin'] };

test('a function that crosses anew is found, whichever of its statements does', () => {
  expect(find(count)).toEqual([]);
  const planted = ['select 1', 'select s.id from scans s join bookings b on b.qr_code_id = s.qr_code_id'];
  for (const isWhole of [true, false])
    expect(find({ ...count, 'server/b.store.ts planted': planted }, isWhole)).toEqual([
      'server/b.store.ts planted asks across, and is listed as nothing',
    ]);
});

test('a function that asks more than it did is found, and after all tests one that asks less', () => {
  const more = { 'server/a.store.ts count': ['select id from scans union all select id from visits'] };
  const said = ['server/a.store.ts count asks across, and is listed as every shard'];
  expect([find(more), find(more, false)]).toEqual([said, said]);
  const gone: Record<string, string[]> = {};
  for (const less of [gone, { 'server/a.store.ts count': ['select 1'] }]) {
    expect(find(less, false)).toEqual([]);
    expect(find(less)).toEqual(['server/a.store.ts count asks one shard at most, and is listed as every shard']);
  }
});

test('every function of the list is there, once', () => {
  const names = crossings.flatMap(({ functions }) => Object.keys(functions));
  expect(names.length).toBe(new Set(names).size);
  for (const one of names) {
    const [file = '', name = ''] = one.split(' ');
    expect([one, existsSync(join(root, file)) && readFileSync(join(root, file), 'utf8').includes(name)]).toEqual([
      one,
      true,
    ]);
  }
});

test('a statement is that of the innermost function of the server, outside of what runs those of others', () => {
  const stack = (...frames: string[]) => ['Error', ...frames.map((frame) => `    at ${frame}`)].join('\n');
  const inServer = (name: string, file: string) => `${name} (file://${root}/${file}:1:2)`;
  const store = inServer('findScan', 'server/features/scanning/scanning.store.ts');
  const outer = inServer('async scanWith', 'server/features/scanning/record-scan.ts');
  const ofPackage = `Object.execute (file://${root}/node_modules/kysely/dist/raw.js:1:2)`;
  const runner = inServer('async deleteInBatches', 'server/platform/database/batches.store.ts');
  const name = 'server/features/scanning/scanning.store.ts findScan';
  expect(originOf(stack(ofPackage, runner, store, outer))).toBe(name);
  expect(originOf(stack(inServer('Object.<anonymous>', 'server/features/scanning/scanning.store.ts'), store))).toBe(
    name,
  );
  expect(originOf(stack(inServer('aCode', 'tests/world.ts'), store))).toBeUndefined();
  expect(originOf(stack(inServer('check', 'server/features/scanning/scanning.test.ts'), store))).toBeUndefined();
});
