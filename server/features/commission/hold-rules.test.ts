import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { aPartnersCode, follow, type HeldScene, holdsOf, scan } from '../../../tests/held-scene.ts';
import { aFareharborBooking, tellOf, toldOf, webhookSecret } from '../../../tests/platform-news.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { withClient } from '../../platform/database/database-client.ts';
import { releasePayable } from './commission.ts';
import { mailbox } from './hold-rules.ts';

let world: World;
let at: HeldScene;
beforeAll(async () => {
  const environment = { FAREHARBOR_WEBHOOK_SECRETS: webhookSecret, RATE_LIMITS: 'off', TRUST_PROXY: '1' };
  world = await createWorld({ environment });
  at = await aPartnersCode(world);
});
afterAll(() => world.close());

/** Somebody who has scanned the code, and what holds the booking of a link that they then follow. */
async function books(by?: TestUser, code = at.code, userAgent?: string) {
  const cookie = await scan(world, by ?? (await world.aUser()), code, userAgent);
  return await holdsOf(world, await follow(world, cookie));
}
/** Somebody becomes one of a partner's staff. */
const joins = async ({ id: user_id }: TestUser, { organisation: organisation_id }: HeldScene) => {
  const membership = { organisation_id, kind: 'partner', standing: 'staff', permissions: [], user_id };
  await world.db.insertInto('members').values(membership).execute();
};
const confirm = async (id: string, status = 'confirmed') => {
  const admin = await world.aUser({ role: 'admin' });
  const body = { status, amount: 45, booking_reference: `R-${id.slice(0, 8)}`, reason: 'On the statement' };
  expect((await world.call(`PATCH /api/bookings/${id}`, { cookie: admin.cookie, body })).status).toBe(200);
};
const stateOf = async (booking: string) =>
  (await world.db.selectFrom('commissions').select('state').where('booking_id', '=', booking).executeTakeFirstOrThrow())
    .state;

test('a guest of the house is held by nothing, and whoever came by no code neither', async () => {
  expect(await books()).toEqual({});
  const { cookie } = await world.aUser({ email: at.partner.email.replace('@', '+1@') });
  const listing = await world.aListing();
  for (let times = 0; times < 13; times++)
    expect(await holdsOf(world, await follow(world, cookie, listing))).toEqual({});
});

