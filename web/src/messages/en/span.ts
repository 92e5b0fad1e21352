import { counted } from './counted.ts';

/** So many hours, in words: `5 hours`, `4 days`. */
export function span(hours: number): string {
  if (hours < 1) return 'less than an hour';
  return hours < 72 ? counted(Math.round(hours), 'hour', 'hours') : counted(Math.round(hours / 24), 'day', 'days');
}

/** From one moment to another one. */
export const spanBetween = (from: string, to: string): string => span((Date.parse(to) - Date.parse(from)) / 3_600_000);
