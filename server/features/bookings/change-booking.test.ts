import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookingStatuses } from '../../../contract/booking-states.ts';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { auditContentOf } from '../../../tests/audit-content.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
let traveler: TestUser;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld();
  traveler = await world.aUser();
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());

const decide = (id: string, body: object, cookie = admin.cookie) =>
  world.call(`PATCH /api/bookings/${id}`, { cookie, body: { reason: 'On the statement', ...body } });
const details = { booking_reference: 'FH-77', check_in_date: '2026-12-24', check_in_time: '08:30', guest_count: 3 };
const add = (id: string, body: object = details, cookie = traveler.cookie) =>
  world.call(`PUT /api/bookings/${id}/details`, { cookie, body });
const own = async (id: string) =>
  (await world.call('GET /api/bookings', { cookie: traveler.cookie })).body.find(
    (one: { id: string }) => one.id === id,
  );
const entriesOf = async (id: string) =>
  await world.db
    .selectFrom('audit_entries as e')
    .innerJoin('audit_details as d', 'd.sequence', 'e.sequence')
    .select(['e.action', 'e.actor_id', 'd.content', 'd.person_id'])
    .where('e.subject_kind', '=', 'booking')
    .where('e.subject_id', '=', id)
    .orderBy('e.sequence')
    .execute();

describe('"I booked this"', () => {
  test('adds what the platform told, leaves the booking pending, and is audited', async () => {
    const id = await world.aBooking({ user_id: traveler.id });
    expect((await add(id)).body).toMatchObject({
      ...details,
      status: 'pending',
      estimated: true,
      check_out_date: null,
    });
    expect(await own(id)).toMatchObject({ booking_reference: 'FH-77', check_in_time: '08:30', guest_count: 3 });
    await add(id);
    const entries = await entriesOf(id);
    expect(entries.map((one) => [one.action, one.actor_id, one.person_id])).toEqual([
      ['booking_details_added', traveler.id, traveler.id],
    ]);
    expect(JSON.parse(entries[0]!.content)).toMatchObject({ after: { claimed_reference: 'FH-77', guest_count: 3 } });
  });

  test.each([
    { booking_reference: '' },
    { booking_reference: 'x' },
    { booking_reference: '<script>' },
    { booking_reference: 'A'.repeat(65) },
    { check_in_date: '2026-11-20' },
    { check_in_date: '2029-01-01' },
    { check_in_date: '2026-02-30' },
    { check_in_date: '2026-12-24', check_out_date: '2026-12-23' },
    { check_in_time: '24:00' },
    { guest_count: 0 },
    { guest_count: 101 },
    { guest_count: 1.5 },
  ])('refuses %j', async (change) => {
    const id = await world.aBooking({ user_id: traveler.id });
    expect((await add(id, { ...details, ...change })).status).toBe(400);
    expect(await own(id)).toMatchObject({ booking_reference: null, guest_count: null });
  });

  test.each([
    ['the day it was booked on', '2026-11-21', '2026-11-20'],
    ['the last day, two years of 366 days later', '2028-11-22', '2028-11-23'],
  ])('takes %s, and none beyond it', async (_which, taken, refused) => {
    const id = await world.aBooking({ user_id: traveler.id });
    const reference = { booking_reference: `FH-${taken}` };
    const reply = await add(id, { ...details, ...reference, check_in_date: refused });
    expect([reply.status, reply.body.code]).toEqual([400, 'booking_dates']);
    expect((await own(id)).check_in_date).toBeNull();
    expect((await add(id, { ...details, ...reference, check_in_date: taken })).status).toBe(200);
    expect((await own(id)).check_in_date).toBe(taken);
  });

  test('takes a stay that ends on the last day, and none that ends after it', async () => {
    const id = await world.aBooking({ user_id: traveler.id });
    const stay = { ...details, booking_reference: 'FH-STAY', check_in_date: '2028-11-21' };
    expect((await add(id, { ...stay, check_out_date: '2028-11-23' })).body.code).toBe('booking_dates');
    expect((await add(id, { ...stay, check_out_date: '2028-11-20' })).body.code).toBe('booking_dates');
    expect((await add(id, { ...stay, check_out_date: '2028-11-22' })).status).toBe(200);
    expect((await add(id, { ...stay, check_out_date: stay.check_in_date })).status).toBe(200);
  });

  test('is over once the booking is confirmed, and never was for somebody else', async () => {
    const id = await world.aBooking({ user_id: traveler.id, status: 'confirmed' });
    expect((await add(id)).body.code).toBe('booking_not_pending');
    expect((await add(id, details, (await world.aUser()).cookie)).status).toBe(404);
  });

  test("cannot take another booking's reference away from it", async () => {
    const [claimed, true_] = [await world.aBooking({ user_id: traveler.id }), await world.aBooking()];
    expect((await add(claimed, { ...details, booking_reference: 'FH-900' })).status).toBe(200);
    expect((await decide(true_, { status: 'confirmed', booking_reference: 'FH-900' })).status).toBe(200);
    expect((await decide(claimed, { status: 'confirmed' })).body.code).toBe('reference_taken');
    expect((await own(claimed)).status).toBe('pending');
  });
});

