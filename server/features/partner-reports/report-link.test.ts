import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aMember } from '../../../tests/an-organisation.ts';
import { aPartner, type PartnerScene } from '../../../tests/partner-scene.ts';
import { again, choose, pressEnd, report, reportsTo } from '../../../tests/reports-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { sign } from '../../platform/sessions/tokens.ts';
import { deriveKey } from '../../platform/settings.ts';
import { linkDays, newReportToken, readReportToken } from './report-link.ts';

let world: World;
let scene: PartnerScene;
let clerk: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());
beforeEach(async () => {
  scene = await aPartner(world);
  clerk = await aMember(world, scene.organisation, ['performance_analytics']);
});

const tokenOf = (userId: string, organisationId = scene.organisation, at = world.clock.now()) =>
  newReportToken(world.settings, { organisationId, userId }, at);
const press = (token: string, headers?: Record<string, string>) => pressEnd(world, token, headers);
const settingsOf = async (by: TestUser) =>
  (await world.call('GET /api/partner-portal/settings', { cookie: await again(world, by) })).body.portal_settings;
const reportsOf = async (by: TestUser) =>
  (await world.call('GET /api/partner-portal/reports', { cookie: await again(world, by) })).body;
const chooseOwn = async (by: TestUser, email: boolean, reporting_frequency: string) =>
  await world.call('PUT /api/partner-portal/reports', {
    cookie: await again(world, by),
    body: { email, reporting_frequency },
  });

test('the address in the head of a mail ends at once what that member has, and nobody else’s', async () => {
  await choose(world, scene.owner, 'weekly');
  await chooseOwn(clerk, true, 'weekly');
  await report(world);
  const week = 7 * 86_400;
  world.clock.advance(week);
  await report(world);
  const [mail] = await reportsTo(world, scene.owner);
  const token = mail!.unsubscribe!.replace('http://localhost:3000/api/report-mails/', '');
  expect(mail!.text).toContain(`http://localhost:3000/unsubscribe/${token}\n`);
  const now = world.clock.now().toISOString();
  for (let time = 0; time < 2; time++) expect(await press(token)).toMatchObject({ status: 200, body: { ended: true } });
  expect(await settingsOf(scene.owner)).toMatchObject({
    ...{ notifications: { email: false }, reporting_frequency: 'weekly', reports_ended_at: now },
  });
  expect(await reportsOf(clerk)).toMatchObject({ email: true, ended_at: null });
  world.clock.advance(week);
  await report(world);
  expect(await reportsTo(world, scene.owner)).toHaveLength(1);
  expect(await reportsTo(world, clerk)).toHaveLength(2);
  const entries = world.db.selectFrom('audit_entries').select('sequence').where('action', '=', 'reports_ended');
  expect(await entries.where('subject_id', '=', scene.organisation).execute()).toHaveLength(1);
  // Chosen again in the settings they come again, and nothing says any more that they have ended.
  await choose(world, scene.owner, 'weekly');
  expect(await settingsOf(scene.owner)).toMatchObject({ notifications: { email: true }, reports_ended_at: null });
  world.clock.advance(week);
  await report(world);
  expect(await reportsTo(world, scene.owner)).toHaveLength(2);
});

test('to open the address, or to fetch it beforehand, ends nothing', async () => {
  const token = tokenOf(scene.owner.id);
  for (const [method, headers] of [
    ['GET', {}],
    ['GET', { 'sec-purpose': 'prefetch' }],
    ['HEAD', {}],
  ] as const) {
    const { statusCode, headers: answered } = await world.app.inject({
      method,
      url: `/api/report-mails/${token}`,
      headers,
    });
    if (method === 'GET') expect([statusCode, answered.location]).toEqual([302, `/unsubscribe/${token}`]);
  }
  expect((await settingsOf(scene.owner)).notifications.email).toBe(true);
});

