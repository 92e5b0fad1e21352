import type { getCampaignResults, ResultsQuery } from '../../../contract/campaign-results.ts';
import { mostResultLines, type ResultRange } from '../../../contract/campaign-results-form.ts';
import type { Answer } from '../../../contract/endpoint.ts';
import { addDays, hawaiiDay } from '../../../contract/hawaii-time.ts';
import type { Context } from '../../platform/context.ts';
import { type CsvValue, csvHeader, csvLine } from '../../platform/csv.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { ownOf, seesMoney, withinOwn } from './campaigns.ts';
import {
  countCells,
  findBooked,
  findChoices,
  findResultLines,
  findResults,
  type ResultScope,
  type ResultSum,
} from './results.store.ts';
import { roiOf } from './roi.ts';
import { readWithout } from './without.ts';

type Results = Answer<typeof getCampaignResults>;
type Calling = Pick<Context, 'db' | 'clock' | 'membership'>;

/** No more days, campaigns and places are added up in one answer, which has to be there in seconds. */
const mostCells = 200_000;

const days: Readonly<Record<Exclude<ResultRange, 'month'>, number>> = { '7d': 7, '30d': 30, '90d': 90, '1y': 365 };

const firstOf = (range: ResultRange, today: string) =>
  range === 'month' ? `${today.slice(0, 8)}01` : addDays(today, 1 - days[range]);

function scopeOf(ctx: Calling, { range, organisation, listing, campaign }: ResultsQuery): ResultScope {
  const until = hawaiiDay(ctx.clock.now());
  return { from: firstOf(range, until), until, organisation: ownOf(ctx) ?? organisation ?? null, listing, campaign };
}

const nothing: ResultSum = {
  ...{ impressions: 0, opens: 0, clicks: 0, bookings: 0, unconfirmed: 0, revenue_cents: 0, cost_cents: 0, own: 0 },
  programs: 0,
};

const rounded = (part: number | null) => (part === null ? null : Math.round(part * 10_000) / 10_000);

/** @throws Refusal `invalid_request` where there is more to add up than one answer can */
function requireFew(cells: number): void {
  if (cells <= mostCells) return;
  const detail = `query.range: has more than ${mostCells} days, campaigns and places: ask for fewer days, a campaign or a listing`;
  throw new Refusal('invalid_request', { detail });
}

/**
 * What came of campaigns in a range of days. An advertiser who asks for another's is told its own.
 * @throws Refusal `invalid_request` where there is more to add up than one answer can
 */
export async function readResults(ctx: Calling, query: ResultsQuery): Promise<Results> {
  const scope = scopeOf(ctx, query);
  const own = ownOf(ctx);
  const isShown = seesMoney(ctx);
  const booked = await findBooked(ctx.db, scope);
  const { rows, choices } = await withinOwn(ctx.db, own, async (within) => {
    requireFew(await countCells(within, scope, mostCells + 1));
    return {
      rows: await findResults(within, scope, booked, { byImpressions: !isShown }),
      choices: await findChoices(within, scope.organisation, scope),
    };
  });
  // Among all of them whoever else could be asked for.
  const { advertisers } = own || !query.organisation ? choices : await findChoices(ctx.db, null, scope);
  const dollars = (cents: number) => (isShown ? cents / 100 : null);
  const told = (sum: ResultSum) => ({
    ...{ impressions: sum.impressions, opens: sum.opens, clicks: sum.clicks, bookings: sum.bookings },
    ...{ unconfirmed_bookings: sum.unconfirmed, own: sum.own, programs: sum.programs },
    ...{ revenue: dollars(sum.revenue_cents), cost: dollars(sum.cost_cents), roi: isShown ? roiOf(sum) : null },
  });
  const results: Results = {
    ...{ range: query.range, from: scope.from, until: scope.until, total: told(nothing) },
    days: eachDay(scope).map((day) => ({ day, ...told(nothing) })),
    ...{ listings: [], campaigns: [], places: [], without: await readWithout(ctx.db, scope, isShown) },
    ...{ advertisers: own ? [] : advertisers, all_campaigns: choices.campaigns, all_listings: choices.listings },
    file_lines: rows[0]!.lines,
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

function eachDay({ from, until }: ResultScope): string[] {
  const all = [];
  for (let day = from; day <= until; day = addDays(day, 1)) all.push(day);
  return all;
}

const columns = [
  ...['day', 'advertiser', 'campaign', 'listing', 'place', 'impressions', 'opens', 'clicks', 'bookings'],
  ...['unconfirmed_bookings', 'revenue_usd', 'cost_usd', 'roi', 'own', 'programs'],
] as const;

/**
 * The same as CSV, of each day, campaign and place, which add up to it; credits are lines of their own. Money is a number that a
 * spreadsheet adds up.
 * @throws Refusal `invalid_request` for more lines than a file has
 */
export async function writeResults(
  ctx: Calling,
  query: ResultsQuery,
): Promise<{ text: string; from: string; until: string }> {
  const scope = scopeOf(ctx, query);
  const booked = await findBooked(ctx.db, scope);
  const lines = await withinOwn(ctx.db, ownOf(ctx), async (within) => {
    requireFew(await countCells(within, scope, mostCells + 1));
    return await findResultLines(within, scope, mostResultLines + 1, booked);
  });
  if (lines.length > mostResultLines) {
    const detail = `query.range: has more than ${mostResultLines} lines: ask for fewer days, or for one campaign`;
    throw new Refusal('invalid_request', { detail });
  }
  const isShown = seesMoney(ctx);
  const dollars = (cents: number): CsvValue => (isShown ? cents / 100 : null);
  const placeOf = ({ location_id, place }: { location_id: number; place: string | null }) =>
    location_id === 0 ? 'Explore' : location_id < 0 ? 'credit' : place;
  const text = [
    csvHeader(columns),
    ...lines.map((line) =>
      csvLine([
        ...[line.day, line.advertiser, line.campaign, line.listing, placeOf(line), line.impressions, line.opens],
        ...[line.clicks, line.bookings, line.unconfirmed, dollars(line.revenue_cents), dollars(line.cost_cents)],
        ...[isShown ? rounded(roiOf(line)) : null, line.own, line.programs],
      ]),
    ),
  ].join('');
  return { text, from: scope.from, until: scope.until };
}
