import { expect, test } from 'vitest';
import { deadLetterKinds } from '../../../contract/work.ts';
import { createWorld } from '../../../tests/world.ts';
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
