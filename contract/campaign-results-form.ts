/** Days up to today that results are told of: this calendar month, or so many days. */
export const resultRanges = ['7d', '30d', '90d', 'month', '1y'] as const;
export type ResultRange = (typeof resultRanges)[number];

/** A booking comes of a click of so many days before it at most. */
export const clickDays = 30;

/** Of a breakdown so many rows are told, those that cost the most; the file has all. */
export const mostResultRows = 200;

/** The file has so many lines at most. */
export const mostResultLines = 100_000;

/** No more days, campaigns and places, and no more counted clicks, are looked at for one answer, which has to be there in seconds. */
export const mostResultCells = 200_000;
export const mostResultClicks = 500_000;

/** Of what results have a file: what campaigns brought, or what came of an advertiser's listings without one. */
export const resultParts = ['campaigns', 'without'] as const;
export type ResultPart = (typeof resultParts)[number];
