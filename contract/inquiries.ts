import { z } from 'zod';
import { bookingPlatforms } from './booking-states.ts';
import { endpoint } from './endpoint.ts';
import { listAnswer, listQuery } from './lists.ts';
import { calendarDay, line, lines, rowId, uuid } from './values.ts';

export const inquiryStatuses = ['open', 'resolved', 'dismissed'] as const;
export type InquiryStatus = (typeof inquiryStatuses)[number];

/** What a traveler asks about a booking that the guide does not show. */
export const inquiry = z.object({
  id: uuid,
  business_listing_id: rowId.nullable(),
  /** The listing's name, or what the traveler calls it. */
  experience_name: z.string(),
  booking_platform: z.enum(bookingPlatforms),
  booking_reference: z.string().nullable(),
  travel_date: z.string().nullable(),
  note: z.string().nullable(),
  status: z.enum(inquiryStatuses),
  /** What an administrator answered. */
  answer: z.string().nullable(),
  created_at: z.string(),
});

/** The same as an administrator sees it. */
const openedInquiry = z.object({
  ...inquiry.shape,
  traveler: z.object({ name: z.string().nullable(), email: z.string() }),
  handled_at: z.string().nullable(),
});
export type Inquiry = z.output<typeof openedInquiry>;

export const sendInquiry = endpoint({
  method: 'POST',
  path: '/api/bookings/inquiries',
  access: ['traveler'],
  summary: '"My booking is missing": asks the administrators to look for a booking; each of them gets a mail',
  body: z.object({
    business_listing_id: rowId.nullish(),
    /** Where it is not in the guide. */
    experience_name: line(200).nullish(),
    booking_platform: z.enum(bookingPlatforms),
    booking_reference: line(64).nullish(),
    travel_date: calendarDay.nullish(),
    note: lines(1_000).nullish(),
  }),
  status: 201,
  reply: inquiry,
  errors: ['inquiry_listing'],
  idempotent: true,
  limit: 'inquiry',
});

export const listInquiries = endpoint({
  method: 'GET',
  path: '/api/bookings/inquiries',
  access: ['admin'],
  summary:
    'What travelers have asked about missing bookings, by when; found by a part of the reference, the experience or the traveler, or by its id',
  query: listQuery(['-asked', 'asked'], { status: z.enum(inquiryStatuses).optional(), id: uuid.optional() }),
  reply: listAnswer(openedInquiry),
});

export const answerInquiry = endpoint({
  method: 'PATCH',
  path: '/api/bookings/inquiries/{id}',
  access: ['admin'],
  summary: 'Closes or opens an inquiry; a note is mailed to the traveler',
  params: z.object({ id: uuid }),
  body: z.object({ status: z.enum(inquiryStatuses), note: lines(1_000).nullish() }),
  reply: openedInquiry,
});
