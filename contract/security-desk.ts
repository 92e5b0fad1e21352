import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listAnswer, listQuery } from './lists.ts';
import { securityEventTypes, securitySeverities } from './security-event-kinds.ts';
import { rowIdText, uuid } from './values.ts';

const securityEvent = z.object({
  id: z.int(),
  event_type: z.enum(securityEventTypes),
  severity: z.enum(securitySeverities),
  /** What its kind is called, and what was noted of it. */
  description: z.string(),
  user_id: z.string().nullable(),
  /** The e-mail address of that account, where there still is one. */
  user: z.string().nullable(),
  ip_address: z.string().nullable(),
  timestamp: z.string(),
  /** More than one where it stands for what was counted and not kept one by one. */
  occurrences: z.int(),
  resolved: z.boolean(),
});
export type SecurityEvent = z.output<typeof securityEvent>;

export const alertTypes = ['error', 'warning', 'info'] as const;

const securityAlert = z.object({
  id: z.string(),
  type: z.enum(alertTypes),
  title: z.string(),
  description: z.string(),
  /** When it began. */
  timestamp: z.string(),
  dismissed: z.boolean(),
});
export type SecurityAlert = z.output<typeof securityAlert>;

const endedAlert = securityAlert.omit({ dismissed: true }).extend({
  /** When it was seen to hold no longer. */
  ended_at: z.string(),
  /** When it had been dismissed before that; null where nobody did. */
  dismissed_at: z.string().nullable(),
  /** The e-mail address of who did, where there still is one. */
  dismissed_by: z.string().nullable(),
});
export type EndedAlert = z.output<typeof endedAlert>;

/** What health is made of. What does not apply here has no share in it. */
export const healthChecks = [
  'database',
  'connections',
  'replica',
  'answers',
  'errors',
  'disk',
  'backups',
  'certificate',
  'audit_log',
  'work',
  'news',
  'rules',
] as const;
export type HealthCheck = (typeof healthChecks)[number];
export const healthStates = ['good', 'fair', 'bad', 'not_applicable'] as const;

const systemHealth = z.object({
  /** Percent: the mean of the checks that apply. */
  overall_health: z.int(),
  checks: z.array(z.object({ check: z.enum(healthChecks), state: z.enum(healthStates) })),
  /** Milliseconds within which 95 of 100 requests of the last 15 minutes were answered; null without any. */
  api_response_time: z.number().nullable(),
  database_connections: z.int(),
  most_database_connections: z.int(),
  /** Alerts that go on, are no mere information, and were not dismissed. */
  active_threats: z.int(),
  /** Scans of the last 24 hours of codes that none of our keys made: near to none of ours, and near to one of them. */
  invented_scans: z.int(),
  mistyped_scans: z.int(),
  /** When the rules ran last; null before the first time. */
  last_security_scan: z.string().nullable(),
  platform_status: z.enum(['operational', 'degraded', 'outage']),
  /**
   * `none`: there is no backup yet, and none is due; `failed`: the last, or the log, was not written or could not be restored; `overdue`:
   * none was taken within its time, or the log is to be shipped and was not of late, or never.
   */
  backup_status: z.enum(['healthy', 'overdue', 'failed', 'none']),
  last_backup: z.string().nullable(),
  backup_age_seconds: z.int().nullable(),
  /** Whether the log is to be shipped. */
  log_applies: z.boolean(),
  /** How long ago it was last shipped; null where it is not to be, or was not yet. */
  log_age_seconds: z.int().nullable(),
  /** Whole days for which the certificate of the public address is valid; null where it has none, or nobody has asked yet. */
  ssl_certificate_days: z.int().nullable(),
  /** Whether there is to be one: not on plain HTTP, nor on a machine that only itself reaches. */
  ssl_certificate_applies: z.boolean(),
});
export type SystemHealth = z.output<typeof systemHealth>;

const ofAdmins = { access: ['admin'] } as const;

export const listSecurityEvents = endpoint({
  method: 'GET',
  path: '/api/security/events',
  ...ofAdmins,
  summary:
    'Security events by when they happened; narrowed to a kind, to denials, to how grave they are, to open or resolved ones, and to a whole network or e-mail address',
  query: listQuery(['-occurred', 'occurred'], {
    kind: z.enum([...securityEventTypes, 'denials']).optional(),
    severity: z.enum(securitySeverities).optional(),
    state: z.enum(['open', 'resolved']).optional(),
  }),
  reply: listAnswer(securityEvent)
    .omit({ rows: true })
    .extend({ events: z.array(securityEvent) }),
});

export const resolveSecurityEvent = endpoint({
  method: 'POST',
  path: '/api/security/events/{id}/resolve',
  ...ofAdmins,
  summary: 'Says that a security event is dealt with',
  params: z.object({ id: rowIdText }),
  reply: securityEvent,
  // As below: of an alert it tells what happened.
  errors: ['step_up_required'],
  idempotent: true,
});

export const getSystemHealth = endpoint({
  method: 'GET',
  path: '/api/security/system-health',
  ...ofAdmins,
  summary: 'How the platform is, as measured',
  reply: z.object({ health: systemHealth }),
});

export const listSecurityAlerts = endpoint({
  method: 'GET',
  path: '/api/security/alerts',
  ...ofAdmins,
  summary:
    'Alerts that go on, the gravest first, then the newest, also those that were dismissed; and a page of those that have ended, the last first',
  query: listQuery(['-ended'], {}).omit({ search: true }),
  reply: z.object({ alerts: z.array(securityAlert), ended: listAnswer(endedAlert) }),
});

export const dismissSecurityAlert = endpoint({
  method: 'POST',
  path: '/api/security/alerts/{id}/dismiss',
  ...ofAdmins,
  summary: 'Dismisses an alert: it comes back only where what it tells of ends and happens anew',
  params: z.object({ id: uuid }),
  reply: securityAlert,
  // Whoever took over an administrator's mailbox would take away the alert that tells of it.
  errors: ['step_up_required'],
  idempotent: true,
});

/** Who may call an endpoint: without a session, or as one of these; `look` is read-only and noted. */
const allowed = z.enum(['yes', 'conditional', 'look', 'no']);

export const getApiSecurity = endpoint({
  method: 'GET',
  path: '/api/security/api',
  ...ofAdmins,
  summary: 'Who may call which endpoint, as enforced, and how much of each limit is spent now',
  reply: z.object({
    endpoints: z.array(
      z.object({
        method: z.string(),
        path: z.string(),
        guest: allowed,
        traveler: allowed,
        partner: allowed,
        advertiser: allowed,
        admin: allowed,
        /** The same in words, with what is asked for besides. */
        access: z.string(),
        limit: z.string().nullable(),
      }),
    ),
    limits: z.array(
      z.object({
        name: z.string(),
        /** At most so many, of the unit, within so many seconds, for each of the key. */
        amount: z.int(),
        unit: z.enum(['calls', 'bytes']),
        seconds: z.int(),
        key: z.string(),
        /** How many have spent any of it, and how much of it the one with the least left; null where it is not counted here. */
        in_use: z.int().nullable(),
        most_spent: z.int().nullable(),
      }),
    ),
    /** Whether they are kept at all. */
    limits_on: z.boolean(),
  }),
});
export type ApiSecurity = z.output<typeof getApiSecurity.reply>;
