import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWork } from '../tests/at-work.ts';
import { aDeadLetter, aDoneWork } from '../tests/work-rows.ts';
import { createWorld, type World } from '../tests/world.ts';

let world: World;
let stop: (() => Promise<void>) | undefined;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => {
  await stop?.();
  await world.close();
});

test('what may be kept no longer goes by itself once the server works', async () => {
  const { db, clock, database } = world;
  const user = await world.aUser();
  await aDoneWork(world, user.id, 'a result');
  await aDeadLetter(world, { to: user.email, subject: 'x', text: 'what nobody needs any more' });
  await db
    .insertInto('idempotency_keys')
    .values({ scope: 'anyone', endpoint: 'x', key: 'old', request_hash: Buffer.alloc(32), created_at: clock.now() })
    .execute();
  clock.advance(365 * 86_400);
  stop = await startWork(world);
  const left = async () => {
    const keys = await db.selectFrom('idempotency_keys').select('key').execute();
    const work = await db.selectFrom('long_work').select('id').execute();
    const mails = await database.pool.query("select data from jobs.job where name = 'mail-dead' and data ? 'text'");
    return { keys: keys.length, work: work.length, mails: mails.rowCount };
  };
  expect(await left()).not.toEqual({ keys: 0, work: 0, mails: 0 });
  await expect.poll(left, { timeout: 30_000 }).toEqual({ keys: 0, work: 0, mails: 0 });
}, 60_000);
