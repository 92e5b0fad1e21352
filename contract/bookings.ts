import { z } from 'zod';
import { bookingPlatforms, bookingStatuses } from './booking-states.ts';
import { clawbackReasons } from './commission-states.ts';
import { endpoint } from './endpoint.ts';
import { shownFacts } from './listing-facts-form.ts';
import { listAnswer, listQuery } from './lists.ts';
import { calendarDay, instant, paging, reason, rowId, text, uuid } from './values.ts';

export { type BookingPlatform, type BookingStatus, bookingPlatforms, bookingStatuses } from './booking-states.ts';

/** A booking as its owner sees it. Amounts are US dollars; `estimated` says that the amount is assumed from the price range. */
export const booking = z.object({
  id: uuid,
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
  /** `HH:MM` of Hawaiʻi, where it is known. */
  check_in_time: z.string().nullable(),
  guest_count: z.int().nullable(),
  location_name: z.string().nullable(),
  location_address: z.string().nullable(),
  contact_info: z.string().nullable(),
  /** When the experience is open, what it asks of who comes, and where one meets, where it tells any of that. */
  facts: shownFacts.optional(),
  /** What its owner said of it afterwards. */
  review: z.object({ rating: z.int(), words: z.string().nullable(), hidden: z.boolean() }).nullable(),
  /** For administrators alone: what the platform owes for it, the code it came from, and who booked. */
  commission_amount: z.number().optional(),
  qr_code_id: z.string().nullable().optional(),
  traveler: z.object({ name: z.string().nullable(), email: z.string() }).optional(),
});
export type Booking = z.output<typeof booking>;

/** What a platform prints on its confirmation. */
export const bookingReference = text(64, 2).regex(
  /^#?[\p{L}\p{N}][\p{L}\p{N} ./_#-]*$/u,
  'letters, digits and - . / _ # only',
);
/** What a booking is worth. */
export const dollarAmount = z
  .number()
  .min(0)
  .max(1_000_000)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'must be whole cents');
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be HH:MM');

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
    booking_id: uuid,
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
  access: ['traveler', 'admin'],
  summary:
    "A traveler's own bookings, newest first; for an administrator those of all travelers, with commission, code and traveler",
  query: z.object({ status: z.enum(bookingStatuses).optional(), ...paging(500) }),
  reply: z.array(booking),
});

export const listAllBookings = endpoint({
  method: 'GET',
  path: '/api/admin/bookings',
  access: ['admin'],
  summary:
    'The bookings of all travelers by when they were booked, as administrators see them; found by a part of the number, the reference, the experience or the traveler, or by its id',
  query: listQuery(['-booked', 'booked'], {
    status: z.enum(bookingStatuses).optional(),
    platform: z.enum(bookingPlatforms).optional(),
    id: uuid.optional(),
  }),
  reply: listAnswer(booking),
});

export const summarizeBookings = endpoint({
  method: 'GET',
  path: '/api/bookings/summary',
  access: ['admin'],
  summary: 'How many bookings of all travelers there are and what they are worth, in dollars without cancelled ones',
  query: z.object({ status: z.enum(bookingStatuses).optional() }),
  reply: z.object({
    total: z.int(),
    total_value: z.number(),
    confirmed_or_completed: z.int(),
  }),
});

export const addBookingDetails = endpoint({
  method: 'PUT',
  path: '/api/bookings/{id}/details',
  access: ['traveler'],
  summary:
    '"I booked this": the traveler adds the platform\'s reference, the day and the party to a pending booking, which stays pending',
  params: z.object({ id: uuid }),
  body: z.object({
    booking_reference: bookingReference,
    /** Not before the day of the click, nor two years after it. */
    check_in_date: calendarDay,
    check_in_time: clockTime.nullish(),
    check_out_date: calendarDay.nullish(),
    guest_count: z.int().min(1).max(100),
  }),
  reply: booking,
  errors: ['booking_not_pending', 'booking_dates'],
  limit: 'change',
});

export const decideBooking = endpoint({
  method: 'PATCH',
  path: '/api/bookings/{id}',
  access: ['admin'],
  summary:
    "An administrator's decision with its reason: confirms, completes or cancels a booking, or corrects a final one; sets the true amount",
  params: z.object({ id: uuid }),
  body: z.object({
    status: z.enum(bookingStatuses),
    /** What it was when this was decided: where it is something else by now, nothing is changed. */
    replaces: z.enum(bookingStatuses).optional(),
    /** Dollars, at most two decimals; the booking is no longer estimated. */
    amount: dollarAmount.optional(),
    booking_reference: bookingReference.optional(),
    reason,
    /** Why a commission that was paid out is asked back; by what changes unless told. */
    clawback: z.enum(clawbackReasons).optional(),
  }),
  reply: booking,
  errors: ['booking_transition', 'booking_decided', 'reference_taken', 'own_account', 'step_up_required'],
});

export const bookingCalendarFile = endpoint({
  method: 'GET',
  path: '/api/bookings/{id}/calendar.ics',
  access: ['traveler', 'admin'],
  summary: 'A booking of the caller as a calendar file (RFC 5545)',
  params: z.object({ id: uuid }),
  reply: z.custom<Uint8Array>(),
  replyKind: 'binary',
  errors: ['booking_undated'],
});
