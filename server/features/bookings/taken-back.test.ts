import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { organisationOf } from '../../../tests/an-organisation.ts';
import { aCommission } from '../../../tests/ledger-rows.ts';
import {
  aClickOut,
  aFareharborBooking,
  bookingOf,
  claim,
  tellOf,
  toldOf,
  webhookSecret,
} from '../../../tests/platform-news.ts';
import { aPlatformBooking } from '../../../tests/work-rows.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { preparePayout } from '../commission/payouts.ts';
import { mailLanguagesOf } from '../pages/mail-words.ts';
import { sendBookingMails } from './bookings.ts';

let world: World;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { FAREHARBOR_WEBHOOK_SECRETS: webhookSecret } });
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());

const reason = 'The guest was another one';
const ask = (request: `${string} ${string}`, body: object) => world.call(request, { cookie: admin.cookie, body });
const match = (id: string, booking_id: string) =>
  ask(`POST /api/admin/platform-bookings/${id}/match`, { booking_id, reason });
const unmatch = (id: string) => ask(`POST /api/admin/platform-bookings/${id}/unmatch`, { reason });
const unknown = () => aFareharborBooking({ availability: null });

const entriesOf = async (id: string) => {
  const { rows } = await world.database.pool.query(
    `select e.action, e.actor_id, d.content from audit_entries e join audit_details d using (sequence)
     where e.subject_id = $1 order by e.sequence`,
    [id],
  );
  return rows.map(({ action, actor_id, content }) => [action, actor_id, ...valuesOf(content)]);
};
const valuesOf = (content: string) => {
  const { before, after } = JSON.parse(content);
  return [before, after];
};
const basisOf = async (id: string) =>
  (await world.db.selectFrom('commissions').select('basis').where('booking_id', '=', id).executeTakeFirst())?.basis;

describe('a match that was wrong', () => {
  test('is taken back with all that came by it, and a person alone says whose it is then', async () => {
    const [guesser, owner] = [await world.aUser(), await world.aUser()];
    const booking = unknown();
    const guessed = await aClickOut(world, { user_id: guesser.id });
    await claim(world, guesser, guessed, String(booking.pk));
    await tellOf(world, booking);
    const { id } = await toldOf(world, booking.pk);
    expect([(await bookingOf(world, guessed)).status, await basisOf(guessed)]).toEqual(['confirmed', 'pending']);

    expect((await unmatch(id)).body).toMatchObject({ id, state: 'unmatched', match_kind: null, booking: null });
    const untold = { status: 'pending', reference: null, amount_cents: 4_500, estimated: true };
    const unknownTrip = { check_in_date: null, check_in_time: null, guest_count: null };
    expect(await bookingOf(world, guessed)).toEqual({ ...untold, ...unknownTrip });
    expect(await basisOf(guessed)).toBe('estimated');
    expect((await unmatch(id)).status).toBe(200);
    // Nothing has become of it that its traveler would be told.
    await sendBookingMails({ ...world, ...mailLanguagesOf(undefined) }, world.clock.now());
    expect((await world.mail()).filter(({ to }) => to === guesser.email)).toEqual([]);
    expect(await entriesOf(id)).toEqual([
      [
        'platform_booking_unmatched',
        admin.id,
        { state: 'matched', booking_id: guessed },
        { state: 'unmatched', booking_id: null, reason },
      ],
    ]);

    // Neither news nor a claim makes it theirs again.
    world.clock.advance(1);
    await tellOf(world, { ...booking, customer_count: 4 });
    await claim(world, guesser, guessed, String(booking.pk));
    expect([(await bookingOf(world, guessed)).status, (await toldOf(world, booking.pk)).state]).toEqual([
      'pending',
      'unmatched',
    ]);
    const owned = await aClickOut(world, { user_id: owner.id });
    expect((await match(id, owned)).status).toBe(200);
    expect(await bookingOf(world, owned)).toMatchObject({ status: 'confirmed', reference: String(booking.pk) });
  });

  test('is none where there was none', async () => {
    const booking = unknown();
    await tellOf(world, booking);
    const { id } = await toldOf(world, booking.pk);
    expect((await unmatch(id)).body.code).toBe('booking_decided');
    expect((await unmatch(randomUUID())).status).toBe(404);
  });

  test('after its commission was paid out is asked back as a mistake', async () => {
    const partner = await world.aUser({ role: 'partner' });
    const organisation = (await organisationOf(world, partner.id))!;
    const booking = await aCommission(world, organisation);
    const id = await aPlatformBooking(world, {
      state: 'matched',
      match_kind: 'claim',
      confidence: 100,
      booking_id: booking,
    });
    const by = { userId: (await world.aUser({ role: 'admin' })).id, requestId: 'test' };
    const payout = await preparePayout(world.db, world.clock.now(), by, randomUUID(), organisation);
    expect((await ask('POST /api/admin/payouts/release', { ids: [payout!.id] })).body).toMatchObject({ released: 1 });
    expect((await unmatch(id)).status).toBe(200);
    const entries = world.db.selectFrom('ledger_entries').select(['kind', 'reason']).where('booking_id', '=', booking);
    expect(await entries.where('reason', '=', 'mistake').execute()).toContainEqual({
      kind: 'clawback',
      reason: 'mistake',
    });
    const { body } = await world.call(`GET /api/organisations/${organisation}/earnings`, partner);
    expect(body.balances).toMatchObject({ paid: 60, payable: -60 });
  });
});
