import type { DayRange } from '../../../../contract/time-ranges.ts';
import { calendarDay, decimal, dollars, month, number, percent } from '../format.ts';

const spans: Record<DayRange, string> = {
  '7d': 'In the last 7 days',
  '30d': 'In the last 30 days',
  '90d': 'In the last 90 days',
  '1y': 'In the last year',
};

/** Words of the administrators' home: its tabs, its figures, and the files of them. */
export const adminDesk = {
  tabs: {
    overview: 'Overview',
    stakeholders: 'Stakeholder Mgmt',
    distributors: 'Distributor Ops',
    advertisers: 'Advertiser Mgmt',
    analytics: 'Analytics',
    reports: 'Advanced Reports',
  },
  number,
  percent: (fraction: number | null) => (fraction === null ? '–' : percent(fraction)),
  dollars: (amount: number | null) => (amount === null ? '–' : dollars(amount)),
  failed: 'These figures could not be had. Please try again in a moment.',
  span: (from: string, until: string) => `${calendarDay(from)} to ${calendarDay(until)}, days of Hawaiʻi.`,

  /** The first sentences of the tabs. */
  so: (scans: number, bookings: number) => `Today in Hawaiʻi: ${number(scans)} scanned, ${number(bookings)} booked.`,
  owed: (payable: number, held: number) => `${dollars(payable)} is payable to partners; ${dollars(held)} is held.`,
  brought: (organization: string, revenue: number) =>
    `${organization} brought most in the last 30 days: ${dollars(revenue)}.`,
  sofar: (scans: number, bookings: number) =>
    `From the beginning: ${number(scans)} scanned, ${number(bookings)} booked.`,
  lately: (scans: number, bookings: number, range: DayRange) =>
    `${spans[range]}: ${number(scans)} scanned, ${number(bookings)} booked.`,

  /** What each figure is (docs/figures.md). */
  meanings: {
    travelers: 'Accounts of travelers that are active.',
    stakeholders: 'Organizations of partners and advertisers that are not suspended.',
    total: 'The amounts of confirmed and completed bookings, where they have been told, from the beginning.',
    conversion: 'Confirmed and completed bookings, as a part of the scans, from the beginning.',
    scans: 'Openings of a place by its code. The same browser with the same code within ten minutes counts once.',
    bookings:
      'Confirmed by their platform or by us, the completed ones among them, on the day on which they were booked.',
    clicks: 'Links to a booking page that guests followed.',
    completed: 'Bookings whose day has come.',
    overall: 'Completed bookings, as a part of the scans.',
    activePartners: 'Partners who may work: not invited alone, and not suspended.',
    pendingPartners: 'Partners who were invited, and have not joined yet.',
    pendingRequests: 'Codes that partners asked for and nobody has decided on.',
    approvedRequests: 'Codes that partners asked for and that were approved, of all time.',
    estimated: 'Partners’ commission of bookings that nobody has confirmed yet.',
    pending:
      'Of confirmed bookings whose last day, or the time after it in which they may be called off, is not over, or whose amount is not told.',
    held: 'Of bookings about which a person is asked.',
    payable: 'What comes with the next payouts, from a partner’s minimum on.',
    paid: 'What was paid out since the first of Hawaiʻi’s month, beside as much of the month before.',
    locations: 'Places with a code that leads there.',
    rating: 'The mean of the ratings of the listings that guests see.',
    uptime: 'Minutes of the last 30 days in which a server was up, as a part of those since the first measured one.',
  },

  users: 'Users',
  travelers: 'Travelers',
  stakeholders: 'Stakeholders',
  revenue: 'Revenue',
  total: 'Total',
  conversion: 'Conversion',
  today: 'Today',
  scans: 'QR scans',
  bookings: 'Bookings',
  metricsNote:
    'Revenue and conversion are from the beginning; today is Hawaiʻi’s, and stands beside yesterday up to this time of day.',
  yesterdayNote: 'Today is Hawaiʻi’s, and stands beside yesterday up to this time of day.',
  intelligence: 'Intelligence, last 7 days',
  intelligenceNone: 'Nobody has scanned in these 7 days',
  intelligenceNoneText: 'It begins with codes that partners hand out.',
  funnel: {
    scans: 'QR scans',
    clicks: 'Ways to a booking page',
    bookings: 'Bookings, confirmed or completed',
    completed: 'Completed bookings',
    conversion: 'Overall conversion, of scans to completed bookings',
  },
  partners: 'Partners',
  partnerCounts: {
    active: 'Active partners',
    pending: 'Pending partners',
    pendingRequests: 'Pending QR requests',
    approvedRequests: 'Approved QR requests',
  },
  noPartner: 'There is no partner yet',
  noPartnerText: 'Invite the first one: it stands here at once, as pending.',
  allPartners: 'All partners',
  decideRequests: 'Decide QR requests',
  quick: 'Quick actions',
  toPartners: 'Manage partners',
  toContent: 'Manage content',
  toDistributors: 'Manage distributors',
  toAnalytics: 'View analytics',
  desks: 'All desks',

  commission: 'Commission overview',
  commissionLead: 'What partners have in the ledger, by where it stands.',
  standings: { estimated: 'Estimated', pending: 'Pending', held: 'Held', payable: 'Payable' },
  paid: (day: string) => `Paid in ${month(day)}`,
  topPartners: 'Top partners by commission',
  earned: (bookings: number) => `Bookings: ${number(bookings)}`,
  noCommission: 'No partner has earned anything in these days',
  noCommissionText: 'Commission is earned once a booking that began with a partner’s code is confirmed.',
  toLedger: 'Ledger',
  toPayouts: 'Payouts',
  toHolds: 'Holds',

  topAdvertisers: 'Top advertisers by booking revenue',
  advertiserFigures: (listings: number, clicks: number, bookings: number) =>
    `Listings: ${number(listings)}; ways to a booking page: ${number(clicks)}; bookings: ${number(bookings)}`,
  deskOf: (desk: string, advertiser: string) => `${desk} of ${advertiser}`,
  noAdvertiser: 'No listing of an advertiser was booked in these days',
  noAdvertiserText: 'Invite advertisers, and give them the listings that are theirs.',
  exportPerformance: 'Export Performance Report',
  exported: 'The report is on its way to your downloads.',
  exportLong:
    'The report is too long to be sent at once. How far it is stands further up, and there is its file when it is done.',
  exportFailed: (why: string) => `Failed to export report: ${why}`,

  cards: {
    scans: 'Platform Scans',
    revenue: 'Total Revenue',
    bookings: 'Total Bookings',
    conversion: 'Conversion Rate',
  },
  cardsNote: 'From the beginning.',
  live: 'Live Performance',
  active: 'Active Stakeholders',
  bookingsToday: 'Bookings Today',
  summary: 'Intelligence Summary',
  locations: 'Locations active',
  rating: 'Rating',
  uptime: 'Uptime',
  outOfFive: (mean: number | null) => (mean === null ? '–' : `${decimal(mean)}/5`),
  detailed: 'View Detailed Analytics',
  exportPlatform: 'Export Platform Report',

  reportsLabel: 'Reports',
  chartMissing: 'What draws these figures could not be loaded.',
  chartAgain: 'Try again',
  reportNone: 'Nothing has happened in these days',
  downloadReport: 'Download as CSV',
  mailReport: 'Mail it to me when done',
  byMail: 'By e-mail',
  byMailText:
    'In the morning after the last day: the main figures, and a link to the file, which can be fetched for some days.',
  howOften: 'How often this report is mailed to you',
  never: 'Never',
  frequencies: { weekly: 'After each week', monthly: 'After each month', quarterly: 'After each quarter' },
  subscribe: 'Save how often',
  subscribing: 'Saving…',
  subscribed: 'It is saved how often this report is mailed to you.',
  inFile: {
    revenue:
      'The file has the same figures by day and platform, and those of each partner and advertiser that was booked.',
    performance: 'The file has the same figures by day, and by partner, place, code and experience.',
  },
  revenueSummary: 'Revenue Summary',
  revenueText: (revenue: string, bookings: number, span: string) =>
    `Revenue ${revenue}, by bookings: ${number(bookings)}. ${span}`,
  performance: 'Performance Analytics',
  performanceText: (scans: number, rate: string, span: string) =>
    `Scans: ${number(scans)}; conversion: ${rate}. ${span}`,
};
