import { afterAll, beforeAll, expect, test } from 'vitest';
import { aMember } from '../../../tests/an-organisation.ts';
import { aPartner } from '../../../tests/partner-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

const path = '/api/partner-portal/settings';
const read = async ({ cookie }: TestUser) => (await world.call(`GET ${path}`, { cookie })).body;
const save = ({ cookie }: TestUser, body: object) => world.call(`POST ${path}`, { cookie, body });

test('a partner has settings before it ever saved any, and keeps what it saves', async () => {
  const { owner } = await aPartner(world);
  const before = await read(owner);
  expect(before.portal_settings).toMatchObject({
    ...{ notifications: { email: true, push: false }, reporting_frequency: 'monthly', marketing_consent: false },
    ...{ commission_tier: 'standard', qr_codes_limit: 10 },
  });
  const saved = await save(owner, {
    ...{ organization_name: 'Hale Kai', phone: '+1 808 555 0100', location: 'Hilo' },
    notification_preferences: { email: false, push: true },
    ...{ commission_reporting_frequency: 'weekly', marketing_consent: true },
  });
  expect(saved.status).toBe(200);
  const after = await read(owner);
  expect(saved.body.updated_settings).toEqual(after);
  expect(after.user_profile).toEqual({ organization_name: 'Hale Kai', phone: '+1 808 555 0100', location: 'Hilo' });
  expect(after.portal_settings).toMatchObject({
    ...{ notifications: { email: false, push: true }, reporting_frequency: 'weekly', marketing_consent: true },
  });
});

test('what is not sent stays', async () => {
  const { owner } = await aPartner(world);
  await save(owner, { phone: '808 555 0101', commission_reporting_frequency: 'quarterly' });
  await save(owner, { location: 'Kona', notification_preferences: { email: false } });
  expect(await read(owner)).toMatchObject({
    user_profile: { phone: '808 555 0101', location: 'Kona' },
    portal_settings: { reporting_frequency: 'quarterly', notifications: { email: false, push: false } },
  });
  await save(owner, { phone: null });
  expect((await read(owner)).user_profile.phone).toBeNull();
});

test('of two that save at the same time neither takes back what the other one has changed', async () => {
  for (let time = 0; time < 5; time++) {
    const { owner } = await aPartner(world);
    const both = [{ marketing_consent: true }, { notification_preferences: { email: false } }];
    for (const { status } of await Promise.all(both.map((body) => save(owner, body)))) expect(status).toBe(200);
    expect((await read(owner)).portal_settings).toMatchObject({
      ...{ marketing_consent: true, notifications: { email: false } },
    });
  }
});

test.each([
  [{ organization_name: ' ' }, 'invalid_request'],
  [{ organization_name: 'x'.repeat(121) }, 'invalid_request'],
  [{ phone: 'call me' }, 'invalid_phone'],
  [{ location: 'x' }, 'invalid_location'],
  [{ commission_reporting_frequency: 'daily' }, 'invalid_request'],
  [{ notification_preferences: { email: 'yes' } }, 'invalid_request'],
  [{ qr_codes_limit: 500 }, 'invalid_request'],
  [{ commission_tier: 'gold' }, 'invalid_request'],
])('%j is refused and changes nothing', async (body, code) => {
  const { owner } = await aPartner(world);
  const before = await read(owner);
  expect(await save(owner, { marketing_consent: true, ...body })).toMatchObject({ status: 400, body: { code } });
  expect(await read(owner)).toEqual(before);
});

test('staff neither read nor change them, and a change is in the audit log', async () => {
  const { owner, organisation } = await aPartner(world);
  const clerk = await aMember(world, organisation, ['partner_portal_access']);
  expect((await world.call(`GET ${path}`, { cookie: clerk.cookie })).status).toBe(403);
  expect((await save(clerk, { marketing_consent: true })).status).toBe(403);
  await save(owner, { marketing_consent: true });
  await save(owner, { marketing_consent: true });
  const entries = world.db
    .selectFrom('audit_entries')
    .select('sequence')
    .where('action', '=', 'partner_settings_changed');
  expect(await entries.where('subject_id', '=', organisation).execute()).toHaveLength(1);
});
