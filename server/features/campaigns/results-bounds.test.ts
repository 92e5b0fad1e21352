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
    expect([status, body.code], path).toEqual([400, 'invalid_request']);
    expect(raw).toContain('ask for fewer days');
  }
  expect((await ask(`?range=1y&campaign=${ids[0]}`)).body.total.impressions).toBe(273 * 365);
  expect((await ask('?range=7d')).body.total.impressions).toBe((2 * 273 + 2) * 7);
}, 60_000);
