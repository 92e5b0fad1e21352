/** Where the commission of a booking is explained. */
export const explanationOf = (bookingId: string) => `/money/explain?booking=${bookingId}`;
