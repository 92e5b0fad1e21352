import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { reportingFrequencies } from './portal-states.ts';
import { line } from './values.ts';

const settings = z.object({
  user_profile: z.object({
    organization_name: z.string(),
    phone: z.string().nullable(),
    location: z.string().nullable(),
  }),
  portal_settings: z.object({
    /** Reports by mail; `push` is kept as a wish, as nothing is sent by it yet. */
    notifications: z.object({ email: z.boolean(), push: z.boolean() }),
    reporting_frequency: z.enum(reportingFrequencies),
    /** When a link in one of the mails has ended them; null where that was not what did. */
    reports_ended_at: z.string().nullable(),
    marketing_consent: z.boolean(),
    commission_tier: z.string(),
    qr_codes_limit: z.int(),
    partner_since: z.string(),
  }),
});
export type PartnerSettings = z.output<typeof settings>;

const ofOwners = { access: ['partner'], standing: 'owner', permission: 'partner_portal_access' } as const;

export const getPartnerSettings = endpoint({
  method: 'GET',
  path: '/api/partner-portal/settings',
  ...ofOwners,
  summary: "The organisation's name and contact, how it is told of its figures, and what its account allows",
  reply: settings,
});

export const savePartnerSettings = endpoint({
  method: 'POST',
  path: '/api/partner-portal/settings',
  ...ofOwners,
  summary: 'Changes those of them that are sent',
  body: z.strictObject({
    organization_name: line(120, 1).optional(),
    phone: line(40).nullable().optional(),
    location: line(120).nullable().optional(),
    notification_preferences: z.object({ email: z.boolean(), push: z.boolean() }).partial().optional(),
    commission_reporting_frequency: z.enum(reportingFrequencies).optional(),
    marketing_consent: z.boolean().optional(),
  }),
  reply: z.object({ updated_settings: settings }),
  errors: ['invalid_phone', 'invalid_location', 'invalid_profile', 'profile_missing'],
  idempotent: true,
  limit: 'change',
});

const ownReports = z.object({
  email: z.boolean(),
  reporting_frequency: z.enum(reportingFrequencies),
  /** When a link in one of the mails has ended them; null where that was not what did. */
  ended_at: z.string().nullable(),
});
export type OwnReports = z.output<typeof ownReports>;

const ofMembers = { access: ['partner'], permission: 'performance_analytics' } as const;

export const getOwnReports = endpoint({
  method: 'GET',
  path: '/api/partner-portal/reports',
  ...ofMembers,
  summary: 'Whether and how often the caller is mailed reports, staff too',
  reply: ownReports,
});

export const chooseOwnReports = endpoint({
  method: 'PUT',
  path: '/api/partner-portal/reports',
  ...ofMembers,
  summary: 'Chooses them for the caller alone',
  body: ownReports.omit({ ended_at: true }).strict(),
  reply: ownReports,
  limit: 'change',
});
