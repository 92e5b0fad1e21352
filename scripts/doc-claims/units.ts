// How many of a source's units one of a document's is.

export const kB = 1_024;
export const MB = 1_024 * kB;
/** Seconds told of milliseconds. */
export const second = 1_000;
export const minute = 60;
export const hour = 3_600;
export const day = 86_400;
