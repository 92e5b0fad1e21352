import { afterAll, beforeAll, expect, test } from 'vitest';
import { aPartner } from '../../../tests/partner-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());
const submit = (by: TestUser, body: object) =>
  world.call('POST /api/partner-portal/qr-request', { cookie: by.cookie, body });
const approve = (id: string) =>
  world.call(`POST /api/partner-portal/qr-request/${id}/auto-approve`, { cookie: admin.cookie });

test('what is decided waits no more', async () => {
  const { owner } = await aPartner(world);
  const { body } = await submit(owner, { location_name: 'Pool', latitude: 19.72, longitude: -155.08 });
  const waiting = async () => (await world.call('GET /api/admin/qr-requests', { cookie: admin.cookie })).body.waiting;
  expect(await waiting()).toEqual({ pending: 1, due: 0, late: 0 });
  await approve(body.request.id);
  expect(await waiting()).toEqual({ pending: 0, due: 0, late: 0 });
});

test('a code can be replaced by name again and again, keeps what it is called, and a request for it takes no room', async () => {
  const { owner, code } = await aPartner(world, { name: 'Lobby' });
  await world.db.updateTable('qr_codes').set({ label: 'Front desk' }).where('code', '=', code).execute();
  for (let time = 0; time < 2; time++) {
    const asked = await submit(owner, { location_name: 'Lobby', request_type: 'replacement' });
    expect(asked.status).toBe(201);
    const list = async () =>
      (await world.call(`GET /api/partner-portal/qr-codes/${owner.id}`, { cookie: owner.cookie })).body;
    expect((await list()).used).toBe(1);
    const { qr_code_id } = (await approve(asked.body.request.id)).body;
    const made = (await list()).codes.find((one: { qr_code_id: string }) => one.qr_code_id === qr_code_id);
    expect(made.label).toBe('Front desk');
  }
});
