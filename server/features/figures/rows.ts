import { z } from 'zod';
import type { FigureRowsQuery, listFigureRows } from '../../../contract/analytics-figures.ts';
import type { Answer } from '../../../contract/endpoint.ts';
import { bookingRows, isSummed } from '../../../contract/figure-rows.ts';
import { nextHawaiiDay } from '../../../contract/hawaii-time.ts';
import { uuid } from '../../../contract/values.ts';
import type { Db } from '../../platform/database/database.ts';
import { isWhole, nextOf, readPage } from '../../platform/lists.ts';
import { readSpan } from '../analytics/analytics.ts';
import { rangeOf } from './compared.ts';
import { findRows } from './rows.store.ts';
import { type Count, lengthMs, readSums } from './summed-rows.ts';

const sort = '-at';
const numbered = z.string().regex(/^\d{1,16}$/);

/** A page of the rows that a figure counts, newest first. */
export async function readRows(db: Db, now: Date, query: FigureRowsQuery): Promise<Answer<typeof listFigureRows>> {
  const { of, time_range, day, platform, after } = query;
  const isBooking = bookingRows.some((one) => one === of);
  const page = readPage({ sort, after }, (_by, value) => isWhole(value), isBooking ? uuid : numbered);
  const range = rangeOf(time_range, now);
  const span = day ? withinDay(range, new Date(`${day}T00:00:00-10:00`)) : range;
  const counts =
    span.from < span.until
      ? await readCounts(db, { from: span.from, until: span.until, grain: range.grain }, query)
      : [];
  const rows =
    counts.length === 0
      ? []
      : isSummed(of)
        ? await readSums(db, of, { ...span, grain: range.grain }, counts, page)
        : await findRows(db, of, span, { ...page, platform, since: sinceOf(counts, lengthMs[range.grain], page) });
  return {
    ...{ time_range, from: span.from.toISOString(), until: span.until.toISOString() },
    rows: rows.map(({ at, amount_cents, ...row }) => ({
      ...row,
      at: at.toISOString(),
      amount: amount_cents === null ? null : amount_cents / 100,
    })),
    total: counts.reduce((sum, { count }) => sum + count, 0),
    next: nextOf(sort, page, rows),
  };
}

const withinDay = ({ from, until }: { from: Date; until: Date }, day: Date) => ({
  from: from > day ? from : day,
  until: until < nextHawaiiDay(day) ? until : nextHawaiiDay(day),
});

/** How many there are of each day or hour, newest first, as the figure says. */
async function readCounts(
  db: Db,
  span: Parameters<typeof readSpan>[2],
  { of, platform }: FigureRowsQuery,
): Promise<Count[]> {
  // Neither scans nor what is summed are of a platform.
  const asked = of === 'scans' || isSummed(of) ? undefined : platform;
  const rows = await readSpan(db, [asked ? 'platform' : 'total'], {
    ...{ ...span, platform: asked, events: of === 'impressions' },
  });
  const told = rows.filter(({ key }) => !asked || key === asked);
  return told
    .map((row) => ({ at: row.starts_at, count: row[of] }))
    .filter(({ count }) => count > 0)
    .reverse();
}

/** Since when a page's rows are sure to be there, so that no more of them are read than a few days, or hours, have. */
function sinceOf(counts: readonly Count[], lengthMs: number, { after, limit }: ReturnType<typeof readPage>): Date {
  // Of the one in which the page before ended some are told already.
  const before = after ? Number(after.value) / 1000 : Infinity;
  let seen = 0;
  for (const { at, count } of counts) {
    if (at.getTime() + lengthMs <= before) seen += count;
    if (seen >= limit) return at;
  }
  return counts.at(-1)!.at;
}
