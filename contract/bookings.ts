import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instant, rowId, text, userId } from './values.ts';

export const bookingStatuses = ['pending', 'confirmed', 'completed', 'cancelled'] as const;
export type BookingStatus = (typeof bookingStatuses)[number];

export const bookingPlatforms = ['fareharbor', 'viator', 'external'] as const;
export type BookingPlatform = (typeof bookingPlatforms)[number];

/** A booking as its owner sees it. Amounts are US dollars; `estimated` says that the amount is assumed from the price range. */
export const booking = z.object({
  id: userId,
  transaction_id: z.string(),
  business_listing_id: rowId,
  business_listing_name: z.string(),
  business_listing_category: z.string(),
  booking_platform: z.enum(bookingPlatforms),
  booking_reference: z.string().nullable(),
  amount: z.number(),
  estimated: z.boolean(),
  status: z.enum(bookingStatuses),
  booking_date: z.string(),
  check_in_date: z.string().nullable(),
  check_out_date: z.string().nullable(),
  guest_count: z.int().nullable(),
  location_name: z.string().nullable(),
  location_address: z.string().nullable(),
  contact_info: z.string().nullable(),
});
export type Booking = z.output<typeof booking>;

export const recordConversion = endpoint({
  method: 'POST',
  path: '/api/qr/booking-conversion',
  access: ['traveler'],
  summary: 'Records that a traveler followed a booking link, as a pending booking with an estimated amount',
  body: z.object({
    /** Kept as a note: credit follows the scans of the visit, never this field. */
    qr_code_id: text(64).nullable().optional(),
    business_listing_id: rowId,
    /** The link that was followed; its click id makes a repeated call harmless. */
    booking_url: text(2048).optional(),
    conversion_timestamp: instant.optional(),
    booking_details: z
      .object({
        experience_name: text(300).optional(),
        price_range: text(8).optional(),
        category: text(100).optional(),
      })
      .optional(),
  }),
  status: 201,
  reply: z.object({
    transaction_id: z.string(),
    booking_id: userId,
    status: z.enum(bookingStatuses),
    /** Dollars assumed from the price range. */
    amount: z.number(),
    estimated: z.boolean(),
    /** True when this click had been recorded before. */
    repeated: z.boolean(),
  }),
  errors: ['no_booking_link'],
  idempotent: true,
  limit: 'conversion',
});

export const listBookings = endpoint({
  method: 'GET',
  path: '/api/bookings',
  access: ['traveler'],
  summary: "The signed-in traveler's own bookings, newest first",
  query: z.object({ status: z.enum(bookingStatuses).optional() }),
  reply: z.array(booking),
});
