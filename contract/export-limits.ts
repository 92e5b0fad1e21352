/** An export of scans or of other raw rows has at most so many days: a year, and the month before it. */
export const mostExportDays = 401;

/** What can be exported row by row. */
export const rawSources = ['events', 'scans', 'clicks', 'bookings'] as const;
export type RawSource = (typeof rawSources)[number];

export const rawFormats = ['csv', 'parquet'] as const;
export type RawFormat = (typeof rawFormats)[number];
