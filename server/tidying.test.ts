import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clickDays } from '../contract/campaign-results-form.ts';
import { hawaiiDay } from '../contract/hawaii-time.ts';
import { ownerOf } from '../tests/attack/owner.ts';
import { aCampaign, anAdvertiser } from '../tests/campaigns-scene.ts';
import { onServer } from '../tests/database-setup.ts';
import { Explaining, nodesOf } from '../tests/explained-plans.ts';
import { createWorld, type World } from '../tests/world.ts';
import { deleteTouchesBefore } from './features/campaigns/counting.store.ts';
import { retention } from './platform/retention.ts';
import { newVisitToken } from './platform/sessions/visits.ts';
import { tidy, tidyTasks } from './tidying.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const day = 86_400_000;
const agoDays = (days: number) => new Date(world.clock.now().getTime() - days * day);
const hashOf = (text: string) => createHash('sha256').update(text).digest();
const count = async (
  table: 'sessions' | 'orphan_scans' | 'sign_in_transactions' | 'pending_identities' | 'idempotency_keys',
) =>
  (
    await world.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
  ).rows;
const failures: string[] = [];
const run = () => tidy(world.db, world.clock.now(), (task, error) => failures.push(`${task}: ${error.message}`));

test('what has ended is forgotten, what has not stays', async () => {
  const user = await world.aUser();
  const session = (name: string, idleDays: number, lastDays: number) => ({
    token_hash: hashOf(name),
    user_id: user.id,
    created_at: agoDays(40),
    last_seen_at: agoDays(40),
    idle_expires_at: agoDays(idleDays),
    expires_at: agoDays(lastDays),
  });
  const sessions = [session('abandoned', 2, -20), session('expired', 2, 2), session('just ended', 0.5, -20)];
  await world.db.insertInto('sessions').values(sessions).execute();
  const orphan = (days: number) => ({ code: 'x', reason: 'unknown', scanned_at: agoDays(days), source: 'camera' });
  await world.db
    .insertInto('orphan_scans')
    .values([orphan(retention.orphanScanDays + 1), orphan(retention.orphanScanDays - 1)])
    .execute();
  for (const [name, days] of [
    ['old', 2],
    ['new', 0],
  ] as const) {
    const times = { created_at: agoDays(days), expires_at: agoDays(days) };
    await world.db
      .insertInto('sign_in_transactions')
      .values({ token_hash: hashOf(name), ...times })
      .execute();
    const identity = { issuer: 'https://issuer.example', subject: name, email: 'a@example.com' };
    await world.db
      .insertInto('pending_identities')
      .values({ token_hash: hashOf(name), ...identity, ...times })
      .execute();
  }
  const key = (days: number) => ({
    scope: 'anyone',
    endpoint: 'POST /api/qr/scan',
    key: `a-key-of-${days}-days`,
    request_hash: hashOf('body'),
    created_at: agoDays(days),
  });
  await world.db
    .insertInto('idempotency_keys')
    .values([key(29), key(31)])
    .execute();
  await run();
  const keys = await world.db.selectFrom('idempotency_keys').select('key').execute();
  expect(keys).toEqual([{ key: 'a-key-of-29-days' }]);
  const kept = await world.db.selectFrom('sessions').select('token_hash').where('user_id', '=', user.id).execute();
  expect(kept.map((row) => row.token_hash.toString('hex'))).not.toContain(hashOf('abandoned').toString('hex'));
  expect(kept).toHaveLength(2);
  expect(await count('orphan_scans')).toBe(1);
  // A sign-in under way goes as soon as it has ended.
  expect([await count('sign_in_transactions'), await count('pending_identities')]).toEqual([0, 1]);
  expect(failures).toEqual([]);
  expect((await world.call('GET /api/users/me', { cookie: user.cookie })).status).toBe(200);
});

test('reports of reviews and lists of experiences are forgotten when they are old, and those alone', async () => {
  const user = await world.aUser();
  const listing_id = await world.aListing();
  const booking_id = await world.aBooking({ user_id: user.id, listing_id, status: 'completed' });
  const now = world.clock.now();
  const review = { booking_id, listing_id, user_id: user.id, rating: 5, created_at: now, updated_at: now };
  const { id: review_id } = await world.db
    .insertInto('reviews')
    .values(review)
    .returning('id')
    .executeTakeFirstOrThrow();
  const report = (days: number) => ({
    ...{ review_id, reporter: hashOf(`reporter ${days}`), reason: 'private', reported_at: agoDays(days) },
  });
  const { reviewReportDays, longWorkDays } = retention;
  const reports = [0, reviewReportDays - 1, reviewReportDays + 1].map(report);
  await world.db.insertInto('review_reports').values(reports).execute();
  const days = [0, longWorkDays - 1, longWorkDays + 1];
  for (const of of days)
    await sql`insert into listing_imports (file_name, header, header_digest, columns, sample, row_count, state, created_by, created_at)
      values (${`${of} days`}, array['a'], ${hashOf('a')}, '{}', '[]', 1, 'imported', ${user.id}, ${agoDays(of)})`.execute(
      world.db,
    );
  await run();
  expect(failures).toEqual([]);
  const kept = await world.db.selectFrom('review_reports').select('reporter').orderBy('reported_at').execute();
  expect(kept.map(({ reporter }) => reporter)).toEqual([reports[1]!.reporter, reports[0]!.reporter]);
  const lists = await world.db.selectFrom('listing_imports').select('file_name').orderBy('created_at').execute();
  expect(lists.map(({ file_name }) => file_name)).toEqual([`${longWorkDays - 1} days`, '0 days']);
});

