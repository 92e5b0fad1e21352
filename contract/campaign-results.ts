import { z } from 'zod';
import { mostResultCells, mostResultLines, resultParts, resultRanges } from './campaign-results-form.ts';
import { endpoint } from './endpoint.ts';
import { calendarDay, dollars, rowId, rowIdText, uuid } from './values.ts';

/** Dollars; null for those who may not see money. */
const money = dollars.nullable();

/** What came of sponsored cards (docs/figures.md). */
const figures = {
  impressions: z.int(),
  opens: z.int(),
  clicks: z.int(),
  /** Confirmed and completed, on the day on which they were booked; a cancelled one is none. */
  bookings: z.int(),
  /** Of which nobody has told more than the way to the booking page. */
  unconfirmed_bookings: z.int(),
  /** Of bookings whose amount is told. */
  revenue: money,
  /** Charges less credits. */
  cost: money,
  /** (revenue - cost) / cost; null where nothing was paid, and for those who may not see money. */
  roi: z.number().nullable(),
  /** What the advertiser's own people and programs saw or followed: in none of the others. */
  own: z.int(),
  programs: z.int(),
  /** Shown to visits of an address that had counted its share of the day: in none of the others, and charged to nobody. */
  beyond: z.int(),
};

const named = { id: uuid, name: z.string() };

const ofResults = { access: ['advertiser', 'admin'], permission: 'advertiser_analytics' } as const;

const query = z.object({
  range: z.enum(resultRanges).default('30d'),
  /** Of one advertiser; one's own is all that an advertiser sees. */
  organisation: uuid.optional(),
  listing: rowIdText.optional(),
  campaign: uuid.optional(),
});
export type ResultsQuery = z.output<typeof query>;

/** What came of listings by no campaign. */
const alone = {
  /** Its pin, its details or its operator's page was opened; also of a sponsored card. No openings of cards as campaigns count them. */
  engagements: z.int(),
  /** Its booking link was followed, by no visit that had clicked a campaign of it in the days before. */
  links: z.int(),
  bookings: z.int(),
  revenue: money,
};

export const getCampaignResults = endpoint({
  method: 'GET',
  path: '/api/campaign-results',
  ...ofResults,
  summary:
    "What came of campaigns, an advertiser's own or all for administrators: in all, by day, and by listing, campaign and place, those that cost the most",
  query,
  reply: z.object({
    range: z.enum(resultRanges),
    /** Days of Hawaiʻi, both of them within. */
    from: calendarDay,
    until: calendarDay,
    total: z.object(figures),
    days: z.array(z.object({ day: calendarDay, ...figures })),
    listings: z.array(z.object({ listing_id: rowId, listing: z.string(), advertiser: z.string(), ...figures })),
    campaigns: z.array(
      z.object({ campaign_id: uuid, campaign: z.string(), listing: z.string(), advertiser: z.string(), ...figures }),
    ),
    places: z.array(
      z.object({
        /** 0: lists of Explore. Null: credits, which are of no place. */
        location_id: z.int().nullable(),
        /** Null of those two, and of a place that there is no more. */
        place: z.string().nullable(),
        ...figures,
      }),
    ),
    /**
     * What came of the advertiser's listings by no campaign; null where a campaign is asked for, and of administrators who ask for no
     * advertiser and no listing.
     */
    without: z
      .object({
        total: z.object(alone),
        days: z.array(z.object({ day: calendarDay, ...alone })),
        /** At most as many as of the others, those that brought the most. */
        listings: z.array(z.object({ listing_id: rowId, listing: z.string(), advertiser: z.string(), ...alone })),
        /** Those whose codes led to bookings; likewise. Which place's guests opened or followed something is not told. */
        places: z.array(
          z.object({
            /** Null of bookings that no code led to. */
            location_id: rowId.nullable(),
            place: z.string().nullable(),
            ...{ bookings: alone.bookings, revenue: money },
          }),
        ),
        /** As below, one line for each day and listing. */
        file_lines: z.int(),
      })
      .nullable(),
    /** How many lines the file of it has: one for each day, campaign and place. There is none with too many. */
    file_lines: z.int(),
  }),
  errors: ['results_too_large'],
});

export const getCampaignResultsChoices = endpoint({
  method: 'GET',
  path: '/api/campaign-results/choices',
  ...ofResults,
  summary:
    'Whose results can be asked for alone, by name; the first 200, and whatever is asked for: what of it is not there does not fit the rest',
  query: query.omit({ range: true }),
  reply: z.object({
    /** For administrators: those that have a campaign. */
    advertisers: z.array(z.object(named)),
    /** Of a listing its own alone. */
    campaigns: z.array(z.object(named)),
    /** Those of advertisers, and those that had a campaign. */
    listings: z.array(z.object({ id: rowId, name: z.string() })),
  }),
});

export const getCampaignResultsFile = endpoint({
  method: 'GET',
  path: '/api/campaign-results/file',
  ...ofResults,
  summary: `The same as CSV, a row for each day, campaign and place, with its ROI as a fraction, or, of what came without a campaign, for each day and listing; at most ${mostResultLines} of them, of at most ${mostResultCells} to add up`,
  query: query.extend({ part: z.enum(resultParts).default('campaigns') }),
  reply: z.custom<Uint8Array>(),
  replyKind: 'binary',
  errors: ['results_too_large'],
});
