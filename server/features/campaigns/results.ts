import type {
  getCampaignResults,
  getCampaignResultsChoices,
  ResultsQuery,
} from '../../../contract/campaign-results.ts';
import {
  mostResultCells,
  mostResultClicks,
  mostResultLines,
  type ResultPart,
  type ResultRange,
} from '../../../contract/campaign-results-form.ts';
import type { Answer } from '../../../contract/endpoint.ts';
import { addDays, hawaiiDay } from '../../../contract/hawaii-time.ts';
import type { Context } from '../../platform/context.ts';
import { type CsvValue, csvHeader, csvLine } from '../../platform/csv.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { countClicks, findAdvertised, findBooked } from './attributed.store.ts';
import { ownOf, seesMoney, withinOwn } from './campaigns.ts';
import { eachDay, requireFew } from './result-bounds.ts';
import { findChoices } from './result-choices.store.ts';
import {
  countBeside,
  countCells,
  findResultLines,
  findResults,
  type ResultScope,
  type ResultSum,
} from './results.store.ts';
import { roiOf } from './roi.ts';
import { findOwned } from './without.store.ts';
import { findAlone, tellAlone } from './without.ts';

type Results = Answer<typeof getCampaignResults>;
type Calling = Pick<Context, 'db' | 'clock' | 'membership'>;

const days: Readonly<Record<Exclude<ResultRange, 'month'>, number>> = { '7d': 7, '30d': 30, '90d': 90, '1y': 365 };

const firstOf = (range: ResultRange, today: string) =>
  range === 'month' ? `${today.slice(0, 8)}01` : addDays(today, 1 - days[range]);

function scopeOf(ctx: Calling, { range, ...asked }: ResultsQuery): ResultScope {
  const until = hawaiiDay(ctx.clock.now());
  return { from: firstOf(range, until), until, ...whoseOf(ctx, asked) };
}

/** What is asked for: of an advertiser's people its own, whatever they ask. */
const whoseOf = (ctx: Calling, { organisation, listing, campaign }: Omit<ResultsQuery, 'range'>) => ({
  ...{ organisation: ownOf(ctx) ?? organisation ?? null, listing, campaign },
});

const nothing: ResultSum = {
  ...{ impressions: 0, opens: 0, clicks: 0, bookings: 0, unconfirmed: 0, revenue_cents: 0, cost_cents: 0, own: 0 },
  ...{ programs: 0, beyond: 0 },
};

const rounded = (part: number | null) => (part === null ? null : Math.round(part * 10_000) / 10_000);

/**
 * What was booked of campaigns, and the listings that are told of without one: an advertiser's own, or the one that is asked for, where no
 * campaign is asked for.
 * @throws Refusal `results_too_large` where there is more to look at than one answer can
 */
async function readBooked({ db, ...ctx }: Calling, scope: ResultScope) {
  const { organisation, listing, campaign } = scope;
  const owned = campaign || !(organisation || listing) ? null : await findOwned(db, organisation, listing);
  const ids = owned?.map(({ listing_id }) => listing_id) ?? [];
  const cells = await withinOwn(db, ownOf(ctx), (within) => countCells(within, scope, mostResultCells + 1));
  requireFew(cells, 'days, campaigns and places');
  const listings = [...new Set([...(await findAdvertised(db, scope)), ...ids])];
  requireFew(await countClicks(db, scope, listings, mostResultClicks + 1), 'clicks', mostResultClicks);
  return { owned, cells, ...(await findBooked(db, scope, listings, ids)) };
}

/**
 * What came of campaigns in a range of days. An advertiser who asks for another's is told its own.
 * @throws Refusal `results_too_large` where there is more to add up than one answer can
 */
