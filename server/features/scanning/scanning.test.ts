import { createSecretKey } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aMember, organisationOf } from '../../../tests/an-organisation.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { codeKeys, newCode } from './scanning.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const scan = (code: string, cookie?: string) =>
  world.call('POST /api/qr/scan', { body: { qr_code_id: code, device_info: { type: 'mobile' } }, cookie });
const countScans = async (codeId: number) => {
  const rows = await world.db.selectFrom('scans').select('counted').where('qr_code_id', '=', codeId).execute();
  return { all: rows.length, counted: rows.filter((row) => row.counted).length };
};
const orphans = (code: string) =>
  world.db.selectFrom('orphan_scans').select('reason').where('code', '=', code).execute();

describe('a scan', () => {
  test('answers with the place and its listings in curated order, and starts a visit', async () => {
    const first = await world.aListing({ name: 'First' });
    const second = await world.aListing({ name: 'Second' });
    const hidden = await world.aListing({ name: 'Inactive', is_active: false });
    const place = await world.aPlace({ name: 'Hale Koa', listings: [second, hidden, first] });
    const code = await world.aCode({ location_id: place });
    const reply = await scan(code.code.toLowerCase().replaceAll('-', ' '));
    expect(reply.status).toBe(200);
    expect(reply.body.qr_data).toMatchObject({
      qr_code_id: code.code,
      location_id: place,
      location_name: 'Hale Koa',
      demo: false,
    });
    expect(reply.body.experiences.map((one: { name: string }) => one.name)).toEqual(['Second', 'First']);
    expect(reply.body.counted).toBe(true);
    expect(reply.cookies.visit).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(reply.body)).not.toContain('commission');
    expect(await countScans(code.id)).toEqual({ all: 1, counted: 1 });
  });

  test("tells whose the place is by the user id of its organisation's owner, whoever scans", async () => {
    const owner = await world.aUser({ role: 'partner' });
    const organisation_id = (await organisationOf(world, owner.id))!;
    const staff = await aMember(world, organisation_id);
    const { code } = await world.aCode({ location_id: await world.aPlace({ organisation_id }) });
    for (const cookie of [undefined, owner.cookie, staff.cookie])
      expect((await scan(code, cookie)).body.qr_data.distributor_id).toBe(owner.id);
    const told = (await world.call('GET /api/organisation', staff)).body;
    expect([told.id, told.owner_id]).toEqual([organisation_id, owner.id]);
  });

  test('shows the list as it is now, also where the last one is kept, to everybody their own', async () => {
    const listing = await world.aListing({
      name: 'Morning Paddle',
      booking_url: 'https://fareharbor.com/embeds/book/m/',
    });
    const { code } = await world.aCode({ location_id: await world.aPlace({ listings: [listing] }) });
    const traveler = await world.aUser();
    const shown = async (cookie?: string) => (await scan(code, cookie)).body.experiences[0];
    const kept = await shown();
    expect(await shown()).toEqual(kept);
    const own = await shown(traveler.cookie);
    expect(own).toEqual({ ...kept, booking_url: own.booking_url });
    expect(own.booking_url).not.toBe(kept.booking_url);
    expect(await shown()).toEqual(kept);
    await world.database.pool.query('update listings set name = $1 where id = $2', ['Evening Paddle', listing]);
    expect(await shown()).toEqual({ ...kept, name: 'Evening Paddle' });
    await world.database.pool.query('update listings set is_active = false where id = $1', [listing]);
    expect((await scan(code)).body.experiences).toEqual([]);
  });

  test('of one visit is counted once in ten minutes, however many and however fast', async () => {
    const code = await world.aCode();
    const { cookies } = await scan(code.code);
    const cookie = `visit=${cookies.visit}`;
    const burst = await Promise.all(Array.from({ length: 12 }, () => scan(code.code, cookie)));
    expect(burst.map((reply) => reply.body.counted)).not.toContain(true);
    world.clock.advance(599);
    expect((await scan(code.code, cookie)).body.counted).toBe(false);
    world.clock.advance(1);
    expect((await scan(code.code, cookie)).body.counted).toBe(true);
    expect(await countScans(code.id)).toEqual({ all: 15, counted: 2 });
  });

  test('of different visitors behind one address are all counted', async () => {
    const code = await world.aCode();
    const replies = await Promise.all(Array.from({ length: 30 }, () => scan(code.code)));
    expect(replies.every((reply) => reply.body.counted)).toBe(true);
    expect(await countScans(code.id)).toEqual({ all: 30, counted: 30 });
  });

  test('by an administrator shows commission rates; by nobody else', async () => {
    const code = await world.aCode();
    const seen = async (role?: 'admin' | 'partner' | 'advertiser' | 'traveler') =>
      (await scan(code.code, role && (await world.aUser({ role })).cookie)).raw.includes('commission_rate');
    expect(await seen('admin')).toBe(true);
    for (const role of ['partner', 'advertiser', 'traveler', undefined] as const) expect(await seen(role)).toBe(false);
  });
});

