import { z } from 'zod';
import { bookingStatuses } from './booking-states.ts';
import { holdRules, holdStates } from './commission-states.ts';
import { endpoint } from './endpoint.ts';
import { digest, digested, listAnswer, listQuery, mostPerPage } from './lists.ts';
import { dollars, reason, searched, uuid } from './values.ts';
import { longWork } from './work.ts';

const ofAdmins = { access: ['admin'] } as const;
const filters = { rule: z.enum(holdRules).optional(), state: z.enum(holdStates).optional() };

const hold = z.object({
  id: uuid,
  /** One of `holdRules`; the word of whoever held it by hand. */
  rule: z.string(),
  /** What the rule saw, in figures and words of its own. */
  details: z.record(z.string(), z.union([z.string(), z.number()])),
  state: z.enum(holdStates),
  opened_at: z.string(),
  decided_at: z.string().nullable(),
  /** An address. */
  decided_by: z.string().nullable(),
  decision_reason: z.string().nullable(),
  booking: z.object({
    id: uuid,
    transaction_id: z.string(),
    experience: z.string(),
    status: z.enum(bookingStatuses),
    amount: dollars,
    /** The traveler's address. */
    email: z.string(),
    booked_at: z.string(),
  }),
  partner: z.string().nullable(),
  /** What the partner would earn: their share of the amount; nothing where the booking is cancelled. */
  share: dollars,
  /** How many other holds of the same booking are open; it stays held until none is. */
  others_open: z.int(),
});
export type Hold = z.output<typeof hold>;

export const listHolds = endpoint({
  method: 'GET',
  path: '/api/admin/holds',
  ...ofAdmins,
  summary:
    "Why commissions are held, by when they were, those of cancelled bookings among all alone; found by a part of the partner's name, the traveler's address or the booking's number",
  query: listQuery(['-opened', 'opened'], { ...filters, id: uuid.optional() }),
  reply: listAnswer(hold).extend(digested),
});

const ruleCount = z.object({
  rule: z.string(),
  held: z.int(),
  /** What waits for a decision. */
  open: z.int(),
  /** What nobody had decided when its booking was cancelled: nothing is held any more. */
  cancelled: z.int(),
  released: z.int(),
  voided: z.int(),
  /** Of those decided, the share that was released: false alarms. Null where none is decided. */
  false_alarms: z.number().nullable(),
});
export type RuleCount = z.output<typeof ruleCount>;

export const countHolds = endpoint({
  method: 'GET',
  path: '/api/admin/holds/rules',
  ...ofAdmins,
  summary: 'How often each rule has held a commission, and what became of it',
  reply: z.object({
    rules: z.array(ruleCount),
    /** Bookings that are on hold, and what their partners would earn. */
    bookings: z.int(),
    held: dollars,
  }),
});

const decision = { decision: z.enum(['released', 'voided']), reason };

export const decideHolds = endpoint({
  method: 'POST',
  path: '/api/admin/holds/decide',
  ...ofAdmins,
  summary:
    'Releases holds, or voids the commissions of their bookings; left out are unknown ones and those that are no longer as they were shown',
  body: z.object({
    ids: z.array(uuid).min(1).max(mostPerPage),
    /** What they were when this was decided. */
    replaces: z.enum(holdStates).default('open'),
    ...decision,
  }),
  reply: z.object({ decided: z.int(), left_out: z.int() }),
  errors: ['own_account', 'step_up_required'],
  idempotent: true,
});

export const decideMatchingHolds = endpoint({
  method: 'POST',
  path: '/api/admin/holds/decide-matching',
  ...ofAdmins,
  summary:
    'Begins to release or void all holds that match and were seen to, as far as they are open, as long work; none where others match by now',
  body: z.object({
    search: searched.optional(),
    ...filters,
    /** The list's digest, as it was when this was decided. */
    seen: digest,
    ...decision,
  }),
  status: 201,
  reply: longWork,
  errors: ['step_up_required', 'list_changed'],
  idempotent: true,
});
