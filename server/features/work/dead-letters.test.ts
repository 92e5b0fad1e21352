import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilServed } from '../../../tests/until-served.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { withTransaction } from '../../platform/database/database.ts';
import { forgetDeadMail } from '../../platform/jobs/jobs.store.ts';

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

const call = (request: `${string} ${string}`) => untilServed(() => world.call(request, { cookie: admin.cookie }));
const letters = async () => (await call('GET /api/admin/dead-letters')).body;

/** Asks for a job, and waits until it has failed for good. */
async function fail(queue: 'mail' | 'news', data: never): Promise<{ id: string }> {
  const before = (await letters()).total;
  await withTransaction(world.db, async (tx) => {
    await world.jobs.send(tx, queue, data);
    // Its next try is its last one.
  });
  await world.database.pool.query('update jobs.job set retry_limit = 0, start_after = now() where name = $1', [queue]);
  await expect.poll(async () => (await letters()).total, { timeout: 20_000 }).toBe(before + 1);
  return (await letters()).dead_letters[0];
}
const newsJob = (id: number) => ({ id }) as never;
const actionsOn = async (id: string) =>
  (
    await world.db.selectFrom('audit_entries').select(['action', 'actor_id']).where('subject_id', '=', id).execute()
  ).map(({ action, actor_id }) => [action, actor_id]);

test('what failed for good is listed with what it was about and why, and none of the words of others', async () => {
  const mail = { to: 'kai@example.com', subject: 'Aloha', text: 'A letter with a secret in it.' };
  const { id } = await fail('mail', mail as never);
  const [letter] = (await letters()).dead_letters;
  const about = { to: 'kai@example.com', subject: 'Aloha' };
  expect(letter).toMatchObject({ id, queue: 'mail', about, problem: 'EENVELOPE 550', can_be_retried: true });
  expect(letter.tries).toBeGreaterThanOrEqual(1);
  expect(JSON.stringify(letter)).not.toMatch(/secret|no such mailbox/);
  // Within a minute it has lost what it said, and cannot be sent any more; it can be put away.
  await forgetDeadMail(world.db, world.clock.now());
  expect((await letters()).dead_letters[0].can_be_retried).toBe(false);
  expect((await call(`POST /api/admin/dead-letters/${id}/retry`)).body.code).toBe('dead_letter_emptied');
  expect((await letters()).total).toBe(1);
  expect((await call(`POST /api/admin/dead-letters/${id}/discard`)).status).toBe(200);
  expect((await letters()).total).toBe(0);
  for (const verb of ['retry', 'discard'])
    expect((await call(`POST /api/admin/dead-letters/${id}/${verb}`)).status).toBe(404);
  expect(await actionsOn(id)).toEqual([['dead_letter_discarded', admin.id]]);
});

test('what is retried is done once, and no dead letter any more', async () => {
  const { id } = await fail('news', newsJob(41));
  isMended = true;
  const retries = await Promise.all([1, 2, 3].map(() => call(`POST /api/admin/dead-letters/${id}/retry`)));
  expect(retries.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  await expect.poll(() => done, { timeout: 20_000 }).toEqual([{ id: 41 }]);
  expect((await letters()).total).toBe(0);
  expect(await actionsOn(id)).toEqual([['dead_letter_retried', admin.id]]);
  isMended = false;
});

test('a job that waits is no dead letter, whatever id is named', async () => {
  await withTransaction(world.db, (tx) => world.jobs.send(tx, 'long-work', { id: 'none' }));
  const { rows } = await world.database.pool.query(`select id from jobs.job where name = 'long-work'`);
  for (const verb of ['retry', 'discard'])
    expect((await call(`POST /api/admin/dead-letters/${rows[0].id}/${verb}`)).status).toBe(404);
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
    const { body } = await call(`GET /api/admin/dead-letters${after && `?after=${encodeURIComponent(after)}`}`);
    seen.push(...body.dead_letters);
    expect(body.total).toBe(230);
    if (!body.next) break;
    after = body.next;
  }
  expect(new Set(seen.map(({ id }) => id)).size).toBe(230);
  const times = seen.map(({ failed_at }) => failed_at);
  expect(times).toEqual([...times].sort().reverse());
  expect((await call('GET /api/admin/dead-letters?after=2026-01-01')).status).toBe(400);
});
