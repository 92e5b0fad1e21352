import type { SummedRows } from '../../../contract/figure-rows.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Page } from '../../platform/lists.ts';
import { readSpan, type SpanRow } from '../analytics/analytics.ts';
import { type FigureRow, findListingNames } from './rows.store.ts';

export const lengthMs = { hour: 3_600_000, day: 86_400_000 };

/** How many there are of a day or an hour. */
export interface Count {
  at: Date;
  count: number;
}

interface Span {
  from: Date;
  until: Date;
  grain: 'hour' | 'day';
}

/**
 * A page of what came of each experience by day, or hour, newest first. What pages tell has no number of its own, and is gone in time: the
 * sums stay, and are told in its stead.
 * @param counts of the days, or hours, in which there was any, newest first
 */
export async function readSums(
  db: Db,
  of: SummedRows,
  span: Span,
  counts: readonly Count[],
  page: Page,
): Promise<FigureRow[]> {
  const isAfter = ({ starts_at, key }: Pick<SpanRow, 'starts_at' | 'key'>) => {
    if (!page.after) return true;
    const by = Number(page.after.value) / 1000 - starts_at.getTime();
    return by > 0 || (by === 0 && Number(key) < Number(page.after.id));
  };
  const left = counts.filter(({ at }) => !page.after || at.getTime() <= Number(page.after.value) / 1000);
  const rows: SpanRow[] = [];
  // How many experiences a day has is not known before it is read: of few in each, twice as many days are read next.
  for (let at = 0, size = 1; at < left.length && rows.length < page.limit; at += size, size *= 2) {
    const some = await readSpan(db, ['listing'], {
      ...{ ...within(span, left.slice(at, at + size)), grain: span.grain },
      ...{ events: of === 'impressions', bookings: false },
    });
    rows.push(...some.filter((row) => row[of] > 0 && isAfter(row)).sort(newestFirst));
  }
  const told = rows.slice(0, page.limit);
  const names = await findListingNames(db, [...new Set(told.map(({ key }) => Number(key)))]);
  return told.map(({ key, starts_at, [of]: count }) => ({
    ...{ id: key, order_value: String(starts_at.getTime() * 1000), at: starts_at, count },
    ...{ booking: null, code: null, location_id: null, place: null, partner: null },
    ...{ listing_id: Number(key), listing: names.get(Number(key)) ?? null },
    ...{ platform: null, status: null, amount_cents: null },
  }));
}

/** From the first to the last of some days, or hours, as far as the span has them. */
function within({ from, until, grain }: Span, counts: readonly Count[]) {
  const [first, end] = [counts.at(-1)!.at, new Date(counts[0]!.at.getTime() + lengthMs[grain])];
  return { from: first > from ? first : from, until: end < until ? end : until };
}

const newestFirst = (one: SpanRow, other: SpanRow) =>
  other.starts_at.getTime() - one.starts_at.getTime() || Number(other.key) - Number(one.key);
