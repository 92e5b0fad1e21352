import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { reportingFrequencies } from './portal-states.ts';
import { dayRanges } from './time-ranges.ts';
import { longWork } from './work.ts';

/** Of partners and advertisers; of the platform by day; what bookings brought, and to whom; how far those came who scanned, and where. */
export const reportTypes = ['stakeholder', 'platform', 'revenue', 'performance'] as const;
export type ReportType = (typeof reportTypes)[number];

export const reportStakeholders = ['partner', 'advertiser'] as const;
export type ReportStakeholder = (typeof reportStakeholders)[number];

export const generateReport = endpoint({
  method: 'POST',
  path: '/api/reports/generate',
  access: ['admin'],
  summary:
    'A report of days up to today as CSV, noted in the audit log: with instant=true at once (200), unless it is too long for that; otherwise by long work, whose file is fetched until it expires',
  body: z
    .object({
      type: z.enum(reportTypes),
      format: z.literal('csv').default('csv'),
      filters: z
        .object({
          /** Of a report of stakeholders, whose it is; all unless told. */
          stakeholder_types: z
            .array(z.enum(reportStakeholders))
            .min(1)
            .max(2)
            .default([...reportStakeholders]),
          /** Of a report of stakeholders. */
          include_performance_metrics: z.boolean().default(true),
          time_range: z.enum(dayRanges).default('30d'),
        })
        .prefault({}),
      /** The file is the answer, unless it would take too long: then it is made by long work all the same. */
      instant: z.boolean().default(false),
      mail_when_done: z.boolean().default(false),
    })
    .refine(({ instant, mail_when_done }) => !(instant && mail_when_done), {
      path: ['mail_when_done'],
      error: 'is for a report that is not instant',
    }),
  status: 201,
  reply: longWork,
  replyKind: 'binary-or-json',
  idempotent: true,
  errors: ['step_up_required'],
});

/** Reports that can be mailed to administrators again and again. */
export const subscribedReports = ['revenue', 'performance'] as const;
export type SubscribedReport = (typeof subscribedReports)[number];

const subscriptions = z.object({
  subscriptions: z.array(z.object({ type: z.enum(subscribedReports), frequency: z.enum(reportingFrequencies) })),
});

export const listReportSubscriptions = endpoint({
  method: 'GET',
  path: '/api/admin/report-subscriptions',
  access: ['admin'],
  summary: 'The reports that are mailed to the caller, and how often',
  reply: subscriptions,
});

export const putReportSubscription = endpoint({
  method: 'PUT',
  path: '/api/admin/report-subscriptions',
  access: ['admin'],
  summary:
    'Has a report mailed to the caller after each week, month or quarter of Hawaiʻi, or, with a frequency of null, no more',
  body: z.object({ type: z.enum(subscribedReports), frequency: z.enum(reportingFrequencies).nullable() }),
  reply: subscriptions,
});
