const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** What the database calls Hawaiʻi's time. */
export const hawaiiZone = 'Pacific/Honolulu';

/** Hawaiʻi is ten hours behind UTC all year: it has kept no summer time since 1947. */
export const hawaiiOffsetMs = 10 * hourMs;

/** The beginning of the hour that holds an instant. */
export const hourStart = (at: Date) => new Date(Math.floor(at.getTime() / hourMs) * hourMs);

/** The beginning of the Hawaiian day that holds an instant. */
export const hawaiiDayStart = (at: Date) =>
  new Date(Math.floor((at.getTime() - hawaiiOffsetMs) / dayMs) * dayMs + hawaiiOffsetMs);

/** The beginning of the next Hawaiian day. */
export const nextHawaiiDay = (at: Date) => new Date(hawaiiDayStart(at).getTime() + dayMs);

/** The day of the calendar so many days after another, or before it where they are fewer than none. */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** So many whole days, today the last of them: the first instant, the first one after, and the names of the first and the last day. */
export function lastDays(now: Date, count: number) {
  const until = nextHawaiiDay(now);
  const from = new Date(until.getTime() - count * dayMs);
  return { from, until, days: { from: hawaiiDay(from), until: hawaiiDay(now) } };
}

/** What Hawaiʻi's clocks say at an instant, as `YYYY-MM-DD HH:MM:SS`. */
export const hawaiiClock = (at: Date) =>
  new Date(at.getTime() - hawaiiOffsetMs).toISOString().slice(0, 19).replace('T', ' ');

/** The day in Hawaiʻi that holds an instant, as `YYYY-MM-DD`. */
export const hawaiiDay = (at: Date) => new Date(at.getTime() - hawaiiOffsetMs).toISOString().slice(0, 10);

/** The month in Hawaiʻi that holds an instant, from 1 to 12. */
export const hawaiiMonth = (at: Date) => new Date(at.getTime() - hawaiiOffsetMs).getUTCMonth() + 1;
