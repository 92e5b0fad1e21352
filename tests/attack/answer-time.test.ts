import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientConfig } from '../../server/platform/database/database.ts';
import { createWorld, type World } from '../world.ts';
import { ownerOf } from './owner.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

test('the time of a request is one for all its steps: what finding the caller took is not had again', async () => {
  const partner = await world.aUser({ role: 'partner' });
  const owner = clientConfig(await ownerOf(world));
  const [ofSessions, ofListings] = [new pg.Client(owner), new pg.Client(owner)];
  await Promise.all([ofSessions.connect(), ofListings.connect()]);
  await ofSessions.query('begin; lock table sessions in access exclusive mode');
  await ofListings.query('begin; lock table listings in access exclusive mode');
  const begun = performance.now();
  const reply = world.call('GET /api/business-listings', { cookie: partner.cookie });
  await sleep(1_600); // of the 2.5 seconds; a statement has 1.9
  await ofSessions.query('rollback');
  expect((await reply).status).toBe(503);
  expect(performance.now() - begun).toBeLessThan(3_200);
  await ofListings.query('rollback');
  await Promise.all([ofSessions.end(), ofListings.end()]);
});
