import type { SubscribedReport } from '../../../contract/platform-reports.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Mail } from '../../platform/jobs/jobs.ts';
import { retention } from '../../platform/retention.ts';
import type { Settings } from '../../platform/settings.ts';
import { rangeOfDays, readOverviewOf, readRevenueOf } from '../figures/figures.ts';
import { type Period, periodInWords } from '../partner-reports/partner-reports.ts';

/** In English: administrators alone have these reports. */
const language = 'en';
const number = (value: number | null) => new Intl.NumberFormat(language).format(value ?? 0);
const orNone = (write: (value: number) => string) => (value: number | null) => (value === null ? 'none' : write(value));
const dollars = orNone((value) =>
  new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' }).format(value),
);
const percent = orNone((part) =>
  new Intl.NumberFormat(language, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    part,
  ),
);

interface Compared {
  value: number | null;
  before: number | null;
}
const beside = (name: string, { value, before }: Compared, write: (value: number | null) => string) =>
  `${name}: ${write(value)} (before: ${write(before)})`;

/** The main figures of a report of days, both within, one in each line: those of the screen. */
export async function readMainFigures(
  db: Db,
  now: Date,
  type: SubscribedReport,
  { from, to }: { from: string; to: string },
): Promise<string[]> {
  const range = rangeOfDays(from, to);
  if (type === 'revenue') {
    const of = await readRevenueOf(db, now, undefined, range);
    return [
      beside('Revenue', of.total_revenue, dollars),
      beside('Bookings', of.bookings, number),
      `Average booking: ${dollars(of.average_booking)}`,
      `Commission: ${dollars(of.commission)}`,
      `Margin: ${dollars(of.margin)}`,
    ];
  }
  const of = await readOverviewOf(db, now, undefined, range);
  return [
    beside('QR scans', of.scans, number),
    beside('Openings', of.openings, number),
    beside('Clicks', of.clicks, number),
    beside('Bookings', of.bookings, number),
    beside('Conversion', of.conversion_rate, percent),
  ];
}

const names: Record<SubscribedReport, string> = { revenue: 'Revenue Summary', performance: 'Performance Analytics' };
const screens: Record<SubscribedReport, string> = {
  revenue: '/dashboard?tab=reports',
  performance: '/dashboard?tab=reports&report=performance',
};

/** The mail of a report. @param to.work what makes its file */
export function subscriptionMail(
  { productName, publicUrl }: Pick<Settings, 'productName' | 'publicUrl'>,
  { period, type, figures }: { period: Period; type: SubscribedReport; figures: readonly string[] },
  to: { email: string; work: string; token: string },
): Mail {
  const screen = (path: string) => `${publicUrl}/auth?redirect=${encodeURIComponent(path)}`;
  const named = periodInWords(period, language);
  return {
    to: to.email,
    subject: `Your ${period.frequency} ${names[type]}: ${named}`,
    text: [
      'Aloha,',
      '',
      `your ${period.frequency} ${names[type]} of ${productName}: ${named}, days of Hawaiʻi.`,
      '',
      ...figures,
      '',
      `The file, to be fetched for ${retention.longWorkResultDays} days once you are signed in:`,
      screen(`/security/work?open=${to.work}`),
      '',
      'These figures on screen, up to today, and how often you have this report:',
      screen(screens[type]),
      'End this report with one press, without signing in:',
      `${publicUrl}/unsubscribe/${to.token}`,
    ].join('\n'),
    unsubscribe: `${publicUrl}/api/report-mails/${to.token}`,
  };
}
