import { createQueryId } from 'kysely';
import { expect, test } from 'vitest';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { Explaining, type Plan, rowsReadBy } from '../../../tests/explained-plans.ts';
import { createWorld } from '../../../tests/world.ts';
import { rawExport } from './raw-export.ts';

/** Of a busy hour, the last of a day. */
const many = 40_000;

test('a busy hour is read about once, in however many statements', async () => {
  const world = await createWorld();
  await onServer(
    await ownerOf(world),
    `insert into events (received_at, event_type, audience, data)
     select timestamptz '2026-11-03T09:00:00Z' + n * (interval '1 hour' / ${many}), 'listing_impression', 'visitor', '{"list":"explore"}'
     from generate_series(0, ${many - 1}) n;
     analyze events`,
  );
  const plans: Plan[] = [];
  const explaining = new Explaining({ analyze: true });
  /** Each statement is run, and explained beside it. */
  const db = world.db.withPlugin({
    transformQuery: ({ node }) => {
      asked.push(node as Parameters<Explaining['transformQuery']>[0]['node']);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const asked: Parameters<Explaining['transformQuery']>[0]['node'][] = [];
  const day = { from: '2026-11-02', to: '2026-11-02', source: 'events', format: 'csv' } as const;
  const written = rawExport.run({
    ...{ parameters: day, read: (work: (of: typeof db) => Promise<unknown>) => work(db) },
    ...{ report: () => {}, signal: new AbortController().signal, now: () => world.clock.now() },
  } as unknown as Parameters<typeof rawExport.run>[0]);
  let lines = 0;
  for await (const piece of written) lines += Buffer.from(piece).toString().split('\r\n').length - 1;
  expect(lines).toBe(many + 1);
  for (const node of asked) {
    const compiled = world.db.getExecutor().compileQuery(explaining.transformQuery({ node }), createQueryId());
    const { rows } = await world.db.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(compiled);
    plans.push(rows[0]!['QUERY PLAN'][0].Plan);
  }
  expect(plans.length).toBeGreaterThanOrEqual(many / 2_000);
  const read = Object.entries(rowsReadBy(plans)).filter(([table]) => table.startsWith('events'));
  const rows = read.reduce((sum, [, count]) => sum + count, 0);
  expect(rows).toBeGreaterThanOrEqual(many);
  // The hour as a whole once, then each part with what the index reads around it.
  expect(rows).toBeLessThan(6 * many);
  await world.close();
}, 60_000);
