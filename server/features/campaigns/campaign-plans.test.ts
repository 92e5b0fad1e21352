import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { anAdvertiser } from '../../../tests/campaigns-scene.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { Explaining, nodesOf, rowsReadBy } from '../../../tests/explained-plans.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import type { Db } from '../../platform/database/database.ts';
import { countClicks, findBooked, findFollowed } from './attributed.store.ts';
import { findRunning } from './slots.store.ts';

const day = '2026-11-21';
/** Of the campaigns so many run; the others ended in the year before, in which all were counted each day. */
const [all, running] = [400, 40];
/** So many more of the same advertiser were over, and changed last, longer ago than is remembered. */
const forgotten = 20_000;

let world: World;
/** The listing of one campaign, which many have seen. */
let own: number;
beforeAll(async () => {
  world = await createWorld();
  const { user, organisation, listing } = await anAdvertiser(world);
  own = await world.aListing({ organisation_id: organisation });
  await onServer(
    await ownerOf(world),
    `insert into campaigns (organisation_id, listing_id, name, state, pricing, budget_cents, click_cents, first_day, last_day,
         created_at, updated_at)
       select '${organisation}', case n when 1 then ${own} else ${listing} end, 'n' || n, case when n <= ${running} then 'running' else 'ended' end, 'click', 100000, 5,
         date '${day}' - 365, date '${day}' + 30, now(), now() from generate_series(1, ${all}) n;
     insert into campaigns (organisation_id, listing_id, name, state, pricing, budget_cents, click_cents, most_impressions, first_day,
         last_day, impressions, created_at, updated_at)
       select '${organisation}', ${listing}, 'old' || n, 'ended', pricing, 100000, click_cents, 1000, date '${day}' - 365,
         date '${day}' - 90 - n % 100, 7, date '${day}' - 400, date '${day}' - 95 - n * interval '1 minute'
       from generate_series(1, ${forgotten / 2}) n, (values ('click', 5), ('fixed', null)) priced (pricing, click_cents);
     insert into campaign_days (campaign_id, day, location_id, impressions)
       select id, date '${day}' - n, 0, 1 from campaigns, generate_series(0, 364) n where name like 'n%' and (n > 0 or name < 'n2');
     insert into campaign_touches (campaign_id, day, kind, visit_id, touched_at, cents)
       select id, date '${day}' - n % 6, kind, n, timestamptz '${day} 20:00Z' - n % 6 * interval '1 day', 0
       from campaigns, generate_series(1, 300) n, unnest(array['impression', 'click']) kind
       where kind = 'impression' and name = 'n1' or n <= 100 and name < 'n3';
     insert into campaign_touches (campaign_id, day, kind, visit_id, touched_at, cents)
       select id, date '${day}' - n % 6, 'impression', 1000 + n, now(), 0 from campaigns, generate_series(1, 20000) n where name = 'n1';
     insert into visits (token_hash, created_at, last_seen_at)
       select sha256(convert_to(n::text, 'utf8')), now(), now() from generate_series(1, 5000) n;
     insert into clicks (click_id, user_id, visit_id, listing_id, platform, url, clicked_at)
       select md5(v.id::text || l), '${user.id}', v.id, l, 'external', 'https://x.example/', timestamptz '${day} 20:00Z' - v.id % 6 * interval '1 day'
       from visits v, unnest(array[${own}, ${listing}]) l;
     insert into bookings (transaction_id, user_id, click_id, listing_id, platform, amount_cents, booked_at)
       select gen_random_uuid(), user_id, id, listing_id, 'external', 4500, clicked_at from clicks;
     analyze`,
  );
}, 60_000);
afterAll(() => world.close());

/** How many rows of each table something read, shown or not, and by which indexes. */
async function readBy(ask: (db: Db) => Promise<unknown>) {
  const explaining = new Explaining({ analyze: true });
  await ask(world.db.withPlugin(explaining) as Db).catch(() => undefined);
  const plans = explaining.plans.map(({ plan }) => plan);
  const indexes = new Set(plans.flatMap(nodesOf).flatMap((node) => node['Index Name'] ?? []));
  return { rows: rowsReadBy(plans), indexes };
}

test('the campaigns that run are read with the sums of their advertisers by what was counted today and is remembered alone', async () => {
  const rows = await findRunning(world.db, day);
  const { rows: sums } = await world.database.pool.query(
    'select count(*)::integer as count from campaign_days where day = $1',
    [day],
  );
  expect([rows.length, rows[0]!.advertiser]).toEqual([running, { impressions: 0, clicks: 0 }]);
  const read = await readBy((db) => findRunning(db, day));
  // Of 146,000; and a campaign as one that runs, and, found by its days and by its last change, as one that is remembered. Those that are not
  // are not read at all.
  expect(read.indexes).toContain('campaign_days_by_day');
  expect(read.rows.campaign_days).toBe(sums[0].count);
  expect(read.rows.campaigns).toBeLessThanOrEqual(running + 2 * all);
});

test('results read the clicks of the campaigns that are asked for, neither what was seen of them nor clicks of others', async () => {
  const scope = { from: '2026-11-15', until: day, organisation: null };
  for (const ask of [
    (db: Db) => countClicks(db, scope, [own], 1_000),
    (db: Db) => findBooked(db, scope, [own], [own]),
    (db: Db) => findFollowed(db, scope, [own]),
  ]) {
    const read = await readBy(ask);
    // Of 20,300 views and clicks of this one, and clicks of many others.
    expect([...read.indexes]).toContain('campaign_clicks_by_campaign');
    expect(read.rows.campaign_touches).toBe(100);
  }
  expect(await countClicks(world.db, scope, [own], 1_000)).toBe(100);
});
