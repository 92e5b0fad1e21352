import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditContentOf } from '../../../tests/audit-content.ts';
import { aPartner } from '../../../tests/partner-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { codeKeys, newCode } from '../scanning/scanning.ts';

let world: World;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());

const send = (request: `${string} ${string}`, body?: object) =>
  world.call(request, { cookie: admin.cookie, ...(body && { body }) });
const scan = async (code: string, body: object = {}) =>
  (await world.call('POST /api/qr/scan', { body: { qr_code_id: code, ...body } })).status;
const list = async (query = '') => (await send(`GET /api/admin/orphan-scans${query}`)).body;
const one = async (code: string) => (await send(`GET /api/admin/orphan-scans/${code}`)).body;
const make = (code: string, location_id: number) => send(`POST /api/admin/orphan-scans/${code}/code`, { location_id });
const resume = (code: string) => send(`POST /api/admin/orphan-scans/${code}/resume`);
const ours = () => newCode(codeKeys(world.settings)[0]!);
/** One whose last letter does not fit the others. */
const mistyped = () => ours().replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
const counted = async (code: string) => {
  const scans = world.db.selectFrom('scans as s').innerJoin('qr_codes as c', 'c.id', 's.qr_code_id').select('s.id');
  return (await scans.where('c.code', '=', code).execute()).length;
};

test('scans that credited nobody are told by code, with how often, when last, and from what', async () => {
  const code = ours();
  const first = world.clock.now();
  const location = '21.3,-157.8';
  await scan(code, { device_info: { type: 'mobile', userAgent: 'Browser/1', location } });
  world.clock.advance(60);
  await scan(code);
  const { rows } = await list(`?search=${code}`);
  expect(rows).toEqual([
    {
      ...{ id: code, state: 'unknown', is_ours: true, scans: 2, place: null, replaced_by: null },
      ...{ first_at: first.toISOString(), last_at: world.clock.now().toISOString() },
      sources: { scanner: 2, camera: 0 },
      device: { type: 'mobile', user_agent: 'Browser/1', location },
    },
  ]);
  await scan(code);
  await scan(ours());
  const by = (sort: string) => list(`?sort=${sort}&limit=1`);
  const page = await by('-scans');
  expect(page.rows[0]).toMatchObject({ id: code, scans: 3 });
  const next = await list(`?sort=-scans&limit=1&after=${encodeURIComponent(page.next)}`);
  expect(next.rows[0].id).not.toBe(code);
});

test('a code that nobody has scanned for longer than ninety days is told no more', async () => {
  const code = mistyped();
  await scan(code);
  const isTold = async () => (await list(`?search=${code}`)).rows.length === 1;
  world.clock.advance(89 * 86_400);
  admin = await world.aUser({ role: 'admin' });
  expect(await isTold()).toBe(true);
  world.clock.advance(2 * 86_400);
  admin = await world.aUser({ role: 'admin' });
  expect(await isTold()).toBe(false);
});

test('an unknown code of ours becomes one of a place; what was scanned before credits nobody, the next scan counts', async () => {
  const code = ours();
  const { placeId, organisation } = await aPartner(world, { name: 'Hale Nalu' });
  expect(await scan(code)).toBe(404);
  const { status, body } = await make(code, placeId);
  expect([status, body]).toEqual([200, expect.objectContaining({ state: 'active', scans: 1 })]);
  expect(body.place).toEqual({ id: placeId, name: 'Hale Nalu' });
  expect(await counted(code)).toBe(0);
  expect(await scan(code)).toBe(200);
  expect(await counted(code)).toBe(1);
  expect((await one(code)).scans).toBe(1);
  expect((await list(`?search=${code}`)).rows).toEqual([]);
  expect((await list(`?search=${code}&state=active`)).rows).toHaveLength(1);
  const id = await world.db.selectFrom('qr_codes').select('id').where('code', '=', code).executeTakeFirstOrThrow();
  expect(await auditContentOf(world, 'qr_code_made_of_orphan', String(id.id))).toEqual([
    { personId: null, after: { code, location_id: placeId, place: 'Hale Nalu' } },
  ]);
  // Sent again, as after a lost answer, it is the same; for another place it is taken.
  expect((await make(code, placeId)).status).toBe(200);
  const elsewhere = await make(code, await world.aPlace());
  expect(elsewhere).toMatchObject({ status: 409, body: { code: 'code_taken' } });
  expect(organisation).toBeTruthy();
});

test('what is not ours, was never scanned, or is no code cannot become one', async () => {
  const place = await world.aPlace();
  const wrong = mistyped();
  await scan(wrong);
  expect(await one(wrong)).toMatchObject({ state: 'mistyped', is_ours: false });
  expect(await make(wrong, place)).toMatchObject({ status: 409, body: { code: 'code_not_ours' } });
  expect(await make(ours(), place)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await make('nonsense', place)).toMatchObject({ status: 400, body: { code: 'invalid_code' } });
  const code = ours();
  await scan(code);
  expect((await make(code, 2_000_000_000)).status).toBe(404);
  const { body: empty } = await send('POST /api/admin/locations', { name: 'Empty' });
  await send(`DELETE /api/admin/locations/${empty.id}`);
  expect(await make(code, empty.id)).toMatchObject({ status: 409, body: { code: 'location_deleted' } });
});

test('a partner without room gets no further code', async () => {
  const { placeId, organisation } = await aPartner(world);
  await world.db.updateTable('organisations').set({ qr_codes_limit: 1 }).where('id', '=', organisation).execute();
  const code = ours();
  await scan(code);
  expect(await make(code, placeId)).toMatchObject({ status: 409, body: { code: 'qr_code_limit' } });
});

test('a paused code goes on at its place; an expired or replaced one does not', async () => {
  const paused = await world.aCode({ status: 'paused' });
  await scan(paused.code);
  expect(await one(paused.code)).toMatchObject({ state: 'paused', place: { id: paused.locationId } });
  const taken = await make(paused.code, paused.locationId);
  expect(taken).toMatchObject({ status: 409, body: { code: 'code_taken' } });
  expect((await resume(paused.code)).body).toMatchObject({ state: 'active' });
  expect((await resume(paused.code)).status).toBe(200);
  expect(await auditContentOf(world, 'qr_code_changed', String(paused.id))).toHaveLength(1);
  expect(await scan(paused.code)).toBe(200);

  const expired = await world.aCode({ expires_at: new Date(world.clock.now().getTime() - 1_000) });
  const newer = await world.aCode({ location_id: expired.locationId });
  const replaced = await world.aCode({ status: 'replaced', replaced_by: newer.id, location_id: expired.locationId });
  for (const [code, state] of [
    [expired.code, 'expired'],
    [replaced.code, 'replaced'],
  ] as const) {
    await scan(code);
    expect(await one(code)).toMatchObject({ state });
    expect(await resume(code)).toMatchObject({ status: 409, body: { code: 'code_not_paused' } });
  }
  expect(await one(replaced.code)).toMatchObject({ replaced_by: newer.code });
  const unknown = ours();
  await scan(unknown);
  expect(await resume(unknown)).toMatchObject({ status: 409, body: { code: 'code_not_paused' } });
});
