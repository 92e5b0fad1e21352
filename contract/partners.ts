import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { partnerTypes } from './invitations.ts';
import { listAnswer, listQuery } from './lists.ts';
import { organisationStates } from './organisations.ts';
import { userId, uuid } from './values.ts';

/** `pending`: invited, and not of an organisation yet. */
export const partnerStatuses = ['active', 'pending', 'suspended'] as const;
export const partnerSorts = ['name', '-name', 'since', '-since'] as const;

/** Of so many whole days of Hawaiʻi before today are the scans of a partner. */
export const scansOfDays = 30;

/** A partner, or who is invited to become one. */
const partner = z.object({
  /** Of the organisation; of who is invited, of the invitation. */
  id: uuid,
  /** Suspended also while none of its owners has an active account. */
  status: z.enum(partnerStatuses),
  /** What an administrator has set of the organisation; null of who is invited. */
  state: z.enum(organisationStates).nullable(),
  /** The user id of the organisation's owner; null of who is invited. */
  user_id: userId.nullable(),
  /** Of an owner, or the one that was invited. */
  email: z.string(),
  organization_name: z.string(),
  partner_type: z.enum(partnerTypes),
  contact_phone: z.string().nullable(),
  /** Null of a partner that nobody invited. */
  invited_at: z.string().nullable(),
  /** Since when it is a partner, or invited. */
  since: z.string(),
  /** In use or paused. */
  codes: z.int(),
  /** How many it may have; null of who is invited. */
  qr_codes_limit: z.int().nullable(),
  places: z.int(),
  /** Of the days before today that `scansOfDays` says. */
  scans: z.int(),
});
export type AdminPartner = z.output<typeof partner>;

export const listPartners = endpoint({
  method: 'GET',
  path: '/api/admin/partners',
  access: ['admin'],
  summary:
    'Partners, and who is invited to become one, by name (its first 32 letters) or since when, then by id; found by a part of name or address',
  query: listQuery(partnerSorts, { status: z.enum(partnerStatuses).optional(), id: uuid.optional() }),
  /** `counts`: of all there are, whatever is listed. */
  reply: listAnswer(partner).extend({
    counts: z.object({
      active_partners: z.int(),
      pending_partners: z.int(),
      suspended_partners: z.int(),
      pending_qr_requests: z.int(),
      approved_qr_requests: z.int(),
    }),
  }),
});