describe('the partner and their people', () => {
  test('book with their own account', async () => {
    const place = await aPartnersCode(world);
    // Partners follow no links; somebody who was led back to being a traveler does.
    await world.db.updateTable('profiles').set({ role: 'traveler' }).where('user_id', '=', place.partner.id).execute();
    expect(await books(place.partner, place.code)).toEqual({
      own_account: { standing: 'owner' },
      own_device: { by: 'browser', standing: 'owner' },
    });
    expect(await books(place.partner)).toEqual({});
  });

  test('have joined after they booked: it is seen when the booking is confirmed', async () => {
    const place = await aPartnersCode(world);
    const traveler = await world.aUser();
    const id = await follow(world, await scan(world, traveler, place.code));
    expect(await holdsOf(world, id)).toEqual({});
    await joins(traveler, place);
    await confirm(id);
    expect(Object.keys(await holdsOf(world, id))).toEqual(['own_account', 'own_device']);
    expect(await stateOf(id)).toBe('held');
  });

  test('have joined after it was completed: it is seen on the day when it would become payable', async () => {
    const place = await aPartnersCode(world);
    const traveler = await world.aUser();
    const id = await follow(world, await scan(world, traveler, place.code));
    await confirm(id, 'completed');
    await joins(traveler, place);
    world.clock.advance(15 * 86_400);
    await releasePayable(world, world.clock.now());
    expect(Object.keys(await holdsOf(world, id))).toEqual(['own_account', 'own_device']);
    expect(await stateOf(id)).toBe('held');
  });

  test('book on a device that one of them has used on this network', async () => {
    const place = await aPartnersCode(world);
    expect(await books(undefined, place.code, 'A rare phone')).toEqual({});
    await scan(world, place.partner, place.code, 'A rare phone');
    expect(await books(undefined, place.code, 'Another phone')).toEqual({});
    expect(await books(undefined, place.code, 'A rare phone')).toEqual({ own_device: { by: 'network' } });
    // The same kind of phone elsewhere is somebody else's.
    const elsewhere = await scan(world, await world.aUser(), place.code, 'A rare phone', '198.51.100.9');
    expect(await holdsOf(world, await follow(world, elsewhere))).toEqual({});
  });

  test('but not days before or after: whole models of phones say the same of themselves', async () => {
    const place = await aPartnersCode(world);
    await scan(world, place.partner, place.code, 'A phone of many');
    world.clock.advance(86_400 - 60);
    expect(await books(undefined, place.code, 'A phone of many')).toEqual({ own_device: { by: 'network' } });
    world.clock.advance(120);
    expect(await books(undefined, place.code, 'A phone of many')).toEqual({});
  });

  test('book on a browser that is not known, after a scan on one of theirs', async () => {
    const place = await aPartnersCode(world);
    const member = await world.aUser();
    await joins(member, place);
    await scan(world, member, place.code);
    expect(await holdsOf(world, await follow(world, member.cookie))).toEqual({
      own_account: { standing: 'staff' },
      own_device: { by: 'browser', standing: 'staff' },
    });
  });

  test('of somebody who has left within thirty days before is the organization’s own as well', async () => {
    const place = await aPartnersCode(world);
    const [lately, long] = [await world.aUser(), await world.aUser()];
    for (const one of [lately, long]) {
      await joins(one, place);
      await world.db.deleteFrom('members').where('user_id', '=', one.id).execute();
    }
    const leftAgo = async (days: number, { id }: TestUser) => {
      const until = new Date(world.clock.now().getTime() - days * 86_400_000);
      await withClient(await ownerOf(world), {}, async (client) => {
        await client.query('update past_members set joined_at = $1, until = $1 where user_id = $2', [until, id]);
      });
    };
    await leftAgo(29, lately);
    await leftAgo(31, long);
    const book = async (by: TestUser) => await follow(world, await scan(world, by, place.code));
    expect(Object.keys(await holdsOf(world, await book(lately)))).toContain('own_account');
    expect(Object.keys(await holdsOf(world, await book(long)))).not.toContain('own_account');
  });

  test('book with another address of the same mailbox', async () => {
    const place = await aPartnersCode(world);
    const [name, domain] = place.partner.email.split('@');
    expect(await books(await world.aUser({ email: `${name}x@${domain}` }), place.code)).toEqual({});
    expect(await books(await world.aUser({ email: `${name}+tour@${domain}` }), place.code)).toEqual({
      own_email: { by: 'account', standing: 'owner' },
    });
    expect(mailbox('Kai.Kealoha+1@googlemail.com')).toBe(mailbox('kaikealoha@gmail.com'));
    expect(mailbox('kai.kealoha@hale.example')).not.toBe(mailbox('kaikealoha@hale.example'));
  });

  test.each([
    ['their own address', (partner: TestUser) => partner.email, { own_email: { by: 'platform', standing: 'owner' } }],
    [
      'another address of their mailbox',
      ({ email }: TestUser) => email.replace('@', '+tour@').toUpperCase(),
      { own_email: { by: 'platform', standing: 'owner' } },
    ],
    ["the traveler's", () => 'somebody@elsewhere.example', {}],
  ])('let the platform book for %s, which its news tells', async (_, emailOf, held) => {
    const place = await aPartnersCode(world);
    const traveler = await world.aUser();
    const id = await follow(world, await scan(world, traveler, place.code));
    const told = aFareharborBooking({ contact: { name: 'Kai', email: emailOf(place.partner) } });
    expect(await holdsOf(world, id)).toEqual({});
    await tellOf(world, told);
    const body = { booking_id: id, reason: 'The guest has shown it' };
    const { id: row } = await toldOf(world, told.pk);
    const { cookie } = await world.aUser({ role: 'admin' });
    expect((await world.call(`POST /api/admin/platform-bookings/${row}/match`, { cookie, body })).status).toBe(200);
    expect(await holdsOf(world, id)).toEqual(held);
    expect(await stateOf(id)).toBe('own_email' in held ? 'held' : 'pending');
  });
});

