import { z } from 'zod';
import { type BookingStatus, bookingTransitions } from '../../../contract/booking-states.ts';
import { bookingReference, dollarAmount } from '../../../contract/bookings.ts';
import { text } from '../../../contract/values.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type News, Unreadable } from '../../platform/news/news.ts';
import { lockBookingOfTransaction } from './bookings.store.ts';
import { changeBooking } from './change-booking.ts';

/** What the demo's booking platform says of a booking that came from a click. */
const demoNews = z.object({
  transaction_id: text(100),
  status: z.enum(['confirmed', 'completed', 'cancelled']),
  booking_reference: bookingReference.optional(),
  amount: dollarAmount.optional(),
});

/**
 * Does what the demo's platform says of a booking. News comes in any order: what a booking has left behind changes nothing any more.
 * @throws Unreadable
 */
export async function takeDemoNews(tx: Tx, now: Date, news: News): Promise<void> {
  const { transaction_id, status, booking_reference, amount } = readDemoNews(news.body);
  const before = await lockBookingOfTransaction(tx, transaction_id);
  if (!before) throw new Unreadable('no booking has this transaction_id');
  const from = before.status as BookingStatus;
  if (status !== from && !bookingTransitions[from].includes(status)) return;
  const change = {
    status,
    ...(booking_reference !== undefined && { reference: booking_reference }),
    ...(amount !== undefined && { amount_cents: Math.round(amount * 100), estimated: false }),
  };
  const reason = `news ${news.id} of ${news.source}`;
  try {
    await changeBooking(tx, now, before, change, { action: 'booking_told_of', actor: null, reason });
  } catch (error) {
    if (error instanceof Refusal && error.code === 'reference_taken')
      throw new Unreadable('another booking has this booking_reference');
    throw error;
  }
}

function readDemoNews(body: Buffer): z.output<typeof demoNews> {
  let said: unknown;
  try {
    said = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new Unreadable('it is no JSON');
  }
  const parsed = demoNews.safeParse(said);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  throw new Unreadable(`${path.join('.') || 'it'}: ${message}`);
}
