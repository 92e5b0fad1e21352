/** An export of scans has at most so many days: a year, and the month before it. */
export const mostExportDays = 401;
