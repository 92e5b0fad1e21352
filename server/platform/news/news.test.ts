import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startWork } from '../../../tests/at-work.ts';
import { until } from '../../../tests/chaos/product-process.ts';
import { countLockWaits } from '../../../tests/lock-waits.ts';
import { silent } from '../../../tests/platform-news.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { tidy } from '../../tidying.ts';
import { advisoryLocks } from '../database/advisory-locks.ts';
import { takeUpNews } from './news.ts';

const secret = 'n'.repeat(40);
let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { NEWS_SECRETS: `demo:${secret}` } });
});
beforeEach(async () => {
  await world.db.deleteFrom('inbox').execute();
});
afterAll(() => world.close());

/** Brings news as its platform does. @returns its number in the inbox */
async function bring(payload: string): Promise<number> {
  const { statusCode } = await world.app.inject({ method: 'POST', url: `/api/news/demo/${secret}`, payload });
  expect(statusCode).toBe(202);
  return (await world.db.selectFrom('inbox').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id;
}
const kept = async (id: number) =>
  await world.db
    .selectFrom('inbox')
    .select(['state', 'problem', 'attempts'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

test('news that two processes take up at the same time is handled by one of them', async () => {
  const id = await bring('{}');
  let handled = 0;
  const handle = async () => {
    handled += 1;
    if (handled > 1) return;
    await until('the other waits, or handles it too', 5_000, async () => {
      return handled > 1 || (await countLockWaits(world)) > 0;
    });
  };
  const take = () => takeUpNews(world.db, world.clock.now(), { demo: handle }, id, silent);
  const first = take();
  await until('it is being handled', 5_000, async () => handled > 0);
  await Promise.all([first, take()]);
  expect(handled).toBe(1);
  expect((await kept(id)).state).toBe('done');
});

test('news whose handling fails is given back with the kind of the error alone, undone, and is taken up again', async () => {
  const id = await bring('{}');
  const person = 'maya@example.com';
  await expect(
    takeUpNews(
      world.db,
      world.clock.now(),
      {
        demo: async (tx) => {
          await tx.insertInto('users').values({ email: person }).execute();
          throw new TypeError(`nothing to do for ${person}`);
        },
      },
      id,
      silent,
    ),
  ).rejects.toThrow(person);
  expect(await kept(id)).toEqual({ state: 'new', problem: 'TypeError', attempts: 1 });
  expect(await world.db.selectFrom('users').select('id').where('email', '=', person).execute()).toEqual([]);
  await takeUpNews(world.db, world.clock.now(), { demo: async () => {} }, id, silent);
  expect(await kept(id)).toEqual({ state: 'done', problem: null, attempts: 2 });
});

test('what is to be taken up again waits as any other: it is not forgotten with what was settled on its day', async () => {
  const id = await bring('no JSON');
  const ninetyDaysAgo = new Date(world.clock.now().getTime() - 91 * 86_400_000);
  await world.db.updateTable('inbox').set({ state: 'unreadable', settled_at: ninetyDaysAgo }).execute();
  const admin = await world.aUser({ role: 'admin' });
  const body = { reason: 'The platform says that it is right' };
  const retried = await world.call(`POST /api/admin/news/${id}/retry`, { cookie: admin.cookie, body });
  expect(retried.status).toBe(200);
  await tidy(world.db, world.clock.now(), (task, error) => {
    throw new Error(`${task}: ${error.message}`);
  });
  expect(await kept(id)).toMatchObject({ state: 'new', problem: null });
});

test('news that has waited for more than five minutes is told of in the log, with how long it has waited', async () => {
  const at = (secondsAgo: number) => new Date(world.clock.now().getTime() - secondsAgo * 1000);
  const row = (secondsAgo: number) => ({
    source: 'demo',
    received_at: at(secondsAgo),
    headers: '{}',
    body: Buffer.from('x'),
  });
  // What is settled has not waited, however old it is.
  const done = { ...row(9_000), state: 'done', settled_at: world.clock.now() };
  const told = async (waiting: number, { isTaken = false, isDead = false } = {}) => {
    await world.db.deleteFrom('inbox').execute();
    const news = await world.db
      .insertInto('inbox')
      .values([row(5), { ...row(waiting), state: isTaken ? 'taken' : 'new' }])
      .returning('id')
      .execute();
    if (isDead)
      await world.database.pool.query(
        `insert into jobs.job (name, data, source_name, source_created_on, source_retry_count, source_output)
          values ('news-dead', jsonb_build_object('id', $1::bigint), 'news', now(), 10, '{}')`,
        [news[1]!.id],
      );
    await world.db.insertInto('inbox').values(done).execute();
    const lines: string[] = [];
    const stop = await startWork(world, { write: (line) => lines.push(line) });
    const watched = async () =>
      (await world.database.pool.query("select from jobs.job where name = 'news-watch' and state = 'completed'"))
        .rowCount ?? 0;
    await expect.poll(watched).toBeGreaterThan(0);
    await stop();
    await stop();
    await world.database.pool.query("delete from jobs.job where name = 'news-watch'");
    return lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'news is waiting long');
  };
  expect(await told(300)).toEqual([]);
  expect(await told(301)).toMatchObject([{ seconds: 301 }]);
  expect(await told(301, { isTaken: true })).toMatchObject([{ seconds: 301 }]);
  // What nobody takes up any more is for an administrator, and says nothing of what waits for a worker.
  expect(await told(301, { isDead: true })).toEqual([]);
  // The demo's past is brought with its own dates, and taken up at once without a worker.
  const past = await world.database.pool.connect();
  await past.query('select pg_advisory_lock($1)', [advisoryLocks.demoHistory]);
  expect(await told(7_583_044)).toEqual([]);
  await past.query('select pg_advisory_unlock($1)', [advisoryLocks.demoHistory]);
  past.release();
  expect(await told(7_583_044)).toHaveLength(1);
}, 120_000);

test('news of a source that is unknown here waits for a version that knows it', async () => {
  const id = await bring('x');
  await world.db.updateTable('inbox').set({ source: 'of-tomorrow' }).where('id', '=', id).execute();
  const lines: unknown[] = [];
  const warn = (line: unknown) => void lines.push(line);
  await expect(takeUpNews(world.db, world.clock.now(), {}, id, { warn } as never)).rejects.toThrow();
  expect(lines).toMatchObject([{ source: 'of-tomorrow', reason: 'UnknownSource' }]);
  const seen: string[] = [];
  const handlers = {
    'of-tomorrow': async (_: unknown, __: Date, { source }: { source: string }) => void seen.push(source),
  };
  await takeUpNews(world.db, world.clock.now(), handlers, id, { warn } as never);
  expect(seen).toEqual(['of-tomorrow']);
});
