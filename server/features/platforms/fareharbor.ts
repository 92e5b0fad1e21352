import { isOf } from '../../../contract/booking-links.ts';
import type { BookingStatus } from '../../../contract/bookings.ts';
import { hawaiiClock } from '../../../contract/hawaii-time.ts';
import { type News, Unreadable } from '../../platform/news/news.ts';
import {
  asObject,
  type BookingNews,
  findClickId,
  hashContact,
  type NewsKeys,
  readAmount,
  readDay,
  readGuests,
  readInstant,
  readObject,
  readText,
  readTime,
  readVersion,
  referenceKey,
} from './booking-news.ts';
import type { Platform, PlatformReference } from './platform.ts';

const statuses = new Map<string, BookingStatus>(
  Object.entries({
    booked: 'confirmed',
    cancelled: 'cancelled',
    canceled: 'cancelled',
    // The old one of a rebooking; the new one is told of by itself.
    rebooked: 'cancelled',
  }),
);

const companyOfPath = /^\/embeds\/[a-z-]+\/([\w-]+)/i;

export const fareharbor: Platform = {
  name: 'fareharbor',
  bookings: 'fareharbor',
  owns: (url) => isOf(url, 'fareharbor.com'),
  supplierOf: (url) => companyOfPath.exec(url.pathname)?.[1] ?? '',
  clickParameter: 'ref',
  partnerParameters: ({ fareharbor: { affiliate, affiliateReference } }) => ({
    asn: affiliate,
    'asn-ref': affiliateReference,
  }),
  readNews: readFareharborNews,
  referenceOf: (text) => referenceOf(text),
  statementColumns: {
    supplier: ['Company'],
    click_id: ['Online Booking Reference'],
    reference: ['Booking ID'],
    status: ['Status'],
    travel_date: ['Activity Date'],
    item: ['Item'],
    amount: ['Total'],
    commission: ['Commission'],
  },
  statementDefaults: { currency: 'USD' },
};

function referenceOf(text: string, ...others: (string | undefined)[]): PlatformReference | undefined {
  const reference = text.replace(/^#\s*/, '');
  if (!/^[a-z0-9][a-z0-9-]*$/i.test(reference)) return undefined;
  // Printed with and without its first letters.
  const bare = reference.replace(/^FH-?(?=\d)/i, '');
  return { reference, keys: keysOf([reference, bare, `FH${bare}`, ...others]) };
}

/**
 * A webhook of any of FareHarbor's four kinds of bookings. None of them is signed, numbered or dated: of two about one booking the
 * newer is the one that left later, as far as its sender says when it did.
 */
function readFareharborNews(news: News, keys: NewsKeys): BookingNews | undefined {
  const said = readObject(news);
  const booking = asObject(said.booking);
  if (!booking) {
    if (asObject(said.item)) return undefined;
    throw new Unreadable('it has no booking');
  }
  const status = statuses.get(readText(booking.status, 20)?.toLowerCase() ?? '');
  if (!status) throw new Unreadable('booking.status: is none of booked, cancelled, rebooked');
  const uuid = readText(booking.uuid, 64);
  const pk = readText(booking.pk, 64);
  const known = referenceOf(readText(booking.display_id, 64) ?? pk ?? uuid ?? '', uuid, pk);
  if (!known) throw new Unreadable('booking.display_id: is missing');

  const availability = asObject(booking.availability) ?? {};
  const item = asObject(availability.item) ?? {};
  const contact = readText(asObject(booking.contact)?.email, 254);
  const email = contact?.includes('@') ? contact : undefined;
  const start = readStart(availability.start_at);
  const [payment] = Array.isArray(booking.payments) ? booking.payments.map(asObject) : [];
  const currency = asObject(booking.company)?.currency ?? payment?.currency;
  return {
    platform: 'fareharbor',
    supplier: companyOf(booking),
    reference: known.reference,
    referenceKeys: known.keys,
    status,
    amount: readAmount(booking.receipt_total, currency),
    travelDay: readDay(start),
    travelTime: readTime(start?.slice(11)),
    guests:
      readGuests(booking.customer_count) ?? readGuests(Array.isArray(booking.customers) && booking.customers.length),
    itemId: readText(item.pk, 40),
    itemName: readText(item.name, 200),
    contactHashes: email === undefined ? [] : hashContact(keys.contacts, email),
    clickId: findClickId(
      [booking.ref, booking.online_booking_reference, booking.voucher_number, booking.external_id],
      keys,
    ),
    affiliate: readName(asObject(booking.affiliate_company)),
    bookedAt: readInstant(booking.created_at, news.received_at) ?? readInstant(payment?.created_at, news.received_at),
    rebookedFrom: keyOf(booking.rebooked_from),
    rebookedTo: keyOf(booking.rebooked_to),
    ...readVersion(booking.updated_at, news),
  };
}

/** When it begins by Hawaiʻi's clocks: as it is told, unless it is told in another zone. */
function readStart(value: unknown): string | undefined {
  const start = readText(value, 40);
  const [, day, time, hours = '+00', minutes = '00'] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d[\d:.]*) ?(?:Z|([+-]\d\d)(?::?(\d\d))?)$/i.exec(start ?? '') ?? [];
  const at = day ? Date.parse(`${day}T${time}${hours}:${minutes}`) : Number.NaN;
  return Number.isNaN(at) ? start : hawaiiClock(new Date(at));
}

/** The shortname, which some senders spell otherwise, or leave to the address of the confirmation. */
function companyOf(booking: Record<string, unknown>): string {
  const path = URL.parse(readText(booking.confirmation_url, 500) ?? '')?.pathname ?? '';
  return readName(asObject(booking.company)) ?? companyOfPath.exec(path)?.[1]?.toLowerCase() ?? '';
}

const readName = (company: Record<string, unknown> | undefined) =>
  (readText(company?.shortname, 100) ?? readText(company?.short_name, 100))?.toLowerCase();

const keyOf = (value: unknown) => referenceKey(readText(asObject(value)?.uuid ?? value, 64) ?? '') || undefined;

const keysOf = (texts: readonly (string | undefined)[]) => [
  ...new Set(texts.filter((text) => text !== undefined).map(referenceKey)),
];
