import { decimal, number } from '../format.ts';

export { calendarDay, day, dollars, hawaiiMoment, moment } from '../format.ts';

/** A number of bytes as a person reads it. */
export const size = (bytes: number) =>
  bytes < 1_000_000 ? `${number(Math.ceil(bytes / 1_000))} kB` : `${decimal(bytes / 1_000_000)} MB`;