describe('a code that is not active', () => {
  test.each([
    ['paused', 409, 'code_paused'],
    ['replaced', 410, 'code_replaced'],
  ])('%s is answered as such, logged and counted nowhere', async (status, expected, errorCode) => {
    const newer = await world.aCode();
    const code = await world.aCode({ status, replaced_by: status === 'replaced' ? newer.id : null });
    const reply = await scan(code.code);
    expect([reply.status, reply.body.code]).toEqual([expected, errorCode]);
    expect(reply.cookies.visit).toBeUndefined();
    expect(await countScans(code.id)).toEqual({ all: 0, counted: 0 });
    expect(await orphans(code.code)).toEqual([{ reason: status }]);
  });

  test('expires at its second', async () => {
    const code = await world.aCode({ expires_at: new Date(world.clock.now().getTime() + 2_000) });
    expect((await scan(code.code)).status).toBe(200);
    world.clock.advance(2);
    const reply = await scan(code.code);
    expect([reply.status, reply.body.code]).toEqual([410, 'code_expired']);
  });

  test('an unknown one of ours is told from a mistyped or invented one', async () => {
    const ours = newCode(codeKeys(world.settings)[0]!);
    const invented = newCode(createSecretKey(Buffer.alloc(32, 7)));
    expect((await scan(ours)).body.code).toBe('code_unknown');
    expect((await scan(invented)).body.code).toBe('code_mistyped');
    expect([...(await orphans(ours)), ...(await orphans(invented))]).toEqual([
      { reason: 'unknown' },
      { reason: 'mistyped' },
    ]);
  });

  test.each(['', '1', 'ABCD', 'U'.repeat(16), `${'A'.repeat(15)}!`, 'x'.repeat(64)])(
    '%j has not the form of a code',
    async (text) => {
      const reply = await scan(text);
      expect([reply.status, ['invalid_code', 'invalid_request']]).toEqual([
        400,
        expect.arrayContaining([reply.body.code]),
      ]);
    },
  );
});

describe('a demo scan', () => {
  test('shows the default place as "Demo Location" and is recorded nowhere', async () => {
    const before = await world.db.selectFrom('scans').selectAll().execute();
    await world.aPlace();
    const reply = await scan('DEMO-1234');
    expect(reply.body.qr_data).toMatchObject({
      location_id: 1,
      location_name: 'Demo Location',
      demo: true,
      distributor_id: null,
    });
    expect(reply.body.counted).toBe(false);
    expect(reply.cookies.visit).toBeUndefined();
    expect(await world.db.selectFrom('scans').selectAll().execute()).toHaveLength(before.length);
  });
});

describe('the image of a code', () => {
  test('is SVG or PNG of the asked size', async () => {
    const { code } = await world.aCode();
    const svg = await world.call(`GET /api/qr/codes/${code}/image?format=svg&size=300`);
    expect(svg.headers['content-type']).toContain('image/svg+xml');
    expect(svg.raw).toContain('width="300"');
    const png = await world.app.inject({ url: `/api/qr/codes/${code}/image?format=png&size=512` });
    expect(png.rawPayload.subarray(1, 4).toString()).toBe('PNG');
    expect([png.rawPayload.readUInt32BE(16), png.rawPayload.readUInt32BE(20)]).toEqual([512, 512]);
  });

  test.each(['size=10', 'size=99999', 'size=abc', 'format=gif', 'size=300&size=400'])('refuses %s', async (query) => {
    const { code } = await world.aCode();
    expect((await world.call(`GET /api/qr/codes/${code}/image?${query}`)).status).toBe(400);
  });
});
