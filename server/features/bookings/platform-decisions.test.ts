import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
import { tidy } from '../../tidying.ts';

let world: World;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { FAREHARBOR_WEBHOOK_SECRETS: webhookSecret } });
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());

const reason = 'The guest has shown the confirmation';
const ask = (request: `${string} ${string}`, body?: object, by = admin) =>
  world.call(request, { cookie: by.cookie, body });
const list = async (query: string) => (await ask(`GET /api/admin/platform-bookings?${query}`)).body;
const match = (id: string, booking_id: string, by = admin) =>
  ask(`POST /api/admin/platform-bookings/${id}/match`, { booking_id, reason }, by);
const dismiss = (id: string, by = admin) => ask(`POST /api/admin/platform-bookings/${id}/dismiss`, { reason }, by);
const unknown = (given: object = {}) => aFareharborBooking({ contact: null, availability: null, ...given });

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

describe('whose a platform’s booking is', () => {
  test('an administrator decides, and the booking follows from then on', async () => {
    const booking = unknown();
    await tellOf(world, booking);
    const { id } = await toldOf(world, booking.pk);
    const ours = await aClickOut(world);
    const { status, body } = await match(id, ours);
    expect([status, body]).toMatchObject([
      200,
      { id, state: 'matched', match_kind: 'decision', amount: 123.42, booking: { id: ours, status: 'confirmed' } },
    ]);
    expect(await bookingOf(world, ours)).toMatchObject({ status: 'confirmed', reference: String(booking.pk) });
    // Again, and by somebody else: nothing is done twice.
    const other = await world.aUser({ role: 'admin' });
    expect((await match(id, ours, other)).status).toBe(200);
    expect(await entriesOf(id)).toEqual([
      [
        'platform_booking_matched',
        admin.id,
        { state: 'unmatched', booking_id: null },
        { state: 'matched', booking_id: ours, reason },
      ],
    ]);
    await tellOf(world, { ...booking, status: 'cancelled' });
    expect((await bookingOf(world, ours)).status).toBe('cancelled');
  });

  test('of two who decide differently at the same time one is told what the other decided', async () => {
    const other = await world.aUser({ role: 'admin' });
    const booking = unknown();
    await tellOf(world, booking);
    const { id } = await toldOf(world, booking.pk);
    const [one, two] = [await aClickOut(world), await aClickOut(world)];
    const replies = await Promise.all([match(id, one), match(id, two, other), dismiss(id, other)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(replies.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual(
      Array(2).fill('booking_decided'),
    );
    expect(await entriesOf(id)).toHaveLength(1);
    const statuses = [(await bookingOf(world, one)).status, (await bookingOf(world, two)).status];
    expect(statuses.filter((status) => status === 'confirmed').length).toBe(replies[2]!.status === 200 ? 0 : 1);
  });

  test('what is put away is nobody’s, whatever is claimed or told of it later', async () => {
    const user = await world.aUser();
    const booking = unknown();
    const ours = await aClickOut(world, { user_id: user.id });
    world.clock.advance(60);
    await tellOf(world, booking);
    const { id } = await toldOf(world, booking.pk);
    expect((await dismiss(id)).body).toMatchObject({ state: 'settled', booking: null });
    expect((await dismiss(id)).status).toBe(200);
    expect((await match(id, ours)).body.code).toBe('booking_decided');
    await claim(world, user, ours, String(booking.pk));
    await tellOf(world, { ...booking, receipt_total: 1 });
    expect((await bookingOf(world, ours)).status).toBe('pending');
    expect(await entriesOf(id)).toEqual([
      [
        'platform_booking_dismissed',
        admin.id,
        { state: 'unmatched', booking_id: null },
        { state: 'settled', booking_id: null, reason },
      ],
    ]);
  });

  test('one of another platform, one that another is, and one that is not there are refused', async () => {
    const [booking, taken] = [unknown(), unknown()];
    for (const one of [booking, taken]) await tellOf(world, one);
    const { id } = await toldOf(world, booking.pk);
    const ours = await aClickOut(world);
    await match((await toldOf(world, taken.pk)).id, ours);
    const elsewhere = await world.aBooking({ platform: 'viator' });
    const replies = [await match(id, elsewhere), await match(id, ours), await match(id, crypto.randomUUID())];
    expect(replies.map(({ status, body }) => [status, body.code])).toEqual([
      [400, 'invalid_request'],
      [409, 'reference_taken'],
      [404, 'not_found'],
    ]);
    expect((await ask(`POST /api/admin/platform-bookings/${id}/match`, { booking_id: ours, reason: 'x' })).status).toBe(
      400,
    );
    expect((await toldOf(world, booking.pk)).state).toBe('unmatched');
    expect((await dismiss((await toldOf(world, taken.pk)).id)).body.code).toBe('booking_decided');
  });
});

test('an amount in doubt is put away, and asked about again when the platform says something new', async () => {
  const user = await world.aUser();
  const booking = aFareharborBooking({ company: { shortname: 'reefwalk', currency: 'eur' } });
  const ours = await aClickOut(world, { user_id: user.id });
  await claim(world, user, ours, String(booking.pk));
  await tellOf(world, booking);
  const { id } = await toldOf(world, booking.pk);
  const [shown] = (await list(`state=proposed&search=${booking.pk}`)).rows;
  expect(shown).toMatchObject({ id, doubt: 'currency', amount: null, amount_told: '12342', currency: 'EUR' });
  expect((await match(id, await aClickOut(world))).body.code).toBe('booking_decided');
  expect((await match(id, ours)).body).toMatchObject({ state: 'settled', booking: { id: ours } });
  await tellOf(world, booking);
  expect((await toldOf(world, booking.pk)).state).toBe('settled');
  world.clock.advance(1);
  await tellOf(world, { ...booking, receipt_total: -1 });
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'proposed', doubt: 'amount' });
  expect((await dismiss(id)).body).toMatchObject({ state: 'settled', booking: { id: ours } });
  expect(await bookingOf(world, ours)).toMatchObject({ status: 'confirmed', amount_cents: 4_500, estimated: true });
});

test('the list has its pages, filters and search', async () => {
  await world.db.deleteFrom('platform_bookings').execute();
  const made: string[] = [];
  for (let at = 0; at < 7; at++) {
    world.clock.advance(1);
    const viator = at % 3 === 0 && { platform: 'viator', reference: `BR-${at}`, item_name: 'Whale watch' };
    made.push(await aPlatformBooking(world, { last_news_at: world.clock.now(), ...viator }));
  }
  const ids: string[] = [];
  for (let after = ''; ; ) {
    const page = await list(`limit=3${after && `&after=${after}`}`);
    expect(page.total).toBe(7);
    ids.push(...page.rows.map(({ id }: { id: string }) => id));
    if (!page.next) break;
    after = page.next;
  }
  expect(ids).toEqual(made.toReversed());
  expect((await list('sort=news&limit=1')).rows[0].id).toBe(made[0]);
  expect((await list(`id=${made[3]}`)).rows.map(({ id }: { id: string }) => id)).toEqual([made[3]]);
  expect((await list('platform=viator')).total).toBe(3);
  expect((await list('platform=viator&state=matched')).total).toBe(0);
  expect((await list('search=WHALE')).total).toBe(3);
  for (const wrong of ['state=lost', 'platform=demo', 'after=7', 'sort=reference'])
    expect((await ask(`GET /api/admin/platform-bookings?${wrong}`)).status, wrong).toBe(400);
});

test('what was told of nobody’s booking is forgotten after thirteen months, all else stays', async () => {
  const own = await createWorld();
  const kept = { state: 'matched', match_kind: 'decision', booking_id: await own.aBooking() };
  for (const given of [{}, { state: 'settled' }, kept]) await aPlatformBooking(own, given);
  const tidyAfter = async (days: number) => {
    await tidy(own.db, new Date(own.clock.now().getTime() + days * 86_400_000), (task, error) => {
      throw new Error(`${task}: ${error.message}`);
    });
    return (await own.db.selectFrom('platform_bookings').select('state').orderBy('state').execute()).map(
      (row) => row.state,
    );
  };
  expect(await tidyAfter(396)).toEqual(['matched', 'settled', 'unmatched']);
  expect(await tidyAfter(396.1)).toEqual(['matched']);
  await own.close();
});
