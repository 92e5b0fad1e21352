/** What a figure over time was added up from. */
export const figureRows = ['scans', 'clicks', 'bookings', 'pending', 'completed'] as const;
export type FigureRows = (typeof figureRows)[number];
