import type { BookingPlatform } from '../../../../contract/booking-states.ts';
import { type FigureRows, isSummed } from '../../../../contract/figure-rows.ts';
import type { TimeRange } from '../../../../contract/time-ranges.ts';
import { calendarDay, clock, decimal, dollars, moment, number, percent } from '../format.ts';
import { counted } from './counted.ts';
import { told } from './told.ts';

const none = '–';
const ofNone = (write: (value: number) => string) => (value: number | null) => (value === null ? none : write(value));
const money = ofNone((amount) => dollars(amount).replace('-', '−'));
const rate = ofNone((part) => percent(part).replace('-', '−'));
const milliseconds = ofNone((value) => `${number(value < 10 ? Math.round(value * 10) / 10 : Math.round(value))} ms`);

interface Compared {
  value: number | null;
  before: number | null;
  beyond_chance: boolean | null;
}

const chance = (beyond: boolean | null) => {
  if (beyond === null) return '';
  return beyond ? ' More than chance.' : ' Within what chance does.';
};

const spans: Record<TimeRange, string> = {
  '24h': 'the last 24 hours',
  '7d': 'the last 7 days',
  '30d': 'the last 30 days',
  '90d': 'the last 90 days',
  '1y': 'the last year',
};

const platforms: Record<BookingPlatform, string> = { fareharbor: 'FareHarbor', viator: 'Viator', external: 'Other' };

const rowNames: Record<FigureRows, readonly [one: string, more: string]> = {
  scans: ['scan', 'scans'],
  openings: ['opening', 'openings'],
  impressions: ['impression', 'impressions'],
  clicks: ['click', 'clicks'],
  bookings: ['booking', 'bookings'],
  pending: ['booking not confirmed yet', 'bookings not confirmed yet'],
  completed: ['completed booking', 'completed bookings'],
};

const todayNote = 'Today so far: the last day is not over, and the time before has whole days.';
const beforeNote = 'Each figure stands beside the same of the time before, as long.';
const chanceNote = (range: TimeRange) =>
  range === '24h'
    ? '“More than chance”: each hour is set beside the same one of the day before, and they differ by more than hours do by themselves, but once in twenty times.'
    : '“More than chance”: each day that is over is set beside one of the same name of the time before, and they differ by more than days do by themselves, but once in twenty times.';
const laterNote =
  'Of bookings, and of what they bring, no word of chance is said: the newest are not all confirmed yet, and those before have had more time.';

