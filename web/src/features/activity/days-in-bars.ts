import type { TravelerAnalytics } from '../../../../contract/activity.ts';
import { analytics as words } from '../../messages/en/analytics.ts';

type Day = TravelerAnalytics['by_day'][number];

/** Figures of one bar: of a day, a week or a month. */
export type Step = Omit<Day, 'day'> & { label: string };

const mostDays = 31;
const mostWeeks = 20;

/** Days as bars that a phone can show: each day, or the weeks up to the last day, or months. Nothing is lost or added. */
export function daysInBars(days: readonly Day[]): Step[] {
  if (days.length <= mostDays) return days.map(({ day, ...figures }) => ({ label: words.day(day), ...figures }));
  if (days.length <= mostWeeks * 7) {
    // Weeks are counted back from today; the first is shorter where they do not come out even.
    const ahead = (7 - (days.length % 7)) % 7;
    return group(days, (_day, index) => String(Math.floor((index + ahead) / 7)), words.weekOf);
  }
  return group(days, ({ day }) => day.slice(0, 7), words.month);
}

function group(
  days: readonly Day[],
  keyOf: (day: Day, index: number) => string,
  labelOf: (day: string) => string,
): Step[] {
  const steps = new Map<string, Step>();
  days.forEach((day, index) => {
    const key = keyOf(day, index);
    const { label, scans, bookings, saved } = steps.get(key) ?? {
      label: labelOf(day.day),
      scans: 0,
      bookings: 0,
      saved: 0,
    };
    steps.set(key, {
      label,
      scans: scans + day.scans,
      bookings: bookings + day.bookings,
      saved: saved + day.saved,
    });
  });
  return [...steps.values()];
}