test('what is forged, too old, of another key, or of somebody who left is refused alike and changes nothing', async () => {
  const good = Buffer.from(tokenOf(scene.owner.id), 'base64url');
  const body = good.subarray(0, 36);
  const stranger = await world.aUser();
  const changed = (at: number) => {
    const bytes = Buffer.from(good);
    bytes[at]! ^= 1;
    return bytes.toString('base64url');
  };
  const signed = (edit: (bytes: Buffer) => void, purpose = 'report-link') => {
    const bytes = Buffer.from(body);
    edit(bytes);
    const mac = sign(deriveKey(world.settings.secretKeys[0], purpose), bytes).subarray(0, 16);
    return Buffer.concat([bytes, mac]).toString('base64url');
  };
  const days = (count: number) => new Date(world.clock.now().getTime() - count * 86_400_000);
  const left = await aMember(world, scene.organisation);
  await world.db.deleteFrom('members').where('user_id', '=', left.id).execute();
  const answers = await Promise.all(
    [
      ...good.keys().map(changed),
      ...['A'.repeat(43), 'x', `${good.toString('base64url')}A`, good.subarray(1).toString('base64url')],
      ...[
        signed(() => {}, 'visit'),
        signed((bytes) => bytes.writeUInt8(2, 1)),
        signed((bytes) => bytes.writeUInt8(2, 0)),
      ],
      ...[tokenOf(stranger.id), tokenOf(left.id), tokenOf(scene.owner.id, (await aPartner(world)).organisation)],
      tokenOf(scene.owner.id, scene.organisation, days(linkDays + 1)),
    ].map((token) => press(token)),
  );
  for (const { status, body: said } of answers) {
    const { request_id: _, ...same } = said;
    expect([status, same]).toEqual([
      404,
      { code: 'report_link_invalid', error: expect.stringMatching(/^This link does not/) },
    ]);
  }
  expect((await settingsOf(scene.owner)).notifications.email).toBe(true);
  const old = tokenOf(scene.owner.id, scene.organisation, days(linkDays - 1));
  expect((await press(old, { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' })).status).toBe(200);
  expect((await settingsOf(scene.owner)).notifications.email).toBe(false);
});

test('a link of a key that was changed since still ends them', async () => {
  const { settings } = world;
  const token = tokenOf(scene.owner.id);
  const rotated = { secretKeys: ['n'.repeat(43), ...settings.secretKeys] } as const;
  expect(readReportToken(rotated, token, world.clock.now())).toEqual({
    organisationId: scene.organisation,
    userId: scene.owner.id,
  });
  expect(readReportToken({ secretKeys: ['n'.repeat(43)] }, token, world.clock.now())).toBeUndefined();
});

test('staff choose for themselves alone, have nothing before, and what they chose goes with them', async () => {
  expect(await reportsOf(clerk)).toEqual({ email: false, reporting_frequency: 'monthly', ended_at: null });
  expect(await chooseOwn(clerk, true, 'quarterly')).toMatchObject({
    status: 200,
    body: { email: true, reporting_frequency: 'quarterly', ended_at: null },
  });
  expect(await settingsOf(scene.owner)).toMatchObject({
    reporting_frequency: 'monthly',
    notifications: { email: true },
  });
  expect((await press(tokenOf(clerk.id))).status).toBe(200);
  expect(await reportsOf(clerk)).toMatchObject({ email: false, ended_at: world.clock.now().toISOString() });
  const blind = await aMember(world, scene.organisation, ['qr_code_management']);
  expect((await chooseOwn(blind, true, 'weekly')).status).toBe(403);
  expect((await chooseOwn(clerk, true, 'daily')).status).toBe(400);
  await world.db.deleteFrom('members').where('user_id', '=', clerk.id).execute();
  expect(
    await world.db.selectFrom('report_choices').select('user_id').where('user_id', '=', clerk.id).execute(),
  ).toEqual([]);
});
