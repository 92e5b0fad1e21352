import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { untilServed } from '../../../tests/until-served.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { withTransaction } from '../../platform/database/database.ts';
import { forgetDeadMail } from '../../platform/jobs/jobs.store.ts';

// A worker may come to a job late while other tests flood the machine.
vi.setConfig({ testTimeout: 90_000 });

let world: World;
let admin: TestUser;
/** What the worker of each queue does with a job; it refuses unless told. */
const done: unknown[] = [];
let isMended = false;
beforeAll(async () => {
  world = await createWorld();
  admin = await world.aUser({ role: 'admin' });
  for (const queue of ['mail', 'news'] as const)
    await world.jobs.work(queue, async (data) => {
      if (!isMended)
        throw Object.assign(new Error('no such mailbox of kai@example.com'), { code: 'EENVELOPE', responseCode: 550 });
      done.push(data);
    });
});
afterAll(() => world.close());

const call = (request: `${string} ${string}`, body?: object) =>
  untilServed(() => world.call(request, { cookie: admin.cookie, body }));
const reason = 'The mailbox is there again';
const decide = (id: string, verb: 'retry' | 'discard', body: object = { reason }) =>
  call(`POST /api/admin/dead-letters/${id}/${verb}`, body);
const letters = async () => (await call('GET /api/admin/dead-letters')).body;

/** Asks for a job, and waits until it has failed for good. */
async function fail(queue: 'mail' | 'news', data: never): Promise<{ id: string }> {
  const before = (await letters()).total;
  await withTransaction(world.db, async (tx) => {
    await world.jobs.send(tx, queue, data);
    // Its next try is its last one.
  });
  await world.database.pool.query('update jobs.job set retry_limit = 0, start_after = now() where name = $1', [queue]);
  await expect.poll(async () => (await letters()).total, { timeout: 60_000 }).toBe(before + 1);
  return (await letters()).rows[0];
}
const newsJob = (id: number) => ({ id }) as never;
const actionsOn = async (id: string) =>
  (
    await world.db.selectFrom('audit_entries').select(['action', 'actor_id']).where('subject_id', '=', id).execute()
  ).map(({ action, actor_id }) => [action, actor_id]);

test('what failed for good is listed with what it was about and why, and none of the words of others', async () => {
  const mail = { to: 'kai@example.com', subject: 'Aloha', text: 'A letter with a secret in it.' };
  const { id } = await fail('mail', mail as never);
  const [letter] = (await letters()).rows;
  const about = { to: 'kai@example.com', subject: 'Aloha' };
  expect(letter).toMatchObject({ id, queue: 'mail', about, problem: 'EENVELOPE 550', can_be_retried: true });
  expect(letter.tries).toBeGreaterThanOrEqual(1);
  expect(JSON.stringify(letter)).not.toMatch(/secret|no such mailbox/);
  // Within a minute it has lost what it said, and cannot be sent any more; it can be put away.
  await forgetDeadMail(world.db, world.clock.now());
  expect((await letters()).rows[0].can_be_retried).toBe(false);
  expect((await decide(id, 'retry')).body.code).toBe('dead_letter_emptied');
  expect((await letters()).total).toBe(1);
  expect((await decide(id, 'discard')).status).toBe(200);
  expect((await letters()).total).toBe(0);
  for (const verb of ['retry', 'discard'] as const) expect((await decide(id, verb)).status).toBe(404);
  expect(await actionsOn(id)).toEqual([['dead_letter_discarded', admin.id]]);
});

