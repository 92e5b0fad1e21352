import { afterAll, beforeAll, expect, test } from 'vitest';
import { hawaiiDay } from '../contract/hawaii-time.ts';
import { organisationOf } from '../tests/an-organisation.ts';
import { startWork } from '../tests/at-work.ts';
import { ownerOf } from '../tests/attack/owner.ts';
import { onServer } from '../tests/database-setup.ts';
import { aDeadLetter, aDoneWork } from '../tests/work-rows.ts';
import { createWorld, type World } from '../tests/world.ts';
import { findMailLag, forgetDeadMail } from './platform/jobs/jobs.store.ts';
import { findUpkeep } from './platform/upkeep.store.ts';
import { tidyTasks } from './tidying.ts';

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
  await stop();
  stop = undefined;
}, 60_000);

test('a tidying of which a part fails is a turn that failed, and does all the rest', async () => {
  const { db, clock, database } = world;
  const owner = await ownerOf(world);
  await onServer(owner, 'alter table orphan_scans rename to orphan_scans_away');
  await database.pool.query("delete from jobs.job where name = 'tidy'");
  clock.advance(86_400);
  const told = async () => {
    const upkeep = await findUpkeep(db);
    return ['tidying', 'turn-tidy'].map((task) => upkeep.get(task as 'tidying')?.problem ?? null);
  };
  try {
    expect(await told()).toEqual([null, null]);
    stop = await startWork(world);
    await expect.poll(told, { timeout: 30_000 }).toEqual(['orphan scans', 'Error']);
    const { figures } = (await findUpkeep(db)).get('tidying')!;
    const ofNow = Object.keys(figures).filter((task) => figures[task] === clock.now().toISOString());
    expect(ofNow.sort()).toEqual(
      Object.keys(tidyTasks)
        .filter((task) => task !== 'orphan scans')
        .sort(),
    );
  } finally {
    await onServer(owner, 'alter table orphan_scans_away rename to orphan_scans');
    await stop?.();
    stop = undefined;
  }
}, 60_000);

test("the ledger's days begin once the invented past has passed", async () => {
  const { db, database, clock } = world;
  const id = await world.aBooking({ status: 'confirmed', check_in_date: '2026-11-20' });
  const past = Promise.withResolvers<void>();
  await database.pool.query("delete from jobs.job where name in ('commission-day', 'partner-statements')");
  clock.advance(86_400);
  stop = await startWork(world, undefined, undefined, past.promise);
  const days = () =>
    database.pool.query("select name from jobs.job where name in ('commission-day', 'partner-statements')");
  expect((await days()).rows).toEqual([]);
  past.resolve();
  const status = async () =>
    (await db.selectFrom('bookings').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
  await expect.poll(status, { timeout: 30_000 }).toBe('completed');
  await stop();
  stop = undefined;
}, 60_000);

test('what was travelled becomes payable by itself on the day when its holding period is over, not before', async () => {
  const { database, clock } = world;
  const partner = await world.aUser({ role: 'partner' });
  const organisation = await organisationOf(world, partner.id);
  const given = { partner_id: partner.id, status: 'confirmed', estimated: false };
  await world.aBooking({ ...given, check_in_date: hawaiiDay(clock.now()) });
  await database.pool.query("delete from jobs.job where name = 'commission-day'");
  const open = async () =>
    (
      await database.pool.query(
        "select from jobs.job where name = 'commission-day' and state in ('created', 'retry', 'active')",
      )
    ).rowCount;
  const seen: object[] = [];
  for (const days of [1, 12, 1]) {
    clock.advance(days * 86_400);
    stop = await startWork(world);
    await expect.poll(open, { timeout: 30_000 }).toBe(0);
    await stop();
    stop = undefined;
    // Who was signed in some days ago no longer is.
    const admin = await world.aUser({ role: 'admin' });
    const { body } = await world.call(`GET /api/organisations/${organisation}/earnings`, admin);
    seen.push(body.balances);
  }
  const [pending, payable] = [
    { estimated: 0, pending: 6.75, payable: 0 },
    { estimated: 0, pending: 0, payable: 6.75 },
  ];
  expect(seen).toMatchObject([pending, pending, payable]);
}, 120_000);

test('links are asked for by themselves where that is on', async () => {
  const asking = await createWorld({ environment: { LINK_CHECK: 'on' } });
  const id = await asking.aListing({ booking_url: 'https://127.0.0.1:1/', website_url: null });
  const stopAsking = await startWork(asking);
  try {
    const answers = () =>
      asking.db.selectFrom('listing_links').select(['field', 'answer']).where('listing_id', '=', id).execute();
    await expect.poll(answers, { timeout: 30_000 }).toEqual([{ field: 'booking_url', answer: 'not_public' }]);
  } finally {
    await stopAsking();
    await asking.close();
  }
}, 90_000);

test('what mail said is forgotten once it has arrived, while what waits keeps it', async () => {
  const { db, database, clock } = world;
  const mails = ['completed', 'failed', 'cancelled', 'created', 'active', 'retry'];
  await database.pool.query(
    `insert into jobs.job (name, data, state) select 'mail', jsonb_build_object('to', state, 'subject', 'Aloha', 'text', 'x', 'html', 'y'), state::jobs.job_state
     from unnest($1::text[]) state`,
    [mails],
  );
  await forgetDeadMail(db, clock.now());
  const { rows } = await database.pool.query(
    "select data ->> 'to' as state from jobs.job where name = 'mail' and data ?| array['text', 'html'] order by 1",
  );
  expect(rows.map(({ state }) => state)).toEqual(['active', 'created', 'retry']);
  await database.pool.query("delete from jobs.job where name = 'mail'");
});

test.each(['mail', 'sign-in-mail'])('%s that is due and waits is told of by how long it has waited', async (name) => {
  const { db, database } = world;
  const waiting = (state: string, seconds: number) =>
    database.pool.query(
      `insert into jobs.job (name, data, state, start_after) values ($1, '{}', $2::jobs.job_state, now() - $3::int * interval '1 second')`,
      [name, state, seconds],
    );
  expect(await findMailLag(db)).toBe(0);
  await waiting('created', -600);
  await waiting('completed', 9_000);
  expect(await findMailLag(db)).toBe(0);
  await waiting('retry', 400);
  await waiting('created', 200);
  expect(Math.round(await findMailLag(db))).toBe(400);
  await database.pool.query('delete from jobs.job where name = $1', [name]);
});
