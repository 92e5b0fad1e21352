import { afterAll, beforeAll, expect, test } from 'vitest';
import { countLockWaits } from '../../../tests/lock-waits.ts';
import { aPartner } from '../../../tests/partner-scene.ts';
import { createWorld, type World } from '../../../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

test('a code that is pointed elsewhere while its replacement is approved is replaced where it leads by then', async () => {
  const { owner, code } = await aPartner(world, { name: 'Lobby' });
  const admin = await world.aUser({ role: 'admin' });
  const pool = await world.aPlace({ partner_id: owner.id, name: 'Pool' });
  const asked = await world.call('POST /api/partner-portal/qr-request', {
    cookie: owner.cookie,
    body: { location_name: 'Lobby', request_type: 'replacement', qr_code_id: code },
  });
  const client = await world.database.pool.connect();
  try {
    // What PATCH does, held up before its commit.
    await client.query('begin');
    await client.query('select 1 from qr_codes where code = $1 for no key update', [code]);
    await client.query('update qr_codes set location_id = $2 where code = $1', [code, pool]);
    const approved = world.call(`POST /api/partner-portal/qr-request/${asked.body.request.id}/auto-approve`, {
      cookie: admin.cookie,
    });
    let isDone = false;
    void approved.then(() => {
      isDone = true;
    });
    while (!isDone && (await countLockWaits(world)) === 0) await new Promise((next) => setTimeout(next, 20));
    await client.query('commit');
    const { body } = await approved;
    const rows = await world.db.selectFrom('qr_codes').select(['code', 'location_id']).execute();
    const at = (one: string) => rows.find((row) => row.code === one)?.location_id;
    expect([at(code), at(body.qr_code_id)]).toEqual([pool, pool]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('a code that two people change at once is found by the second one where the first has pointed it', async () => {
  const { owner, code } = await aPartner(world, { name: 'Lobby' });
  const pool = await world.aPlace({ partner_id: owner.id, name: 'Pool' });
  const client = await world.database.pool.connect();
  try {
    await client.query('begin');
    await client.query('update qr_codes set location_id = $2 where code = $1', [code, pool]);
    const change = { cookie: owner.cookie, body: { label: 'Bar' } };
    const changed = world.call(`PATCH /api/partner-portal/qr-code/${code}`, change);
    let isDone = false;
    void changed.then(() => {
      isDone = true;
    });
    while (!isDone && (await countLockWaits(world)) === 0) await new Promise((next) => setTimeout(next, 20));
    await client.query('commit');
    const { status, body } = await changed;
    expect([status, body.location_id, body.label]).toEqual([200, pool, 'Bar']);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
