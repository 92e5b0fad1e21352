import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { aCampaign, anAdvertiser } from '../../../tests/campaigns-scene.ts';
import { createWorld, type Reply, type World } from '../../../tests/world.ts';
import { clientConfig } from '../../platform/database/database.ts';

let world: World;
let owner: pg.Client;
beforeAll(async () => {
  world = await createWorld();
  owner = new pg.Client(clientConfig(await ownerOf(world)));
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await world.close();
});

/** Counts one impression in so many places, on each of the last days, of a campaign. */
const count = (id: string, places: number, days: number) =>
  owner.query(
    `insert into campaign_days (campaign_id, day, location_id, impressions, cents)
     select $1, date '2026-11-21' - d, p, 1, 2 from generate_series(0, $3::integer - 1) as d, generate_series(1, $2::integer) as p`,
    [id, places, days],
  );

test('results of 200,000 days and places are told; more of them are refused with a word, and fewer days are told', async () => {
  const own = await anAdvertiser(world);
  const ids = [await aCampaign(world, own), await aCampaign(world, own)];
  // A few less than the most.
  for (const id of ids) await count(id, 273, 365);
  await owner.query('analyze campaign_days');
  const ask = (query: string) => world.call(`GET /api/campaign-results${query}`, { cookie: own.user.cookie });
  let whole = {} as Reply;
  // A machine that does much else answers only later.
  const told = async () => {
    whole = await ask('?range=1y');
    return whole.status;
  };
  await expect.poll(told, { timeout: 30_000 }).toBe(200);
  expect([whole.body.total?.impressions, whole.body.campaigns?.length]).toEqual([2 * 273 * 365, 2]);
  expect([whole.body.listings[0].impressions, whole.body.places.length]).toEqual([2 * 273 * 365, 200]);
  expect(whole.body.places[0]).toMatchObject({ impressions: 2 * 365, cost: 14.6 });

  await count(await aCampaign(world, own), 2, 365);
  await owner.query('analyze campaign_days');
  for (const path of ['', '/file']) {
    const { status, body, raw } = await ask(`${path}?range=1y`);
    expect([status, body.code], path).toEqual([400, 'results_too_large']);
    expect(raw).toContain('more than 200,000 days, campaigns and places');
    expect(raw).toContain('ask for fewer days');
  }
  expect((await ask(`?range=1y&campaign=${ids[0]}`)).body.total.impressions).toBe(273 * 365);
  expect((await ask('?range=7d')).body.total.impressions).toBe((2 * 273 + 2) * 7);
}, 60_000);

/** So long an answer takes at most, whatever is asked for, on a machine that does much else. */
const mostMs = 5_000;

test('of 540,000 days and places, and as many clicks, of which one in ten has booked, whatever is asked for is told or refused in time', async () => {
  const [own, other] = [await anAdvertiser(world), await anAdvertiser(world)];
  const ids = [await aCampaign(world, own), await aCampaign(world, own), await aCampaign(world, other)];
  for (const id of ids) await count(id, 494, 365);
  await clickAndBook(ids, [260_000, 260_000, 20_000]);
  const admin = await world.aUser({ role: 'admin' });
  const ask = async (query: string, { cookie } = admin) => {
    const begun = performance.now();
    const { status, body } = await world.call(`GET /api/campaign-results${query}`, { cookie });
    expect(performance.now() - begun, query).toBeLessThan(mostMs);
    return { ...body, status };
  };
  const tooLarge = { status: 400, code: 'results_too_large' };
  const ofOther = `organisation=${other.organisation}`;
  expect(await ask('?range=1y')).toMatchObject(tooLarge);
  expect(await ask('?range=1y', own.user)).toMatchObject(tooLarge);
  // Of few days and places; but all clicks of its listing have to be compared.
  const { error, ...refused } = await ask(`?range=1y&campaign=${ids[0]}`);
  expect(refused).toMatchObject(tooLarge);
  expect(error).toContain('more than 500,000 clicks');
  const few = [`?range=90d&campaign=${ids[0]}`, '?range=30d', '?range=7d'];
  for (const query of few) expect(await ask(query), query).toMatchObject({ status: 200, without: null });
  for (const [query, user, days] of [
    [`?range=1y&${ofOther}`, admin, 365],
    ['?range=1y', other.user, 365],
    ['?range=90d', other.user, 90],
  ] as const) {
    const { status, total, without } = await ask(query, user);
    expect([query, status, total?.impressions]).toEqual([query, 200, days * 494]);
    expect(total.bookings).toBeGreaterThan(5 * days);
    expect(without.total).toMatchObject({ bookings: 0, revenue: 0 });
  }
}, 240_000);

/** Of each campaign so many visits that clicked it and followed its booking link, over a year; one in ten has booked. */
async function clickAndBook(ids: readonly string[], counts: readonly number[]): Promise<void> {
  for (const table of ['clicks', 'bookings']) await owner.query(`alter table ${table} disable trigger user`);
  await owner.query(
    `with who as (select id from users order by id limit 1),
       done as (select c.id, c.listing_id, g.at * 10000000 + n as visit,
           timestamptz '2026-11-21 20:00Z' - n * (interval '364 days' / g.count) as at
         from unnest($1::uuid[], $2::integer[]) with ordinality as g (id, count, at) join campaigns c using (id), generate_series(1, g.count) n),
       touched as (insert into campaign_touches (campaign_id, day, kind, visit_id, location_id, touched_at, cents)
         select id, (at at time zone 'Pacific/Honolulu')::date, 'click', visit, 1, at, 2 from done),
       made as (insert into visits (id, token_hash, created_at, last_seen_at) overriding system value
         select visit, sha256(visit::text::bytea), at, at from done returning id),
       followed as (insert into clicks (click_id, user_id, visit_id, listing_id, platform, url, clicked_at)
         select 'click' || visit, who.id, visit, listing_id, 'fareharbor', 'https://example.com', at from done, who
         returning id, visit_id, listing_id, clicked_at, user_id)
     insert into bookings (transaction_id, click_id, user_id, listing_id, platform, amount_cents, status, booked_at)
       select 'tx' || visit_id, id, user_id, listing_id, 'fareharbor', 1000, 'confirmed', clicked_at from followed
       where visit_id % 10 = 0`,
    [ids, counts],
  );
  for (const table of ['clicks', 'bookings']) await owner.query(`alter table ${table} enable trigger user`);
  // As far as hours are added up by themselves, long before.
  await owner.query(`update rollup_state set closed_until = '2026-11-21 20:00Z'`);
  await owner.query('analyze');
}
