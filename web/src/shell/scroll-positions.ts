/** Where in the session's storage the router keeps how far down each entry of the history was. */
export const scrollPositions = 'scroll-positions';
