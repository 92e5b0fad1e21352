import { afterAll, beforeAll, expect, test } from 'vitest';
import { from } from '../../../tests/attack/two-processes.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { limits } from '../../platform/limits/limits.ts';
import { flushSecurityEvents } from '../../platform/security-events/security-events.ts';
import { newToken } from '../../platform/sessions/tokens.ts';
import { codeKeys, newCode } from '../scanning/scanning.ts';

let world: World;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { TRUST_PROXY: '1' } });
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());

/** What was recorded by this work, with who did it. */
async function recordedBy(work: () => Promise<unknown>) {
  const all = async () => {
    await flushSecurityEvents(world.db);
    return await world.db.selectFrom('security_events').select(['id', 'event_type', 'user_id']).orderBy('id').execute();
  };
  const before = (await all()).at(-1)?.id ?? 0;
  await work();
  return (await all()).filter(({ id }) => id > before).map(({ event_type, user_id }) => [event_type, user_id]);
}
const scan = (qr_code_id: string) =>
  world.call('POST /api/qr/scan', { body: { qr_code_id }, headers: from('198.51.100.4') });

test('a code that nobody here made is recorded once for each scan; a slip of the finger and a place of before are not', async () => {
  const { code } = await world.aCode();
  const invented = newCode(codeKeys({ secretKeys: ['another key of nobody here'.repeat(3)] })[0]!);
  expect(await recordedBy(() => scan(invented))).toEqual([['tampered_code', null]]);
  const other = code[0] === '7' ? '8' : '7';
  const turned = code[0] === code[1] ? code : `${code[1]}${code[0]}${code.slice(2)}`;
  const forgotten = newCode(codeKeys(world.settings)[0]!);
  for (const slip of [other + code.slice(1), turned, forgotten])
    expect(await recordedBy(() => scan(slip)), slip).toEqual([]);
});

test('the desk tells apart how many scans of a day were of invented codes and how many of mistyped ones', async () => {
  const desk = await createWorld();
  const { code } = await desk.aCode();
  const { cookie } = await desk.aUser({ role: 'admin' });
  const figures = async () => {
    const { health } = (await desk.call('GET /api/security/system-health', { cookie })).body;
    return [health.invented_scans, health.mistyped_scans];
  };
  const scanned = async (qr_code_id: string, headers = {}) =>
    expect((await desk.call('POST /api/qr/scan', { body: { qr_code_id }, headers })).status).toBe(404);
  const invented = newCode(codeKeys({ secretKeys: ['another key of nobody here'.repeat(3)] })[0]!);
  const slip = (code[0] === '7' ? '8' : '7') + code.slice(1);
  expect(await figures()).toEqual([0, 0]);
  await scanned(invented);
  await scanned(invented);
  expect(await figures()).toEqual([2, 0]);
  // One that is sent again under its key is one.
  for (let time = 0; time < 2; time++) await scanned(slip, { 'idempotency-key': 'a-slip-of-the-finger' });
  expect(await figures()).toEqual([2, 1]);
  // One of ours that is not in the table is neither.
  await scanned(newCode(codeKeys(desk.settings)[0]!));
  expect(await figures()).toEqual([2, 1]);
  desk.clock.advance(25 * 3_600);
  const later = (await desk.aUser({ role: 'admin' })).cookie;
  expect((await desk.call('GET /api/security/system-health', { cookie: later })).body.health.invented_scans).toBe(0);
  await desk.close();
});

test('a limit is told of once in its window, of each who reaches it', async () => {
  const { cookie, id } = await world.aUser();
  const call = () => world.call('POST /api/passkeys/confirm', { cookie, body: {}, headers: from('198.51.100.9') });
  const flood = async () => {
    for (let more = 0; more < limits.passkey.amount + 5; more++) await call();
  };
  expect(await recordedBy(flood)).toEqual([['rate_limited', id]]);
  const [{ description } = {}] = await world.db
    .selectFrom('security_events')
    .select('description')
    .where('user_id', '=', id)
    .execute();
  expect(description).toBe('POST /api/passkeys/confirm was refused (rate_limited: passkey).');
  world.clock.advance(61);
  expect(await recordedBy(flood)).toEqual([['rate_limited', id]]);
});

test('a failed sign-in, denied access, a changed role and an export are each one event', async () => {
  const { id, cookie } = await world.aUser();
  const verify = () => world.call('POST /api/auth/magic-link/verify', { body: { token: newToken().token } });
  expect(await recordedBy(verify)).toEqual([['sign_in_failed', null]]);
  expect(await recordedBy(() => world.call('GET /api/admin/users', { cookie }))).toEqual([['access_denied', id]]);
  const role = { role: 'partner', reason: 'Hands out codes' };
  const change = () => world.call(`PUT /api/admin/users/${id}/role`, { cookie: admin.cookie, body: role });
  expect(await recordedBy(change)).toEqual([['role_changed', admin.id]]);
  const month = world.clock.now().toISOString().slice(0, 7);
  const file = () => world.call(`GET /api/admin/reconciliation/fareharbor/${month}/file`, admin);
  expect(await recordedBy(file)).toEqual([['export', admin.id]]);
});
