import { z } from 'zod';
import { endpoint } from './endpoint.ts';
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
    'A report of days up to today as CSV, noted in the audit log: with instant=true at once (200), otherwise by long work, whose file is fetched until it expires',
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
      /** The file is the answer. */
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
