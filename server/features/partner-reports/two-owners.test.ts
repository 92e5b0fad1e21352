import { beforeEach, expect, test } from 'vitest';
import { anOwner } from '../../../tests/an-organisation.ts';
import { aPartner, type PartnerScene } from '../../../tests/partner-scene.ts';
import { again, choose, endByLink } from '../../../tests/reports-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
let scene: PartnerScene;
let second: TestUser;
beforeEach(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  scene = await aPartner(world);
  second = await anOwner(world, scene.organisation);
  return () => world.close();
});
const save = async (by: TestUser, body: object) => {
  const { status } = await world.call('POST /api/partner-portal/settings', { cookie: await again(world, by), body });
  expect(status).toBe(200);
};
const emailOf = async (by: TestUser) =>
  (await world.call('GET /api/partner-portal/settings', { cookie: await again(world, by) })).body.portal_settings
    .notifications.email;

test('an owner whose own reports have ended chooses a frequency: the other owner still has theirs', async () => {
  await choose(world, scene.owner, 'weekly');
  await endByLink(world, scene.organisation, scene.owner.id);
  expect([await emailOf(scene.owner), await emailOf(second)]).toEqual([false, true]);
  await save(scene.owner, { commission_reporting_frequency: 'monthly' });
  expect(await emailOf(second)).toBe(true);
});

test('reports that were switched off do not come again because another owner chooses a frequency', async () => {
  await world.call('PUT /api/partner-portal/reports', {
    cookie: await again(world, second),
    body: { email: true, reporting_frequency: 'weekly' },
  });
  await save(scene.owner, { notification_preferences: { email: false } });
  expect(await emailOf(scene.owner)).toBe(false);
  await save(second, { commission_reporting_frequency: 'monthly' });
  expect(await emailOf(scene.owner)).toBe(false);
});
