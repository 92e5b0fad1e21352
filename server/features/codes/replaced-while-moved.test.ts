import { afterAll, beforeAll, expect, test } from 'vitest';
import { askWhileHeld } from '../../../tests/lock-waits.ts';
import { aPartner } from '../../../tests/partner-scene.ts';
import { createWorld, type World } from '../../../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

/** What PATCH does, held up before its commit. */
const moving = (code: string, place: number): [string, unknown[]][] => [
  ['select 1 from qr_codes where code = $1 for no key update', [code]],
  ['update qr_codes set location_id = $2 where code = $1', [code, place]],
];

test('a code that is pointed elsewhere while its replacement is approved is replaced where it leads by then', async () => {
  const { owner, code } = await aPartner(world, { name: 'Lobby' });
  const admin = await world.aUser({ role: 'admin' });
  const pool = await world.aPlace({ partner_id: owner.id, name: 'Pool' });
  const asked = await world.call('POST /api/partner-portal/qr-request', {
    cookie: owner.cookie,
    body: { location_name: 'Lobby', request_type: 'replacement', qr_code_id: code },
  });
  const { id } = asked.body.request;
  const { reply } = await askWhileHeld(world, moving(code, pool), () =>
    world.call(`POST /api/partner-portal/qr-request/${id}/auto-approve`, { cookie: admin.cookie }),
  );
  const rows = await world.db.selectFrom('qr_codes').select(['code', 'location_id']).execute();
  const at = (one: string) => rows.find((row) => row.code === one)?.location_id;
  expect([at(code), at(reply.body.qr_code_id)]).toEqual([pool, pool]);
});

test('a code that two people change at once is found by the second one where the first has pointed it', async () => {
  const { owner, code } = await aPartner(world, { name: 'Lobby' });
  const pool = await world.aPlace({ partner_id: owner.id, name: 'Pool' });
  const change = { cookie: owner.cookie, body: { label: 'Bar' } };
  const { reply } = await askWhileHeld(world, moving(code, pool), () =>
    world.call(`PATCH /api/partner-portal/qr-code/${code}`, change),
  );
  expect([reply.status, reply.body.location_id, reply.body.label]).toEqual([200, pool, 'Bar']);
});

test('a code cannot be pointed to a place that is taken from its partner at this moment', async () => {
  const { owner, code, placeId } = await aPartner(world);
  const pool = await world.aPlace({ partner_id: owner.id, name: 'Pool' });
  const taking = 'update locations set organisation_id = null, partner_id = null where id = $1';
  const change = { cookie: owner.cookie, body: { location_id: pool } };
  const { reply } = await askWhileHeld(world, [[taking, [pool]]], () =>
    world.call(`PATCH /api/partner-portal/qr-code/${code}`, change),
  );
  expect([reply.status, reply.body.code]).toEqual([404, 'not_found']);
  const { location_id } = await world.db
    .selectFrom('qr_codes')
    .select('location_id')
    .where('code', '=', code)
    .executeTakeFirstOrThrow();
  expect(location_id).toBe(placeId);
});
