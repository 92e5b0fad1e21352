import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { Explaining, rowsReadBy } from '../../../tests/explained-plans.ts';
import { createWorld } from '../../../tests/world.ts';

test('events of half an hour are found by few blocks, though some found room among those of hours before', async () => {
  const world = await createWorld();
  onTestFinished(() => world.close());
  const owner = await ownerOf(world);
  // Two a second for six hours; of a thousand one lies where others of three hours before do.
  await onServer(
    owner,
    `insert into events (received_at, event_type, audience, data)
       select timestamptz '2026-11-20 12:00Z' + n * interval '0.5 seconds' + (n % 1000 = 0)::integer * interval '3 hours',
         'listing_impression', 'visitor', '{}'
       from generate_series(1, 43200) as n`,
  );
  await onServer(owner, 'vacuum (analyze) events');
  const explaining = new Explaining({ analyze: true });
  const found = (db: typeof world.db) =>
    sql`select count(*)::integer as count from events where received_at >= '2026-11-20 16:00Z' and received_at < '2026-11-20 16:30Z'`.execute(
      db,
    );
  expect((await found(world.db)).rows).toEqual([{ count: 3_599 }]);
  await found(world.db.withPlugin(explaining));
  const [plan] = explaining.plans.map(({ plan }) => plan);
  const rechecked = JSON.stringify(plan).matchAll(/"Rows Removed by Index Recheck":(\d+)/g);
  const { events_2026_11: read = 0 } = rowsReadBy([plan!]);
  expect(read + [...rechecked].reduce((sum, [, rows]) => sum + Number(rows), 0)).toBeLessThan(10_000);
});
