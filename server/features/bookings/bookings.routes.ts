import { listBookings as listEndpoint, recordConversion as recordEndpoint } from '../../../contract/bookings.ts';
import { answer } from '../../platform/http.ts';
import { Refusal } from '../../platform/refusal.ts';
import { listBookings, recordConversion } from './bookings.ts';

export const bookingsRoutes = [
  answer(recordEndpoint, async ({ body }, ctx) => {
    // Admin passes every role rule, but only travelers book.
    if (ctx.caller!.role !== 'traveler') throw new Refusal('forbidden');
    const recorded = await recordConversion(ctx.db, ctx.settings, ctx.clock.now(), {
      userId: ctx.caller!.userId,
      visitId: ctx.caller!.visitId,
      listingId: body.business_listing_id,
      bookingUrl: body.booking_url,
      clientTime: body.conversion_timestamp ? new Date(body.conversion_timestamp) : undefined,
    });
    if (recorded.repeated) ctx.setStatus(200);
    return recorded;
  }),
  answer(listEndpoint, ({ query }, ctx) => listBookings(ctx.db, ctx.caller!.userId, query.status)),
];
