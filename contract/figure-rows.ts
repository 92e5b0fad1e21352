/** What a figure over time was added up from. */
export const figureRows = ['scans', 'openings', 'impressions', 'clicks', 'bookings', 'pending', 'completed'] as const;
export type FigureRows = (typeof figureRows)[number];

/** Of these, the ones that are told as sums by day, or hour, and experience, and not one by one. */
export const summedRows = ['openings', 'impressions'] as const satisfies readonly FigureRows[];
export type SummedRows = (typeof summedRows)[number];
export const isSummed = (of: FigureRows): of is SummedRows => summedRows.some((one) => one === of);

/** Of these, the ones that are bookings: `bookings` are the confirmed and the completed ones. */
export const bookingRows = ['bookings', 'pending', 'completed'] as const satisfies readonly FigureRows[];
export type BookingRows = (typeof bookingRows)[number];
