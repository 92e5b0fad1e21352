import { afterAll, beforeAll, expect, test } from 'vitest';
import { aMember } from '../../../tests/an-organisation.ts';
import { aPartner, scanBy } from '../../../tests/partner-scene.ts';
import { again, choose, endByLink, report, reportsTo } from '../../../tests/reports-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

test('who has ended reports by a link and chooses only how often has none still', async () => {
  const { owner, organisation } = await aPartner(world);
  await choose(world, owner, 'weekly');
  await endByLink(world, organisation, owner.id);
  const cookie = await again(world, owner);
  await world.call('POST /api/partner-portal/settings', {
    cookie,
    body: { commission_reporting_frequency: 'monthly' },
  });
  const { body } = await world.call('GET /api/partner-portal/settings', { cookie });
  expect(body.portal_settings).toMatchObject({ notifications: { email: false }, reporting_frequency: 'monthly' });
});

async function aReader(organisation: string): Promise<TestUser> {
  const reader = await aMember(world, organisation, ['performance_analytics']);
  const body = { email: true, reporting_frequency: 'weekly' };
  await world.call('PUT /api/partner-portal/reports', { cookie: reader.cookie, body });
  return reader;
}

test('staff are mailed nothing that their organisation may not see, nor where no owner is active', async () => {
  const [taken, ownerless, usual] = [await aPartner(world), await aPartner(world), await aPartner(world)];
  const readers = [];
  for (const { organisation } of [taken, ownerless, usual]) readers.push(await aReader(organisation));
  await choose(world, usual.owner, 'monthly');
  await report(world);
  for (const { code } of [taken, ownerless, usual]) await scanBy(world, code, 6);
  const profile = (id: string, to: object) =>
    world.db.updateTable('profiles').set(to).where('user_id', '=', id).execute();
  await profile(taken.owner.id, { permissions: ['partner_portal_access', 'qr_code_management'] });
  await profile(ownerless.owner.id, { is_active: false });
  world.clock.advance(14 * 86_400);
  await report(world);
  const counts = [];
  for (const reader of readers) counts.push((await reportsTo(world, reader)).length);
  expect(counts).toEqual([0, 0, 1]);
  const [monthly] = await reportsTo(world, usual.owner);
  expect(monthly!.text).toContain(encodeURIComponent('/partner-portal/performance?range=30d'));
});
