import { addDays } from '../../../contract/hawaii-time.ts';

/** Days of Hawaiʻi, `YYYY-MM-DD`, both included. */
export interface DayRange {
  from: string;
  to: string;
}

const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`;

/** Ranges by name, given today in Hawaiʻi. The last days have today as their last. */
export const rangePresets = {
  last7: (today) => ({ from: addDays(today, -6), to: today }),
  last30: (today) => ({ from: addDays(today, -29), to: today }),
  last90: (today) => ({ from: addDays(today, -89), to: today }),
  thisMonth: (today) => ({ from: firstOfMonth(today), to: today }),
  lastMonth: (today) => {
    const to = addDays(firstOfMonth(today), -1);
    return { from: firstOfMonth(to), to };
  },
} satisfies Record<string, (today: string) => DayRange>;
export type RangePreset = keyof typeof rangePresets;

/** Days by name. */
export const dayPresets = {
  today: (today) => today,
  tomorrow: (today) => addDays(today, 1),
  nextWeek: (today) => addDays(today, 7),
} satisfies Record<string, (today: string) => string>;
export type DayPreset = keyof typeof dayPresets;

/** How many days a range has. */
const daysIn = ({ from, to }: DayRange) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

/** What is wrong with a range whose two days are known. */
export function rangeFault(range: DayRange, mostDays = Number.POSITIVE_INFINITY): 'backwards' | 'long' | null {
  const days = daysIn(range);
  if (days < 1) return 'backwards';
  return days > mostDays ? 'long' : null;
}
