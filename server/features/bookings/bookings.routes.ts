import {
  addBookingDetails,
  bookingCalendarFile,
  decideBooking as decideEndpoint,
  listAllBookings as listAllEndpoint,
  listBookings as listEndpoint,
  recordConversion as recordEndpoint,
  summarizeBookings as summarizeEndpoint,
} from '../../../contract/bookings.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import { answer } from '../../platform/http/http.ts';
import { requireStepUp } from '../passkeys/passkeys.ts';
import { getConversion, recordConversion } from './bookings.ts';
import { addDetails } from './claims.ts';
import { decideBooking } from './decide-booking.ts';
import { inquiriesRoutes } from './inquiries.routes.ts';
import { platformBookingsRoutes } from './platform-bookings.routes.ts';
import {
  findAllBookings,
  getBookingCalendar,
  listAllBookings,
  listOwnBookings,
  summarizeBookings,
} from './read-bookings.ts';

export const bookingsRoutes = [
  answer(
    recordEndpoint,
    async ({ body }, ctx) => {
      const traveler = ctx.caller!;
      const recorded = await recordConversion(ctx.db, ctx.settings, ctx.clock.now(), {
        userId: traveler.userId,
        visitId: traveler.visitId,
        listingId: body.business_listing_id,
        bookingUrl: body.booking_url,
        language: ctx.reader.language,
        clientTime: body.conversion_timestamp ? new Date(body.conversion_timestamp) : undefined,
      });
      if (recorded.repeated) ctx.setStatus(200);
      ctx.made(recorded.booking_id);
      return recorded;
    },
    async (_input, ctx, { reference, status }) => ({
      ...(await withTenant(ctx.db, { person: ctx.caller!.userId }, (tx) =>
        getConversion(tx, ctx.caller!.userId, reference),
      )),
      repeated: status === 200,
    }),
  ),

  answer(listEndpoint, ({ query }, ctx) => {
    const { userId, role } = ctx.caller!;
    if (role === 'admin') return listAllBookings(ctx.db, query);
    return withTenant(ctx.db, { person: userId }, (tx) => listOwnBookings(tx, userId, query));
  }),

  answer(listAllEndpoint, ({ query }, ctx) => findAllBookings(ctx.db, query)),

  answer(summarizeEndpoint, ({ query }, ctx) => summarizeBookings(ctx.db, query.status)),

  answer(addBookingDetails, ({ params, body }, ctx) => addDetails(ctx, ctx.clock.now(), actorOf(ctx), params.id, body)),

  answer(decideEndpoint, async ({ params, body }, ctx) => {
    await requireStepUp(ctx);
    return await decideBooking(ctx, ctx.clock.now(), actorOf(ctx), params.id, body);
  }),

  answer(bookingCalendarFile, async ({ params }, ctx) => {
    const { userId } = ctx.caller!;
    const { productName } = ctx.settings;
    const file = await withTenant(ctx.db, { person: userId }, (tx) =>
      getBookingCalendar(tx, userId, params.id, productName, ctx.clock.now()),
    );
    ctx.setHeader('content-type', 'text/calendar; charset=utf-8');
    ctx.setHeader('content-disposition', `attachment; filename="booking-${params.id}.ics"`);
    ctx.setHeader('cache-control', 'private, no-store');
    return new TextEncoder().encode(file);
  }),

  ...inquiriesRoutes,
  ...platformBookingsRoutes,
];
