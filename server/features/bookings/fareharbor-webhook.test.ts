import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startWork } from '../../../tests/at-work.ts';
import { aPartnersCode, follow, scan } from '../../../tests/held-scene.ts';
import { moneyOf } from '../../../tests/ledger-rows.ts';
import {
  aClickOut,
  aFareharborBooking,
  bookingOf,
  bring,
  claim,
  takeUp,
  toldOf,
  webhookSecret,
} from '../../../tests/platform-news.ts';
import { untilServed } from '../../../tests/until-served.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

const newer = 'g'.repeat(40);
let world: World;
let user: TestUser;
let networks = 0;
beforeAll(async () => {
  const FAREHARBOR_WEBHOOK_SECRETS = `${webhookSecret}, ${newer}`;
  world = await createWorld({ environment: { FAREHARBOR_WEBHOOK_SECRETS, TRUST_PROXY: '1' } });
  user = await world.aUser();
});
beforeEach(async () => {
  await world.db.deleteFrom('inbox').execute();
});
afterAll(() => world.close());

const aNetwork = () => `198.51.100.${++networks}`;
const newest = async () =>
  await world.db.selectFrom('inbox').select(['source', 'state', 'problem']).orderBy('id', 'desc').executeTakeFirst();
const counts = async () => {
  const of = async (table: string) =>
    Number((await world.database.pool.query(`select count(*) from ${table}`)).rows[0].count);
  return [
    await of('inbox'),
    await of('platform_bookings'),
    await of('jobs.job'),
    await of('audit_inbox'),
    await of('audit_entries'),
  ];
};
/** A traveler's booking whose reference they have claimed. */
async function aClaimed(booking: Record<string, unknown>): Promise<string> {
  const id = await aClickOut(world, { user_id: user.id });
  await claim(world, user, id, String(booking.pk));
  return id;
}

describe('the door', () => {
  test('is opened by either secret while it is changed, and answers 200 once the message is kept', async () => {
    for (const secret of [webhookSecret, newer]) {
      expect(await bring(world, { item: { pk: 1 } }, { secret, from: aNetwork() })).toEqual({
        status: 200,
        body: { received: true },
      });
      expect(await newest()).toMatchObject({ source: 'fareharbor', state: 'new' });
    }
  });

  test('stays shut a thousand times to whoever guesses, and nothing is written', { timeout: 120_000 }, async () => {
    const booking = aFareharborBooking();
    const id = await aClaimed(booking);
    const before = await counts();
    const statuses = new Set<number>();
    for (let at = 0; at < 1_000; at += 50) {
      const from = aNetwork();
      const guesses = Array.from({ length: 50 }, (_, one) => {
        const secret = `${webhookSecret.slice(0, -3)}${String(at + one).padStart(3, '0')}`;
        return untilServed(() => bring(world, { booking }, { secret, from }));
      });
      for (const { status } of await Promise.all(guesses)) statuses.add(status);
    }
    expect(statuses).toEqual(new Set([404]));
    expect(await counts()).toEqual(before);
    await takeUp(world);
    expect((await bookingOf(world, id)).status).toBe('pending');
  });

  test('takes 10 MB as little as a byte more than a megabyte', async () => {
    const before = await counts();
    for (const bytes of [1024 * 1024 + 1, 10 * 1024 * 1024])
      expect((await bring(world, Buffer.alloc(bytes, '{'), { from: aNetwork() })).status).toBe(413);
    expect(await counts()).toEqual(before);
  });

  test('has one method', async () => {
    const reply = await world.call(`GET /api/webhooks/fareharbor/${webhookSecret}`);
    expect([reply.status, reply.headers.allow]).toEqual([405, 'POST']);
  });
});

