import { mostResultCells, mostResultClicks } from '../../../contract/campaign-results-form.ts';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import type { Db } from '../../platform/database/database.ts';
import { countClicks, findAdvertised, findBooked } from './attributed.store.ts';
import { countCells, type ResultSum, sumResults } from './results.store.ts';

/** What one gets back for what one pays: as a part of it, or null where nothing is paid. */
export const roiOf = ({ revenue_cents, cost_cents }: Pick<ResultSum, 'revenue_cents' | 'cost_cents'>): number | null =>
  cost_cents > 0 ? (revenue_cents - cost_cents) / cost_cents : null;

/**
 * What all campaigns together brought and cost in the whole Hawaiian days of [from, until), in dollars; null where that is more than an
 * answer adds up, as results refuse it.
 */
export async function readAdvertising(db: Db, { from, until }: { from: Date; until: Date }) {
  const lastDay = hawaiiDay(new Date(until.getTime() - 1));
  const scope = { from: hawaiiDay(from), until: lastDay, organisation: null };
  const listings = await findAdvertised(db, scope);
  const [cells, clicks] = [mostResultCells + 1, mostResultClicks + 1];
  if ((await countCells(db, scope, cells)) === cells || (await countClicks(db, scope, listings, clicks)) === clicks)
    return null;
  const { ofCampaigns } = await findBooked(db, scope, listings, []);
  const sum = await sumResults(db, scope, ofCampaigns);
  return { revenue: sum.revenue_cents / 100, cost: sum.cost_cents / 100, roi: roiOf(sum) };
}
