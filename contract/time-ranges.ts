/** Ranges of time that figures are shown for. */
export const timeRanges = ['24h', '7d', '30d', '90d', '1y'] as const;
export type TimeRange = (typeof timeRanges)[number];

/** The range shown where none is asked for. */
export const usualRange: TimeRange = '30d';
