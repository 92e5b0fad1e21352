import { isOf } from '../../../contract/booking-links.ts';
import type { BookingStatus } from '../../../contract/bookings.ts';
import { type News, Unreadable } from '../../platform/news/news.ts';
import {
  asObject,
  type BookingNews,
  findClickId,
  type NewsKeys,
  readDay,
  readObject,
  readText,
  readTime,
  readVersion,
  referenceKey,
} from './booking-news.ts';
import type { Platform, PlatformReference } from './platform.ts';

const statuses = new Map<string, BookingStatus>(
  Object.entries({
    CONFIRMATION: 'confirmed',
    AMENDMENT: 'confirmed',
    REJECTION: 'cancelled',
    CANCELLATION: 'cancelled',
    CUSTOMER_CANCELLATION: 'cancelled',
  }),
);

export const viator: Platform = {
  name: 'viator',
  bookings: 'viator',
  owns: (url) => isOf(url, 'viator.com'),
  // Viator numbers all of its own.
  supplierOf: () => '',
  clickParameter: 'campaign',
  partnerParameters: ({ viator: { partnerId, campaignMedium } }) => ({
    pid: partnerId,
    mcid: campaignMedium,
    medium: partnerId && 'link',
  }),
  readNews: readViatorEvent,
  referenceOf,
  statementColumns: {
    reference: ['Booking Reference'],
    click_id: ['Campaign'],
    status: ['Booking Status'],
    travel_date: ['Travel Date'],
    item: ['Product Code'],
    amount: ['Gross Sales'],
    currency: ['Currency'],
    commission: ['Commission'],
  },
  statementDefaults: { supplier: '' },
};

/** As long as any platform's is kept. */
const longestReference = 64;

function referenceOf(text: string): PlatformReference | undefined {
  const written = text.toUpperCase();
  if (!/^[A-Z0-9][A-Z0-9-]*$/.test(written)) return undefined;
  // Vouchers and statements print it with and without its first letters.
  const reference = written.replace(/^(?:BR-?)?(\d+)$/, 'BR-$1');
  if (reference.length > longestReference) return undefined;
  const key = referenceKey(reference);
  return { reference, keys: [...new Set([key, key.replace(/^BR(?=\d)/, '')])] };
}

/** An event of the feed of changed bookings. It tells of no amount: that of a booking stays an estimate until a statement comes. */
function readViatorEvent(news: News, keys: NewsKeys): BookingNews {
  const event = readObject(news);
  const status = statuses.get(readText(event.eventType, 40)?.toUpperCase() ?? '');
  if (!status) throw new Unreadable('eventType: is none that is known');
  const known = referenceOf(readText(event.bookingRef, 64) ?? '');
  if (!known) throw new Unreadable('bookingRef: is missing');
  const item = asObject(event.bookedItem) ?? {};
  return {
    platform: 'viator',
    supplier: '',
    reference: known.reference,
    referenceKeys: known.keys,
    status,
    amount: {},
    travelDay: readDay(item.travelDate),
    travelTime: readTime(item.travelTime),
    guests: undefined,
    itemId: readText(item.productCode, 40),
    itemName: undefined,
    contactHashes: [],
    clickId: findClickId([event.campaignValue], keys),
    affiliate: undefined,
    bookedAt: undefined,
    rebookedFrom: undefined,
    rebookedTo: undefined,
    ...readVersion(event.lastUpdated, news),
  };
}
