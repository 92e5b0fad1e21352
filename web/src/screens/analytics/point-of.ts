import { hawaiiDay } from '../../../../contract/hawaii-time.ts';
import type { TimeRange } from '../../../../contract/time-ranges.ts';

/** A point of a chart over time: an hour by its first instant, or a day of the calendar. */
export const pointOf = (range: TimeRange, at: string): string =>
  range === '24h' || !at.includes('T') ? at : hawaiiDay(new Date(at));
