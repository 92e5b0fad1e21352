import { hawaiiDayStart } from '../../contract/hawaii-time.ts';
import { type Random, Weighted } from './generated-random.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
export const yearDays = 365;

/** Visitors to Hawaiʻi by month: high in winter, at spring break and in summer, low in September and October. */
const months = [1.08, 1.06, 1.14, 1, 0.92, 1.12, 1.2, 1.06, 0.8, 0.84, 0.92, 1.1];
const weekdaysFromSunday = [1.08, 0.92, 0.9, 0.93, 0.98, 1.1, 1.16];
/** A quiet night, breakfast, a peak before lunch and another before dinner. */
export const hours = [
  0.15, 0.08, 0.05, 0.04, 0.08, 0.25, 0.9, 2.1, 3.2, 3.8, 3.9, 3.4, 2.9, 2.6, 2.6, 3, 3.6, 4, 3.7, 2.9, 2, 1.3, 0.7,
  0.3,
];
const hourNumbers = hours.map((_, hour) => hour);

/** One Hawaiian day and how many scans fall on it. */
export interface DayOfScans {
  start: Date;
  scans: number;
}

/** Spreads scans over the year before `until`, with season, weekday, Christmas and a little chance; they sum up exactly. */
export function spreadOverYear(random: Random, total: number, until: Date): DayOfScans[] {
  const lastDay = hawaiiDayStart(new Date(until.getTime() - 1)).getTime();
  const starts = Array.from({ length: yearDays }, (_, index) => lastDay - (yearDays - 1 - index) * dayMs);
  const weights = starts.map((start) => {
    // Noon in Hawaiʻi falls on the same date in UTC.
    const noon = new Date(start + 12 * hourMs);
    const [month, date] = [noon.getUTCMonth(), noon.getUTCDate()];
    const christmas = (month === 11 && date > 19) || (month === 0 && date < 4) ? 1.3 : 1;
    const elapsed = Math.min(1, (until.getTime() - start) / dayMs);
    return months[month]! * weekdaysFromSunday[noon.getUTCDay()]! * christmas * random.around(0.25) * elapsed;
  });
  const sum = weights.reduce((one, other) => one + other, 0);
  let weighed = 0;
  let given = 0;
  return starts.map((start, index) => {
    weighed += weights[index]!;
    const scans = Math.round((total * weighed) / sum) - given;
    given += scans;
    return { start: new Date(start), scans };
  });
}

/** Instants of one day before `until`, in order, in milliseconds: by day more than by night. */
export function timesOfDay(random: Random, { start, scans }: DayOfScans, until: Date): Float64Array {
  const passed = Math.min(24, Math.ceil((until.getTime() - start.getTime()) / hourMs));
  const hour = new Weighted(hourNumbers.slice(0, passed), (index) => hours[index]!);
  const last = until.getTime() - 1;
  return Float64Array.from({ length: scans }, () =>
    Math.min(last, start.getTime() + hour.draw(random) * hourMs + Math.floor(random.next() * hourMs)),
  ).sort();
}
