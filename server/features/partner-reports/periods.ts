import { addDays } from '../../../contract/hawaii-time.ts';
import type { ReportingFrequency } from '../../../contract/portal-states.ts';

/** What one report tells of: whole days of Hawaiʻi, from the first to the day after the last, as `2026-11-23`. */
export interface Period {
  frequency: ReportingFrequency;
  from: string;
  until: string;
}

const monthStart = (day: string) => `${day.slice(0, 8)}01`;
const monthBefore = (month: string) => monthStart(addDays(month, -1));

/** The newest period that was over when a day began: a week from Monday to Sunday, a month, or a quarter of the calendar. */
export function lastPeriod(frequency: ReportingFrequency, today: string): Period {
  if (frequency === 'weekly') {
    const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
    const until = addDays(today, -sinceMonday);
    return { frequency, from: addDays(until, -7), until };
  }
  let until = monthStart(today);
  if (frequency === 'monthly') return { frequency, from: monthBefore(until), until };
  while (Number(until.slice(5, 7)) % 3 !== 1) until = monthBefore(until);
  return { frequency, from: monthBefore(monthBefore(monthBefore(until))), until };
}
