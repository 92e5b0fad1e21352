/** What a figure over time was added up from. */
export const figureRows = ['scans', 'clicks', 'bookings', 'pending', 'completed'] as const;
export type FigureRows = (typeof figureRows)[number];

/** Of these, the ones that are bookings: `bookings` are the confirmed and the completed ones. */
export const bookingRows = ['bookings', 'pending', 'completed'] as const satisfies readonly FigureRows[];
export type BookingRows = (typeof bookingRows)[number];