test('what is retried is done once, and no dead letter any more', async () => {
  const { id } = await fail('news', newsJob(41));
  isMended = true;
  const retries = await Promise.all([1, 2, 3].map(() => decide(id, 'retry')));
  expect(retries.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  await expect.poll(() => done, { timeout: 20_000 }).toEqual([{ id: 41 }]);
  expect((await letters()).total).toBe(0);
  expect(await actionsOn(id)).toEqual([['dead_letter_retried', admin.id]]);
  isMended = false;
  const mail = { to: 'kai@example.com', subject: 'Aloha', text: 'It is here at last.' };
  const { id: letter } = await fail('mail', mail as never);
  isMended = true;
  expect((await decide(letter, 'retry')).status).toBe(200);
  await expect.poll(() => done, { timeout: 20_000 }).toEqual([{ id: 41 }, mail]);
  expect((await letters()).total).toBe(0);
  isMended = false;
});

test('a decision needs a reason, which the audit log keeps with it', async () => {
  const { id } = await fail('mail', { to: 'kai@example.com', subject: 'Aloha', text: 'x' } as never);
  for (const verb of ['retry', 'discard'] as const)
    for (const body of [{}, { reason: ' a ' }, { reason: 'x'.repeat(501) }, { reason: 'no\u0000' }]) {
      const reply = await decide(id, verb, body);
      expect([reply.status, reply.body.fields[0].path]).toEqual([400, 'body.reason']);
    }
  expect((await letters()).total).toBe(1);
  expect(await actionsOn(id)).toEqual([]);
  await decide(id, 'discard');
  const { rows } = await world.database.pool.query(
    `select d.content::json -> 'after' as after from audit_entries e join audit_details d using (sequence) where e.subject_id = $1`,
    [id],
  );
  expect(rows).toEqual([{ after: { queue: 'mail', reason } }]);
});

test.each(['new', 'taken'])(
  'what a discarded one was to do is over: news that is %s is put away, the long work has failed',
  async (state) => {
    const news = await world.db
      .insertInto('inbox')
      .values({
        source: 'demo',
        received_at: world.clock.now(),
        headers: '{}',
        body: Buffer.from('x'),
        digest: Buffer.from(state),
        state,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const work = await world.db
      .insertInto('long_work')
      .values({
        ...{ kind: 'scans-export', asked_by: admin.id, parameters: '{}', mail_when_done: false },
        created_at: world.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const summary = async () => (await call('GET /api/admin/work')).body;
    expect(await summary()).toEqual({ in_progress: 1, dead_letters: 0, unreadable_news: 0 });
    await world.database.pool.query(
      `insert into jobs.job (name, data, source_name, source_created_on) values
      ('news-dead', jsonb_build_object('id', $1::bigint), 'news', now()),
      ('long-work-dead', jsonb_build_object('id', $2::text), 'long-work', now())`,
      [news.id, work.id],
    );
    expect(await summary()).toEqual({ in_progress: 1, dead_letters: 2, unreadable_news: 0 });
    for (const { id } of (await letters()).rows) expect((await decide(id, 'discard')).status).toBe(200);
    expect(await summary()).toEqual({ in_progress: 0, dead_letters: 0, unreadable_news: 0 });
    const states = await Promise.all([
      world.db.selectFrom('inbox').select(['state']).where('id', '=', news.id).execute(),
      world.db.selectFrom('long_work').select(['state', 'problem']).where('id', '=', work.id).execute(),
    ]);
    expect(states).toEqual([[{ state: 'discarded' }], [{ state: 'failed', problem: 'broke_off' }]]);
  },
);

test('a job that waits is no dead letter, whatever id is named', async () => {
  await withTransaction(world.db, (tx) => world.jobs.send(tx, 'long-work', { id: 'none' }));
  const { rows } = await world.database.pool.query(`select id from jobs.job where name = 'long-work'`);
  for (const verb of ['retry', 'discard'] as const) expect((await decide(rows[0].id, verb)).status).toBe(404);
  expect((await letters()).total).toBe(0);
});

test('the list has its pages, newest first, also of one moment', async () => {
  await world.database.pool.query(
    `insert into jobs.job (name, data, source_name, source_created_on, created_on)
     select 'news-dead', jsonb_build_object('id', n), 'news', now(), now() - (n / 50) * interval '1 hour'
     from generate_series(1, 230) n`,
  );
  const seen: { id: string; failed_at: string }[] = [];
  for (let after = ''; ; ) {
    const { body } = await call(`GET /api/admin/dead-letters?limit=100${after && `&after=${after}`}`);
    seen.push(...body.rows);
    expect(body.total).toBe(230);
    if (!body.next) break;
    after = body.next;
  }
  expect(new Set(seen.map(({ id }) => id)).size).toBe(230);
  const times = seen.map(({ failed_at }) => failed_at);
  expect(times).toEqual([...times].sort().reverse());
  const { body: oldest } = await call('GET /api/admin/dead-letters?sort=failed&limit=200');
  expect(oldest.rows.map(({ id }: { id: string }) => id)).toEqual(
    seen
      .map(({ id }) => id)
      .reverse()
      .slice(0, 200),
  );
});

test('it is searched by recipient and subject, and is of one queue where that is asked', async () => {
  await world.database.pool.query(
    `insert into jobs.job (name, data, source_name, source_created_on) values
      ('mail-dead', '{"to":"kaiulani@dead.example","subject":"Your booking"}', 'mail', now()),
      ('mail-dead', '{"to":"other@dead.example","subject":"100% of it"}', 'mail', now())`,
  );
  const found = async (query: string) => {
    const { body } = await call(`GET /api/admin/dead-letters?${query}`);
    return [body.total, ...body.rows.map(({ about }: { about: { to: string } }) => about.to)];
  };
  expect(await found('search=KAIULANI')).toEqual([1, 'kaiulani@dead.example']);
  expect(await found('search=100%25')).toEqual([1, 'other@dead.example']);
  expect((await found('queue=mail'))[0]).toBe(2);
  expect((await found('queue=news'))[0]).toBe(230);
  const one = (await call('GET /api/admin/dead-letters?queue=mail&sort=failed')).body.rows[0];
  const { body: asked } = await call(`GET /api/admin/dead-letters?id=${one.id}`);
  expect(asked).toEqual({ rows: [one], total: 1, next: null });
  expect((await found('id=0f8fad5b-d9cb-469f-a165-70867728950e'))[0]).toBe(0);
  for (const wrong of ['id=1', 'after=2026-01-01', 'queue=sign-in-mail', 'sort=queue', 'limit=0'])
    expect((await call(`GET /api/admin/dead-letters?${wrong}`)).status).toBe(400);
});

test('long work that has ended meanwhile cannot be done again, and its message is put away', async () => {
  const ended = { state: 'cancelled', ended_at: world.clock.now(), created_at: world.clock.now() };
  const work = await world.db
    .insertInto('long_work')
    .values({ kind: 'scans-export', asked_by: admin.id, parameters: '{}', mail_when_done: false, ...ended })
    .returning('id')
    .executeTakeFirstOrThrow();
  await world.database.pool.query(
    `insert into jobs.job (name, data, source_name, source_created_on)
      values ('long-work-dead', jsonb_build_object('id', $1::text), 'long-work', now())`,
    [work.id],
  );
  const { id } = (await letters()).rows.find((one: { about: { id?: string } }) => one.about.id === work.id);
  const refused = await decide(id, 'retry');
  expect([refused.status, refused.body.code]).toEqual([409, 'work_over']);
  expect((await decide(id, 'discard')).status).toBe(200);
});
