/** What the editor of a place and its endpoints share. */

/** What of a place is edited, in the editor's order. */
export const locationFields = ['name', 'partner', 'description', 'address', 'latitude', 'longitude'] as const;
/** What is told of the list of a place in its history: experiences in their order, hidden ones, and those with other rules. */
export const placeListParts = ['listings', 'hidden', 'rules'] as const;
export type LocationField = (typeof locationFields)[number];

export const locationSorts = ['name', '-name', 'created', '-created'] as const;

/** Of a batch of places. */
export const mostBatchRows = 1_000;
/** Of the rows of one that are typed. */
export const mostTypedRows = 50;
export const batchColumns = ['name', 'address', 'description', 'latitude', 'longitude', 'partner'] as const;
export type BatchColumn = (typeof batchColumns)[number];
/** Faults that are told of a batch. */
export const mostBatchFaults = 200;

/** What a code is that was scanned and credited nobody. */
export const orphanStates = ['unknown', 'mistyped', 'paused', 'expired', 'replaced', 'active'] as const;
export type OrphanState = (typeof orphanStates)[number];

/** Of so many days are the scans that credited nobody. */
export const orphanDays = 90;
