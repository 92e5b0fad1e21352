import { type KyselyPlugin, sql } from 'kysely';
import { expect, test } from 'vitest';
import { createWorld } from '../../../tests/world.ts';
import { RequestMetrics } from './request-metrics.ts';

test('whoever asks for what was answered while it is being written waits for one more writing, all together', async () => {
  const world = await createWorld();
  let statements = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const metrics = new RequestMetrics(world.db.withPlugin(counting), world.clock, { error: () => {} });
  const ask = () => {
    metrics.note('GET /api/asked', 5, 200);
    return metrics.write();
  };
  await ask();
  const alone = statements;
  const first = ask();
  // It has begun.
  await Promise.resolve();
  await Promise.resolve();
  const others = Array.from({ length: 20 }, ask);
  await Promise.all([first, ...others]);
  expect(statements).toBeLessThanOrEqual(3 * alone);
  const { rows } = await sql<{ requests: number }>`
    select requests from request_metrics where grain = 'day' and endpoint = 'GET /api/asked'`.execute(world.db);
  expect(rows).toEqual([{ requests: 22 }]);
  await world.close();
});