/** Words of figures over time for those who work with the guide. */
export const analyticsDesk = {
  ...{ none, number, money, rate, milliseconds, told, decimal: ofNone(decimal) },
  tabs: {
    overview: 'Overview',
    intelligence: 'Intelligence',
    revenue: 'Revenue',
    'platform-revenue': 'Platform Revenue',
    performance: 'System Performance',
    behavior: 'User Behavior',
  },
  sentence: (scans: Compared, revenue: number | null, range: TimeRange) =>
    [
      `${counted(scans.value ?? 0, 'scan', 'scans')} in ${spans[range]}`,
      ...(scans.before === null ? [] : [`, ${difference(scans, number)}`]),
      ...(revenue === null ? [] : [`; ${money(revenue)} of revenue`]),
      '.',
    ].join(''),
  revenueSentence: (revenue: number, bookings: number, range: TimeRange) =>
    `${money(revenue)} by ${counted(bookings, 'booking', 'bookings')} in ${spans[range]}.`,
  funnelSentence: (scans: number, completed: number, range: TimeRange) =>
    `Of ${counted(scans, 'scan', 'scans')} in ${spans[range]}, ${counted(completed, 'booking was', 'bookings were')} completed.`,
  performanceSentence: (requests: number, p95: number | null, range: TimeRange) =>
    requests === 0
      ? `No request was measured in ${spans[range]}.`
      : `${counted(requests, 'request', 'requests')} in ${spans[range]}; 19 of 20 were answered within ${milliseconds(p95)}.`,
  behaviorSentence: (openings: number, clicks: number, range: TimeRange) =>
    `${counted(openings, 'experience was', 'experiences were')} opened and ${counted(clicks, 'booking link', 'booking links')} followed in ${spans[range]}.`,
  span: (from: string, until: string) => `From ${moment(from)} to ${moment(until)}, Hawaiʻi time.`,
  /** A figure beside the same of the span before. */
  compared: (of: Compared, write: (value: number) => string) =>
    of.value === null || of.before === null
      ? undefined
      : `${capital(difference(of, write))}.${chance(of.beyond_chance)}`,
  /** The same of a rate, in percentage points. */
  comparedRate: (of: Compared) => {
    if (of.value === null || of.before === null) return undefined;
    const by = Math.round((of.value - of.before) * 1000) / 10;
    const so =
      by === 0 ? 'As much as before' : `${decimal(Math.abs(by))} points ${by > 0 ? 'more' : 'less'} than before`;
    return `${so} (${rate(of.before)}).${chance(of.beyond_chance)}`;
  },
  /** The same of a mean, to a tenth. */
  comparedMean: ({ value, before }: Compared) => {
    if (value === null || before === null) return undefined;
    const by = Math.round((value - before) * 10) / 10;
    const so = by === 0 ? 'As much as before' : `${decimal(Math.abs(by))} ${by > 0 ? 'more' : 'less'} than before`;
    return `${so} (${decimal(before)}).`;
  },
  /** How figures of this kind stand beside those before. Of all but the last hours, today is a part. */
  comparedNote: (range: TimeRange, of: 'counts' | 'bookings' | 'both') =>
    [
      ...(range === '24h' ? [] : [todayNote]),
      beforeNote,
      ...(of === 'bookings' ? [] : [chanceNote(range)]),
      ...(of === 'counts' ? [] : [laterNote]),
    ].join(' '),
  todayNote: (range: TimeRange) => (range === '24h' ? undefined : todayNote),
  nothing: 'Nothing in this time',
  nothingText: 'It begins with codes that are scanned. Another range may have figures.',
  figures: 'In all',
  /** Each figure, and what it is (docs/figures.md). */
  meanings: {
    scans: [
      'QR Scans',
      'Openings of a place by its code. The same browser with the same code within ten minutes counts once.',
    ],
    openings: ['Openings', 'Experiences that guests asked to see more of.'],
    clicks: ['Clicks', 'Ways to a booking page.'],
    bookings: ['Bookings', 'Confirmed by their platform or by us, the completed ones among them.'],
    estimated: ['Not confirmed yet', 'Ways to a booking page of which nobody has told more.'],
    revenue: ['Revenue', 'The amounts of those bookings, where they have been told.'],
    conversion: ['Conversion', 'Bookings, as a part of the scans.'],
    average: ['Average booking', 'The mean of the amounts that have been told.'],
    commission: ['Commission', 'What these bookings have earned by now, whether or not it is payable.'],
    platformCommission: ['Commission', 'What platforms pay for these bookings, by the ledger.'],
    margin: ['Margin', 'What of that is left once partners have their share.'],
    completed: ['Completed bookings', 'Those whose day has come.'],
    clickRate: ['Click rate', 'Clicks, as a part of the scans.'],
    overall: ['Overall conversion', 'Completed bookings, as a part of the scans.'],
    satisfaction: ['Satisfaction', 'The mean of the stars of reviews written in this time.'],
    roi: ['Advertiser ROI', 'Revenue of campaigns less their cost, as a part of the cost.'],
    campaignRevenue: ['Campaign revenue', 'Bookings by guests who had clicked a campaign.'],
    campaignCost: ['Campaign cost', 'What campaigns were charged, less credits.'],
    partners: ['Partners', 'Active organizations that hand out codes.'],
    advertisers: ['Advertisers', 'Active organizations with listings.'],
    places: ['Places', 'All that there are, with a code or without.'],
    codes: ['Codes', 'That can be scanned now.'],
    listings: ['Listings', 'That guests find.'],
    requests: ['Requests', 'Of pages and calls, by all servers.'],
    errors: ['Faults', 'Answers of 500 and above, those for which a server had no time among them.'],
    unavailable: ['No time', 'Answers of 503: a server was busy, or its database away.'],
    errorRate: ['Fault rate', 'Faults, as a part of the requests.'],
    p50: ['Half within', 'Half of the requests were answered within this time.'],
    p95: ['19 of 20 within', 'Until the answer was sent, at the server.'],
    p99: ['99 of 100 within', 'Until the answer was sent, at the server.'],
    uptime: ['Uptime', 'Minutes in which a server was up, as a part of those since the first measured one.'],
    impressions: ['Impressions', 'Experiences that were in sight in a list.'],
  },
  byTime: 'Over time',
  byTimeText: (scans: number, clicks: number, bookings: number) =>
    `Scans: ${number(scans)}; clicks: ${number(clicks)}; bookings: ${number(bookings)}.`,
  hour: 'From',
  platform: 'Platform',
  platforms,
  byPlatform: 'Revenue by platform',
  revenueByDay: 'Revenue by day',
  revenueByDayText: (total: number) => `Revenue: ${money(total)}.`,
  dailyRevenue: 'By day and platform',
  day: 'Day',
  funnel: 'From scan to booking',
  stepOf: (count: number, part: number | null) => (part === null ? number(count) : `${number(count)} (${rate(part)})`),
  insights: 'Insights',
  reviews: (count: number) => counted(count, 'review', 'reviews'),
  stars: (count: number) => counted(count, 'star', 'stars'),
  starsTitle: 'Reviews by stars',
  starsMeaning: 'Reviews of so many stars that were written in this time and that guests see.',
  noReviews: 'Nobody has written a review in this time.',
  fewReviews: 'Of few guests, and of hours, it is not told how many stars they gave.',
  distributors: { partner: 'Your places', admin: 'Partners who brought most' },
  distributor: { partner: 'Place', admin: 'Partner' },
  noDistributors: { partner: 'You have no places yet', admin: 'No partner was booked in this time' },
  noDistributorsText: {
    partner: 'A place is told of from its first day on.',
    admin: 'Bookings of guests who had scanned no code are of no partner. Another range may have some.',
  },
  placesByDays: 'Places are told by whole days',
  placesByDaysText: 'Of hours they would tell of single guests. Another range has them.',
  timeByDays: 'Told by whole days',
  timeByDaysText: 'Hours would tell of single guests. Another range has its days.',
  roiByDays: 'Campaigns are counted by whole days: another range has what they brought and cost.',
  roiTooLarge: 'What campaigns brought and cost in this time is more than is added up here: choose fewer days.',
  network: 'Network',
  requestsText: (requests: number, errors: number) => `Requests: ${number(requests)}; faults: ${number(errors)}.`,
  speed: 'How quickly 19 of 20 were answered',
  endpoints: 'By what was asked',
  endpointsText: 'Those that took the most time in all.',
  endpoint: 'Endpoint',
  measuredSince: (at: string) => `Measured since ${moment(at)}.`,
  notMeasured: 'Nothing has been measured in this time',
  notMeasuredText: 'Servers measure from their first minute on.',
  hours: 'By hour of the day',
  hoursNote: 'Of all days together. Today has those alone that have begun.',
  hourOf: (hour: number) => clock(`2026-01-01T${String(hour).padStart(2, '0')}:00:00-10:00`),
  weekdays: 'By day of the week',
  weekdaysNote: 'On average of one such day. Today counts as a day, and is not over.',
  weekdayNames: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  topListings: 'Opened most',
  listing: 'Experience',
  categories: 'By category',
  category: 'Category',
  events: 'What pages tell',
  eventsText: (count: number) => `${counted(count, 'event', 'events')} of visitors.`,
  event: 'Event',
  eventsMeaning: 'How often pages told of it, of visitors alone.',
  count: 'Count',
  rowsTitle: {
    ...{ scans: 'Scans', openings: 'Openings', impressions: 'Impressions', clicks: 'Clicks', bookings: 'Bookings' },
    ...{ pending: 'Not confirmed yet', completed: 'Completed bookings' },
  },
  seeRows: {
    ...{ scans: 'See the scans', openings: 'See the openings', impressions: 'See the impressions' },
    ...{ clicks: 'See the clicks', bookings: 'See the bookings' },
    ...{ pending: 'See what is not confirmed', completed: 'See the completed ones' },
  },
  see: {
    reviews: 'See the reviews',
    campaigns: 'See the campaigns',
    partners: 'See the partners',
    advertisers: 'See the advertisers',
    places: 'See the places',
    codes: 'See the codes',
    listings: 'See the listings',
  },
  rowsSentence: (
    total: number,
    of: FigureRows,
    { range, day, platform }: { range: TimeRange; day: string | null; platform: BookingPlatform | null },
  ) =>
    [
      counted(total, ...rowNames[of]),
      ...(platform ? [`by ${platforms[platform]}`] : []),
      day ? `on ${calendarDay(day)}` : `in ${spans[range]}`,
      ...(isSummed(of) ? [`by ${range === '24h' ? 'hour' : 'day'} and experience`] : []),
    ]
      .join(' ')
      .concat(', newest first.'),
  toFigures: 'Back to the figures',
  amountMeaning: 'What was paid for the booking, where it has been told.',
  noRows: 'Nothing like that in this time',
  noRowsText: 'Another day, platform or range may have some.',
  columns: {
    at: 'When',
    code: 'Code',
    place: 'Place',
    partner: 'Partner',
    listing: 'Experience',
    status: 'Status',
    amount: 'Amount',
    scans: 'Scans',
    bookings: 'Bookings',
    conversion: 'Conversion',
    revenue: 'Revenue',
    requests: 'Requests',
    errors: 'Faults',
    p50: 'Half within',
    p95: '19 of 20 within',
    impressions: 'Impressions',
    openings: 'Openings',
    clicks: 'Clicks',
  },
  moment,
  filterDay: 'Day',
};

/** `18 more than before (294)`. */
function difference({ value, before }: Compared, write: (value: number) => string): string {
  const by = (value ?? 0) - (before ?? 0);
  if (by === 0) return 'as much as before';
  return `${write(Math.abs(by))} ${by > 0 ? 'more' : 'less'} than before (${write(before ?? 0)})`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
