import { mostResultCells, mostResultClicks, type ResultRange } from '../../../../contract/campaign-results-form.ts';
import { calendarDay, dollars, number, percent } from '../format.ts';
import { counted } from './counted.ts';

const none = '–';
const cash = (amount: number) => dollars(amount).replace('-', '−');
const money = (amount: number | null) => (amount === null ? none : cash(amount));
const roi = (part: number | null) => (part === null ? none : percent(part).replace('-', '−'));
const ranges: Record<ResultRange, string> = {
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
  month: 'This month',
  '1y': 'A year',
};

interface Sum {
  impressions: number;
  clicks: number;
  bookings: number;
  revenue: number | null;
  cost: number | null;
}

/** The desks of campaigns. */
export const campaignTabs = { campaigns: 'Campaigns', results: 'Results', invoices: 'Invoices' };

/** Words of the screen of what came of campaigns. */
export const campaignResultsDesk = {
  number,
  money,
  roi,
  ranges,
  sentence: ({ impressions, clicks, bookings, revenue, cost }: Sum, from: string, until: string) =>
    [
      `${counted(impressions, 'impression', 'impressions')}, ${counted(clicks, 'click', 'clicks')} and`,
      `${counted(bookings, 'booking', 'bookings')} from ${calendarDay(from)} to ${calendarDay(until)}`,
      ...(revenue === null || cost === null ? [] : [`: ${money(revenue)} of revenue for ${money(cost)}`]),
    ]
      .join(' ')
      .replace(' :', ':')
      .concat('.'),
  rangesLabel: 'Days',
  filters: { organisation: 'Advertiser', campaign: 'Campaign', listing: 'Listing' },
  files: { campaigns: 'Download as CSV', without: 'Download what came without a campaign as CSV' },
  tooLarge: 'There is more than can be added up at once.',
  tooLargeText: `More than ${number(mostResultCells)} days, campaigns and places, or more than ${number(mostResultClicks)} clicks. Please choose fewer days, one advertiser, one campaign or one listing.`,
  fileTooLong: (lines: number, most: number) =>
    `The CSV would have ${number(lines)} lines, and ${number(most)} is the most. Please choose fewer days, or one campaign.`,
  figures: 'In all',
  /** Each figure, and what it is. */
  tiles: {
    impressions: ['Impressions', 'A sponsored card was half in sight for a second: once a visit and day.'],
    opens: ['Opens', 'Its words were unfolded, or its reviews: once a visit and day.'],
    clicks: [
      'Clicks',
      '“Sign In to Book”, its booking link or its page was followed: once a visit and day. A visit begins with a scan.',
    ],
    bookings: [
      'Bookings',
      'Confirmed or completed, by a visit with a click that counts in the 30 days before. A cancelled one is taken back.',
    ],
    unconfirmed_bookings: ['Not confirmed yet', 'Ways to the booking page of which nobody has told more.'],
    revenue: ['Revenue', 'The amounts of those bookings, where the platform has told them.'],
    cost: ['Cost', 'What was charged, less what was credited.'],
    roi: ['ROI', 'Revenue less cost, as a part of the cost. “–” where nothing was paid.'],
    own: ['Own visits', 'What the advertiser’s people saw and followed: in no other figure, and free.'],
    programs: ['Programs', 'What programs saw and followed: in no other figure, and free.'],
    beyond: [
      'Beyond one network',
      'Shown to visits of one network, as a hotel’s Wi-Fi, that had counted its share of the day: in no other figure, and free. What they follow and book came without a campaign.',
    ],
  },
  shown: {
    title: 'Impressions by day',
    text: (count: number) => `Impressions: ${number(count)}.`,
    most: (day: string) => `The most on ${calendarDay(day)}.`,
  },
  followed: {
    title: 'Opens, clicks and bookings by day',
    text: (opens: number, clicks: number, bookings: number) =>
      `Opens: ${number(opens)}; clicks: ${number(clicks)}; bookings: ${number(bookings)}.`,
  },
  paid: {
    title: 'Revenue and cost by day',
    text: (revenue: number, cost: number) => `${cash(revenue)} of revenue for ${cash(cost)}.`,
  },
  tables: { campaigns: 'By campaign', listings: 'By listing', places: 'By place' },
  columns: { campaign: 'Campaign', listing: 'Listing', place: 'Place', advertiser: 'Advertiser' },
  explore: 'Explore',
  gonePlace: 'A place that is no more',
  credits: 'Credits, of no place',
  first: (count: number) => `The ${number(count)} that cost the most. The CSV has all.`,
  without: {
    title: 'Without a campaign',
    text: 'What came of the listings by themselves in the same days.',
    /** Each figure, and what it is. */
    figures: {
      engagements: [
        'Engagements',
        'Its pin, its details or the page of its operator was opened, from a sponsored card too.',
      ],
      links: ['Booking links', 'Followed by visits that had clicked on none of its campaigns in the 30 days before.'],
      bookings: ['Bookings', 'Confirmed or completed, of those visits.'],
      revenue: ['Revenue', 'The amounts of those bookings, where the platform has told them.'],
    },
    byDay: {
      title: 'Without a campaign: engagements, booking links and bookings by day',
      text: (engagements: number, links: number, bookings: number) =>
        `Engagements: ${number(engagements)}; booking links: ${number(links)}; bookings: ${number(bookings)}.`,
    },
    revenueByDay: {
      title: 'Without a campaign: revenue by day',
      text: (revenue: number) => `${cash(revenue)} of revenue.`,
    },
    tables: { listings: 'Without a campaign, by listing', places: 'Without a campaign, by place' },
    placesText: 'The place whose code the guest had scanned. Engagements and booking links are not told by place.',
    noPlace: 'No place',
    noBookings: 'No bookings yet',
    noBookingsText: 'Once one of them is booked without a campaign, its place stands here.',
    none: 'Nothing came by itself',
    noneText: 'No guest has opened, followed or booked one of these listings in these days but by a campaign.',
  },
  noneLikeThat: 'Nothing under these filters',
  noneLikeThatText: 'Nothing came in these days of what you have chosen.',
  withoutFilters: 'Take the filters off',
  none: 'Nothing yet',
  noneText: 'Once a campaign runs, what comes of it is told here.',
};
