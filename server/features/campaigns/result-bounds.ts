import { mostResultCells } from '../../../contract/campaign-results-form.ts';
import { addDays } from '../../../contract/hawaii-time.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { ResultScope } from './results.store.ts';

/**
 * Refuses what would take longer than an answer may.
 * @param of what they are counted in
 * @throws Refusal `results_too_large` for more than `most`
 */
export function requireFew(count: number, of: string, most = mostResultCells): void {
  if (count > most) throw new Refusal('results_too_large', { most: most.toLocaleString('en-US'), of });
}

/** The days that are asked for, in their order. */
export function eachDay({ from, until }: Pick<ResultScope, 'from' | 'until'>): string[] {
  const all = [];
  for (let day = from; day <= until; day = addDays(day, 1)) all.push(day);
  return all;
}
