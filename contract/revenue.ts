import { z } from 'zod';
import { bookingStatuses } from './booking-states.ts';
import { bookingReference } from './bookings.ts';
import { endpoint } from './endpoint.ts';
import { instant, rowId, text, uuid } from './values.ts';

/** What a browser says of a booking on a platform's page. No amount in it is believed. */
const platformData = z.object({
  activity_id: z.union([text(100), z.number()]).nullish(),
  amount: z.number().nullish(),
  booking_reference: bookingReference.nullish(),
});

const claim = {
  /** Kept as a note: credit follows the scans of the visit, never this field. */
  qr_code_id: text(64).nullish(),
  business_listing_id: rowId,
  booking_details: z
    .object({
      activity_name: text(300).optional(),
      price_range: text(8).optional(),
      /** Of the click, as the conversion had it. */
      timestamp: instant.optional(),
    })
    .optional(),
};

const reply = z.object({
  booking_id: uuid,
  transaction_id: z.string(),
  status: z.enum(bookingStatuses),
  booking_reference: z.string().nullable(),
});

const summary = (platform: string) =>
  `What a traveler's browser says of a booking on ${platform}: its reference is kept as claimed; no money moves by it`;

export const claimFareharborBooking = endpoint({
  method: 'POST',
  path: '/api/revenue/fareharbor/booking',
  access: ['traveler'],
  summary: summary('FareHarbor'),
  body: z.object({ ...claim, fareharbor_data: platformData.optional() }),
  reply,
  idempotent: true,
  limit: 'change',
});

export const claimViatorBooking = endpoint({
  method: 'POST',
  path: '/api/revenue/viator/booking',
  access: ['traveler'],
  summary: summary('Viator'),
  body: z.object({ ...claim, viator_data: platformData.optional() }),
  reply,
  idempotent: true,
  limit: 'change',
});
