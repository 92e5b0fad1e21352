import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { booked, type FigureSpan, type SpanFigures, type SummedDimension, spanFigures } from './span-figures.store.ts';

/** What came of a key of a dimension in a span, all its days or hours together. */
export type KeySum = { key: string } & Pick<SpanFigures, 'scans' | 'openings' | 'clicks' | 'bookings' | 'cents'>;
const figures = ['scans', 'openings', 'clicks', 'bookings', 'cents'] as const;

type Span = Pick<FigureSpan, 'from' | 'until' | 'grain'>;

/** Of a dimension with very many keys one statement adds up so many days: a year of them would take longer than a statement may. */
const daysAtOnce = 91;

/** Everybody's figures of a span by the keys of a dimension; of partners, of whom there are some thousands at most, a whole year at once. */
export async function sumByKey(db: Db, dimension: SummedDimension | 'partner', span: Span): Promise<KeySum[]> {
  const sums = new Map<string, KeySum>();
  for (const piece of dimension === 'partner' ? [span] : partsOfSpan(span)) {
    const { rows } = await sql<KeySum>`
      with ${spanFigures([dimension], dimension === 'partner' ? piece : { ...piece, summed: dimension })}
      select key, sum(scans)::bigint as scans, sum(openings)::bigint as openings, sum(clicks)::bigint as clicks,
        sum(${booked})::bigint as bookings, sum(confirmed_cents)::bigint as cents
      from figure group by key`.execute(db);
    for (const row of rows) {
      const sum = sums.get(row.key);
      if (sum) for (const figure of figures) sum[figure] += row[figure];
      else sums.set(row.key, row);
    }
  }
  return [...sums.values()];
}

/** A span in parts, in their order, of each of which one statement can add up a dimension of very many keys. Of the last one alone some is open. */
export function partsOfSpan({ from, until, grain }: Span): Span[] {
  if (grain === 'hour') return [{ from, until, grain }];
  const lengthMs = daysAtOnce * 86_400_000;
  const count = Math.ceil((until.getTime() - from.getTime()) / lengthMs);
  return Array.from({ length: count }, (_, at) => ({
    from: new Date(from.getTime() + at * lengthMs),
    until: new Date(Math.min(until.getTime(), from.getTime() + (at + 1) * lengthMs)),
    grain,
  }));
}

/** The same as rows of a statement, `key` and the figures. */
export const rowsOfSums = (sums: readonly KeySum[]): RawBuilder<unknown> => {
  const columns = sql.raw(['key', ...figures].join(', '));
  const values = figures.map((figure) => sql`${sums.map((sum) => sum[figure])}::bigint[]`);
  return sql`select ${columns} from unnest(${sums.map(({ key }) => key)}::text[], ${sql.join(values)}) as sum_of (${columns})`;
};
