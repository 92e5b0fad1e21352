import type { MailFigure, MailWords, ReportFigures, ReportMoney } from '../../../contract/mails.ts';
import { oneLine } from '../../../contract/one-line.ts';
import {
  fewestTold,
  type PerformanceRange,
  type ReportingFrequency,
  type Told as ToldFigure,
} from '../../../contract/portal-states.ts';
import type { Mail } from '../../platform/jobs/jobs.ts';
import type { Settings } from '../../platform/settings.ts';
import type { Earnings } from '../commission/commission.ts';
import type { PartnerTotals } from '../performance/performance.ts';
import type { Period } from './periods.ts';

/** As many as the screen has. */
const mostPlaces = 10;

/** The range of the screen that comes closest to a period; there it goes up to today. */
const rangeOf: Record<ReportingFrequency, PerformanceRange> = { weekly: '7d', monthly: '30d', quarterly: '90d' };

/** What a report says; null is what its reader may not see. */
export interface Told {
  figures: PartnerTotals | null;
  earnings: Earnings | null;
}

/** Where a report's mail goes, and in which language. */
interface To {
  email: string;
  name: string;
  language: string;
  token: string;
}

/** The mail of a report. Figures are written as the language has them, money in dollars. */
export function reportMail(
  { productName, publicUrl }: Pick<Settings, 'productName' | 'publicUrl'>,
  { report: words }: MailWords,
  period: Period,
  { figures, earnings }: Told,
  to: To,
): Mail {
  const { frequency } = period;
  const screen = (path: string) => `${publicUrl}/auth?redirect=${encodeURIComponent(path)}`;
  const named = periodInWords(period, to.language);
  return {
    to: to.email,
    subject: words.subject(frequency, named),
    text: words.text(productName, frequency, {
      ...{ organization: oneLine(to.name), period: named, fewest: String(fewestTold) },
      figures: figures && figuresOf(figures, frequency, to.language),
      money: earnings && moneyOf(earnings, to.language),
      links: {
        performance: screen(`/partner-portal/performance?range=${rangeOf[frequency]}`),
        overview: screen('/partner-portal'),
        codes: screen('/partner-portal/qr-codes'),
        settings: screen('/partner-portal/settings'),
        end: `${publicUrl}/unsubscribe/${to.token}`,
      },
    }),
    unsubscribe: `${publicUrl}/api/report-mails/${to.token}`,
  };
}

/** The days of a week; of the others the months. */
export function periodInWords({ frequency, from, until }: Period, language: string): string {
  const style =
    frequency === 'weekly' ? ({ dateStyle: 'long' } as const) : ({ month: 'long', year: 'numeric' } as const);
  const last = new Date(Date.parse(`${until}T00:00:00Z`) - 1);
  const format = new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' });
  // Thin spaces are none in a mail program that lacks them.
  return format.formatRange(new Date(`${from}T00:00:00Z`), last).replace(/[\u2009\u202f]/g, ' ');
}

function figuresOf(of: PartnerTotals, frequency: ReportingFrequency, language: string): ReportFigures {
  const number = (figure: number) => new Intl.NumberFormat(language).format(figure);
  const told = (figure: ToldFigure): MailFigure =>
    typeof figure === 'string' ? { untold: figure } : { written: number(figure) };
  const money = (amount: number | null) => (amount === null ? null : dollars(amount, language));
  // A quarter's days are none that the screen breaks down: three months less two would tell of single guests.
  const places = frequency === 'quarterly' ? [] : of.top_performing_locations.slice(0, mostPlaces);
  return {
    isNothing: of.total_scans === 0 && of.clicks === 0 && of.total_bookings === 0,
    scans: number(of.total_scans),
    clicks: number(of.clicks),
    bookings: number(of.total_bookings),
    revenue: money(of.total_revenue),
    commission: money(of.commission_earned),
    places: places.map(({ location_name, scans, bookings }) => ({
      ...{ name: oneLine(location_name), scans: told(scans), bookings: told(bookings) },
    })),
  };
}

/** What is owed is what is payable or in a payout on its way, as the portal's first sentence has it. */
function moneyOf({ balances, next }: Earnings, language: string): ReportMoney {
  const owed = (100 * balances.payable + 100 * balances.in_payout) / 100;
  const day = (of: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${of}T00:00:00Z`));
  return {
    owed: owed < 0 ? null : dollars(owed, language),
    askedBack: owed < 0 ? dollars(-owed, language) : null,
    next: next && { amount: dollars(next.amount, language), day: day(next.day) },
  };
}

const dollars = (amount: number, language: string) =>
  new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' }).format(amount);
