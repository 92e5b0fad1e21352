import { afterAll, beforeAll, expect, test } from 'vitest';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import { aPartnersCode, type HeldScene, scan } from '../../../tests/held-scene.ts';
import {
  aFareharborBooking,
  aFollowedLink,
  bookingsOfClick,
  tellOf,
  toldOf,
  webhookSecret,
} from '../../../tests/platform-news.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { releasePayable } from '../commission/commission.ts';

let world: World;
let admin: TestUser;
let at: HeldScene;
beforeAll(async () => {
  world = await createWorld({ environment: { FAREHARBOR_WEBHOOK_SECRETS: webhookSecret, RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
  at = await aPartnersCode(world);
});
afterAll(() => world.close());

/** Somebody scans the partner's code and follows a link; an administrator decides about that before the platform tells of it. */
async function aSettledClick(decision: object, told: object = {}) {
  const link = await aFollowedLink(world, await scan(world, await world.aUser(), at.code));
  const body = { amount: 400, reason: 'The guest has shown the bill', ...decision };
  const { status } = await world.call(`PATCH /api/bookings/${link.id}`, { cookie: admin.cookie, body });
  expect(status).toBe(200);
  const availability = { start_at: `${hawaiiDay(world.clock.now())}T08:30:00-1000` };
  const news = aFareharborBooking({ voucher_number: link.clickId, receipt_total: 40_000, availability, ...told });
  await tellOf(world, news);
  return { ...link, news };
}
const match = async (reference: unknown, given: object) =>
  await world.call(`POST /api/admin/platform-bookings/${(await toldOf(world, reference)).id}/match`, {
    cookie: admin.cookie,
    body: { reason: 'The guest has shown it', ...given },
  });

test.each([
  ['completed without a reference', { status: 'completed' }],
  ['confirmed with a reference that was made up', { status: 'confirmed', booking_reference: 'MADE-UP-1' }],
  ['completed with one', { status: 'completed', booking_reference: 'MADE-UP-2' }],
])(
  'what a click led to and an administrator has %s is not made a second time by news of the click',
  async (_, decision) => {
    const { clickId, id, news } = await aSettledClick(decision);
    expect(await bookingsOfClick(world, clickId)).toMatchObject([
      { id, status: decision.status, amount_cents: 40_000 },
    ]);
    const proposed = { state: 'proposed', match_kind: 'evidence', confidence: 50, booking_id: id };
    expect(await toldOf(world, news.pk)).toMatchObject(proposed);
    const { status, body } = await match(news.pk, { booking_id: id });
    expect([status, body.state, body.booking.id]).toEqual([200, 'matched', id]);
    expect(await bookingsOfClick(world, clickId)).toMatchObject([
      { id, status: decision.status, amount_cents: 40_000 },
    ]);
    // A platform stands behind it now: what is told next of the click is a further booking.
    await tellOf(world, aFareharborBooking({ voucher_number: clickId }));
    expect(await bookingsOfClick(world, clickId)).toHaveLength(2);
  },
);

test('what was completed by hand and is travelled only later, as its platform says, waits for a person', async () => {
  const availability = { start_at: '2026-12-24T08:30:00-1000' };
  const { id, news } = await aSettledClick({ status: 'completed' }, { availability });
  expect((await match(news.pk, { booking_id: id })).body).toMatchObject({ state: 'proposed', doubt: 'final' });
});

test('where it is another one, a person says that it is a further booking of the click', async () => {
  const { clickId, id, news } = await aSettledClick({ status: 'completed' });
  const { status, body } = await match(news.pk, { booking_id: id, further: true });
  const [first, further] = await bookingsOfClick(world, clickId);
  expect([status, body.state, body.match_kind, body.booking.id]).toEqual([200, 'matched', 'decision', further!.id]);
  expect(first).toMatchObject({ id, status: 'completed', reference: null });
  expect(further).toMatchObject({ status: 'confirmed', reference: String(news.pk), amount_cents: 40_000 });
  // The same once more is the same.
  expect((await match(news.pk, { booking_id: further!.id })).status).toBe(200);
  expect((await match(news.pk, { booking_id: id, further: true })).body.code).toBe('booking_decided');
  expect(await bookingsOfClick(world, clickId)).toHaveLength(2);
});

test('a further booking of another click, or of none, is refused', async () => {
  const { id } = await aSettledClick({ status: 'completed' });
  const { news } = await aSettledClick({ status: 'completed' });
  const ofNone = aFareharborBooking();
  await tellOf(world, ofNone);
  for (const { pk } of [news, ofNone]) {
    const { status, body, raw } = await match(pk, { booking_id: id, further: true });
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect(raw).toContain('body.further: is told of another click');
  }
});

test('what was cancelled by hand is in no further booking’s way', async () => {
  const { clickId } = await aSettledClick({ status: 'cancelled' });
  const [, further] = await bookingsOfClick(world, clickId);
  expect(further).toMatchObject({ status: 'confirmed', amount_cents: 40_000 });
});

test('news that is only proposed for what was settled stops no commission of it', async () => {
  const { id, news } = await aSettledClick({ status: 'completed' });
  expect(await toldOf(world, news.pk)).toMatchObject({ state: 'proposed', match_kind: 'evidence', booking_id: id });
  world.clock.advance(15 * 86_400);
  await releasePayable(world, world.clock.now());
  const { cookie } = await world.aUser({ role: 'admin' });
  const { body } = await world.call(`GET /api/bookings/${id}/explanation`, { cookie });
  expect(body).toMatchObject({ state: 'payable', share: 60, waits_for: null });
});