export async function readResults(ctx: Calling, query: ResultsQuery): Promise<Results> {
  const scope = scopeOf(ctx, query);
  const isShown = seesMoney(ctx);
  const { owned, cells, ofCampaigns, alone } = await readBooked(ctx, scope);
  const { rows, beside } = await withinOwn(ctx.db, ownOf(ctx), async (within) => ({
    rows: await findResults(within, scope, ofCampaigns, { byImpressions: !isShown }),
    beside: await countBeside(within, scope, ofCampaigns),
  }));
  const without = owned && tellAlone(scope, await findAlone(ctx.db, scope, owned, alone), alone, isShown);
  const dollars = (cents: number) => (isShown ? cents / 100 : null);
  const told = (sum: ResultSum) => ({
    ...{ impressions: sum.impressions, opens: sum.opens, clicks: sum.clicks, bookings: sum.bookings },
    ...{ unconfirmed_bookings: sum.unconfirmed, own: sum.own, programs: sum.programs, beyond: sum.beyond },
    ...{ revenue: dollars(sum.revenue_cents), cost: dollars(sum.cost_cents), roi: isShown ? roiOf(sum) : null },
  });
  const results: Results = {
    ...{ range: query.range, from: scope.from, until: scope.until, total: told(nothing) },
    days: eachDay(scope).map((day) => ({ day, ...told(nothing) })),
    ...{ listings: [], campaigns: [], places: [], without },
    file_lines: cells + beside,
  };
  const at = new Map(results.days.map(({ day }, index) => [day, index]));
  for (const row of rows) {
    const sum = told(row);
    if (row.of === 'all') results.total = sum;
    else if (row.of === 'day') results.days[at.get(row.day)!] = { day: row.day, ...sum };
    else if (row.of === 'listing') {
      const { listing_id, listing, advertiser } = row;
      results.listings.push({ listing_id, listing, advertiser, ...sum });
    } else if (row.of === 'campaign') {
      const { campaign_id, campaign, listing, advertiser } = row;
      results.campaigns.push({ campaign_id, campaign, listing, advertiser, ...sum });
    } else results.places.push({ location_id: row.location_id < 0 ? null : row.location_id, place: row.place, ...sum });
  }
  return results;
}

/** Whose results can be asked for. */
export async function readChoices(
  ctx: Calling,
  query: Omit<ResultsQuery, 'range'>,
): Promise<Answer<typeof getCampaignResultsChoices>> {
  const own = ownOf(ctx);
  return await withinOwn(ctx.db, own, (within) => findChoices(within, whoseOf(ctx, query), { isOfAll: own === null }));
}

const columns = [
  ...['day', 'advertiser', 'campaign', 'listing', 'place', 'impressions', 'opens', 'clicks', 'bookings'],
  ...['unconfirmed_bookings', 'revenue_usd', 'cost_usd', 'roi', 'own', 'programs', 'beyond'],
] as const;

const columnsAlone = [
  'day',
  'advertiser',
  'listing',
  'engagements',
  'booking_links',
  'bookings',
  'revenue_usd',
] as const;

/**
 * The same as CSV, of each day, campaign and place, which add up to it; credits are lines of their own. What came without a campaign is of
 * each day and listing. Money is a number that a spreadsheet adds up.
 * @throws Refusal `results_too_large` for more lines than a file has, or more to add up than one answer can; `invalid_request` where what
 * came without a campaign is not told
 */
export async function writeResults(
  ctx: Calling,
  { part, ...query }: ResultsQuery & { part: ResultPart },
): Promise<{ text: string; from: string; until: string }> {
  const scope = scopeOf(ctx, query);
  const isShown = seesMoney(ctx);
  const dollars = (cents: number): CsvValue => (isShown ? cents / 100 : null);
  const { owned, cells, ofCampaigns, alone } = await readBooked(ctx, scope);
  const { from, until } = scope;
  if (part === 'without') {
    if (!owned) {
      const detail =
        'query.part: of what came without a campaign, ask for one advertiser or listing, and for no campaign';
      throw new Refusal('invalid_request', { detail });
    }
    const lines = await findAlone(ctx.db, scope, owned, alone);
    requireFew(lines.length, 'lines', mostResultLines);
    const written = lines.map(({ day, advertiser, listing, engagements, links, bookings, revenue_cents }) =>
      csvLine([day, advertiser, listing, engagements, links, bookings, dollars(revenue_cents)]),
    );
    return { text: [csvHeader(columnsAlone), ...written].join(''), from, until };
  }
  // What is too long is known before it is read.
  requireFew(cells, 'lines', mostResultLines);
  const lines = await withinOwn(ctx.db, ownOf(ctx), (within) =>
    findResultLines(within, scope, mostResultLines + 1, ofCampaigns),
  );
  requireFew(lines.length, 'lines', mostResultLines);
  const placeOf = ({ location_id, place }: { location_id: number; place: string | null }) =>
    location_id === 0 ? 'Explore' : location_id < 0 ? 'credit' : place;
  const text = [
    csvHeader(columns),
    ...lines.map((line) =>
      csvLine([
        ...[line.day, line.advertiser, line.campaign, line.listing, placeOf(line), line.impressions, line.opens],
        ...[line.clicks, line.bookings, line.unconfirmed, dollars(line.revenue_cents), dollars(line.cost_cents)],
        ...[isShown ? rounded(roiOf(line)) : null, line.own, line.programs, line.beyond],
      ]),
    ),
  ].join('');
  return { text, from, until };
}
