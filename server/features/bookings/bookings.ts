import type { KeyObject } from 'node:crypto';
import type { BookingStatus } from '../../../contract/bookings.ts';
import type { PriceRange } from '../../../contract/values.ts';
import { type Db, withTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { sign } from '../../platform/sessions/tokens.ts';
import { deriveKey, type Settings } from '../../platform/settings.ts';
import { askRules, followBooking } from '../commission/commission.ts';
import { detectPlatform, findClick, supplierOf } from '../platforms/platforms.ts';
import { assumedAmountCents, newTransactionId } from './booking-values.ts';
import {
  type BookingRow,
  findBookableListing,
  findBookingOfClick,
  findBookings,
  findCreditedScan,
  insertClick,
  insertPendingBooking,
} from './bookings.store.ts';
import { settleClick } from './claims.ts';
import { lockBookingKeys } from './platform-bookings.store.ts';

export { sendBookingMails } from './booking-mails.ts';
export { assumedAmountCents } from './booking-values.ts';
export { completeTravelled } from './complete-travelled.ts';
export type { PlatformBookingRow } from './platform-bookings.store.ts';
export { isMatched } from './settle-platform-booking.ts';
export { takeTold } from './take-booking-news.ts';

/** A scan is credited for so long. */
const creditDays = 30;
const dayMs = 86_400_000;

export interface Conversion {
  userId: string;
  visitId: number | null;
  listingId: number;
  /** The link as it was followed; carries the click id. */
  bookingUrl: string | undefined;
  /** The browser's own time of the click, believed only between the making of the link and now. */
  clientTime: Date | undefined;
  /** In which they are told by mail what becomes of it. */
  language?: string;
}

/**
 * Records that a traveler followed a booking link: a click, and a pending booking with the amount its price range stands
 * for, with the listing's rate and the credited scan's partner of this moment. The same click is recorded once, however often and late
 * it is told. A click-out earns nothing by itself: its commission is an estimate.
 * @throws Refusal `not_found`, `no_booking_link`
 */
export async function recordConversion(db: Db, settings: Settings, now: Date, conversion: Conversion) {
  const { userId, listingId } = conversion;
  const listing = await findBookableListing(db, listingId);
  if (!listing) throw new Refusal('not_found');
  if (!listing.booking_url) throw new Refusal('no_booking_link');
  const keys = settings.secretKeys.map((key) => deriveKey(key, 'click'));
  const carried = findClick(conversion.bookingUrl ?? '', keys);
  const click = carried?.listingId === listingId ? carried : undefined;
  const clickId = click?.clickId ?? unlinkedClickId(keys[0]!, conversion, now);

  const clickedAt = clickTime(conversion.clientTime, click?.madeAt, now);
  const scan = await findCreditedScan(db, {
    userId,
    visitId: conversion.visitId,
    after: new Date(clickedAt.getTime() - creditDays * dayMs),
    until: clickedAt,
  });
  const recorded = await withTransaction(db, async (tx) => {
    if (click) await lockBookingKeys(tx, [clickId]);
    const newClick = {
      clickId,
      userId,
      visitId: conversion.visitId,
      listingId,
      scan,
      platform: detectPlatform(listing.booking_url!),
      url: listing.booking_url!,
      clickedAt,
      receivedAt: now,
      commissionRate: listing.commission_rate,
      priceRange: listing.price_range,
    };
    const clickRow = await insertClick(tx, newClick);
    if (clickRow === undefined) return undefined;
    const amountCents = assumedAmountCents[listing.price_range as PriceRange];
    const supplier = supplierOf(newClick.url);
    const booking = await insertPendingBooking(tx, {
      ...newClick,
      clickRow,
      transactionId: newTransactionId(),
      amountCents,
      supplier,
      ...(conversion.language && { language: conversion.language }),
    });
    await followBooking(tx, now, booking.id, { actorId: userId, cause: `click ${clickRow}` });
    await askRules(tx, now, booking.id);
    const isTold = click && (await settleClick(tx, settings, now, clickId));
    return isTold ? await findBookingOfClick(tx, clickId, userId) : booking;
  });
  const booking = recorded ?? (await findBookingOfClick(db, clickId, userId));
  if (!booking) throw new Refusal('not_found');
  return { ...present(booking), repeated: !recorded };
}

/** What a conversion made, as it is now. @throws Refusal `not_found` */
export async function getConversion(db: Db, userId: string, bookingId: string) {
  const [booking] = await findBookings(db, { userId, id: bookingId, limit: 1 });
  if (!booking) throw new Refusal('not_found');
  return present(booking);
}

const present = (booking: Pick<BookingRow, 'id' | 'transaction_id' | 'status' | 'amount_cents' | 'estimated'>) => ({
  transaction_id: booking.transaction_id,
  booking_id: booking.id,
  status: booking.status as BookingStatus,
  amount: booking.amount_cents / 100,
  estimated: booking.estimated,
});

/** Of a client that names no click: the same report of the same moment is the same click. */
function unlinkedClickId(key: KeyObject, { userId, listingId, clientTime }: Conversion, now: Date): string {
  const moment = (clientTime ?? now).toISOString();
  return `u-${sign(key, `${userId} ${listingId} ${moment}`).toString('hex').slice(0, 32)}`;
}

/** When the link was followed: what a client says counts since the link was made, and for as long as a scan earns credit. */
function clickTime(clientTime: Date | undefined, madeAt: Date | undefined, now: Date): Date {
  if (!clientTime || !madeAt || clientTime > now || clientTime < madeAt) return now;
  return now.getTime() - clientTime.getTime() > creditDays * dayMs ? now : clientTime;
}
