/** Limits of saved places that both sides keep. */

/** Characters of a note, counted as UTF-16 units. */
export const longestNote = 500;

/** Notes that one change tells it has seen: the newest of those that were written one over the other while nothing could be sent. */
export const mostSeen = 10;

/** Places one account keeps. */
export const mostSaved = 500;

/** Places one call joins: as many as a guest's device keeps. */
export const mostMerged = 200;