test('which visits saw what was sponsored is forgotten within days, who clicked it once no result is told of it', async () => {
  const id = await aCampaign(world, await anAdvertiser(world));
  const { sponsoredViewDays, sponsoredClickDays } = retention;
  const touch = (kind: string, days: number) => ({
    ...{ campaign_id: id, kind, visit_id: days, location_id: null, cents: 0 },
    ...{ day: hawaiiDay(agoDays(days)), touched_at: agoDays(days) },
  });
  const ages = [0, sponsoredViewDays, sponsoredViewDays + 1, sponsoredClickDays, sponsoredClickDays + 1];
  const touches = ages.flatMap((days) => ['impression', 'open', 'click', 'beyond'].map((kind) => touch(kind, days)));
  await world.db.insertInto('campaign_touches').values(touches).execute();
  const { listing_id } = await world.db
    .selectFrom('campaigns')
    .select('listing_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  for (const days of ages) {
    const times = { created_at: agoDays(days), last_seen_at: agoDays(0) };
    const { hash } = newVisitToken(world.settings);
    const made = world.db
      .insertInto('visits')
      .values({ token_hash: hash, ...times })
      .returning('id');
    const { id: visit_id } = await made.executeTakeFirstOrThrow();
    const follow = { visit_id, listing_id, followed_at: agoDays(days) };
    await world.db.insertInto('sponsored_follows').values(follow).execute();
  }
  const counted = { campaign_id: id, location_id: 0, day: hawaiiDay(agoDays(500)), impressions: 7 };
  await world.db.insertInto('campaign_days').values(counted).execute();
  await run();
  expect(failures).toEqual([]);
  expect((await world.db.selectFrom('sponsored_follows').select('visit_id').execute()).length).toBe(ages.length - 1);
  const kept = await world.db
    .selectFrom('campaign_touches')
    .select(['kind', 'visit_id'])
    .orderBy('kind')
    .orderBy('visit_id')
    .execute();
  const of = (kind: string, days: readonly number[]) => days.map((visit_id) => ({ kind, visit_id }));
  expect(kept).toEqual([
    ...of('beyond', ages.slice(0, 2)),
    ...of('click', ages.slice(0, 4)),
    ...of('impression', ages.slice(0, 2)),
    ...of('open', ages.slice(0, 2)),
  ]);
  const sums = await world.db.selectFrom('campaign_days').select('impressions').where('campaign_id', '=', id).execute();
  expect(sums).toEqual([{ impressions: 7 }]);
  // The oldest clicks that results may ask for are there still.
  expect(sponsoredClickDays).toBeGreaterThan(365 + clickDays);
});

test('old views are found by an index, however many there are', async () => {
  const explaining = new Explaining();
  await sql`insert into campaign_touches (campaign_id, day, kind, visit_id, touched_at, cents)
    select c.id, ${hawaiiDay(agoDays(0))}::date, 'impression', 1000 + n, ${agoDays(0)}, 0 from campaigns c, generate_series(1, 5000) n`.execute(
    world.db,
  );
  await onServer(await ownerOf(world), 'analyze campaign_touches');
  for (const kind of ['views', 'clicks'] as const)
    await deleteTouchesBefore(world.db.withPlugin(explaining), kind, hawaiiDay(agoDays(7)));
  const used = explaining.plans.flatMap(({ plan }) => nodesOf(plan)).flatMap((node) => node['Index Name'] ?? []);
  expect(used).toEqual(['campaign_touches_views', 'campaign_touches_clicks']);
});

test('goes a thousand rows at a time, whatever there is', async () => {
  await onServer(
    await ownerOf(world),
    `create table statements (rows bigint);
     create function count_deleted() returns trigger language plpgsql security definer as $$
       begin insert into public.statements select count(*) from gone; return null; end $$;
     create trigger counted after delete on orphan_scans referencing old table as gone
       for each statement execute function count_deleted();`,
  );
  await sql`insert into orphan_scans (code, reason, scanned_at, source)
    select 'x' || n, 'unknown', ${agoDays(retention.orphanScanDays + 1)}, 'camera' from generate_series(1, 3500) n`.execute(
    world.db,
  );
  await run();
  expect(await count('orphan_scans')).toBe(1);
  await onServer(await ownerOf(world), 'grant select on statements to holoholo_app');
  const { rows } = await world.database.pool.query('select max(rows) as most, sum(rows) as all from statements');
  expect(rows).toEqual([{ most: 1_000, all: 3_500 }]);
});

test('one task that fails is told of and stops no other', async () => {
  await onServer(await ownerOf(world), 'revoke delete on sessions from holoholo_app');
  await sql`insert into orphan_scans (code, reason, scanned_at, source)
    values ('x', 'unknown', ${agoDays(retention.orphanScanDays + 1)}, 'camera')`.execute(world.db);
  await run();
  expect(failures).toEqual(['sessions: permission denied for table sessions']);
  expect(await count('orphan_scans')).toBe(1);
  expect(Object.keys(tidyTasks).indexOf('sessions')).toBeLessThan(Object.keys(tidyTasks).indexOf('orphan scans'));
});
