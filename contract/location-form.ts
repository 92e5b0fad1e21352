/** What the editor of a place and its endpoints share. */

/** What of a place is edited, in the editor's order. */
export const locationFields = ['name', 'partner', 'description', 'address', 'latitude', 'longitude'] as const;
/** What is told of the list of a place in its history: experiences in their order, hidden ones, and those with other rules. */
export const placeListParts = ['listings', 'hidden', 'rules'] as const;
export type LocationField = (typeof locationFields)[number];

export const locationSorts = ['name', '-name', 'created', '-created'] as const;

/** What can be done to many places at once; what is so already, or cannot be, is left as it is. */
export const locationActions = ['delete', 'restore'] as const;
export type LocationAction = (typeof locationActions)[number];

/** Why a place is not deleted: codes lead to it or once did, it has been scanned, or it stands in for what has no place of its own. */
export const keptReasons = ['codes', 'scanned', 'stands_in'] as const;
/** So many codes are named of a place that is not deleted. */
export const mostKeptCodes = 3;
/** So many places that were not deleted are told with the work that was to. */
export const mostKeptTold = 50;

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
