import type { Input } from '../../../contract/endpoint.ts';
import { lastDays } from '../../../contract/hawaii-time.ts';
import {
  daysOfRange,
  type generateReport,
  type ReportStakeholder,
  reportStakeholders,
} from '../../../contract/platform-figures.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import { type CsvValue, csvHeader, csvLine } from '../../platform/csv.ts';
import { type Db, withTransaction } from '../../platform/database/database.ts';
import { readPerformance } from './platform-figures.ts';
import { findStakeholders, type StakeholderRow } from './stakeholders.store.ts';

type Asked = Input<typeof generateReport>['body'];
type Filters = Asked['filters'];

export interface ReportFile {
  name: string;
  text: string;
  /** Of what it tells, for the security events. */
  about: string;
}

/** The file that is asked for. That it was is in the audit log before it is given. */
export async function makeReport(db: Db, now: Date, actor: Actor, asked: Asked): Promise<ReportFile> {
  const span = lastDays(now, daysOfRange[asked.filters.time_range]);
  const { from, until } = span.days;
  const name =
    asked.type === 'platform' ? 'platform-report' : `${whoseIn(asked.filters.stakeholder_types)}-performance-report`;
  await withTransaction(db, (tx) =>
    recordAudit(tx, now, {
      action: 'report_exported',
      actorId: actor.userId,
      subject: { kind: 'report', id: name },
      after: { from, until, filters: asked.filters },
      requestId: actor.requestId,
    }),
  );
  const text =
    asked.type === 'platform'
      ? await writePlatform(db, now, asked.filters)
      : await writeStakeholders(db, span, asked.filters);
  return { name: `${name}-${until}.csv`, text, about: `${name.replaceAll('-', ' ')} from ${from} to ${until}` };
}

const whoseIn = (kinds: readonly ReportStakeholder[]) => (new Set(kinds).size > 1 ? 'stakeholder' : kinds[0]!);

const who = ['stakeholder_type', 'organization', 'status', 'listings', 'places'] as const;
const what = ['scans', 'clicks', 'bookings', 'revenue_usd'] as const;

/** Every organisation of these kinds, those with the most revenue first. */
async function writeStakeholders(db: Db, span: ReturnType<typeof lastDays>, filters: Filters): Promise<string> {
  const kinds = reportStakeholders.filter((kind) => filters.stakeholder_types.includes(kind));
  const withFigures = filters.include_performance_metrics;
  const lines: string[] = [];
  for (const kind of kinds)
    for (const row of await findStakeholders(db, kind, { ...span, grain: 'day' }))
      lines.push(csvLine([...whoIs(kind, row), ...(withFigures ? figuresOf(kind, row) : [])]));
  return [csvHeader([...who, ...(withFigures ? what : [])]), ...lines].join('');
}

const whoIs = (kind: ReportStakeholder, { name, status, has }: StakeholderRow): CsvValue[] => [
  ...[kind, name, status],
  ...(kind === 'advertiser' ? [has, null] : [null, has]),
];

/** No scan is of a listing. */
const figuresOf = (kind: ReportStakeholder, { scans, clicks, bookings, revenue_cents }: StakeholderRow): CsvValue[] => [
  ...[kind === 'advertiser' ? null : scans, clicks, bookings, revenue_cents / 100],
];

/** The platform in all and by day, as on the screen. */
async function writePlatform(db: Db, now: Date, { time_range }: Filters): Promise<string> {
  const of = await readPerformance(db, now, time_range);
  return [
    csvHeader(['row', 'day', 'scans', 'clicks', 'bookings', 'completed_bookings', 'revenue_usd', 'conversion_rate']),
    csvLine([
      ...[
        'total',
        null,
        of.qr_scans,
        of.clicks,
        of.bookings,
        of.completed_bookings,
        of.revenue,
        of.conversion_rate && Math.round(of.conversion_rate * 10_000) / 10_000,
      ],
    ]),
    ...of.days.map(({ day, scans, clicks, bookings, revenue }) =>
      csvLine(['day', day, scans, clicks, bookings, null, revenue, null]),
    ),
  ].join('');
}
