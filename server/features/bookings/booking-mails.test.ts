import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWork } from '../../../tests/at-work.ts';
import { type MailTrap, openMailTrap } from '../../../tests/e2e/mail-trap.ts';
import { builtWeb } from '../../../tests/page-apps.ts';
import { aFareharborBooking, bookingOf, bring, claim, toldOf, webhookSecret } from '../../../tests/platform-news.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let trap: MailTrap;
let world: World;
let listing: number;
let stop = async () => {};
beforeAll(async () => {
  trap = await openMailTrap();
  const environment = { FAREHARBOR_WEBHOOK_SECRETS: webhookSecret, SMTP_URL: trap.url, RATE_LIMITS: 'off' };
  world = await createWorld({ environment, webFolder: builtWeb });
  const booking_url = 'https://fareharbor.com/embeds/book/reefwalk/items/4711/';
  listing = await world.aListing({ name: 'Sunrise reef walk', booking_url });
  stop = await startWork(world, undefined, builtWeb);
});
afterAll(async () => {
  await stop();
  await world.close();
  await trap.close();
});

const sentTo = ({ email }: TestUser) => trap.messages.filter(({ recipients }) => recipients.includes(email));

/** A traveler follows a link. @returns their pending booking */
async function aClick({ cookie }: TestUser, language = 'en'): Promise<string> {
  world.clock.advance(1);
  const { body } = await world.call('POST /api/qr/booking-conversion', {
    cookie,
    headers: { 'accept-language': language },
    body: { business_listing_id: listing, conversion_timestamp: world.clock.now().toISOString() },
  });
  return body.booking_id;
}

/** FareHarbor says something, which is taken up by the worker. */
async function tell(...bookings: object[]): Promise<void> {
  for (const booking of bookings) {
    world.clock.advance(1);
    await bring(world, { booking });
    const waiting = world.db.selectFrom('inbox').select('id').where('state', '<>', 'done');
    await expect.poll(() => waiting.execute(), { timeout: 20_000 }).toEqual([]);
  }
}

/** Whatever was owed before is sent: mail leaves in the order in which it is owed. */
async function untilSent(): Promise<void> {
  const other = await world.aUser();
  const booking = aFareharborBooking();
  await claim(world, other, await aClick(other), String(booking.pk));
  await tell(booking);
  await trap.waitFor(other.email);
}

test('a mail says that a booking is confirmed, and that it is cancelled, each once', { timeout: 120_000 }, async () => {
  const traveler = await world.aUser();
  const booking = aFareharborBooking();
  const id = await aClick(traveler);
  await claim(world, traveler, id, String(booking.pk));
  await untilSent();
  expect(sentTo(traveler)).toEqual([]);
  await tell(booking);
  const confirmed = await trap.waitFor(traveler.email);
  expect(confirmed.subject).toBe('Confirmed: Sunrise reef walk');
  for (const line of [
    'your booking is confirmed:',
    'Experience: Sunrise reef walk',
    'Day: Thursday, December 24, 2026',
    'Time: 8:30 AM, Hawaiʻi',
    `Reference: ${booking.pk}`,
    `http://localhost:3000/bookings?ticket=${id}`,
  ])
    expect(confirmed.text).toContain(line);
  // Again, as it was, and with more guests: nothing is confirmed anew.
  await tell(booking, booking, { ...booking, customer_count: 3 });
  await untilSent();
  expect((await bookingOf(world, id)).guest_count).toBe(3);
  expect(sentTo(traveler)).toHaveLength(1);
  await tell({ ...booking, status: 'cancelled' });
  const cancelled = await trap.waitFor(traveler.email, 0, /cancelled/);
  expect(cancelled.subject).toBe('Cancelled: Sunrise reef walk');
  expect(cancelled.text).toContain(`Reference: ${booking.pk}`);
  expect(cancelled.text).toMatch(/^http:\/\/localhost:3000\/bookings$/m);
  // Old news that comes late, and what was cancelled again.
  await tell(booking, { ...booking, status: 'cancelled' });
  await untilSent();
  expect(sentTo(traveler)).toHaveLength(2);
});

test('in the language that the traveler booked in, also where a person decides whose it is', async () => {
  const traveler = await world.aUser();
  const admin = await world.aUser({ role: 'admin' });
  const booking = aFareharborBooking({ contact: null, availability: null });
  const id = await aClick(traveler, 'ja');
  await tell(booking);
  const decide = async () => {
    const { id: told } = await toldOf(world, booking.pk);
    const body = { booking_id: id, reason: 'The guest has shown it' };
    return await world.call(`POST /api/admin/platform-bookings/${told}/match`, { cookie: admin.cookie, body });
  };
  await untilSent();
  expect(sentTo(traveler)).toEqual([]);
  expect((await decide()).status).toBe(200);
  const mail = await trap.waitFor(traveler.email);
  expect(mail.subject).toBe('ご予約が確定しました：Sunrise reef walk');
  expect(mail.text).toContain(`予約番号：${booking.pk}`);
  expect(mail.text).not.toContain('日付：');
  await decide();
  await tell({ ...booking, availability: { start_at: '2026-12-24T08:30:00-1000', item: { pk: 4711, name: 'x' } } });
  await tell({ ...booking, status: 'cancelled' });
  const cancelled = await trap.waitFor(traveler.email, 0, /キャンセル/);
  expect(cancelled.text).toContain('日付：2026年12月24日木曜日');
  expect(cancelled.text).toContain('時刻：8:30（ハワイ時間）');
  expect(sentTo(traveler)).toHaveLength(2);
});

test('none is for what an administrator decides without news, for an account that is closed, and for the past', async () => {
  const [traveler, closed, past] = [await world.aUser(), await world.aUser(), await world.aUser()];
  const admin = await world.aUser({ role: 'admin' });
  const id = await aClick(traveler);
  const body = { status: 'confirmed', reason: 'Seen' };
  const decided = await world.call(`PATCH /api/bookings/${id}`, { cookie: admin.cookie, body });
  expect(decided.body.status).toBe('confirmed');
  const booking = aFareharborBooking();
  await claim(world, closed, await aClick(closed), String(booking.pk));
  await world.db.updateTable('profiles').set({ is_active: false }).where('user_id', '=', closed.id).execute();
  await tell(booking);
  const long = new Date(world.clock.now().getTime() - 2 * 86_400_000);
  await world.aBooking({ user_id: past.id, status: 'confirmed', mail_due_at: long });
  await untilSent();
  for (const one of [traveler, closed, past]) expect(sentTo(one)).toEqual([]);
});
