import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listAnswer, listQuery } from './lists.ts';
import { requestStatuses, requestTypes } from './portal-states.ts';
import { latitude, line, lines, longitude, reason, rowId, text, userId, uuid } from './values.ts';

export { promisedHours } from './portal-states.ts';

/** What the specification has a partner read once a request is sent. */
export const requestSubmitted = 'QR code request submitted for admin approval!';

const request = z.object({
  id: uuid,
  /** The user id of the organisation's owner. */
  partner_id: userId,
  request_type: z.enum(requestTypes),
  location_name: z.string(),
  location_description: z.string(),
  location_address: z.string(),
  label: z.string().nullable(),
  /** The code in words that is to be replaced. */
  replaces: z.string().nullable(),
  status: z.enum(requestStatuses),
  created_at: z.string(),
  /** Until when it is promised a decision. */
  due_at: z.string(),
  decided_at: z.string().nullable(),
  decision_reason: z.string().nullable(),
  /** The code in words that was made for it. */
  qr_code_id: z.string().nullable(),
});
export type QrRequest = z.output<typeof request>;

const ofCodes = { access: ['partner'], permission: 'qr_code_management' } as const;

/** Where the place is, in degrees: both of them, or neither. */
const position = { latitude: latitude.optional(), longitude: longitude.optional() };
const isWhole = (body: { latitude?: number | undefined; longitude?: number | undefined }) =>
  (body.latitude === undefined) === (body.longitude === undefined);
const halfPosition = { message: 'must come with the other half of the position', path: ['longitude'] };

export const submitQrRequest = endpoint({
  method: 'POST',
  path: '/api/partner-portal/qr-request',
  ...ofCodes,
  summary: 'Asks for a code for a place, for a further one of a place, or for one in the stead of another',
  body: z
    .object({
      /** Of the organisation that the session is of; another's is answered like one that does not exist. */
      partner_id: userId.optional(),
      location_name: line(120, 1),
      location_description: lines(2_000).default(''),
      location_address: line(300).default(''),
      request_type: z.enum(requestTypes).default('new_location'),
      /** What it is called beside the others of its place. */
      label: line(60).optional(),
      /** A place of one's own that gets a further code. */
      location_id: rowId.optional(),
      /** The code in words that is to be replaced; without one it is that of the place of this name, where it has one alone. */
      qr_code_id: text(64, 1).optional(),
      ...position,
    })
    .refine(isWhole, halfPosition),
  status: 201,
  reply: z.object({ message: z.string(), request }),
  errors: ['invalid_code', 'qr_code_limit', 'replacement_unclear', 'replacement_pending'],
  idempotent: true,
  limit: 'change',
});

export const listQrRequests = endpoint({
  method: 'GET',
  path: '/api/partner-portal/qr-requests/{partnerId}',
  ...ofCodes,
  summary: "The organisation's requests, newest first, at most 200",
  params: z.object({ partnerId: userId }),
  reply: z.array(request),
});

const adminRequest = z.object({
  ...request.shape,
  /** The same as `id`. */
  request_id: uuid,
  organisation: z.object({ id: uuid, name: z.string() }),
  requested_by: z.string().nullable(),
  decided_by: z.string().nullable(),
  /** Whether a position is known: where it is not, the approval may tell it, and the place is on no map otherwise. */
  has_position: z.boolean(),
  /** Where it was asked for, in degrees; else where its place is, where there is one. */
  position: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  /** The place it is for, once there is one. */
  location_id: rowId.nullable(),
  /** How long it waits beside what is promised; null once it is decided. */
  waits: z.enum(['in_time', 'due', 'late']).nullable(),
});
export type AdminQrRequest = z.output<typeof adminRequest>;

export const listAllQrRequests = endpoint({
  method: 'GET',
  path: '/api/admin/qr-requests',
  access: ['admin'],
  summary:
    "Requests of all partners by when they were made, then by id; found by a part of the partner's or the place's name",
  query: listQuery(['created', '-created'], { status: z.enum(requestStatuses).optional(), id: uuid.optional() }),
  /** `waiting`: all that are pending, whatever is listed; those that wait longer than promised, and those that soon will. */
  reply: listAnswer(adminRequest).extend({
    waiting: z.object({ pending: z.int(), due: z.int(), late: z.int() }),
    /** Of those decided in the last 30 days: how many, and the middle one's hours from the request to the decision. */
    decided: z.object({ count: z.int(), median_hours: z.number().nullable() }),
  }),
});

const id = z.object({ id: uuid });

export const approveQrRequest = endpoint({
  method: 'POST',
  path: '/api/partner-portal/qr-request/{id}/auto-approve',
  access: ['admin'],
  summary: 'Approves a request and makes its code, and its place where there is none yet',
  params: id,
  body: z.object(position).refine(isWhole, halfPosition).optional(),
  reply: adminRequest,
  errors: ['qr_request_decided', 'qr_code_limit', 'changed_meanwhile'],
  idempotent: true,
});

export const rejectQrRequest = endpoint({
  method: 'POST',
  path: '/api/admin/qr-requests/{id}/reject',
  access: ['admin'],
  summary: 'Rejects a request, with a reason where there is one to tell',
  params: id,
  body: z.object({ reason: reason.optional() }).optional(),
  reply: adminRequest,
  errors: ['qr_request_decided'],
  idempotent: true,
});
