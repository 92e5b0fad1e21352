import type { Answer } from '../../../contract/endpoint.ts';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import type { getCodeDays } from '../../../contract/partner-performance.ts';
import {
  type CodeSpan,
  codeSpans,
  mostCodesByDay,
  type PerformanceRange,
  type Told,
} from '../../../contract/portal-states.ts';
import type { Db } from '../../platform/database/database.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import { readCodeDays as readDays } from '../analytics/analytics.ts';
import { requireOwn } from '../codes/codes.ts';
import { rankOf } from './breakdowns.ts';
import type { Counted } from './hide-few.ts';
import { hideFewDays } from './hide-grid.ts';
import { findOwnCodes } from './performance.store.ts';
import { type Own, readFigures } from './performance.ts';
import { spanBetween } from './spans.ts';

/**
 * The scans of the codes that lead to one of an organisation's places beside each other, day by day or by more days where single ones tell
 * too little: those with the most in the range.
 * @throws Refusal `not_found`
 */
export async function readCodeDays(
  db: Db,
  now: Date,
  own: Own,
  place: number,
  range: PerformanceRange,
): Promise<Answer<typeof getCodeDays>> {
  await requireOwn(db, own, { place });
  const figures = await readFigures(db, now, own, range);
  const { codes } = figures;
  const { from, until } = spanBetween(figures.from, figures.until);
  const { ids, read } = await withTenant(db, { organisation: own.organisationId }, async (tx) => {
    const ids = new Map((await findOwnCodes(tx, own.organisationId)).map(({ id, code }) => [code, id]));
    const wanted = codes.flatMap(({ qr_code_id }) => ids.get(qr_code_id) ?? []);
    return { ids, read: await readDays(tx, { ownerId: own.ownerId, codes: wanted, from, to: until }) };
  });
  const nameOf = (id: number | undefined, day: string) => `${id} ${day}`;
  const counted = new Map(
    read.map(({ key, starts_at, scans, visits }) => [
      nameOf(Number(key), hawaiiDay(starts_at)),
      { figure: scans, visits },
    ]),
  );
  const days = figures.days.map(({ day }) => day);
  // Of all codes at once: those of another place, whose days are told as well, say what is left of a day.
  const grid = codes.map(({ qr_code_id }) =>
    days.map((day) => counted.get(nameOf(ids.get(qr_code_id), day)) ?? { figure: 0, visits: 0 }),
  );
  const { span, starts, told } = tellSpans(
    grid,
    codes.map(({ scans }) => scans),
  );
  const lines = codes.flatMap(({ qr_code_id, label, location_id, scans }, at) =>
    location_id === place ? [{ qr_code_id, label, total: scans, scans: told[at]! }] : [],
  );
  const ranked = lines.toSorted((one, other) => rankOf(other.total) - rankOf(one.total));
  return { range, span, days: starts.map((at) => days[at]!), codes: ranked.slice(0, mostCodesByDay) };
}

/** Codes times points of which it is found out what may be told: some forty codes by day over two years. */
const mostCells = 30_000;

/** What is told of each code, by points of so many days and the first day of each; no points where only totals may be told. */
interface ToldSpans {
  span: CodeSpan | null;
  /** Which days they begin with, from 0. */
  starts: number[];
  told: Told[][];
}

/**
 * The shortest span of days by which half of what was scanned may be told, or anything of it where there is none; an ordinary day has few
 * guests at one code. It is one for all places: the weeks of one, less those of the whole, would be the weeks of another that has its days.
 */
export function tellSpans(grid: readonly (readonly Counted[])[], sums: readonly Told[]): ToldSpans {
  const days = grid[0]?.length ?? 0;
  const isTold = sums.some((sum) => typeof sum === 'number');
  let any: ToldSpans | undefined;
  for (const span of codeSpans) {
    const starts = startsOf(days, span);
    // One point is the total; and of a great many the work would keep everybody waiting.
    if ((span > 1 && days < 2 * span) || starts.length * grid.length > mostCells) continue;
    const cells = grid.map((row) => inSpans(row, starts));
    const told = hideFewDays(cells, sums);
    const asked = cells.flatMap((row, at) =>
      typeof sums[at] === 'number' ? row.flatMap(({ figure }, point) => (figure > 0 ? [told[at]![point]!] : [])) : [],
    );
    const numbers = asked.filter((one) => typeof one === 'number').length;
    // A first one of fewer days would look like a rise.
    const whole = days % span > 0 ? 1 : 0;
    const found = { span, starts: starts.slice(whole), told: told.map((row) => row.slice(whole)) };
    if (isTold && numbers * 2 >= asked.length) return found;
    if (numbers > 0) any ??= found;
  }
  return any ?? { span: null, starts: [], told: grid.map(() => []) };
}

/** Where each span of days begins, the last of which is whole. */
const startsOf = (days: number, span: number): number[] =>
  Array.from({ length: Math.ceil(days / span) }, (_, at) => Math.max(0, days - (Math.ceil(days / span) - at) * span));

function inSpans(row: readonly Counted[], starts: readonly number[]): Counted[] {
  return starts.map((start, at) =>
    row.slice(start, starts[at + 1]).reduce((so, one) => ({
      figure: so.figure + one.figure,
      visits: so.visits + one.visits,
    })),
  );
}
