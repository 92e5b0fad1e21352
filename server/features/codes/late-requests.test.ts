import { afterAll, beforeAll, expect, test } from 'vitest';
import { aMember } from '../../../tests/an-organisation.ts';
import { askWhileHeld } from '../../../tests/lock-waits.ts';
import { aPartner, type PartnerScene } from '../../../tests/partner-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());

const inHilo = { latitude: 19.72, longitude: -155.08 };
const submit = (by: TestUser, body: object) =>
  world.call('POST /api/partner-portal/qr-request', {
    cookie: by.cookie,
    body: { location_name: 'Beach house', ...inHilo, ...body },
  });
const approve = (id: string, body?: object) =>
  world.call(`POST /api/partner-portal/qr-request/${id}/auto-approve`, {
    cookie: admin.cookie,
    ...(body && { body }),
  });
const limit = ({ organisation }: PartnerScene, qr_codes_limit: number) =>
  world.db.updateTable('organisations').set({ qr_codes_limit }).where('id', '=', organisation).execute();

test('of many that are asked for at once there are as many as the account allows', async () => {
  const scene = await aPartner(world);
  await limit(scene, 3);
  const replies = await Promise.all(Array.from({ length: 8 }, () => submit(scene.owner, {})));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, ...Array(6).fill(409)]);
  expect(replies.filter(({ body }) => body.code === 'qr_code_limit')).toHaveLength(6);
});

test('a replacement by the name of a place is not asked for while another one is being made, which nobody could approve', async () => {
  const scene = await aPartner(world, { name: 'Lobby' });
  const { code: other } = await world.aCode({ location_id: await world.aPlace({ partner_id: scene.owner.id }) });
  const beingReplaced = `update qr_codes set status = 'replaced', replaced_by = (select id from qr_codes where code = $2) where code = $1`;
  const { reply, hasWaited } = await askWhileHeld(world, [[beingReplaced, [scene.code, other]]], () =>
    submit(scene.owner, { location_name: 'Lobby', request_type: 'replacement' }),
  );
  expect([hasWaited, reply.body.code]).toEqual([true, 'replacement_unclear']);
  const requests = world.db.selectFrom('qr_requests').select('id').where('organisation_id', '=', scene.organisation);
  expect(await requests.execute()).toEqual([]);
});

test('who is of the organisation no more is told no decision', async () => {
  const scene = await aPartner(world);
  const [gone, here] = [
    await aMember(world, scene.organisation, ['qr_code_management']),
    await aMember(world, scene.organisation, ['qr_code_management']),
  ];
  const ids = [(await submit(gone, {})).body.request.id, (await submit(here, {})).body.request.id];
  await world.db.deleteFrom('members').where('user_id', '=', gone.id).execute();
  for (const id of ids) expect((await approve(id)).status).toBe(200);
  const told = async ({ email }: TestUser) => (await world.mail()).filter(({ to }) => to === email).length;
  expect([await told(scene.owner), await told(gone), await told(here)]).toEqual([2, 0, 1]);
});

test.each([
  ['a longitude without its sign', { latitude: 21.3, longitude: 157.8 }],
  ['another ocean', { latitude: 40.71, longitude: -74.01 }],
  ['the middle of this one', { latitude: 24, longitude: -150 }],
])('%s is no place here: it is refused at its fields', async (_, far) => {
  const { owner } = await aPartner(world);
  const refused = await submit(owner, far);
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request']);
  const paths = ({ fields }: { fields: { path: string }[] }) => fields.map(({ path }) => path);
  expect(paths(refused.body)).toEqual(['body.latitude', 'body.longitude']);
  const { body } = await submit(owner, { latitude: undefined, longitude: undefined });
  const given = await approve(body.request.id, far);
  expect([given.status, paths(given.body)]).toEqual([400, ['body.latitude', 'body.longitude']]);
  expect((await approve(body.request.id, inHilo)).body.status).toBe('approved');
});

test('what was told so before it was refused is no position', async () => {
  const { owner, organisation } = await aPartner(world);
  const row = { organisation_id: organisation, requested_by: owner.id, request_type: 'new_location' as const };
  const words = { location_name: 'Far', location_description: '', location_address: '', created_at: world.clock.now() };
  const { id } = await world.db
    .insertInto('qr_requests')
    .values({ ...row, ...words, latitude: 21.3, longitude: 157.8 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { rows } = (await world.call(`GET /api/admin/qr-requests?id=${id}`, { cookie: admin.cookie })).body;
  expect(rows).toMatchObject([{ has_position: false, position: null }]);
  expect((await approve(id)).body.status).toBe('approved');
  const place = world.db.selectFrom('locations').select('latitude').where('name', '=', 'Far');
  expect(await place.executeTakeFirst()).toEqual({ latitude: null });
});

test('Niʻihau and a boat off Kona are near an island', async () => {
  const { owner } = await aPartner(world);
  for (const near of [
    { latitude: 21.9, longitude: -160.15 },
    { latitude: 19.6, longitude: -156.3 },
  ])
    expect((await submit(owner, near)).status).toBe(201);
});
