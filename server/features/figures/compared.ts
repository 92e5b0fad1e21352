import type { ComparedRange, Measured, MeasuredSince, SpanFigures } from '../analytics/analytics.ts';
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

/** A span's figures by day or hour, those of the span before, and from when on each was measured. */
export interface Sampled {
  now: readonly (SpanFigures & { starts_at: Date })[];
  before: readonly (SpanFigures & { starts_at: Date })[];
  since: MeasuredSince;
}

type Named = Exclude<keyof SpanFigures, 'events'>;

/** As what each is measured: all that is told of bookings as these. */
const measuredAs: Record<Named, Measured> = {
  ...{ scans: 'scans', openings: 'openings', clicks: 'clicks', impressions: 'impressions' },
  ...{ bookings: 'bookings', completed: 'bookings', pending: 'bookings', cents: 'bookings' },
};

/** From when on each was measured: what was first added up, or the first row that is not yet. @param rows in their order, the earlier ones first */
export function measuredSince(addedUp: MeasuredSince, ...rows: Sampled['now'][]): MeasuredSince {
  const since: Partial<Record<Measured, Date>> = { ...addedUp };
  for (const row of rows.flat())
    for (const [name, measured] of Object.entries(measuredAs) as [Named, Measured][])
      if (row[name] > 0 && !(since[measured] && since[measured] <= row.starts_at)) since[measured] = row.starts_at;
  return since;
}

/** A figure, the same of the span before (null where it was not measured yet), and whether they differ by more than chance. */
export interface Compared<Figure extends number | null> {
  value: Figure;
  before: Figure | null;
  beyond_chance: boolean | null;
}

/** Compares figures of a range with those of the span before: counts, parts of them, or what is told of some. */
export function comparing({ now: rows, before: rowsBefore, since }: Sampled, range: ComparedRange, now: Date) {
  const [total, totalBefore] = [totalOf(rows), totalOf(rowsBefore)];
  /** From when on all of them were measured; undefined: one never was. */
  const sinceOf = (names: readonly Named[]): Date | undefined => {
    const all = names.map((name) => since[measuredAs[name]]?.getTime() ?? Number.POSITIVE_INFINITY);
    const last = Math.max(...all);
    return Number.isFinite(last) ? new Date(last) : undefined;
  };
  /** What is told of the span before, by figures that were measured then. */
  const before = <Figure>(figure: Figure, ...of: Named[]): Figure | null => {
    const from = sinceOf(of);
    return from && from < range.from ? figure : null;
  };
  const pairsAs = <Sample>(names: readonly Named[], sampleOf: (figures: SpanFigures) => Sample) => {
    const from = sinceOf(names);
    return pairsOf(
      samplesOf(rows, range.from, range.until, range.grain, now, from),
      samplesOf(rowsBefore, range.before, range.from, range.grain, now, from),
      range.grain,
    ).map(([one, other]) => [sampleOf(one), sampleOf(other)] as const);
  };
  return {
    before,
    count: (of: Named): Compared<number> =>
      compared(total[of], before(totalBefore[of], of), beyondChance(pairsAs([of], (figures) => figures[of]))),
    rate: (part: Named, whole: Named): Compared<number | null> =>
      compared(
        partOf(total[part], total[whole]),
        before(partOf(totalBefore[part], totalBefore[whole]), part, whole),
        rateBeyondChance(pairsAs([part, whole], (of) => ({ part: of[part], whole: of[whole] }))),
      ),
    /** Of bookings and all that is of them: the newest are not all confirmed yet, and those before have had more time, so no word of chance. */
    late: <Figure extends number | null>(figure: (of: SpanFigures) => Figure, ...of: Named[]): Compared<Figure> =>
      compared(figure(total), before(figure(totalBefore), ...of), null),
  };
}

/** Both, with a word of chance where the samples say no other than the sums: today is in these, and in no sample. */
export function compared<Figure extends number | null>(
  value: Figure,
  before: Figure | null,
  beyond: Beyond,
): Compared<Figure> {
  const isSaid = beyond !== null && (beyond === 0 || beyond === Math.sign((value ?? 0) - (before ?? 0)));
  return { value, before, beyond_chance: isSaid ? beyond !== 0 : null };
}

/** Days, or hours, that are over and whole, from the first on in which they were measured: only such are like each other. */
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
