/** Ranges of whole days of Hawaiʻi, today the last. */
export const dayRanges = ['7d', '30d', '90d', '1y'] as const;
export type DayRange = (typeof dayRanges)[number];

/** Ranges of time that figures are shown for. */
export const timeRanges = ['24h', ...dayRanges] as const;
export type TimeRange = (typeof timeRanges)[number];

/** The range shown where none is asked for. */
export const usualRange = '30d' satisfies DayRange;
