import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { pino } from 'pino';
import type { Tables } from '../db/schema.ts';
import { newClickId } from '../server/features/links/links.ts';
import { newsHandlersOf } from '../server/news-sources.ts';
import { takeUpNews } from '../server/platform/news/news.ts';
import { deriveKey } from '../server/platform/settings.ts';
import type { Reply, TestUser, World } from './world.ts';

export const webhookSecret = 'f'.repeat(40);
export const silent = pino({ level: 'silent' });
let count = 0;

/**
 * What FareHarbor would say of a booking, as its documents and samples have it. It tells no address of whoever booked: where one is told,
 * a claim is believed of whoever has it alone.
 */
export function aFareharborBooking(given: Record<string, unknown> = {}): Record<string, unknown> {
  const pk = 75_000_000 + ++count;
  const uuid = randomUUID();
  return {
    pk,
    uuid,
    display_id: `#${given.pk ?? pk}`,
    external_id: '',
    voucher_number: '',
    order: null,
    status: 'booked',
    rebooked_from: null,
    rebooked_to: null,
    company: { shortname: 'reefwalk', name: 'Reef Walk', currency: 'usd' },
    affiliate_company: { shortname: 'holo', name: 'Holoholo', currency: 'usd' },
    availability: {
      pk: 619_118_440,
      start_at: '2026-12-24T08:30:00-1000',
      end_at: '2026-12-24T10:30:00-1000',
      item: { pk: 4711, name: 'Sunrise reef walk' },
    },
    contact: { name: 'Maya Kealoha', phone: '808-555-0100', language: 'en-us' },
    customers: [{ pk: 1 }, { pk: 2 }],
    customer_count: 2,
    receipt_subtotal: 11_500,
    receipt_taxes: 842,
    receipt_total: 12_342,
    receipt_total_display: '123.42',
    amount_paid: 12_342,
    invoice_price: 0,
    confirmation_url: `https://fareharbor.com/embeds/book/reefwalk/items/4711/booking/${uuid}/`,
    custom_field_values: [],
    note: '',
    ...given,
  };
}

/** Brings news as FareHarbor's server does. @param sent when it says that it left */
export async function bring(
  world: World,
  payload: object | string | Buffer,
  { secret = webhookSecret, sent, from }: { secret?: string; sent?: Date; from?: string } = {},
) {
  const { statusCode, body } = await world.app.inject({
    method: 'POST',
    url: `/api/webhooks/fareharbor/${secret}`,
    payload: typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload),
    headers: {
      'content-type': 'application/json',
      ...(sent && { date: sent.toUTCString() }),
      ...(from && { 'x-forwarded-for': from }),
    },
  });
  return { status: statusCode, body: JSON.parse(body) };
}

/** Takes up all news that waits, one after the other, as the job does. */
export async function takeUp(world: World): Promise<void> {
  const handlers = newsHandlersOf(world.settings);
  const waiting = world.db.selectFrom('inbox').select('id').where('state', '=', 'new').orderBy('id');
  for (const { id } of await waiting.execute()) await takeUpNews(world.db, world.clock.now(), handlers, id, silent);
}

/** The same of one booking: what FareHarbor says is brought and taken up. */
export async function tellOf(world: World, booking: object, given: { sent?: Date } = {}): Promise<void> {
  const { status } = await bring(world, { booking }, given);
  if (status !== 200) throw new Error(`FareHarbor is answered ${status}`);
  await takeUp(world);
}

export const bookingOf = async ({ db }: World, id: string) =>
  await db
    .selectFrom('bookings')
    .select(['status', 'reference', 'amount_cents', 'estimated', 'check_in_date', 'check_in_time', 'guest_count'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** What is kept of a platform's booking. */
export const toldOf = async ({ db }: World, reference: unknown) =>
  await db
    .selectFrom('platform_bookings')
    .select(['id', 'status', 'state', 'match_kind', 'confidence', 'booking_id', 'doubt', 'amount_cents', 'version'])
    .where('reference', '=', String(reference))
    .executeTakeFirstOrThrow();

/** Somebody follows a listing's booking link, which carries a click id. @returns also the booking that this made */
export async function aFollowedLink(
  world: World,
  cookie: string,
  given: { listing_id?: number; parameter?: string } = {},
): Promise<{ clickId: string; id: string }> {
  const listing_id = given.listing_id ?? (await world.aListing());
  const key = deriveKey(world.settings.secretKeys[0], 'click');
  const clickId = newClickId(key, { visitId: 7, listingId: listing_id, madeAt: world.clock.now() });
  const booking_url = `https://booked.example/?${given.parameter ?? 'ref'}=${clickId}`;
  const body = { business_listing_id: listing_id, booking_url };
  const reply = await world.call('POST /api/qr/booking-conversion', { cookie, body });
  if (reply.status !== 201) throw new Error(`a conversion is answered ${reply.status} ${reply.raw}`);
  return { clickId, id: reply.body.booking_id };
}

/** All bookings of a click, in their order. */
export const bookingsOfClick = async ({ db }: World, clickId: string) =>
  await db
    .selectFrom('bookings as b')
    .innerJoin('clicks as c', 'c.id', 'b.click_id')
    .select(['b.id', 'b.reference', 'b.status', 'b.amount_cents', 'b.booked_at'])
    .where('c.click_id', '=', clickId)
    .orderBy('b.click_ordinal')
    .execute();

/** A pending booking of somebody's on the platform of the payloads above. */
export const aClickOut = (world: World, given: Partial<Insertable<Tables['bookings']>> = {}) =>
  world.aBooking({ supplier: 'reefwalk', ...given });

/** "I booked this". */
export const claim = (world: World, { cookie }: TestUser, id: string, booking_reference: string): Promise<Reply> =>
  world.call(`PUT /api/bookings/${id}/details`, {
    cookie,
    body: { booking_reference, check_in_date: '2026-12-20', check_out_date: '2026-12-21', guest_count: 4 },
  });
