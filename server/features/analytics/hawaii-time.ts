/** Hawaiʻi is ten hours behind UTC all year: it has kept no summer time since 1947. */
const offsetMs = 10 * 3_600_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The beginning of the hour that holds an instant. */
export const hourStart = (at: Date) => new Date(Math.floor(at.getTime() / hourMs) * hourMs);

/** The beginning of the Hawaiian day that holds an instant. */
export const hawaiiDayStart = (at: Date) => new Date(Math.floor((at.getTime() - offsetMs) / dayMs) * dayMs + offsetMs);

/** The beginning of the next Hawaiian day. */
export const nextHawaiiDay = (at: Date) => new Date(hawaiiDayStart(at).getTime() + dayMs);