describe('what FareHarbor sends', () => {
  test.each([
    ['all that it has', {}],
    [
      'the optimized form',
      { is_eligible_for_cancellation: undefined, custom_field_values: undefined, note: undefined },
    ],
    ['with payments', { payments: [{ pk: 1, type: 'affiliate', amount_paid: 12_342, currency: 'usd', refunds: [] }] }],
    ['the company misspelt', { company: { short_name: 'ReefWalk', currency: 'USD' } }],
    ['the company in the confirmation’s address alone', { company: { currency: 'usd' } }],
    ['no identity but the number', { pk: undefined, display_id: '#81', uuid: undefined }],
    ['a time without its day', { availability: { item: 7, start_at: 'soon' } }],
    [
      'nulls for all that may be',
      { affiliate_company: null, contact: null, order: null, customers: null, customer_count: null },
    ],
    ['amounts as text', { receipt_total: '12342' }],
  ])('%s is read', async (_, given) => {
    const booking = aFareharborBooking(given);
    const id = await aClickOut(world, { user_id: user.id });
    expect((await claim(world, user, id, String(booking.display_id))).status).toBe(200);
    await bring(world, { booking }, { from: aNetwork() });
    await takeUp(world);
    expect(await newest()).toMatchObject({ state: 'done' });
    expect(await bookingOf(world, id)).toMatchObject({ status: 'confirmed', amount_cents: 12_342, estimated: false });
  });

  test.each([
    ['in its own time', '2026-12-24T17:00:00-1000'],
    ['in UTC', '2026-12-25T03:00:00Z'],
    ['in UTC as an offset', '2026-12-25T03:00:00.000+00:00'],
    ['in UTC with a blank', '2026-12-25 03:00:00z'],
    ['in hours of an offset', '2026-12-25T03:00+00'],
    ['in the zone of a caller', '2026-12-24T19:00:00-0800'],
    ['in no zone', '2026-12-24T17:00:00'],
  ])('a beginning that is told %s is the day and the time in Hawaiʻi', async (_, start_at) => {
    const id = await aClickOut(world, { user_id: user.id });
    const booking = aFareharborBooking({ availability: { start_at, item: { pk: 4711, name: 'Reef walk' } } });
    await claim(world, user, id, String(booking.display_id));
    await bring(world, { booking }, { from: aNetwork() });
    await takeUp(world);
    expect(await bookingOf(world, id)).toMatchObject({ check_in_date: '2026-12-24', check_in_time: '17:00' });
  });

  test('of an item is no news of a booking', async () => {
    const before = await counts();
    await bring(world, { item: { pk: 1867, name: 'Jet Ski Tour' } }, { from: aNetwork() });
    await takeUp(world);
    expect((await newest())!.state).toBe('done');
    expect((await counts())[1]).toBe(before[1]);
  });

  const whole = JSON.stringify({ booking: aFareharborBooking() });
  test.each([
    ['cut off', whole.slice(0, 400), 'it is no JSON'],
    ['no text', Buffer.from([0xff, 0xfe, 0x00]), 'it is no JSON'],
    ['nothing', '', 'it is no JSON'],
    ['a list', '[1]', 'it is no JSON object'],
    ['something else', '{"hello":1}', 'it has no booking'],
    ['a status there is not', JSON.stringify({ booking: aFareharborBooking({ status: 'lost' }) }), /^booking.status/],
    ...['constructor', '__proto__'].map((status): [string, string, RegExp] => [
      `a status that every object has (${status})`,
      JSON.stringify({ booking: aFareharborBooking({ status }) }),
      /^booking.status/,
    ]),
    [
      'nothing to call it by',
      JSON.stringify({ booking: { ...aFareharborBooking(), display_id: undefined, pk: {}, uuid: '\u0000' } }),
      /^booking.display_id/,
    ],
    [
      'a name full of signs',
      JSON.stringify({ booking: aFareharborBooking({ display_id: "#'; drop table" }) }),
      /^booking.display_id/,
    ],
  ])('%s stays listed as unreadable', async (_, payload, problem) => {
    const before = await counts();
    expect((await bring(world, payload, { from: aNetwork() })).status).toBe(200);
    await takeUp(world);
    expect(await newest()).toMatchObject({ state: 'unreadable', problem: expect.stringMatching(problem) });
    expect((await counts())[1]).toBe(before[1]);
  });

  test('signs that no database keeps, and texts without end, lose no news', async () => {
    const booking = aFareharborBooking({
      availability: {
        start_at: '2026-12-24T08:30:00-1000',
        item: { pk: 4711, name: `\u0000\u202eevil ${'x'.repeat(9_000)}\ud800` },
      },
      voucher_number: 'v'.repeat(5_000),
      contact: { email: `${'m'.repeat(5_000)}@x` },
      rebooked_from: 'r'.repeat(5_000),
      customer_count: 1e12,
    });
    await bring(world, { booking }, { from: aNetwork() });
    await takeUp(world);
    expect(await newest()).toMatchObject({ state: 'done' });
    expect(await toldOf(world, booking.pk)).toMatchObject({ status: 'confirmed' });
  });
});