test('that it was booked for the partner is seen also where the platform says so late, of what is completed', async () => {
  const place = await aPartnersCode(world);
  const id = await follow(world, await scan(world, await world.aUser(), place.code));
  const told = aFareharborBooking();
  await tellOf(world, told);
  const { id: row } = await toldOf(world, told.pk);
  const { cookie } = await world.aUser({ role: 'admin' });
  const body = { booking_id: id, reason: 'The guest has shown it' };
  expect((await world.call(`POST /api/admin/platform-bookings/${row}/match`, { cookie, body })).status).toBe(200);
  await confirm(id, 'completed');
  expect(await holdsOf(world, id)).toEqual({});
  world.clock.advance(60);
  await tellOf(world, { ...told, contact: { name: 'Kai', email: place.partner.email.replace('@', '+2@') } });
  expect(await holdsOf(world, id)).toEqual({ own_email: { by: 'platform', standing: 'owner' } });
  expect(await stateOf(id)).toBe('held');
});

describe('bursts', () => {
  test('of a traveler: eleven links within an hour are none, with the twelfth all twelve are held', async () => {
    const cookie = await scan(world, await world.aUser(), at.code);
    const made: string[] = [];
    for (let n = 0; n < 11; n++) made.push(await follow(world, cookie));
    for (const id of made) expect(await holdsOf(world, id)).toEqual({});
    made.push(await follow(world, cookie));
    const burst = { of: 'traveler', conversions: 12, minutes: 60 };
    for (const id of made) {
      expect(await holdsOf(world, id)).toEqual({ burst });
      expect(await stateOf(id)).toBe('held');
    }
  });

  test('of a traveler: the twelfth is none when the first is more than an hour old', async () => {
    const cookie = await scan(world, await world.aUser(), at.code);
    const first = await follow(world, cookie);
    world.clock.advance(3_600 - 10);
    for (let n = 0; n < 11; n++) expect(await holdsOf(world, await follow(world, cookie))).toEqual({});
    expect(await holdsOf(world, first)).toEqual({});
  });

  test('of a code: thirty travelers within ten minutes', async () => {
    const place = await aPartnersCode(world);
    const listing = await world.aListing();
    const made: string[] = [];
    for (let n = 0; n < 29; n++)
      made.push(await follow(world, await scan(world, await world.aUser(), place.code), listing));
    for (const id of made) expect(await holdsOf(world, id)).toEqual({});
    made.push(await follow(world, await scan(world, await world.aUser(), place.code), listing));
    const burst = { of: 'code', conversions: 30, minutes: 10 };
    for (const id of made) expect(await holdsOf(world, id)).toEqual({ burst });
    world.clock.advance(600);
    expect(await books(undefined, place.code)).toEqual({});
  });
});

test.each([
  [-10, { repeated_experience: { conversions: 4, days: 7 } }],
  [10, {}],
])('one experience for the fourth time, a week and %i seconds after the first', async (seconds, held) => {
  const traveler = await world.aUser();
  const listing = await world.aListing();
  const made: string[] = [];
  for (let n = 0; n < 4; n++) {
    if (n > 0) world.clock.advance((7 * 86_400 + seconds) / 3);
    for (const id of made) expect(await holdsOf(world, id)).toEqual({});
    made.push(await follow(world, await scan(world, traveler, at.code), listing));
  }
  for (const id of made) expect(await holdsOf(world, id)).toEqual(held);
});

