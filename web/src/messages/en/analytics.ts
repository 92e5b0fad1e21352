import type { TimeRange } from '../../../../contract/time-ranges.ts';
import { dollars, moment, month, shortDay } from '../format.ts';

const ranges: Record<TimeRange, string> = {
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  '1y': 'Last year',
};

/** Words of figures over time. */
export const analytics = {
  lead: 'What you scanned, booked and saved. Days are those of Hawaiʻi.',
  kept: (at: string) => `You see your figures as of ${moment(at)} (Hawaiʻi time).`,
  otherRange: (range: string) => `Of this time your phone has nothing: these are the figures of “${range}”.`,
  emptyOffline: 'No figures on this device',
  emptyOfflineText: 'Once you are online again, your figures appear here by themselves.',
  tabsLabel: 'Sections',
  tabs: { overview: 'Overview', history: 'Activity History' },
  ranges,
  rangesLabel: 'Time range',
  scans: 'Scans',
  places: 'Places visited',
  bookings: 'Bookings',
  saved: 'Saved',
  money: 'Spending',
  estimated: 'Estimated',
  confirmed: 'Confirmed',
  moneyText: 'Estimates follow the price range until the platform tells the amount.',
  byStatus: 'Bookings by status',
  byDay: 'Over time',
  byCategory: 'By category',
  category: 'Category',
  when: 'When',
  asTable: 'Show as a table',
  nothing: 'Nothing in this time',
  nothingText: 'Scan a code, save a place or follow a booking link, and it shows here.',
  explore: 'Explore Experiences',
  /** What a chart shows, in one sentence. */
  summary: (title: string, total: number, label: string, most: number) =>
    total === 0 ? `${title}: none` : `${title}: ${total} in all, most of them ${label} (${most})`,
  dollars,
  day: shortDay,
  weekOf: (day: string) => `Week of ${shortDay(day)}`,
  month,
  /** Of a section that is for others. */
  refused: {
    revenue: ['Access Restricted', 'Revenue data is only available to administrators and partners.'],
    intelligence: ['Access Restricted', 'Detailed business intelligence is for administrators and partners.'],
    'platform-revenue': ['Admin Access Required', 'Revenue analytics are restricted to administrators.'],
    performance: ['Administrator Access Required', 'System performance analytics are restricted to administrators.'],
    behavior: ['Administrator Access Required', 'User behavior analytics are restricted to administrators.'],
  },
  toFigures: 'Back to your figures',
};