describe("an administrator's decision", () => {
  const allowed: Record<string, readonly string[]> = {
    pending: ['confirmed', 'completed', 'cancelled'],
    confirmed: ['confirmed', 'completed', 'cancelled'],
    completed: [...bookingStatuses],
    cancelled: [...bookingStatuses],
  };
  test.each(bookingStatuses.flatMap((from) => bookingStatuses.map((to) => [from, to])))(
    'of a booking that is %s and is to be %s',
    async (from, to) => {
      const id = await world.aBooking({ user_id: traveler.id, status: from });
      const reply = await decide(id, { status: to });
      const isAllowed = allowed[from]!.includes(to);
      expect([reply.status, reply.body.code]).toEqual(isAllowed ? [200, undefined] : [409, 'booking_transition']);
      expect((await own(id)).status).toBe(isAllowed ? to : from);
      const isFinal = from === 'completed' || from === 'cancelled';
      const action = isFinal ? 'booking_corrected' : 'booking_decided';
      expect((await entriesOf(id)).map((one) => one.action)).toEqual(isAllowed && from !== to ? [action] : []);
    },
  );

  test('cancels without taking over a reference that nobody has proven', async () => {
    const id = await world.aBooking({ user_id: traveler.id });
    await add(id, { ...details, booking_reference: 'FH-4711' });
    expect((await decide(id, { status: 'cancelled' })).status).toBe(200);
    const { reference, claimed_reference } = await world.db
      .selectFrom('bookings')
      .select(['reference', 'claimed_reference'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect({ reference, claimed_reference }).toEqual({ reference: null, claimed_reference: 'FH-4711' });
  });

  test('confirms with the true amount and the claimed reference; commission follows in whole cents', async () => {
    const listing = await world.aListing({ commission_rate: 0.15 });
    const id = await world.aBooking({ user_id: traveler.id, listing_id: listing });
    await add(id, { ...details, booking_reference: 'FH-78' });
    const reply = await decide(id, { status: 'confirmed', amount: 89.55 });
    // 8955 cents x 0.15 = 1343.25 cents.
    expect(reply.body).toMatchObject({
      status: 'confirmed',
      amount: 89.55,
      estimated: false,
      booking_reference: 'FH-78',
      commission_amount: 13.43,
      traveler: { email: traveler.email },
    });
    const [, decided] = await entriesOf(id);
    expect(JSON.parse(decided!.content)).toMatchObject({
      before: { status: 'pending', amount_cents: 4_500, estimated: true, reference: null },
      after: { status: 'confirmed', amount_cents: 8_955, reference: 'FH-78', reason: 'On the statement' },
    });
    expect(JSON.stringify(await own(id))).not.toMatch(/commission|traveler/);
  });

  test('is on record with what it changed, and is erased with the traveler’s account', async () => {
    const traveler = await world.aUser();
    const id = await world.aBooking({ user_id: traveler.id });
    await decide(id, { status: 'confirmed', amount: 80, reason: 'On the statement' });
    expect(await auditContentOf(world, 'booking_decided', id)).toEqual([
      {
        personId: traveler.id,
        before: expect.objectContaining({ status: 'pending', estimated: true }),
        after: expect.objectContaining({ status: 'confirmed', amount_cents: 8_000, reason: 'On the statement' }),
      },
    ]);
  });

  test('needs a reason, whole cents and a reference of its own', async () => {
    const id = await world.aBooking();
    await decide(await world.aBooking(), { status: 'confirmed', booking_reference: 'FH-79' });
    for (const body of [
      { status: 'confirmed', reason: '' },
      { status: 'confirmed', amount: 10.005 },
      { status: 'confirmed', amount: -1 },
      { status: 'paid' },
    ])
      expect((await decide(id, body)).status, JSON.stringify(body)).toBe(400);
    expect((await decide(id, { status: 'confirmed', booking_reference: 'FH-79' })).body.code).toBe('reference_taken');
  });

  test('of two at once is taken one after the other', async () => {
    const id = await world.aBooking();
    const replies = await Promise.all(['confirmed', 'cancelled', 'confirmed'].map((status) => decide(id, { status })));
    const { status } = await world.db
      .selectFrom('bookings')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(replies.every((reply) => [200, 409].includes(reply.status))).toBe(true);
    const entries = (await entriesOf(id)).map((one) => JSON.parse(one.content));
    expect(entries.at(-1).after.status).toBe(status);
    for (const [at, entry] of entries.entries())
      expect(entry.before.status).toBe(entries[at - 1]?.after.status ?? 'pending');
  });
});

describe('of two administrators who read the same booking', () => {
  test.each([
    ['pending', 'confirmed', 'cancelled'],
    ['confirmed', 'completed', 'cancelled'],
    ['completed', 'cancelled', 'confirmed'],
  ])('and decide about one that is %s at once, one is told that it was decided', async (from, one, another) => {
    const id = await world.aBooking({ user_id: traveler.id, status: from });
    const other = await world.aUser({ role: 'admin' });
    const replies = await Promise.all([
      decide(id, { status: one, replaces: from }),
      decide(id, { status: another, replaces: from }, other.cookie),
    ]);
    const [won, lost] = replies.toSorted((a, b) => a.status - b.status);
    expect([won!.status, lost!.status, lost!.body.code]).toEqual([200, 409, 'booking_decided']);
    expect(lost!.body.error).toContain(`it is ${won!.body.status} now`);
    expect((await own(id)).status).toBe(won!.body.status);
    expect(await entriesOf(id)).toHaveLength(1);
    // Having read it anew, they may.
    const again = lost === replies[0] ? one : another;
    expect((await decide(id, { status: again, replaces: won!.body.status })).status).toBe(200);
  });

  test('the later one is told nothing who decides the same, and everything who decides more', async () => {
    const id = await world.aBooking({ user_id: traveler.id });
    const same = { status: 'confirmed', replaces: 'pending', amount: 80, booking_reference: 'FH-SAME' };
    for (let time = 0; time < 2; time++) {
      expect((await decide(id, same)).body).toMatchObject({ status: 'confirmed', amount: 80 });
    }
    for (const more of [{ amount: 81 }, { booking_reference: 'FH-OTHER' }]) {
      expect((await decide(id, { ...same, ...more })).body.code).toBe('booking_decided');
    }
    expect(await own(id)).toMatchObject({ amount: 80, booking_reference: 'FH-SAME' });
    expect(await entriesOf(id)).toHaveLength(1);
  });
});

describe('Platform Bookings', () => {
  test('says of each commission what the ledger has: none of a cancelled booking, at the rate that was frozen', async () => {
    const listing = await world.aListing({ commission_rate: 0.2 });
    const id = await world.aBooking({ user_id: traveler.id, listing_id: listing });
    expect((await decide(id, { status: 'confirmed', amount: 200 })).body.commission_amount).toBe(40);
    await world.db.updateTable('listings').set({ commission_rate: 0.1 }).where('id', '=', listing).execute();
    const listed = async () => {
      const { body } = await world.call('GET /api/bookings?limit=500', { cookie: admin.cookie });
      return body.find((one: { id: string }) => one.id === id).commission_amount;
    };
    const owed = async () =>
      (await world.call(`GET /api/bookings/${id}/explanation`, { cookie: admin.cookie })).body.platform_pays;
    expect([await listed(), await owed()]).toEqual([40, 40]);
    expect((await decide(id, { status: 'cancelled' })).body.commission_amount).toBe(0);
    expect([await listed(), await owed()]).toEqual([0, 0]);
  });

  test('holds those of all travelers in pages, with code and commission, and sums them', async () => {
    const fresh = await createWorld();
    try {
      const boss = await fresh.aUser({ role: 'admin' });
      const code = await fresh.aCode();
      const states = ['pending', 'confirmed', 'completed', 'cancelled', 'completed'];
      for (const status of states) {
        await fresh.aBooking({ status, qr_code_id: code.id, location_id: code.locationId, amount_cents: 1_000 });
        fresh.clock.advance(60);
      }
      const ask = async (path: string) => (await fresh.call(`GET ${path}`, { cookie: boss.cookie })).body;
      const all = await ask('/api/bookings');
      expect(all.map((one: { status: string }) => one.status)).toEqual([...states].reverse());
      expect(all[0]).toMatchObject({ qr_code_id: code.code, commission_amount: 1.2 });
      const pages = await Promise.all([0, 2, 4].map((offset) => ask(`/api/bookings?limit=2&offset=${offset}`)));
      expect(pages.flat()).toEqual(all);
      expect(await ask('/api/bookings?status=completed')).toHaveLength(2);
      // The same as a list of the desks.
      const list = '/api/admin/bookings';
      expect(await ask(list)).toEqual({ rows: all, total: 5, next: null });
      const oldest = [];
      for (let next = ''; ; ) {
        const page = await ask(`${list}?sort=booked&limit=2${next}`);
        oldest.push(...page.rows);
        expect(page.total).toBe(5);
        if (page.next === null) break;
        next = `&after=${page.next}`;
      }
      expect(oldest).toEqual(all.toReversed());
      const [first] = all;
      const found = async (query: string) => (await ask(`${list}?${query}`)).rows.map(({ id }: { id: string }) => id);
      expect(await found('status=completed')).toHaveLength(2);
      expect(await found(`id=${first.id}`)).toEqual([first.id]);
      for (const words of [first.traveler.email.toUpperCase(), first.transaction_id, first.business_listing_name])
        expect(await found(`search=${encodeURIComponent(words)}`)).toContain(first.id);
      expect(await found(`search=${first.transaction_id}`)).toEqual([first.id]);
      expect(await found(`search=${first.transaction_id}&status=pending`)).toEqual([]);
      for (const platform of ['fareharbor', 'viator', 'external']) {
        const its = all.filter((one: { booking_platform: string }) => one.booking_platform === platform);
        expect(await found(`platform=${platform}`)).toEqual(its.map(({ id }: { id: string }) => id));
      }
      for (const wrong of ['platform=hotel', 'after=x', 'sort=amount', 'status=paid', 'limit=0', 'id=1'])
        expect((await fresh.call(`GET ${list}?${wrong}`, { cookie: boss.cookie })).status).toBe(400);
      expect(await ask('/api/bookings/summary')).toEqual({ total: 5, total_value: 40, confirmed_or_completed: 3 });
      expect(await ask('/api/bookings/summary?status=pending')).toEqual({
        total: 1,
        total_value: 10,
        confirmed_or_completed: 0,
      });
    } finally {
      await fresh.close();
    }
  });
});

test('the sums are those of the rows, whatever changes them and however much of it at once', async () => {
  const ids = await Promise.all(Array.from({ length: 24 }, (_, at) => world.aBooking({ amount_cents: 1_000 + at })));
  const states = ['confirmed', 'completed', 'cancelled'];
  await Promise.all(ids.map((id, at) => decide(id, { status: states[at % 3], ...(at % 2 && { amount: at }) })));
  await Promise.all(ids.map((id, at) => decide(id, { status: states[(at + 1) % 3] })));
  // Many rows in one statement, of which some change nothing; and rows that are taken away.
  const all = "update bookings set status = 'completed', amount_cents = amount_cents + 1 where amount_cents % 2 = 0";
  await world.database.pool.query(all);
  await onServer(await ownerOf(world), `delete from bookings where id = '${await world.aBooking()}'`);
  for (const status of [undefined, ...bookingStatuses]) {
    const summary = await world.call(`GET /api/bookings/summary${status ? `?status=${status}` : ''}`, {
      cookie: admin.cookie,
    });
    const counted = await world.database.pool.query(
      `select count(*)::integer as total, coalesce(sum(amount_cents) filter (where status <> 'cancelled'), 0)::float8 / 100 as total_value,
         (count(*) filter (where status in ('confirmed', 'completed')))::integer as confirmed_or_completed
       from bookings where $1::text is null or status = $1`,
      [status ?? null],
    );
    expect(summary.body, status).toEqual(counted.rows[0]);
  }
});

describe('the calendar file', () => {
  test('is of a booking with a date, and of its owner alone', async () => {
    const id = await world.aBooking({ user_id: traveler.id });
    const ask = (cookie = traveler.cookie) => world.call(`GET /api/bookings/${id}/calendar.ics`, { cookie });
    expect((await ask()).body.code).toBe('booking_undated');
    await add(id, { ...details, booking_reference: 'FH-80' });
    const reply = await ask();
    expect(reply.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(reply.headers['content-disposition']).toContain('.ics');
    expect(reply.raw).toContain('DTSTART:20261224T183000Z\r\n');
    expect((await ask((await world.aUser()).cookie)).status).toBe(404);
    expect((await ask(admin.cookie)).status).toBe(404);
  });
});
