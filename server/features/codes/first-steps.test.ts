import { afterAll, beforeAll, expect, test } from 'vitest';
import { hawaiiDay, nextHawaiiDay } from '../../../contract/hawaii-time.ts';
import { aMember } from '../../../tests/an-organisation.ts';
import { aPartner, scanBy } from '../../../tests/partner-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

const stepsOf = async ({ cookie }: TestUser) =>
  (await world.call('GET /api/partner-portal/first-steps', { cookie })).body;
const takeFile = ({ cookie }: TestUser, code: string) =>
  world.call(`GET /api/partner-portal/qr-code/${code}/print-kit/file?format=code`, { cookie });
const mayCodes = ['qr_code_management'];
const now = () => world.clock.now().toISOString();

test('an organisation without anything has come nowhere yet; what it asks for is the first step', async () => {
  const owner = await world.aUser({ role: 'partner' });
  const nothing = { requested_at: null, code: null, printed_at: null, scanned_at: null, over: false };
  expect(await stepsOf(owner)).toEqual(nothing);
  const body = { partner_id: owner.id, location_name: 'Pool', location_address: '1 Kalākaua Ave' };
  expect((await world.call('POST /api/partner-portal/qr-request', { cookie: owner.cookie, body })).status).toBe(201);
  expect(await stepsOf(owner)).toEqual({ ...nothing, requested_at: now() });
});

test('a code, the first file of it and the first scan are a step each, and another house’s count for nothing', async () => {
  const { owner, code } = await aPartner(world, { name: 'Hale Kai' });
  const other = await aPartner(world);
  await scanBy(world, other.code, 1);
  expect((await takeFile(other.owner, other.code)).status).toBe(200);
  const made = { requested_at: null, code: { qr_code_id: code, location_name: 'Hale Kai', shown: 2 }, over: false };
  expect(await stepsOf(owner)).toEqual({ ...made, printed_at: null, scanned_at: null });

  world.clock.advance(60);
  const printed_at = now();
  expect((await takeFile(owner, code)).status).toBe(200);
  world.clock.advance(60);
  expect((await takeFile(owner, code)).status).toBe(200);
  expect(await stepsOf(owner)).toEqual({ ...made, printed_at, scanned_at: null });
  const { rows } = await world.database.pool.query(
    `select e.actor_id from audit_entries e join qr_codes c on e.subject_id = c.id::text where e.action = 'qr_code_printed' and c.code = $1`,
    [code],
  );
  expect(rows).toEqual([{ actor_id: owner.id }]);

  // The moment would tell of a single guest.
  const scanned_at = hawaiiDay(world.clock.now());
  await scanBy(world, code, 1);
  world.clock.advance(60);
  await scanBy(world, code, 1);
  expect(await stepsOf(owner)).toEqual({ ...made, printed_at, scanned_at });
});

test('a code that has expired is none to print', async () => {
  const { owner, code } = await aPartner(world);
  const expired = { expires_at: new Date(world.clock.now().getTime() - 1_000) };
  await world.db.updateTable('qr_codes').set(expired).where('code', '=', code).execute();
  expect(await stepsOf(owner)).toMatchObject({ code: null });
});

test('a week after the day of the first scan nobody is led any more, whatever its moment was', async () => {
  const { code, organisation } = await aPartner(world);
  await scanBy(world, code, 1);
  const toMidnight = nextHawaiiDay(world.clock.now()).getTime() - world.clock.now().getTime();
  // Sessions end before a week does.
  world.clock.advance(7 * 86_400 + toMidnight / 1_000 - 1);
  expect(await stepsOf(await aMember(world, organisation, mayCodes))).toMatchObject({ over: false });
  world.clock.advance(1);
  expect(await stepsOf(await aMember(world, organisation, mayCodes))).toMatchObject({ over: true });
});
