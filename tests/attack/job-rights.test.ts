import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('the application may do all that the upkeep of the queues takes', { timeout: 60_000 }, async () => {
  const { pool } = world.database;
  const errors: string[] = [];
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) =>
        pool.query({ text, values: values ?? [] }).catch((error: Error) => {
          errors.push(`${error.message}: ${text}`);
          throw error;
        }),
    },
    schema: 'jobs',
    migrate: false,
    createSchema: false,
    reindex: false,
    supervise: false,
    schedule: false,
    monitorVacuum: false,
  });
  boss.on('error', (error) => errors.push(String(error)));
  await boss.start();
  const count = async (state: string) =>
    (await pool.query('select count(*)::int as jobs from jobs.job where state::text = $1', [state])).rows[0].jobs;
  try {
    await boss.send('mail', { to: 'x' }, { retryLimit: 0 });
    expect(await boss.fetch('mail')).toHaveLength(1);
    await pool.query(`update jobs.job set started_on = now() - interval '1 day' where state = 'active'`);
    await pool.query('update jobs.queue set monitor_claim_on = null, maintain_on = null');
    await pool.query(
      `insert into jobs.job (name, state, keep_until) values ('tidy', 'created', now() - interval '1 day')`,
    );
    await boss.supervise();
    // Given up as too slow, with a copy for a person to look at; and removed as too old.
    expect([await count('active'), await count('failed'), await count('created')]).toEqual([0, 1, 1]);
    // What is written when the counting was slow, and by the pass that looks for jobs waiting for others.
    await pool.query('update jobs.version set monitor_backoff_on = now(), flow_on = now()');
    await boss.resolveFlow();
    expect(errors).toEqual([]);
  } finally {
    await boss.stop({ graceful: false, close: false });
  }
});
