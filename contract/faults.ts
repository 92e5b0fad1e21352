import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listAnswer, listQuery } from './lists.ts';
import { auditHistory, reason, uuid } from './values.ts';

export const faultStates = ['open', 'resolved', 'ignored'] as const;
/** How bad a report says it is, the least first. */
export const severities = ['low', 'medium', 'high'] as const;
export const faultSorts = [
  '-last_seen',
  'last_seen',
  '-first_seen',
  'first_seen',
  '-reports',
  'reports',
  '-severity',
  'severity',
] as const;

/** What reports of errors have in common. */
const fault = z.object({
  id: uuid,
  kind: z.string(),
  /** Of its first report, with # for numbers and ids. */
  message: z.string(),
  place: z.string().nullable(),
  state: z.enum(faultStates),
  /** Of its worst report; null where none says. */
  severity: z.enum(severities).nullable(),
  /** Whether it is open because it came again after it was resolved. */
  reopened: z.boolean(),
  /** How often it was reported in all. */
  reports: z.int(),
  /** How many people who were signed in, as far as reports are still kept. */
  people: z.int(),
  first_seen_at: z.string(),
  last_seen_at: z.string(),
});
export type Fault = z.output<typeof fault>;

const faultDetail = z.object({
  ...fault.shape,
  /** The newest 20: of pages, and what people said of them. */
  newest: z.array(
    z.object({
      id: z.int(),
      kind: z.enum(['page', 'person']),
      received_at: z.string(),
      message: z.string().nullable(),
      stack: z.string().nullable(),
      url: z.string().nullable(),
      user_agent: z.string(),
      /** The address of who was signed in. */
      email: z.string().nullable(),
    }),
  ),
  /** The last 20 changes of its state. */
  history: auditHistory,
});
export type FaultDetail = z.output<typeof faultDetail>;

const ofAdmins = { access: ['admin'] } as const;
const params = z.object({ id: uuid });

export const listFaults = endpoint({
  method: 'GET',
  path: '/api/admin/faults',
  ...ofAdmins,
  summary:
    'Faults that pages reported, by when they were seen, how often or how bad, then by id; found by a part of message or place',
  query: listQuery(faultSorts, { state: z.enum(faultStates).optional() }),
  /** `open`: how many there are that are open, whatever is asked for. */
  reply: listAnswer(fault).extend({ open: z.int() }),
});

export const getFault = endpoint({
  method: 'GET',
  path: '/api/admin/faults/{id}',
  ...ofAdmins,
  summary: 'One fault with its newest reports',
  params,
  reply: faultDetail,
});

export const setFaultState = endpoint({
  method: 'PUT',
  path: '/api/admin/faults/{id}/state',
  ...ofAdmins,
  summary:
    'Says with a reason that a fault is resolved, ignored or open; a resolved one that comes again is open again',
  params,
  body: z.object({
    state: z.enum(faultStates),
    /** What it was when this was decided: where it is another by now, nothing is changed. */
    replaces: z.enum(faultStates).optional(),
    reason,
  }),
  reply: fault,
  errors: ['changed_meanwhile'],
  idempotent: true,
});
