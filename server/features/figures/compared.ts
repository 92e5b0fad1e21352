import type { ComparedRange, SpanFigures } from '../analytics/analytics.ts';
import { type Beyond, beyondChance, pairsOf, rateBeyondChance } from './chance.ts';

export { type ComparedRange, rangeOf, rangeOfDays } from '../analytics/analytics.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Of what happened in a day or an hour in which nothing did. */
export const nothing: SpanFigures = {
  ...{ scans: 0, openings: 0, clicks: 0, bookings: 0, completed: 0, pending: 0, cents: 0 },
  ...{ impressions: 0, events: 0 },
};

/** Figures added up. */
export function totalOf(rows: readonly SpanFigures[]): SpanFigures {
  const total = { ...nothing };
  for (const row of rows) for (const name of Object.keys(total) as (keyof SpanFigures)[]) total[name] += row[name];
  return total;
}

/** Some, as a part of the scans; null without a scan. */
export const partOf = (some: number, scans: number): number | null => (scans > 0 ? some / scans : null);

/** The beginnings of all days, or hours, that a span touches. */
export function piecesOf({ from, until }: { from: Date; until: Date }, grain: 'hour' | 'day'): Date[] {
  const lengthMs = grain === 'hour' ? hourMs : dayMs;
  const first = grain === 'hour' ? Math.floor(from.getTime() / hourMs) * hourMs : from.getTime();
  const count = Math.ceil((until.getTime() - first) / lengthMs);
  return Array.from({ length: count }, (_, at) => new Date(first + at * lengthMs));
}

/** By which moment a piece begins, its figures; nothing happened in those that are not there. */
export function eachPiece<Row extends SpanFigures & { starts_at: Date }>(
  rows: readonly Row[],
  pieces: readonly Date[],
) {
  const byStart = new Map(rows.map((row) => [row.starts_at.getTime(), row]));
  return pieces.map((at) => ({ ...nothing, ...byStart.get(at.getTime()), at }));
}

/** A span's figures by day or hour, and from when on there was anything to count. */
export interface Sampled {
  now: readonly (SpanFigures & { starts_at: Date })[];
  before: readonly (SpanFigures & { starts_at: Date })[];
  since: Date | undefined;
}

/** From when on there was anything to count: what was first added up, or the first row that is not yet. */
export const sampledSince = (rolledUp: Date | undefined, first: { starts_at: Date } | undefined): Date | undefined =>
  rolledUp && first
    ? new Date(Math.min(rolledUp.getTime(), first.starts_at.getTime()))
    : (rolledUp ?? first?.starts_at);

/** A figure, the same of the span before, and whether they differ by more than chance. */
export interface Compared<Figure extends number | null> {
  value: Figure;
  before: Figure;
  beyond_chance: boolean | null;
}
type Counting = (figures: SpanFigures) => number;

/** Compares figures of a range with those of the span before, each told as a function of what was counted. */
export function comparing({ now: rows, before: rowsBefore, since }: Sampled, range: ComparedRange, now: Date) {
  const [total, totalBefore] = [totalOf(rows), totalOf(rowsBefore)];
  const pairs = pairsOf(
    samplesOf(rows, range.from, range.until, range.grain, now, since),
    samplesOf(rowsBefore, range.before, range.from, range.grain, now, since),
    range.grain,
  );
  const pairsAs = <Sample>(of: (figures: SpanFigures) => Sample) =>
    pairs.map(([one, other]) => [of(one), of(other)] as const);
  return {
    count: (of: Counting): Compared<number> => compared(of(total), of(totalBefore), beyondChance(pairsAs(of))),
    rate: (part: Counting, whole: Counting): Compared<number | null> =>
      compared(
        partOf(part(total), whole(total)),
        partOf(part(totalBefore), whole(totalBefore)),
        rateBeyondChance(pairsAs((figures) => ({ part: part(figures), whole: whole(figures) }))),
      ),
    /** Of bookings and all that is of them: the newest are not all confirmed yet, and those before have had more time, so no word of chance. */
    late: <Figure extends number | null>(of: (figures: SpanFigures) => Figure): Compared<Figure> =>
      compared(of(total), of(totalBefore), null),
  };
}

/** Both, with a word of chance where the samples say no other than the sums: today is in these, and in no sample. */
export function compared<Figure extends number | null>(
  value: Figure,
  before: Figure,
  beyond: Beyond,
): Compared<Figure> {
  const isSaid = beyond !== null && (beyond === 0 || beyond === Math.sign((value ?? 0) - (before ?? 0)));
  return { value, before, beyond_chance: isSaid ? beyond !== 0 : null };
}

/** Days, or hours, that are over and whole, from the first on in which there was anything to count: only such are like each other. */
function samplesOf(
  rows: Sampled['now'],
  from: Date,
  until: Date,
  grain: ComparedRange['grain'],
  now: Date,
  since: Date | undefined,
): (SpanFigures & { at: Date })[] {
  const lengthMs = grain === 'hour' ? hourMs : dayMs;
  if (!since) return [];
  const isWhole = (at: Date) => {
    const end = at.getTime() + lengthMs;
    return at >= from && at >= since && end <= until.getTime() && end <= now.getTime();
  };
  return eachPiece(rows, piecesOf({ from, until }, grain).filter(isWhole));
}
