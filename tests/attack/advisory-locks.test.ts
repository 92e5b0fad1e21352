import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { advisoryLocks } from '../../server/platform/database/advisory-locks.ts';
import { createWorld, type World } from '../world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const numbers = (text: string) =>
  [...text.matchAll(/pg_(?:try_)?advisory_(?:xact_)?lock(?:_shared)?\(\s*([\d_]+)/g)].map(([, number]) =>
    Number(number),
  );

test('every purpose has an advisory lock of its own', () => {
  const all = Object.values(advisoryLocks);
  expect(new Set(all).size).toBe(all.length);
});

test('functions of the database take the locks that are listed for them', async () => {
  const { rows } = await world.database.pool.query<{ proname: string; prosrc: string }>(
    `select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace and prosrc like '%advisory%'
      order by proname`,
  );
  const taken = Object.fromEntries(rows.map(({ proname, prosrc }) => [proname, numbers(prosrc)]));
  expect(taken).toMatchObject({
    append_audit_entry: [advisoryLocks.auditChain],
    drop_old_event_months: [advisoryLocks.eventMonths, advisoryLocks.rollups],
    make_event_months: [advisoryLocks.eventMonths],
  });
  const listed = new Set<number>(Object.values(advisoryLocks));
  for (const [name, locks] of Object.entries(taken)) {
    expect(locks.length, name).toBeGreaterThan(0);
    expect(
      locks.filter((lock) => !listed.has(lock)),
      name,
    ).toEqual([]);
  }
});

test('no source writes the number of a lock out, nor takes the lock of another purpose', () => {
  const root = join(import.meta.dirname, '../..');
  const users: Record<string, string[]> = {};
  for (const folder of ['server', 'db/seed', 'scripts']) {
    for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!/\.m?ts$|\.mjs$/.test(file) || file.endsWith('.test.ts')) continue;
      const text = readFileSync(join(root, folder, file), 'utf8');
      expect(numbers(text), file).toEqual([]);
      // Who only looks whether somebody has it takes nothing.
      for (const [, looks, name = ''] of text.matchAll(/(objid = \$\{)?advisoryLocks\.(\w+)/g))
        if (!looks) users[name] = [...(users[name] ?? []), `${folder}/${file}`];
    }
  }
  for (const [name, files] of Object.entries(users)) expect([name, files.length]).toEqual([name, 1]);
});
