import { expect, test } from 'vitest';
import { longWorkKinds } from '../../../contract/long-work-kinds.ts';
import { deadLetterKinds } from '../../../contract/work.ts';
import { createWorld } from '../../../tests/world.ts';
import { withTransaction } from '../database/database.ts';
import { Jobs } from './jobs.ts';
import { deadLetterQueues, jobNames, queues } from './queues.ts';

test('the kinds of dead letters that can be asked for are the queues that keep what failed for good', () => {
  expect([...deadLetterKinds].sort()).toEqual(jobNames.filter((name) => queues[name].deadLetters).sort());
});

test('what failed for good stays for thirty days for an administrator to look at', async () => {
  const world = await createWorld();
  const { rows } = await world.database.pool.query(
    'select name, retention_seconds::int, retry_limit from jobs.queue where name = any($1) order by name',
    [deadLetterQueues],
  );
  await world.close();
  const kept = { retention_seconds: 30 * 86_400, retry_limit: 0 };
  expect(rows).toEqual([...deadLetterQueues].sort().map((name) => ({ name, ...kept })));
});

test('work that reads a whole file, or the whole audit log, is none of the decisions', () => {
  const { groupOf } = queues['long-work'];
  const decisions = Object.keys(longWorkKinds).filter((kind) => groupOf!({ id: '', kind }) === 'decisions');
  expect(decisions.sort()).toEqual([
    'accounts-suspension',
    'holds-decision',
    'listings-change',
    'payout-run',
    'places-change',
  ]);
});

test('files that take long leave a place for decisions, and decisions one for files', async () => {
  const world = await createWorld();
  const jobs = new Jobs(world.database.pool, () => {});
  await jobs.start();
  const end = Promise.withResolvers<void>();
  const begun: string[] = [];
  await jobs.work('long-work', async ({ kind }) => {
    begun.push(kind!);
    await end.promise;
  });
  const ask = (kind: string) =>
    withTransaction(world.db, (tx) => jobs.send(tx, 'long-work', { id: String(begun.length), kind }));
  for (let count = 0; count < 4; count++) await ask('scans-export');
  await ask('payout-run');
  await ask('holds-decision');
  await expect.poll(() => begun, { timeout: 10_000 }).toContain('payout-run');
  expect(begun).toEqual(['scans-export', 'scans-export', 'payout-run']);
  end.resolve();
  await expect.poll(() => begun.length, { timeout: 10_000 }).toBe(6);
  await jobs.stop();
  await world.close();
});