test('what was released stays so when the rules are asked again; what comes then is held by itself', async () => {
  const traveler = await world.aUser();
  const listing = await world.aListing();
  const cookie = await scan(world, traveler, at.code);
  const made: string[] = [];
  for (let n = 0; n < 4; n++) made.push(await follow(world, cookie, listing));
  const admin = await world.aUser({ role: 'admin' });
  const { body: queue } = await world.call(`GET /api/admin/holds?search=${traveler.email}`, admin);
  const ids = queue.rows.map(({ id }: { id: string }) => id);
  const body = { ids, decision: 'released', reason: 'A family of four' };
  const decided = await world.call('POST /api/admin/holds/decide', { cookie: admin.cookie, body });
  expect(decided.body).toEqual({ decided: 4, left_out: 0 });
  made.push(await follow(world, cookie, listing));
  await confirm(made[0]!);
  await releasePayable(world, world.clock.now());
  expect(await Promise.all(made.map(stateOf))).toEqual(['pending', 'estimated', 'estimated', 'estimated', 'held']);
});

test('a scan whose address has the click id of an advertising network, but not one with a campaign', async () => {
  const books = async (parameters: object) => {
    const cookie = await scan(world, await world.aUser(), at.code);
    // As the camera's scan keeps it: tests/attack/camera-scans.test.ts.
    const landing = `'${JSON.stringify(parameters)}'`;
    await onServer(
      await ownerOf(world),
      `update scans set landing = ${landing} where id = (select max(id) from scans)`,
    );
    return await holdsOf(world, await follow(world, cookie));
  };
  expect(await books({ utm_source: 'lobby', utm_campaign: 'winter' })).toEqual({});
  expect(await books({ utm_source: 'ads', gclid: 'abc', fbclid: '' })).toEqual({
    paid_traffic: { parameters: 'fbclid, gclid' },
  });
});

test.each([
  [721, {}],
  [718, { impossible_travel: { from: 'Hale A', to: 'Hale B', km: 105, minutes: 12 } }],
])('two places 105 km apart, scanned %i seconds apart', async (seconds, held) => {
  const partner = await world.aUser({ role: 'partner' });
  const north = await aPartnersCode(world, { name: 'Hale A', latitude: 21.5, longitude: -158 }, partner);
  const south = await aPartnersCode(
    world,
    { name: 'Hale B', latitude: 21.5 - 105 / 111.1949, longitude: -158 },
    partner,
  );
  const cookie = await scan(world, await world.aUser(), north.code);
  world.clock.advance(seconds);
  await scan(world, { cookie }, south.code);
  expect(await holdsOf(world, await follow(world, cookie))).toEqual(held);
});

test('two places that are too far apart, whatever is scanned after them', async () => {
  const partner = await world.aUser({ role: 'partner' });
  const honolulu = await aPartnersCode(world, { name: 'Hale A', latitude: 21.3069, longitude: -157.8583 }, partner);
  const hilo = await aPartnersCode(world, { name: 'Hale B', latitude: 19.7241, longitude: -155.0868 }, partner);
  const nearby = await aPartnersCode(world, { name: 'Hale C', latitude: 19.7791, longitude: -155.0868 }, partner);
  const cookie = await scan(world, await world.aUser(), honolulu.code);
  world.clock.advance(60);
  await scan(world, { cookie }, hilo.code);
  const { rows } = await sql<{ visit_id: string }>`select visit_id from scans order by id desc limit 1`.execute(
    world.db,
  );
  await sql`insert into scans (qr_code_id, location_id, partner_id, visit_id, scanned_at, counted, network_hash, device, source)
    select q.id, q.location_id, s.partner_id, s.visit_id, s.scanned_at + n * interval '20 seconds', false, s.network_hash, s.device, s.source
    from generate_series(1, 300) n
      join qr_codes q on q.code = case n % 2 when 0 then ${hilo.code} else ${nearby.code} end
      join scans s on s.id = (select max(id) from scans where visit_id = ${rows[0]!.visit_id})`.execute(world.db);
  world.clock.advance(301 * 20);
  expect(await holdsOf(world, await follow(world, cookie))).toEqual({
    impossible_travel: { from: 'Hale A', to: 'Hale B', km: 338, minutes: 1 },
  });
});
