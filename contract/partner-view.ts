import { z } from 'zod';
import { getEarnings } from './commission.ts';
import { endpoint } from './endpoint.ts';
import { getFirstSteps } from './first-steps.ts';
import { getCodeDays, getPerformance } from './partner-performance.ts';
import { getPartnerSettings } from './partner-settings.ts';
import { permissions } from './permissions.ts';
import { performanceRanges } from './portal-states.ts';
import { listQrCodes } from './qr-codes.ts';
import { listQrRequests } from './qr-requests.ts';
import { calendarDay, line, rowId, rowIdText, text, userId, uuid } from './values.ts';

/** What an administrator sees of a portal: a tab of it, as an owner of the partner does. */
const ofView = { method: 'GET', access: ['admin'], adminViews: 'partner', params: z.object({ id: uuid }) } as const;

/** Whose portal it is, and what its owners may see there: of all else the answer has null. */
const viewed = {
  organisation: z.object({ id: uuid, name: z.string() }),
  permissions: z.array(z.enum(permissions)),
};

export const viewOverview = endpoint({
  ...ofView,
  path: '/api/admin/partner-view/{id}',
  summary: "A partner's portal as its owner sees it, read-only: Overview",
  reply: z.object({
    ...viewed,
    figures: getPerformance.reply.nullable(),
    earnings: getEarnings.reply.nullable(),
    first_steps: getFirstSteps.reply.nullable(),
  }),
});

export const viewCodes = endpoint({
  ...ofView,
  path: '/api/admin/partner-view/{id}/qr-codes',
  summary: "A partner's portal as its owner sees it, read-only: QR Manager",
  reply: z.object({
    ...viewed,
    codes: listQrCodes.reply.nullable(),
    requests: listQrRequests.reply.nullable(),
  }),
});

export const viewPerformance = endpoint({
  ...ofView,
  path: '/api/admin/partner-view/{id}/performance',
  summary: "A partner's portal as its owner sees it, read-only: Performance",
  query: z.object({
    range: z.enum(performanceRanges).default('month'),
    /** Whose codes stand beside each other: of those that have several the first one unless told. */
    place: rowIdText.optional(),
  }),
  reply: z.object({
    ...viewed,
    figures: getPerformance.reply.nullable(),
    code_days: z.object({ place: rowId, days: getCodeDays.reply }).nullable(),
  }),
});

export const viewSettings = endpoint({
  ...ofView,
  path: '/api/admin/partner-view/{id}/settings',
  summary: "A partner's portal as its owner sees it, read-only: Settings",
  reply: z.object({ ...viewed, settings: getPartnerSettings.reply.nullable() }),
});

const view = z.object({
  action_type: z.literal('admin_partner_view'),
  /** The user id of the organisation's owner. */
  partner_id: userId,
  organization_name: z.string(),
  timestamp: z.string(),
});

export const logPartnerView = endpoint({
  method: 'POST',
  path: '/api/admin/audit-log',
  access: ['admin'],
  summary:
    "Notes that the caller opens a partner's portal, as opening it does by itself: by the partner's own name and the server's clock",
  body: view.extend({ organization_name: line(120).optional(), timestamp: text(40).optional() }),
  status: 201,
  reply: view,
  idempotent: true,
});

/** Days that a partner is told of. */
export const mostViewDays = 10;

export const listAdminViews = endpoint({
  method: 'GET',
  path: '/api/partner-portal/admin-views',
  access: ['partner'],
  summary: `On which days of Hawaiʻi administrators have looked at the organisation, and how often, newest first; the last ${mostViewDays}`,
  reply: z.array(z.object({ day: calendarDay, times: z.int() })),
});
