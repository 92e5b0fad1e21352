import { z } from 'zod';
import { bookingStatuses } from './booking-states.ts';
import { endpoint } from './endpoint.ts';
import { listAnswer, listQuery } from './lists.ts';
import { reason, uuid } from './values.ts';

export const platformNames = ['fareharbor', 'viator', 'getyourguide', 'operator'] as const;

/** `proposed` waits for a person: whose it is, or what its platform tells, is in doubt. `settled`: a person has put it away. */
export const platformBookingStates = ['matched', 'proposed', 'unmatched', 'settled'] as const;
export type PlatformBookingState = (typeof platformBookingStates)[number];

/** By what it was matched, or is proposed (`evidence`). */
export const matchKinds = ['reference', 'click', 'claim', 'rebooking', 'evidence', 'decision'] as const;

/**
 * Why a person has to look: the amount cannot be believed, is in another currency, the platform wants to change a booking that is
 * completed, cancelled or brought back already, the day of travel lies before that on which the link was followed, the platform tells another
 * amount of a booking whose amount an administrator has told, or a message came again after another one.
 */
export const newsDoubts = ['amount', 'currency', 'final', 'travel', 'corrected', 'repeated'] as const;

const platformBooking = z.object({
  id: uuid,
  platform: z.enum(platformNames),
  /** Who numbers the reference, empty where the platform does. */
  supplier: z.string(),
  reference: z.string(),
  status: z.enum(bookingStatuses),
  /** US dollars; null where no amount was told that can be believed, so that a booking's estimate stays. */
  amount: z.number().nullable(),
  /** As the newest news that told one had it, in the smallest unit of its currency. */
  amount_told: z.string().nullable(),
  currency: z.string().nullable(),
  doubt: z.enum(newsDoubts).nullable(),
  travel_date: z.string().nullable(),
  travel_time: z.string().nullable(),
  guest_count: z.int().nullable(),
  item_id: z.string().nullable(),
  item_name: z.string().nullable(),
  rebooked: z.boolean(),
  state: z.enum(platformBookingStates),
  match_kind: z.enum(matchKinds).nullable(),
  /** Per cent. */
  confidence: z.int().nullable(),
  /** The booking that it is, or is proposed to be. */
  booking: z
    .object({
      id: uuid,
      transaction_id: z.string(),
      experience_name: z.string(),
      status: z.enum(bookingStatuses),
      /** Of its traveler. */
      email: z.string(),
    })
    .nullable(),
  first_news_at: z.string(),
  last_news_at: z.string(),
});

export const listPlatformBookings = endpoint({
  method: 'GET',
  path: '/api/admin/platform-bookings',
  access: ['admin'],
  summary:
    'What platforms have told of bookings and whose they are, by when news of them came last; found by a part of the reference or of what was booked, or by its id',
  query: listQuery(['-news', 'news'], {
    state: z.enum(platformBookingStates).optional(),
    platform: z.enum(platformNames).optional(),
    id: uuid.optional(),
  }),
  reply: listAnswer(platformBooking),
});

const params = z.object({ id: uuid });

export const matchPlatformBooking = endpoint({
  method: 'POST',
  path: '/api/admin/platform-bookings/{id}/match',
  access: ['admin'],
  summary:
    'Decides which booking a platform tells of, with a reason: it becomes what the platform says, but for an amount that is in doubt',
  params,
  body: z.object({
    booking_id: uuid,
    /** It is not that booking, but a further one of the click that led to that. */
    further: z.boolean().optional(),
    reason,
  }),
  reply: platformBooking,
  errors: ['booking_decided', 'reference_taken', 'own_account', 'step_up_required'],
});

export const unmatchPlatformBooking = endpoint({
  method: 'POST',
  path: '/api/admin/platform-bookings/{id}/unmatch',
  access: ['admin'],
  summary:
    'Takes what a platform tells from the booking that it was matched with, with a reason: the booking is pending again with nothing of it, its commission is taken back, and a person decides whose it is',
  params,
  body: z.object({ reason }),
  reply: platformBooking,
  errors: ['booking_decided', 'own_account', 'step_up_required'],
});

export const dismissPlatformBooking = endpoint({
  method: 'POST',
  path: '/api/admin/platform-bookings/{id}/dismiss',
  access: ['admin'],
  summary:
    'Puts away what a platform tells of a booking that is none of ours, or what of it is in doubt, with a reason',
  params,
  body: z.object({ reason }),
  reply: platformBooking,
  errors: ['booking_decided', 'own_account', 'step_up_required'],
});