describe('with a worker', () => {
  test('a thousand of one message, 64 at a time, change one booking once, and with it one commission', {
    timeout: 300_000,
  }, async () => {
    const booking = aFareharborBooking();
    const { code } = await aPartnersCode(world);
    const traveler = await world.aUser();
    const listing = await world.aListing({ commission_rate: 0.2 });
    const id = await follow(world, await scan(world, traveler, code), listing);
    await claim(world, traveler, id, String(booking.pk));
    const stop = await startWork(world);
    let sent = 0;
    const sender = async () => {
      for (; sent < 1_000; ) {
        sent += 1;
        const { status } = await untilServed(() =>
          bring(world, { booking }, { from: `198.51.100.${200 + (sent % 50)}` }),
        );
        expect(status).toBe(200);
      }
    };
    await Promise.all(Array.from({ length: 64 }, sender));
    // What a crowded machine has kept without an answer was sent once more.
    const states = async () => (await world.db.selectFrom('inbox').select('state').execute()).map(({ state }) => state);
    const isDone = async () => (await states()).every((state) => state === 'done');
    await expect.poll(isDone, { timeout: 240_000, interval: 500 }).toBe(true);
    expect((await states()).length).toBeGreaterThanOrEqual(1_000);
    await stop();
    expect(await bookingOf(world, id)).toMatchObject({ status: 'confirmed', amount_cents: 12_342 });
    const told = await world.database.pool.query(
      `select count(*) from audit_entries where subject_id = $1 and action = 'booking_told_of'`,
      [id],
    );
    expect(told.rows).toEqual([{ count: 1 }]);
    const rows = await world.db
      .selectFrom('platform_bookings')
      .select('id')
      .where('reference', '=', String(booking.pk))
      .execute();
    expect(rows).toHaveLength(1);
    const entries = world.db.selectFrom('ledger_entries').select('kind').where('booking_id', '=', id).orderBy('id');
    const kinds = (await entries.execute()).map(({ kind }) => kind);
    expect(kinds).toEqual(['estimate', 'estimate', 'reversal', 'reversal', 'confirm', 'confirm']);
    const money = { 'partner pending': 1_851, 'house pending': 617, 'platform pending': -2_468 };
    expect(await moneyOf(world, id)).toEqual(money);
  });

  test('an old message that is replayed changes nothing', async () => {
    const booking = aFareharborBooking();
    const id = await aClaimed(booking);
    for (const change of [{}, { status: 'cancelled' }, {}, {}]) {
      world.clock.advance(1);
      await bring(world, { booking: { ...booking, ...change } }, { from: aNetwork() });
      await takeUp(world);
    }
    expect((await bookingOf(world, id)).status).toBe('cancelled');
    expect(await toldOf(world, booking.pk)).toMatchObject({ status: 'cancelled', state: 'matched' });
  });
});
